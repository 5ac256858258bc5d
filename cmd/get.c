// SPDX-License-Identifier: GPL-2.0-or-later
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include <coresched.h>

#include "command.h"
#include "fail.h"
#include "number.h"
#include "util.h"

struct args {
	pid_t *pids;
	size_t n;
	bool effective;
};

enum { OPTION_EFFECTIVE = 0x100 };

static const struct argp_option options[] = {
	{ "effective", OPTION_EFFECTIVE, NULL, 0, "the id that stands for cookie and cgroup tag together (patched kernel)", 0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct args *args = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		args->pids = calloc((size_t)state->argc, sizeof(*args->pids));
		return args->pids ? 0 : ENOMEM;
	case OPTION_EFFECTIVE:
		args->effective = true;
		return 0;
	case ARGP_KEY_ARG:
		args->pids[args->n++] = parse_id(state, "PID", arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "[PID...]",
	.doc = "Print the cookie of each PID (or thread id), one a line in the order asked: 0x and hex digits, 0x0 for "
	       "none, ? where it can't be read. Without a PID: the cookie that was inherited from the caller.",
};

static int print_id(pid_t pid, bool effective)
{
	const char *what = effective ? "effective id" : "cookie";
	uint64_t id;
	int r;

	r = effective ? coresched_get_effective(pid, &id) : coresched_get(pid, &id);
	if (r < 0) {
		puts("?");
		if (!pid)
			return fail(r, "can't read the own %s", what);
		return fail_task(r, pid, "can't read the %s of task %d", what, pid);
	}
	printf("0x%" PRIx64 "\n", id);
	return EXIT_DONE;
}

static int run(int argc, char **argv)
{
	struct args args = { 0 };
	size_t failed = 0;
	int status = EXIT_DONE;

	command_parse(&cmd_get, argc, argv, &args);
	if (!args.n)
		args.n = 1;	/* 0, the first of the zeroed array, means ourselves */
	for (size_t i = 0; i < args.n; i++) {
		int one = print_id(args.pids[i], args.effective);

		failed += one != EXIT_DONE;
		if (one != EXIT_DONE)
			status = one;
	}
	free(args.pids);
	return failed && failed < args.n ? EXIT_SOME_FAILED : status;
}

const struct command cmd_get = {
	.name = "get",
	.summary = "print the cookies of tasks, for scripts",
	.argp = &argp,
	.run = run,
};
