// SPDX-License-Identifier: LGPL-2.1-or-later
/* From traces to neighbours: who the tasks are, which hardware threads share a core, and the order of events. */
#include <errno.h>
#include <string.h>

#include "cgroup.h"
#include "coresched.h"
#include "neighbour.h"
#include "proc.h"
#include "sys.h"
#include "target.h"
#include "trace.h"
#include "util.h"

struct coresched_isolation {
	struct coresched_target *targets;
	size_t n_targets;
	bool has_groups;
	bool stopped;
	uint64_t begin;		/* run time counts from here */
	struct trace *trace;
	struct neighbours *neighbours;
	struct events events;	/* those that came and were not yet accounted for */
};

/* Learn where hardware threads are; those that went offline stay where they were. */
static int place_cpus(struct coresched_isolation *isolation)
{
	autofree struct coresched_cpu *cpus = NULL;
	size_t n = 0;
	int r = coresched_topology(&cpus, &n);

	for (size_t i = 0; i < n && r == 0; i++) {
		int beside = cpus[i].core;

		/* The first of the core may be new, and another known. */
		for (size_t k = 0; k < n; k++)
			if (cpus[k].core == cpus[i].core && neighbours_has(isolation->neighbours, cpus[k].cpu))
				beside = cpus[k].cpu;
		r = neighbours_place(isolation->neighbours, cpus[i].cpu, beside);
	}
	return r;
}

static int identify_all(struct coresched_isolation *isolation)
{
	autofree struct coresched_task *all = NULL;
	size_t n = 0;
	int r = coresched_scan(NULL, CORESCHED_SCAN_ALL, &all, &n);

	for (size_t i = 0; i < n && r == 0; i++) {
		struct identity identity = { .target = -1, .cookie = all[i].cookie, .group = all[i].group };

		identity.kernel_thread = proc_is_kernel_thread(all[i].pid) == 1;
		r = neighbours_identify(isolation->neighbours, 0, all[i].tid, &identity);
	}
	return r;
}

static int identify_members(struct coresched_isolation *isolation, size_t target)
{
	autotasks struct tasks tasks = { 0 };
	int r = target_list(&isolation->targets[target], &tasks);

	for (size_t i = 0; i < tasks.n && r == 0; i++) {
		pid_t tid = tasks.items[i].tid;
		const struct coresched_isolation_task *task = neighbours_find(isolation->neighbours, tid);
		struct identity identity = { .target = (int)target };

		if (!task || task->target >= 0)
			continue;
		identity.cookie = task->cookie;
		identity.group = task->group;
		identity.kernel_thread = task->kernel_thread;
		r = neighbours_identify(isolation->neighbours, 0, tid, &identity);
	}
	return r;
}

/* The target a task is in after a move; what it is in by other means than its cgroup, it stays in. */
static int target_of(const struct coresched_isolation *isolation, pid_t tid, int before)
{
	if (before >= 0 && !target_is_cgroup(&isolation->targets[before]))
		return before;
	for (size_t i = 0; i < isolation->n_targets; i++)
		if (target_is_cgroup(&isolation->targets[i]) &&
		    cgroup_holds(isolation->targets[i].cgroup,
				 isolation->targets[i].kind == CORESCHED_TARGET_CGROUP, tid) == 1)
			return (int)i;
	return -1;
}

/* Ask who a task is, where an event says that this may have changed. Who is gone stays who it was. */
static int identify_again(struct coresched_isolation *isolation, uint64_t ns, pid_t tid)
{
	const struct coresched_isolation_task *task = neighbours_find(isolation->neighbours, tid);
	struct identity identity = { .target = -1 };

	if (coresched_get(tid, &identity.cookie) < 0)
		return 0;
	if (isolation->has_groups && coresched_get_group(tid, &identity.group) < 0)
		return 0;
	identity.kernel_thread = task && task->kernel_thread;
	identity.target = target_of(isolation, tid, task ? task->target : -1);
	return neighbours_identify(isolation->neighbours, ns, tid, &identity);
}

/*
 * Only a switch tells who runs on a hardware thread, and it may be long in coming. So run on each for a moment: whoever
 * was there is switched from.
 */
static int visit_all(void *arg)
{
	(void)arg;
	for (int cpu = 0; cpu < sys_cpus(); cpu++)
		sys_run_on(cpu);
	return 0;
}

static int compare(const void *a, const void *b)
{
	const struct event *x = a, *y = b;

	/* Clocks may stand still for a while, and qsort() need not keep an order. */
	if (x->ns == y->ns)
		return x->order < y->order ? -1 : x->order > y->order;
	return x->ns < y->ns ? -1 : 1;
}

