// SPDX-License-Identifier: GPL-2.0-or-later
/* Processes whose threads differ in their cookies, or in their cgroups' tags: some of them may share a core with those that the others may not. */
#include <errno.h>
#include <stdlib.h>

#include "details.h"
#include "list.h"
#include "util.h"

static int by_pid(const void *a, const void *b)
{
	const pid_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

static int add(struct list_found *found, pid_t pid)
{
	pid_t *mixed;

	if (found->n_mixed && found->mixed[found->n_mixed - 1] == pid)
		return 0;
	/* Room for a power of two. */
	if (!(found->n_mixed & (found->n_mixed - 1))) {
		mixed = reallocarray(found->mixed, found->n_mixed ? 2 * found->n_mixed : 1, sizeof(*mixed));
		if (!mixed)
			return -ENOMEM;
		found->mixed = mixed;
	}
	found->mixed[found->n_mixed++] = pid;
	return 0;
}

int list_find_mixed(struct list_found *found)
{
	const struct coresched_task *read = NULL;

	for (size_t i = 0; i < found->n; i++) {
		const struct coresched_task *task = &found->tasks[i];

		/* A failure equals nothing, and differs from nothing. */
		if (task->error)
			continue;
		if (read && read->pid == task->pid && (read->cookie != task->cookie || read->group != task->group) &&
		    add(found, task->pid) < 0)
			return -ENOMEM;
		read = task;
	}
	return 0;
}

/* Ask again, for all of its threads this time. */
static bool has_two_cookies(pid_t pid)
{
	const struct coresched_target target = { .kind = CORESCHED_TARGET_PROCESS, .id = (id_t)pid };
	struct list_found threads = { 0 };
	bool mixed;

	if (coresched_scan(&target, CORESCHED_SCAN_ALL, &threads.tasks, &threads.n) < 0)
		return false;
	list_find_mixed(&threads);
	mixed = threads.n_mixed;
	list_found_free(&threads);
	return mixed;
}

bool list_is_mixed(const struct list_found *found, struct details *details, const struct coresched_task *first, size_t n)
{
	size_t threads;

	if (bsearch(&first->pid, found->mixed, found->n_mixed, sizeof(*found->mixed), by_pid))
		return true;
	/* Mostly the @n are all that it has. The others may have no cookie, so that they were not found. */
	if (details_threads(details, first->pid, &threads) < 0 || threads == n)
		return false;
	return has_two_cookies(first->pid);
}
