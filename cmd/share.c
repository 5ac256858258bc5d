// SPDX-License-Identifier: GPL-2.0-or-later
#include <stddef.h>

#include "change.h"
#include "command.h"
#include "number.h"
#include "warn.h"

struct args {
	struct change change;
	pid_t from;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct args *args = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &args->change;
		return 0;
	case ARGP_KEY_ARG:
		/* The others are targets, for the child to take. */
		if (args->from)
			return ARGP_ERR_UNKNOWN;
		if (args->change.targets.n)
			argp_error(state, "give FROM before the targets");
		args->from = parse_id(state, "FROM", arg);
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "give FROM, the task whose cookie is shared");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = { { &change_argp, 0, NULL, 0 }, { 0 } };

static const struct argp argp = {
	.parser = parse,
	.args_doc = "FROM TARGET...",
	.doc = "Give all targets the cookie of task FROM, so that they may share a core with it.",
	.children = children,
};

static int run(int argc, char **argv)
{
	struct args args = { .change.none = "no cookie" };
	int status;

	command_parse(&cmd_share, argc, argv, &args);
	warn_sched_ext();
	status = change_prepare(&args.change);
	if (status == EXIT_DONE)
		status = change_share(&args.change, args.from);
	change_free(&args.change);
	return status;
}

const struct command cmd_share = {
	.name = "share",
	.summary = "give tasks the cookie of another task",
	.argp = &argp,
	.run = run,
};
