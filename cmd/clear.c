// SPDX-License-Identifier: GPL-2.0-or-later
#include <stddef.h>

#include <coresched.h>

#include "change.h"
#include "command.h"

static error_t parse(int key, char *arg, struct argp_state *state)
{
	(void)arg;
	if (key != ARGP_KEY_INIT)
		return ARGP_ERR_UNKNOWN;
	state->child_inputs[0] = state->input;
	return 0;
}

static const struct argp_child children[] = { { &change_argp, 0, NULL, 0 }, { 0 } };

static const struct argp argp = {
	.parser = parse,
	.args_doc = "[PID...]",
	.doc = "Take the cookie off all targets, so that they may share a core with any task that has none.",
	.children = children,
};

static int run(int argc, char **argv)
{
	struct change change = { .none = "no cookie" };
	int status, r;

	command_parse(&cmd_clear, argc, argv, &change);
	status = change_prepare(&change);
	if (status == EXIT_DONE) {
		r = coresched_clear(change.targets.items, change.targets.n, change.flags, change.results);
		status = change_report(&change, r, 0);
	}
	change_free(&change);
	return status;
}

const struct command cmd_clear = {
	.name = "clear",
	.summary = "take the cookie off tasks",
	.argp = &argp,
	.run = run,
};
