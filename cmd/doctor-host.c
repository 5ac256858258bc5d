// SPDX-License-Identifier: GPL-2.0-or-later
/* What the caller may reach here, and which cgroups there are. */
#include <fcntl.h>
#include <mntent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "confine.h"
#include "doctor.h"
#include "file.h"
#include "util.h"

static void check_access(const char *name, struct finding *f)
{
	char map[64] = "";
	unsigned int first, outside, count;
	bool initial;

	(void)name;
	if (confine_may_ptrace() != 1) {
		found(f, DOCTOR_WARN, "run it as root, or with CAP_SYS_PTRACE",
		      "only tasks of user %u can be read and changed: CAP_SYS_PTRACE is missing", getuid());
		return;
	}
	initial = read_text("/proc/self/uid_map", map, sizeof(map)) < 0 ||
		  (sscanf(map, "%u %u %u", &first, &outside, &count) == 3 && !first && !outside && count == UINT32_MAX);
	if (initial)
		found(f, DOCTOR_OK, NULL, "every task can be read and changed, by CAP_SYS_PTRACE");
	else
		found(f, DOCTOR_WARN, "run it on the host to see the others",
		      "CAP_SYS_PTRACE reaches the tasks of this user namespace only");
}

static void check_yama(const char *name, struct finding *f)
{
	char scope[32];

	(void)name;
	if (read_text("/proc/sys/kernel/yama/ptrace_scope", scope, sizeof(scope)) < 0)
		found(f, DOCTOR_OK, NULL, "Yama is not built in");
	else
		found(f, DOCTOR_OK, NULL, "ptrace_scope %s limits attaching, not reading: no matter for cookies", scope);
}

/* Where cgroup v2 is mounted, also beside v1; to be freed. */
static char *find_cgroups(void)
{
	char *directory = NULL;
	struct mntent *entry;
	FILE *mounts;

	mounts = setmntent("/proc/self/mounts", "re");
	if (!mounts)
		return NULL;
	while (!directory && (entry = getmntent(mounts)))
		if (strcmp(entry->mnt_type, "cgroup2") == 0)
			directory = strdup(entry->mnt_dir);
	endmntent(mounts);
	return directory;
}

static bool has_word(const char *text, const char *word)
{
	size_t length = strlen(word);

	for (const char *p = text; (p = strstr(p, word)); p += length)
		if ((p == text || p[-1] == ' ') && (p[length] == ' ' || p[length] == '\0'))
			return true;
	return false;
}

static void check_cgroup(const char *name, struct finding *f)
{
	autofree char *directory = find_cgroups();
	char path[4096], controllers[512] = "";

	(void)name;
	if (!directory) {
		found(f, DOCTOR_WARN, "mount -t cgroup2 none /sys/fs/cgroup", "no cgroup v2 is mounted: -c can't work");
		return;
	}
	snprintf(path, sizeof(path), "%s/cgroup.controllers", directory);
	read_text(path, controllers, sizeof(controllers));
	if (has_word(controllers, "cpu"))
		found(f, DOCTOR_OK, NULL, "cgroup v2 at %s, with the cpu controller", directory);
	else
		found(f, DOCTOR_WARN, "boot with cgroup_no_v1=cpu, or a kernel with CONFIG_CGROUP_SCHED=y",
		      "cgroup v2 at %s lacks the cpu controller: -c works, cgroup tags can't", directory);
}

const struct check doctor_host_checks[] = {
	{ "access", check_access },
	{ "yama",   check_yama },
	{ "cgroup", check_cgroup },
	{ NULL, NULL }
};
