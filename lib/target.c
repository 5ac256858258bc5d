// SPDX-License-Identifier: LGPL-2.1-or-later
#include "target.h"

#include <errno.h>
#include <string.h>

#include "cgroup.h"
#include "proc.h"
#include "sweep.h"
#include "sys.h"
#include "util.h"

/* Apart, so that tasks_add() is a few instructions: it runs for each task. */
static __attribute__((noinline)) int grow(struct tasks *tasks)
{
	size_t room = tasks->room ? tasks->room * 2 : 16;
	struct coresched_task *items = reallocarray(tasks->items, room, sizeof(*items));

	if (!items)
		return -ENOMEM;
	tasks->items = items;
	tasks->room = room;
	return 0;
}

int tasks_add(struct tasks *tasks, pid_t tid, pid_t pid)
{
	int r = tasks->n == tasks->room ? grow(tasks) : 0;

	if (r < 0)
		return r;
	tasks->items[tasks->n++] = (struct coresched_task) { .tid = tid, .pid = pid };
	return 0;
}

static int compare_ids(pid_t a, pid_t b)
{
	return (a > b) - (a < b);
}

static int by_tid(const void *p, const void *q)
{
	const struct coresched_task *a = p, *b = q;

	return compare_ids(a->tid, b->tid);
}

static int by_process(const void *p, const void *q)
{
	const struct coresched_task *a = p, *b = q;
	int r = compare_ids(a->pid, b->pid);

	return r ? r : compare_ids(a->tid, b->tid);
}

int tasks_compare(const struct tasks *tasks, const struct coresched_task *a, const struct coresched_task *b)
{
	return tasks->by_tid ? by_tid(a, b) : by_process(a, b);
}

void tasks_sort(struct tasks *tasks)
{
	int (*compare)(const void *, const void *) = tasks->by_tid ? by_tid : by_process;
	size_t kept = 0, sorted = 1;

	/* The kernel lists in the order of birth, which is that of the ids until they wrap. */
	while (sorted < tasks->n && compare(&tasks->items[sorted - 1], &tasks->items[sorted]) < 0)
		sorted++;
	if (sorted >= tasks->n)
		return;

	qsort(tasks->items, tasks->n, sizeof(*tasks->items), compare);
	for (size_t i = 1; i < tasks->n; i++)
		if (compare(&tasks->items[kept], &tasks->items[i]) != 0)
			tasks->items[++kept] = tasks->items[i];
	tasks_cut(tasks, kept + 1);
}

int tasks_join(struct tasks *tasks, const struct tasks *more)
{
	for (size_t i = 0; i < more->n; i++) {
		int r = tasks_add(tasks, 0, 0);

		if (r < 0)
			return r;
		tasks->items[tasks->n - 1] = more->items[i];
	}
	if (more->n)
		tasks_sort(tasks);
	return 0;
}

void tasks_cut(struct tasks *tasks, size_t n)
{
	tasks->n = n;
}

struct coresched_task *tasks_find(const struct tasks *tasks, pid_t tid)
{
	int (*compare)(const void *, const void *) = tasks->by_tid ? by_tid : by_process;
	struct coresched_task key = { .tid = tid, .pid = tid };

	return tasks->n ? bsearch(&key, tasks->items, tasks->n, sizeof(key), compare) : NULL;
}

size_t tasks_count_processes(const struct tasks *tasks)
{
	size_t n = 0;

	for (size_t i = 0; i < tasks->n; i++)
		n += i == 0 || tasks->items[i].pid != tasks->items[i - 1].pid;
	return n;
}

static int list_process(pid_t id, struct tasks *tasks)
{
	int pid = id > 0 ? proc_process_of(id) : -ESRCH;

	return pid < 0 ? pid : proc_add_threads(pid, tasks);
}

static int list_thread(pid_t tid, struct tasks *tasks)
{
	int pid = tid > 0 ? proc_process_of(tid) : -ESRCH;

	return pid < 0 ? pid : tasks_add(tasks, tid, pid);
}

struct search {
	const struct coresched_target *target;
	struct tasks *tasks;
};

static int see_member(pid_t id, void *arg)
{
	struct search *search = arg;
	int r = proc_belongs(search->target, id);

	return r > 0 ? tasks_add(search->tasks, id, 0) : r;
}

/* A process group or session. */
static int list_group(const struct coresched_target *target, struct tasks *tasks)
{
	int r;

	if (!sweep_pays())
		return proc_walk(target, tasks);
	tasks->by_tid = true;
	r = sweep(see_member, &(struct search) { .target = target, .tasks = tasks });
	return r < 0 ? r : proc_resolve(tasks);
}

static int list(const struct coresched_target *target, struct tasks *tasks)
{
	switch (target->kind) {
	case CORESCHED_TARGET_PROCESS:
		return list_process((pid_t)target->id, tasks);
	case CORESCHED_TARGET_THREAD:
		return list_thread((pid_t)target->id, tasks);
	case CORESCHED_TARGET_PROCESS_GROUP:
	case CORESCHED_TARGET_SESSION:
		return list_group(target, tasks);
	case CORESCHED_TARGET_USER:
		return proc_walk(target, tasks);
	case CORESCHED_TARGET_CGROUP:
	case CORESCHED_TARGET_CGROUP_ONLY:
		return cgroup_list(target->cgroup, target->kind == CORESCHED_TARGET_CGROUP, tasks);
	}
	return -EINVAL;
}

bool target_is_cgroup(const struct coresched_target *target)
{
	return target->kind == CORESCHED_TARGET_CGROUP || target->kind == CORESCHED_TARGET_CGROUP_ONLY;
}

int target_list(const struct coresched_target *target, struct tasks *ret_tasks)
{
	autotasks struct tasks tasks = { 0 };
	int r;

	r = list(target, &tasks);
	if (r == -ENOENT && !target_is_cgroup(target))
		r = -ESRCH;
	if (r < 0)
		return r;
	if (!tasks.n && !target_is_cgroup(target))
		return -ESRCH;

	tasks_sort(&tasks);
	*ret_tasks = tasks;
	tasks.items = NULL;
	return 0;
}

static int add_if_member(const struct coresched_target *target, pid_t id, struct tasks *tasks)
{
	int r;

	if (!target_is_cgroup(target))
		return proc_add_if_member(target, id, tasks);
	r = cgroup_holds(target->cgroup, target->kind == CORESCHED_TARGET_CGROUP, id);
	return r > 0 ? tasks_add(tasks, id, 0) : r;
}

int target_list_ids(const struct coresched_target *target, pid_t first, pid_t last, const struct tasks *known,
		    struct tasks *ret_tasks)
{
	autotasks struct tasks tasks = { .by_tid = known->by_tid };

	for (pid_t id = first; id <= last; id++) {
		int r = tasks_find(known, id) || sys_getpgid(id) == -ESRCH ? 0 : add_if_member(target, id, &tasks);

		if (r < 0 && !proc_is_gone(r))
			return r;
	}
	tasks_sort(&tasks);
	*ret_tasks = tasks;
	tasks.items = NULL;
	return 0;
}
