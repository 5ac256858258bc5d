// SPDX-License-Identifier: GPL-2.0-or-later
#include <stddef.h>

#include <coresched.h>

#include "change.h"
#include "command.h"
#include "fail.h"
#include "way.h"

struct args {
	struct change change;
	struct way way;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct args *args = state->input;

	(void)arg;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &args->change;
		state->child_inputs[1] = &args->way;
		return 0;
	case ARGP_KEY_END:
		if (args->way.tag && !way_covers(&args->change.targets))
			argp_error(state, "--kernel-tag goes with cgroups alone, and with all that is below them");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = { { &change_argp, 0, NULL, 0 }, { &way_argp, 0, NULL, 0 }, { 0 } };

static const struct argp argp = {
	.parser = parse,
	.args_doc = "TARGET...",
	.doc = "Take the cookie off all targets, and the tag off cgroups, so that they may share a core with any task that "
	       "has none.",
	.children = children,
};

/* Returns an exit status: EXIT_DONE to go on with the cookies. */
static int take_tags_off(struct args *args)
{
	struct change *change = &args->change;

	for (size_t i = 0; i < change->targets.n; i++) {
		const struct coresched_target *target = &change->targets.items[i];
		uint64_t effective;
		bool tagged;
		int r;

		if (target->kind != CORESCHED_TARGET_CGROUP)
			continue;
		r = coresched_cgroup_get_tag(target->cgroup, &tagged, &effective);
		if (r == 0 && (tagged || args->way.tag))
			way_set(change, i, false);
		/* What else is wrong with the cgroup, the cookies will tell. */
		else if (r < 0 && args->way.tag)
			return fail(r, "can't clear cgroup %s", target->cgroup);
	}
	return change_status(change);
}

static int clear(struct args *args)
{
	struct change *change = &args->change;
	int status = args->way.cookie ? EXIT_DONE : take_tags_off(args), r;

	if (status != EXIT_DONE || args->way.tag)
		return status;
	r = coresched_clear(change->targets.items, change->targets.n, change->flags, change->results);
	return change_report(change, r, 0);
}

static int run(int argc, char **argv)
{
	struct args args = { .change.none = "no cookie" };
	int status;

	command_parse(&cmd_clear, argc, argv, &args);
	status = change_prepare(&args.change);
	if (status == EXIT_DONE)
		status = clear(&args);
	change_free(&args.change);
	return status;
}

const struct command cmd_clear = {
	.name = "clear",
	.summary = "take the cookie off tasks",
	.argp = &argp,
	.run = run,
};
