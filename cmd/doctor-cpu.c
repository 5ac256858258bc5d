// SPDX-License-Identifier: GPL-2.0-or-later
/* Why siblings should be kept apart on this CPU, and whether they are siblings at all. */
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "doctor.h"
#include "file.h"
#include "util.h"

/* Whether a line of the first CPU in /proc/cpuinfo lists a word. */
static bool cpu_says(const char *line, const char *word)
{
	autofclose FILE *file = fopen("/proc/cpuinfo", "re");
	autofree char *text = NULL;
	size_t size = 0;

	while (file && getline(&text, &size, file) > 0) {
		char *rest = text;
		const char *key = strsep(&rest, "\t:");

		if (strcmp(key, line) != 0 || !rest)
			continue;
		for (const char *p; (p = strsep(&rest, " \t:\n"));)
			if (strcmp(p, word) == 0)
				return true;
		return false;
	}
	return false;
}

static void check_machine(const char *name, struct finding *f)
{
	(void)name;
	if (cpu_says("flags", "hypervisor") || access("/sys/hypervisor/type", F_OK) == 0 ||
	    access("/proc/device-tree/hypervisor", F_OK) == 0)
		found(f, DOCTOR_WARN, "ask the host: vCPUs pinned to real siblings, or core scheduling there",
		      "a virtual machine: its siblings may be invented, so the guarantee is the host's to give");
	else
		found(f, DOCTOR_OK, NULL, "no hypervisor is seen, so siblings are what they seem");
}

/* Whether siblings can use the flaw, by the kernel's words: "Vulnerable...", "Unknown..." or what stands behind a mitigation. */
static bool is_open_to_siblings(const char *text)
{
	static const char *const openings[] = { "SMT vulnerable", "SMT Host state unknown", "STIBP: disabled" };

	for (size_t i = 0; i < ARRAY_SIZE(openings); i++)
		if (strstr(text, openings[i]))
			return true;
	return strncmp(text, "Mitigation", strlen("Mitigation")) != 0;
}

/* The kernel's words, from a file named like the row. */
static void check_vulnerability(const char *name, struct finding *f)
{
	char path[128], text[256];

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/vulnerabilities/%s", name);
	if (read_text(path, text, sizeof(text)) < 0)
		return;		/* a kernel, or an architecture, that doesn't know of it */
	if (strcmp(text, "Not affected") == 0)
		found(f, DOCTOR_OK, NULL, "this CPU is not affected");
	else if (is_open_to_siblings(text))
		found(f, DOCTOR_WARN, "give those that don't trust each other cookies: 'coreschedctl spawn', 'tag'",
		      "%s", text);
	else
		found(f, DOCTOR_OK, NULL, "%s", text);
}

/* Cross-thread return predictions: no file in /sys, only a word among the CPU's bugs. */
static void check_return_predictions(const char *name, struct finding *f)
{
	if (cpu_says("bugs", name))
		found(f, DOCTOR_OK, NULL, "Mitigation: the kernel fills the return predictor before a thread goes idle");
	else
		found(f, DOCTOR_OK, NULL, "this CPU is not affected");
}

/*
 * The flaws that work from one hardware thread to its sibling. Others, such as srbds (all cores share its buffer) and
 * reg_file_data_sampling (no such CPU has SMT), are none of core scheduling's business.
 * Source: Linux, Documentation/admin-guide/hw-vuln/; spec_rstack_overflow: "Mitigation: SMT disabled" in bugs.c
 */
const struct check doctor_cpu_checks[] = {
	{ "machine",              check_machine },
	{ "l1tf",                 check_vulnerability },
	{ "mds",                  check_vulnerability },
	{ "tsx_async_abort",      check_vulnerability },
	{ "mmio_stale_data",      check_vulnerability },
	{ "gather_data_sampling", check_vulnerability },
	{ "spectre_v2",           check_vulnerability },
	{ "retbleed",             check_vulnerability },
	{ "spec_rstack_overflow", check_vulnerability },
	{ "vmscape",              check_vulnerability },
	{ "smt_rsb",              check_return_predictions },
	{ NULL, NULL }
};