static int take(struct coresched_isolation *isolation, const struct event *event)
{
	int r = 0;

	if (!neighbours_has(isolation->neighbours, event->cpu))
		r = place_cpus(isolation);
	if (r == 0 && !neighbours_has(isolation->neighbours, event->cpu))
		r = neighbours_place(isolation->neighbours, event->cpu, event->cpu);
	if (r < 0)
		return r;
	if (isolation->begin && event->ns >= isolation->begin) {
		neighbours_begin(isolation->neighbours, isolation->begin);
		isolation->begin = 0;
	}
	return event->kind == EVENT_ASK ? identify_again(isolation, event->ns, event->tid) :
					  neighbours_take(isolation->neighbours, event);
}

/* Account for what happened before @until, of which nothing more can come. */
static int take_until(struct coresched_isolation *isolation, uint64_t until)
{
	struct events *events = &isolation->events;
	size_t i = 0;
	int r = 0;

	qsort(events->items, events->n, sizeof(*events->items), compare);
	for (; i < events->n && events->items[i].ns < until && r == 0; i++)
		r = take(isolation, &events->items[i]);
	events->n -= i;
	if (events->n)
		memmove(events->items, events->items + i, events->n * sizeof(*events->items));
	return r;
}

int coresched_isolation_read(struct coresched_isolation *isolation)
{
	/* Whatever happened before now is in the buffers when they are read. */
	uint64_t until = trace_now();
	int r = trace_read(isolation->trace, until, &isolation->events);

	return r < 0 ? r : take_until(isolation, until);
}

int coresched_isolation_stop(struct coresched_isolation *isolation)
{
	uint64_t end = trace_now();
	int r;

	if (isolation->stopped)
		return 0;
	isolation->stopped = true;
	trace_stop(isolation->trace);
	r = trace_read(isolation->trace, end, &isolation->events);
	if (r == 0)
		r = take_until(isolation, end);
	return r < 0 ? r : neighbours_until(isolation->neighbours, end);
}

static int begin(struct coresched_isolation *isolation, const struct coresched_target *targets, size_t n,
		 unsigned int flags, size_t buffer_kib)
{
	int r = neighbours_new(flags & CORESCHED_BY_TARGET, &isolation->neighbours);

	if (r < 0)
		return r;
	isolation->targets = calloc(n + 1, sizeof(*targets));
	if (!isolation->targets)
		return -ENOMEM;
	if (n)
		memcpy(isolation->targets, targets, n * sizeof(*targets));
	isolation->n_targets = n;
	isolation->has_groups = coresched_features() & CORESCHED_CAN_GROUP;
	r = place_cpus(isolation);
	/* Trace first, look second: who is born in between is known by both, or by its parent. */
	if (r == 0)
		r = trace_open(buffer_kib, &isolation->trace);
	if (r == 0)
		r = identify_all(isolation);
	for (size_t i = 0; i < n && r == 0; i++)
		r = identify_members(isolation, i);
	if (r == 0)
		r = sys_run_aside(visit_all, NULL);
	isolation->begin = trace_now();
	return r;
}

int coresched_isolation_open(const struct coresched_target *targets, size_t n, unsigned int flags,
			     size_t buffer_kib, struct coresched_isolation **ret_isolation)
{
	struct coresched_isolation *isolation = calloc(1, sizeof(*isolation));
	int r;

	if (!isolation)
		return -ENOMEM;
	r = begin(isolation, targets, n, flags, buffer_kib);
	if (r < 0) {
		coresched_isolation_close(isolation);
		return r;
	}
	*ret_isolation = isolation;
	return 0;
}

uint64_t coresched_isolation_tasks(const struct coresched_isolation *isolation,
				   const struct coresched_isolation_task **ret_tasks, size_t *ret_n)
{
	*ret_tasks = neighbours_tasks(isolation->neighbours, ret_n);
	return trace_lost(isolation->trace);
}

void coresched_isolation_pairs(const struct coresched_isolation *isolation,
			       const struct coresched_isolation_pair **ret_pairs, size_t *ret_n)
{
	*ret_pairs = neighbours_pairs(isolation->neighbours, ret_n);
}

void coresched_isolation_close(struct coresched_isolation *isolation)
{
	if (!isolation)
		return;
	trace_close(isolation->trace);
	neighbours_free(isolation->neighbours);
	free(isolation->events.items);
	free(isolation->targets);
	free(isolation);
}
