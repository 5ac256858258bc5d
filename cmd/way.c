// SPDX-License-Identifier: GPL-2.0-or-later
#include "way.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include <coresched.h>

#include "command.h"
#include "fail.h"
#include "util.h"

enum { OPTION_KERNEL_TAG = 0x400, OPTION_COOKIE_ONLY, OPTION_ENABLE_CONTROLLER };

static const struct argp_option options[] = {
	{ "kernel-tag", OPTION_KERNEL_TAG, NULL, 0, "only the cgroup's tag will do (patched kernel)", 2 },
	{ "cookie-only", OPTION_COOKIE_ONLY, NULL, 0, "leave the cgroup's tag alone, change cookies", 2 },
	{ 0 }
};

static const struct argp_option enable_options[] = {
	{ "enable-controller", OPTION_ENABLE_CONTROLLER, NULL, 0,
	  "turn the cpu controller on above the cgroup, if that is what its tag needs", 2 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct way *way = state->input;

	(void)arg;
	switch (key) {
	case OPTION_KERNEL_TAG:
		way->tag = true;
		return 0;
	case OPTION_COOKIE_ONLY:
		way->cookie = true;
		return 0;
	case ARGP_KEY_END:
		if (way->tag && way->cookie)
			argp_error(state, "give only one of --kernel-tag and --cookie-only");
		if (way->enable && way->cookie)
			argp_error(state, "give only one of --enable-controller and --cookie-only");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t parse_enable(int key, char *arg, struct argp_state *state)
{
	struct way *way = state->input;

	(void)arg;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = way;
		return 0;
	case OPTION_ENABLE_CONTROLLER:
		way->enable = true;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child enable_children[] = { { &way_argp, 0, NULL, 0 }, { 0 } };

const struct argp way_argp = { .options = options, .parser = parse };
const struct argp way_enable_argp = {
	.options = enable_options,
	.parser = parse_enable,
	.children = enable_children,
};

bool way_covers(const struct targets *targets)
{
	for (size_t i = 0; i < targets->n; i++)
		if (targets->items[i].kind != CORESCHED_TARGET_CGROUP)
			return false;
	return !targets->no_recursive;
}

bool way_has_none(int error)
{
	return error == -ENOPKG || error == -EUNATCH || error == -EDOM;
}

int way_open(const struct way *way, const char *cgroup)
{
	uint64_t effective;
	bool tagged;
	int r;

	r = coresched_cgroup_get_tag(cgroup, &tagged, &effective);
	if (r != -EUNATCH || !way->enable)
		return r;
	r = coresched_cgroup_enable_cpu(cgroup);
	return r < 0 ? r : coresched_cgroup_get_tag(cgroup, &tagged, &effective);
}

int way_choose(const struct way *way, const struct change *change, bool *ret_tag)
{
	bool dry = change->flags & CORESCHED_DRY_RUN;

	for (size_t i = 0; i < change->targets.n; i++) {
		const struct way only_look = { 0 };
		const char *cgroup = change->targets.items[i].cgroup;
		int r = way_open(dry ? &only_look : way, cgroup);

		if (r == 0 || (r == -EUNATCH && dry && way->enable))
			continue;
		if (way->tag || !way_has_none(r))
			return fail(r, "can't tag cgroup %s", cgroup);
		if (!change->quiet && r != -EDOM)
			note("cgroup %s: only the tasks that are in it now get a cookie, none that move in later; "
			     "a cgroup tag covers these: %s", cgroup, r == -EUNATCH ?
			     "give --enable-controller for it" : "it takes the patched kernel, see 'coreschedctl doctor'");
		*ret_tag = false;
		return EXIT_DONE;
	}
	*ret_tag = true;
	return EXIT_DONE;
}

struct sum {
	size_t tasks, strays, tagged;
};

static int add(const struct coresched_cgroup *cgroup, void *arg)
{
	struct sum *sum = arg;

	sum->tasks += cgroup->tasks;
	sum->strays += cgroup->strays;
	sum->tagged += cgroup->depth && cgroup->tagged;
	return 0;
}

/* A task that is just moving is seen in two places, so look again before it is called a stray. */
static int verify(const char *cgroup, struct sum *ret_sum)
{
	const struct timespec pause = { .tv_nsec = 10 * 1000 * 1000 };
	int r;

	for (int tries = 10; tries; tries--) {
		*ret_sum = (struct sum) { 0 };
		r = coresched_cgroup_walk(cgroup, add, ret_sum);
		if (r < 0 || !ret_sum->strays)
			return r;
		nanosleep(&pause, NULL);
	}
	return -EREMCHG;
}

static void report(const struct change *change, const char *cgroup, bool tagged, const struct sum *sum)
{
	bool dry = change->flags & CORESCHED_DRY_RUN, has_tag;
	uint64_t effective = 0;

	coresched_cgroup_get_tag(cgroup, &has_tag, &effective);
	printf("cgroup %s: ", cgroup);
	if (dry)
		printf("would have %s tag", tagged ? "a" : "no");
	else if (tagged)
		printf("tag %" PRIu64, effective);
	else
		fputs("no tag", stdout);
	printf(" on %zu %s", sum->tasks, sum->tasks == 1 ? "task" : "tasks");
	if (sum->tagged)
		printf(", %zu %s below it with a tag of %s own", sum->tagged, sum->tagged == 1 ? "cgroup" : "cgroups",
		       sum->tagged == 1 ? "its" : "their");
	if (!tagged && !dry && effective)
		printf(", still in domain %" PRIu64 " of a cgroup above", effective);
	putchar('\n');
}

void way_set(struct change *change, size_t i, bool tagged)
{
	const char *cgroup = change->targets.items[i].cgroup;
	struct sum sum = { 0 };
	int r = 0;

	if (!(change->flags & CORESCHED_DRY_RUN))
		r = coresched_cgroup_set_tag(cgroup, tagged);
	if (r == 0)
		r = verify(cgroup, &sum);
	if (r < 0) {
		change->failed++;
		change->results[i].error = r;
		fail(r, sum.strays ? "cgroup %s: tasks in another domain" : "cgroup %s", cgroup);
		return;
	}
	if (!change->quiet)
		report(change, cgroup, tagged, &sum);
}
