// SPDX-License-Identifier: GPL-2.0-or-later
/* doctor looks, it changes nothing: what would change the caller's cookie is tried in a child. */
#include "doctor.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command.h"
#include "util.h"

static const struct check *const groups[] = { doctor_kernel_checks, doctor_host_checks, doctor_cpu_checks };

static const char *const verdict_names[] = {
	[DOCTOR_OK]   = "ok",
	[DOCTOR_WARN] = "warn",
	[DOCTOR_FAIL] = "fail",
};

struct args {
	bool json;
};

enum { OPTION_JSON = 0x100 };

static const struct argp_option options[] = {
	{ "json", OPTION_JSON, NULL, 0, "print JSON", 0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct args *args = state->input;

	(void)arg;
	switch (key) {
	case OPTION_JSON:
		args->json = true;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.doc = "Tell what this machine offers, what is missing, and what to do about it."
	       "\vExit status: 0 when cookies can be set here and are obeyed, 3 when not.",
};

void found(struct finding *finding, enum verdict verdict, const char *remedy, const char *why, ...)
{
	va_list ap;

	va_start(ap, why);
	if (vasprintf(&finding->why, why, ap) < 0)
		finding->why = NULL;
	va_end(ap);
	finding->verdict = verdict;
	finding->remedy = remedy;
}

int in_child(int (*job)(void))
{
	int status;
	pid_t pid;

	pid = fork();
	if (pid < 0)
		return -errno;
	if (pid == 0)
		_exit(job());
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -errno;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -ECHILD;
}

static void print_finding(const char *name, const struct finding *finding)
{
	printf("%-4s  %-20s  %s\n", verdict_names[finding->verdict], name, finding->why);
	if (finding->remedy)
		printf("      -> %s\n", finding->remedy);
}

static int run(int argc, char **argv)
{
	struct args args = { 0 };
	int status = EXIT_DONE;

	command_parse(&cmd_doctor, argc, argv, &args);
	for (size_t i = 0; i < ARRAY_SIZE(groups); i++)
		for (const struct check *check = groups[i]; check->name; check++) {
			struct finding finding = { 0 };
			autofree char *why = NULL;

			check->run(check->name, &finding);
			if (finding.verdict == DOCTOR_SILENT)
				continue;
			why = finding.why;
			if (!why)
				return fail(-ENOMEM, "can't report on %s", check->name);
			print_finding(check->name, &finding);
			if (finding.verdict == DOCTOR_FAIL)
				status = EXIT_UNSUPPORTED;
		}
	return status;
}

const struct command cmd_doctor = {
	.name = "doctor",
	.summary = "tell what this machine offers and what is missing",
	.argp = &argp,
	.run = run,
	.flags = COMMAND_READS,
};
