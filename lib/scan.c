// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <string.h>

#include "proc.h"
#include "support.h"
#include "sys.h"
#include "util.h"

/*
 * Two ways to find all tasks. The walk lists /proc, where each process costs about as much as 12 ids of the sweep,
 * which asks the kernel about every id there can be (6.12, measured in instructions: 34 to 46 us against 2.8 us at
 * 8 ns each). The sweep wins when ids are densely used; on a host with the usual 4,194,304 ids the walk does.
 * (A third party may lower pid_max below ids in use, where the sweep won't look; the kernel won't give out such
 * ids again, so they fade away.)
 */
enum { IDS_PER_PROCESS = 12 };

static pid_t read_pid_max(void)
{
	char text[16];

	return sys_read_file("/proc/sys/kernel/pid_max", text, sizeof(text)) > 0 ? (pid_t)strtol(text, NULL, 10) : 0;
}

static bool is_dense(pid_t pid_max)
{
	unsigned long links;

	/* /proc has a link for each process. */
	return pid_max && sys_links("/proc", &links) == 0 && links > (unsigned long)pid_max / IDS_PER_PROCESS;
}

/* Read the cookie of a task into it: 1 when the task is wanted in the result, 0 when not, -ESRCH when it is gone. */
static int read_task(struct coresched_task *task, bool all)
{
	int r = sys_sched_core(SYS_GET, task->tid, CORESCHED_THREAD, &task->cookie);

	/* The kernel answers us, not a filter: support_check() has seen to that. */
	if (r < 0 && r != -EPERM)
		return r;
	task->error = r;
	return all || r < 0 || task->cookie;
}

static int add(struct tasks *tasks, const struct coresched_task *task)
{
	int r = tasks_add(tasks, task->tid, 0);

	if (r == 0)
		tasks->items[tasks->n - 1] = *task;
	return r;
}

/* Whether as many tasks were seen as there were at the start, and none was born since: then these are all. */
static bool has_seen_all(unsigned long seen, unsigned long total, pid_t last_id)
{
	return seen == total && last_id > 0 && proc_last_id() == last_id;
}

static int sweep(pid_t pid_max, bool all, struct tasks *tasks)
{
	unsigned long seen = 0, total = 0;
	pid_t last_id = proc_last_id_of(&total);

	tasks->by_tid = true;
	for (pid_t id = 1; id < pid_max; id++) {
		struct coresched_task task = { .tid = id };
		int r = read_task(&task, all);

		if (r == -ESRCH)
			continue;
		if (r > 0)
			r = add(tasks, &task);
		if (r < 0)
			return r;
		if (has_seen_all(++seen, total, last_id))
			break;
	}
	return 0;
}

static int read_all(struct tasks *tasks, bool all)
{
	size_t kept = 0;

	for (size_t i = 0; i < tasks->n; i++) {
		int r = read_task(&tasks->items[i], all);

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
	pid_t pid_max;
	int r;

	if (!target) {
		pid_max = read_pid_max();
		if (is_dense(pid_max))
			return sweep(pid_max, all, tasks);
	}
	r = target ? target_list(target, tasks) : proc_walk(NULL, tasks);
	return r < 0 ? r : read_all(tasks, all);
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
