// SPDX-License-Identifier: GPL-2.0-or-later
#include "change.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "fail.h"
#include "util.h"

enum { OPTION_DRY_RUN = 0x300, OPTION_KERNEL_THREADS };

static const struct argp_option options[] = {
	{ "dry-run", OPTION_DRY_RUN, NULL, 0, "check and say what would change, change nothing", 1 },
	{ "kernel-threads", OPTION_KERNEL_THREADS, NULL, 0, "change kernel threads too", 1 },
	{ "quiet", 'q', NULL, 0, "print errors alone", 1 },
	{ "verbose", 'v', NULL, 0, "say how often the tasks had to be looked at", 1 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct change *change = state->input;

	(void)arg;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &change->targets;
		return 0;
	case OPTION_DRY_RUN:
		change->flags |= CORESCHED_DRY_RUN;
		return 0;
	case OPTION_KERNEL_THREADS:
		change->flags |= CORESCHED_KERNEL_THREADS;
		return 0;
	case 'q':
		change->quiet = true;
		return 0;
	case 'v':
		change->verbose = true;
		return 0;
	case ARGP_KEY_END:
		if (change->quiet && change->verbose)
			argp_error(state, "give only one of --quiet and --verbose");
		if (!change->targets.n)
			argp_error(state, "give a target");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = { { &targets_argp, 0, NULL, 0 }, { 0 } };

const struct argp change_argp = { .options = options, .parser = parse, .children = children };

/* A thread's id stands for its process, which is worth saying: people paste ids from top -H. */
static void resolve(struct coresched_target *target, pid_t *ret_thread)
{
	const struct coresched_target thread = { .kind = CORESCHED_TARGET_THREAD, .id = target->id };
	autofree struct coresched_task *tasks = NULL;
	size_t n;

	if (target->kind != CORESCHED_TARGET_PROCESS)
		return;
	if (coresched_scan(&thread, CORESCHED_SCAN_ALL, &tasks, &n) < 0 || !n || tasks->pid == tasks->tid)
		return;
	*ret_thread = tasks->tid;
	target->id = (id_t)tasks->pid;
}

int change_prepare(struct change *change)
{
	size_t n = change->targets.n;

	change->results = calloc(n, sizeof(*change->results));
	change->threads = calloc(n, sizeof(*change->threads));
	if (!change->results || !change->threads)
		return fail(-ENOMEM, "can't keep the results");
	for (size_t i = 0; i < n; i++)
		resolve(&change->targets.items[i], &change->threads[i]);
	return EXIT_DONE;
}

static const char *plural(size_t n, const char *one, const char *many)
{
	return n == 1 ? one : many;
}

static void print_cookie(const struct change *change, uint64_t cookie)
{
	if (change->flags & CORESCHED_DRY_RUN)
		fputs("would have ", stdout);
	if (cookie)
		printf("cookie 0x%" PRIx64, cookie);
	else
		fputs(change->none, stdout);
}

static void print_counts(const struct change *change, const struct coresched_result *result)
{
	bool dry = change->flags & CORESCHED_DRY_RUN;

	printf(" on %zu %s", result->tasks, plural(result->tasks, "task", "tasks"));
	if (result->processes)
		printf(" of %zu %s", result->processes, plural(result->processes, "process", "processes"));
	if (result->changed != result->tasks)
		printf(", %zu %s", result->changed, dry ? "to change" : "changed");
	if (result->gone)
		printf(", %zu exited meanwhile", result->gone);
	if (result->kernel_threads)
		printf(", %zu kernel %s left alone", result->kernel_threads,
		       plural(result->kernel_threads, "thread", "threads"));
	if (change->verbose)
		printf(", %u %s", result->passes, plural(result->passes, "pass", "passes"));
	putchar('\n');
}

static void print_name(const struct change *change, size_t i, const char *name)
{
	fputs(name, stdout);
	if (change->threads[i])
		printf(" (of thread %d)", change->threads[i]);
	fputs(": ", stdout);
}

void change_report_target(struct change *change, size_t i, uint64_t cookie)
{
	autofree char *name = target_name(&change->targets.items[i]);
	const struct coresched_result *result = &change->results[i];
	const char *shown = name ? name : "a target";

	if (result->error) {
		change->failed++;
		if (result->tid)
			fail_task(result->error, result->tid, "%s: task %d", shown, result->tid);
		else
			fail(result->error, "%s", shown);
		return;
	}
	if (change->quiet)
		return;
	print_name(change, i, shown);
	print_cookie(change, cookie);
	print_counts(change, result);
}

int change_status(const struct change *change)
{
	if (!change->failed)
		return EXIT_DONE;
	return change->failed == change->targets.n ? EXIT_FAILED : EXIT_SOME_FAILED;
}

/* A check failed: only what stands in the way is worth a line. */
static int report_canceled(struct change *change)
{
	for (size_t i = 0; i < change->targets.n; i++)
		if (change->results[i].error)
			change_report_target(change, i, 0);
	note("nothing was changed");
	return EXIT_FAILED;
}

int change_report(struct change *change, int r, uint64_t cookie)
{
	if (r == -ECANCELED)
		return report_canceled(change);
	if (r < 0 && r != -EREMOTEIO)
		return fail(r, "can't change cookies");
	for (size_t i = 0; i < change->targets.n; i++)
		change_report_target(change, i, cookie);
	return change_status(change);
}

int change_share(struct change *change, pid_t from)
{
	uint64_t cookie = 0;
	int r;

	r = coresched_share(from, change->targets.items, change->targets.n, change->flags, change->results, &cookie);
	if (r == -ESRCH || r == -EPERM || r == -ENODATA)
		return fail_task(r, from, "can't share the cookie of task %d", from);
	return change_report(change, r, cookie);
}

void change_free(struct change *change)
{
	free(TAKE(change->results));
	free(TAKE(change->threads));
	targets_free(&change->targets);
}
