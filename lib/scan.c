// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <string.h>

#include "proc.h"
#include "support.h"
#include "sweep.h"
#include "sys.h"
#include "util.h"

struct search {
	bool all;
	bool groups;	/* whether the kernel has them */
	struct tasks *tasks;
};

/* Read the cookie of a task into it: 1 when the task is wanted in the result, 0 when not, -ESRCH when it is gone. */
static int read_task(struct coresched_task *task, const struct search *search)
{
	int r = sys_sched_core(SYS_GET, task->tid, CORESCHED_THREAD, &task->cookie);

	/* The kernel answers us, not a filter: support_check() has seen to that. */
	if (r < 0 && r != -EPERM && r != -ENOKEY)
		return r;
	if (r == 0 && search->groups)
		r = sys_sched_core(SYS_GET_GROUP, task->tid, CORESCHED_THREAD, &task->group);
	if (r == -ESRCH)
		return r;
	task->error = r;
	return search->all || r < 0 || task->cookie || task->group;
}

static int add(struct tasks *tasks, const struct coresched_task *task)
{
	int r = tasks_add(tasks, task->tid, 0);

	if (r == 0)
		tasks->items[tasks->n - 1] = *task;
	return r;
}

static int see(pid_t id, void *arg)
{
	struct search *search = arg;
	struct coresched_task task = { .tid = id };
	int r = read_task(&task, search);

	return r > 0 ? add(search->tasks, &task) : r;
}

static int read_all(const struct search *search)
{
	struct tasks *tasks = search->tasks;
	size_t kept = 0;

	for (size_t i = 0; i < tasks->n; i++) {
		int r = read_task(&tasks->items[i], search);

		if (r < 0 && r != -ESRCH)
			return r;
		if (r > 0)
			tasks->items[kept++] = tasks->items[i];
	}
	tasks_cut(tasks, kept);
	return 0;
}

static int find(const struct coresched_target *target, bool all, struct tasks *tasks)
{
	struct search search = { .all = all, .groups = sys_sched_core_has(SYS_GET_GROUP), .tasks = tasks };
	int r;

	if (!target && sweep_pays()) {
		tasks->by_tid = true;
		return sweep(see, &search);
	}
	r = target ? target_list(target, tasks) : proc_walk(NULL, tasks);
	return r < 0 ? r : read_all(&search);
}

int coresched_scan(const struct coresched_target *target, unsigned int flags,
		   struct coresched_task **ret_tasks, size_t *ret_n)
{
	autotasks struct tasks tasks = { 0 };
	int r;

	if (flags & ~CORESCHED_SCAN_ALL)
		return -EINVAL;
	r = support_check();
	if (r < 0)
		return r;
	r = find(target, flags & CORESCHED_SCAN_ALL, &tasks);
	if (r < 0)
		return r;
	if (tasks.by_tid)
		r = proc_resolve(&tasks);
	else
		tasks_sort(&tasks);
	if (r < 0)
		return r;

	*ret_tasks = TAKE(tasks.items);
	*ret_n = tasks.n;
	return 0;
}
