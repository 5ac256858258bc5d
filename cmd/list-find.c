// SPDX-License-Identifier: GPL-2.0-or-later
#include "list.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "fail.h"
#include "util.h"

static bool wants(const struct list_args *args, uint64_t cookie, uint64_t group)
{
	for (size_t i = 0; i < args->n_cookies; i++)
		if (args->cookies[i] == cookie)
			return true;
	return !args->n_cookies && (cookie || group || args->all);
}

static int by_process(const void *a, const void *b)
{
	const struct coresched_task *x = a, *y = b;

	if (x->pid != y->pid)
		return x->pid < y->pid ? -1 : 1;
	return x->tid < y->tid ? -1 : x->tid > y->tid;
}

static int by_cookie(const void *a, const void *b)
{
	const struct coresched_task *x = a, *y = b;

	if (!x->error != !y->error)
		return x->error ? 1 : -1;
	if (!x->error && x->cookie != y->cookie)
		return x->cookie < y->cookie ? -1 : 1;
	if (!x->error && x->group != y->group)
		return x->group < y->group ? -1 : 1;
	return by_process(a, b);
}

/* Targets may overlap. Where two readings of one task differ, any is as good. */
static void drop_repeated(struct list_found *found)
{
	size_t kept = 0;

	qsort(found->tasks, found->n, sizeof(*found->tasks), by_process);
	for (size_t i = 0; i < found->n; i++)
		if (!kept || found->tasks[i].tid != found->tasks[kept - 1].tid)
			found->tasks[kept++] = found->tasks[i];
	found->n = kept;
}

/* A cookie that can't be read equals none that was asked for; it is counted all the same. */
static void drop_unwanted(const struct list_args *args, struct list_found *found)
{
	size_t kept = 0;

	for (size_t i = 0; i < found->n; i++) {
		const struct coresched_task *task = &found->tasks[i];

		/* By the time that anybody reads the list it has gone. */
		if (task->pid == getpid())
			continue;
		if (task->error) {
			found->unread++;
			found->unread_tid = task->tid;
		}
		if (task->error ? !args->n_cookies : wants(args, task->cookie, task->group))
			found->tasks[kept++] = *task;
	}
	found->n = kept;
}

static int add_tasks(struct list_found *found, const struct coresched_target *target, unsigned int flags)
{
	autofree struct coresched_task *tasks = NULL;
	struct coresched_task *all;
	size_t n;
	int r;

	r = coresched_scan(target, flags, &tasks, &n);
	if (r < 0)
		return r;
	all = reallocarray(found->tasks, found->n + n + 1, sizeof(*all));
	if (!all)
		return -ENOMEM;
	if (n)
		memcpy(all + found->n, tasks, n * sizeof(*all));
	found->tasks = all;
	found->n += n;
	return 0;
}

static int find_targets(const struct targets *targets, unsigned int flags, struct list_found *found)
{
	int status = EXIT_DONE;
	size_t failed = 0;

	for (size_t i = 0; i < targets->n; i++) {
		autofree char *name = NULL;
		int r = add_tasks(found, &targets->items[i], flags);

		if (r == 0)
			continue;
		name = target_name(&targets->items[i]);
		status = fail(r, "can't list %s", name ? name : "a target");
		if (r != -ESRCH && r != -ENOENT)
			return status;
		failed++;
	}
	return failed && failed < targets->n ? EXIT_SOME_FAILED : status;
}

void list_found_free(struct list_found *found)
{
	free(found->tasks);
	free(found->mixed);
	*found = (struct list_found) { 0 };
}

int list_find(const struct list_args *args, struct list_found *ret_found)
{
	unsigned int flags = wants(args, 0, 0) ? CORESCHED_SCAN_ALL : 0;
	struct list_found found = { 0 };
	int status = EXIT_DONE;
	int r;

	if (args->targets.n) {
		status = find_targets(&args->targets, flags, &found);
	} else {
		/* The array as it is: on a large machine a copy would be a second large one. */
		r = coresched_scan(NULL, flags, &found.tasks, &found.n);
		if (r < 0)
			status = fail(r, "can't list cookies");
	}
	if (args->targets.n > 1)
		drop_repeated(&found);
	if (list_find_mixed(&found) < 0)
		status = fail(-ENOMEM, "can't list cookies");
	if (status != EXIT_DONE && status != EXIT_SOME_FAILED) {
		list_found_free(&found);
		return status;
	}
	drop_unwanted(args, &found);
	if (found.n > 1)
		qsort(found.tasks, found.n, sizeof(*found.tasks), by_cookie);
	*ret_found = found;
	return status;
}
