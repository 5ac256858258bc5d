// SPDX-License-Identifier: GPL-2.0-or-later
#include <stddef.h>

#include <coresched.h>

#include "change.h"
#include "command.h"
#include "fail.h"
#include "number.h"
#include "warn.h"

struct args {
	struct change change;
	pid_t from;
	bool each;
};

enum { OPTION_EACH = 0x100 };

static const struct argp_option options[] = {
	{ "from", 'f', "PID", 0, "share the cookie of this task instead of a fresh one", 0 },
	{ "each", OPTION_EACH, NULL, 0, "a fresh cookie for each target, instead of one for all", 0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct args *args = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &args->change;
		return 0;
	case 'f':
		if (args->from)
			argp_error(state, "give --from once");
		args->from = parse_id(state, "PID", arg);
		return 0;
	case OPTION_EACH:
		args->each = true;
		return 0;
	case ARGP_KEY_END:
		if (args->from && args->each)
			argp_error(state, "give only one of --from and --each");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = { { &change_argp, 0, NULL, 0 }, { 0 } };

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "[PID...]",
	.doc = "Give all targets together one cookie that no other task has, so that they share a core only with each "
	       "other.",
	.children = children,
};

/* All are checked first, so that nothing is changed when one can't be. */
static int tag_each(struct change *change)
{
	const struct coresched_target *targets = change->targets.items;
	size_t n = change->targets.n;
	uint64_t cookie = 0;
	int r;

	r = coresched_tag(targets, n, change->flags | CORESCHED_DRY_RUN, change->results, &cookie);
	if ((r < 0 && r != -EREMOTEIO) || change->flags & CORESCHED_DRY_RUN)
		return change_report(change, r, cookie);
	for (size_t i = 0; i < n; i++) {
		if (!change->results[i].error) {
			r = coresched_tag(&targets[i], 1, change->flags, &change->results[i], &cookie);
			/* The result says more of these; any other is about all. */
			if (r < 0 && r != -EREMOTEIO && r != -ECANCELED)
				return fail(r, "can't change cookies");
		}
		change_report_target(change, i, cookie);
	}
	return change_status(change);
}

static int tag(struct args *args)
{
	struct change *change = &args->change;
	uint64_t cookie = 0;
	int r;

	if (args->from)
		return change_share(change, args->from);
	if (args->each)
		return tag_each(change);
	r = coresched_tag(change->targets.items, change->targets.n, change->flags, change->results, &cookie);
	return change_report(change, r, cookie);
}

static int run(int argc, char **argv)
{
	struct args args = { .change.none = "a fresh cookie" };
	int status;

	command_parse(&cmd_tag, argc, argv, &args);
	warn_sched_ext();
	status = change_prepare(&args.change);
	if (status == EXIT_DONE)
		status = tag(&args);
	change_free(&args.change);
	return status;
}

const struct command cmd_tag = {
	.name = "tag",
	.summary = "give tasks a cookie that only they have",
	.argp = &argp,
	.run = run,
};
