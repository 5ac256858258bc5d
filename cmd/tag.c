// SPDX-License-Identifier: GPL-2.0-or-later
#include <stddef.h>
#include <stdio.h>

#include <coresched.h>

#include "change.h"
#include "command.h"
#include "fail.h"
#include "number.h"
#include "seal.h"
#include "util.h"
#include "warn.h"
#include "way.h"

struct args {
	struct change change;
	pid_t from;
	struct way way;
	bool each;
	bool seal;
};

enum { OPTION_EACH = 0x100, OPTION_SEAL };

static const struct argp_option options[] = {
	{ "from", 'f', "PID", 0, "share the cookie of this task instead of a fresh one", 0 },
	{ "each", OPTION_EACH, NULL, 0, "a fresh cookie for each target, instead of one for all", 0 },
	{ "seal", OPTION_SEAL, NULL, 0, "then seal the tasks, so that their cookie stays (patched kernel)", 0 },
	{ 0 }
};

/* Several cgroups with a tag each are several domains, which is not what one cookie for all would make of them. */
static bool may_use_tag(const struct args *args)
{
	const struct targets *targets = &args->change.targets;

	return !args->way.cookie && !args->from && way_covers(targets) && (targets->n == 1 || args->each);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct args *args = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &args->change;
		state->child_inputs[1] = &args->way;
		return 0;
	case 'f':
		if (args->from)
			argp_error(state, "give --from once");
		args->from = parse_id(state, "PID", arg);
		return 0;
	case OPTION_EACH:
		args->each = true;
		return 0;
	case OPTION_SEAL:
		args->seal = true;
		return 0;
	case ARGP_KEY_END:
		if (args->from && args->each)
			argp_error(state, "give only one of --from and --each");
		if ((args->way.tag || args->way.enable) && !may_use_tag(args))
			argp_error(state, "a tag is for one cgroup and all that is below it, or with --each for each of them");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = { { &change_argp, 0, NULL, 0 }, { &way_enable_argp, 0, NULL, 0 }, { 0 } };

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "TARGET...",
	.doc = "Give all targets together one cookie that no other task has, so that they share a core only with each "
	       "other. What they start later has it too; what they started before, and what joins a user or a cgroup later, "
	       "does not. One cgroup gets a tag instead where the kernel has them, which covers tasks that move in later too.",
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
	bool use_tag = may_use_tag(args);
	uint64_t cookie = 0;
	int r;

	if (use_tag) {
		r = way_choose(&args->way, change, &use_tag);
		if (r != EXIT_DONE)
			return r;
	}
	if (use_tag) {
		for (size_t i = 0; i < change->targets.n; i++)
			way_set(change, i, true);
		return change_status(change);
	}
	if (args->from)
		return change_share(change, args->from);
	if (args->each)
		return tag_each(change);
	r = coresched_tag(change->targets.items, change->targets.n, change->flags, change->results, &cookie);
	return change_report(change, r, cookie);
}

static int seal(struct change *change)
{
	for (size_t i = 0; i < change->targets.n; i++) {
		autofree char *name = target_name(&change->targets.items[i]);
		const char *shown = name ? name : "a target";
		pid_t tid;
		int r;

		if (change->results[i].error)
			continue;
		r = seal_target(&change->targets.items[i], &tid);
		if (r >= 0) {
			if (!change->quiet)
				printf("%s: sealed %d %s\n", shown, r, r == 1 ? "task" : "tasks");
			continue;
		}
		change->failed++;
		if (tid)
			fail_task(r, tid, "%s: can't seal task %d", shown, tid);
		else
			fail(r, "%s: can't seal", shown);
	}
	return change_status(change);
}

static int run(int argc, char **argv)
{
	struct args args = { .change.none = "a fresh cookie" };
	int status;

	command_parse(&cmd_tag, argc, argv, &args);
	/* Ask before anything is changed. */
	status = args.seal ? coresched_is_sealed(0) : 0;
	if (status < 0)
		return fail(status, "can't seal running tasks");
	warn_sched_ext();
	status = change_prepare(&args.change);
	if (status == EXIT_DONE)
		status = tag(&args);
	if (args.seal && (status == EXIT_DONE || status == EXIT_SOME_FAILED) && !(args.change.flags & CORESCHED_DRY_RUN))
		status = seal(&args.change);
	change_free(&args.change);
	return status;
}

const struct command cmd_tag = {
	.name = "tag",
	.summary = "give tasks a cookie that only they have",
	.argp = &argp,
	.run = run,
};
