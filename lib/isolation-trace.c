// SPDX-License-Identifier: LGPL-2.1-or-later
/* From traces to neighbours: who the tasks are, which hardware threads share a core, and the order of events. */
#include <errno.h>
#include <string.h>

#include "cgroup.h"
#include "coresched.h"
#include "neighbour.h"
#include "proc.h"
#include "source.h"
#include "sys.h"
#include "target.h"
#include "trace.h"
#include "util.h"

struct tracing {
	const struct coresched_target *targets;
	size_t n_targets;
	bool has_groups;
	bool stopped;
	uint64_t begin;		/* run time counts from here */
	struct trace *trace;
	struct neighbours *neighbours;
	struct events events;	/* those that came and were not yet accounted for */
};

/* Learn where hardware threads are; those that went offline stay where they were. */
static int place_cpus(struct tracing *tracing)
{
	autofree struct coresched_cpu *cpus = NULL;
	size_t n = 0;
	int r = coresched_topology(&cpus, &n);

	for (size_t i = 0; i < n && r == 0; i++) {
		int beside = cpus[i].core;

		/* The first of the core may be new, and another known. */
		for (size_t k = 0; k < n; k++)
			if (cpus[k].core == cpus[i].core && neighbours_has(tracing->neighbours, cpus[k].cpu))
				beside = cpus[k].cpu;
		r = neighbours_place(tracing->neighbours, cpus[i].cpu, beside);
	}
	return r;
}

static int identify_all(struct tracing *tracing)
{
	autofree struct coresched_task *all = NULL;
	size_t n = 0;
	int r = coresched_scan(NULL, CORESCHED_SCAN_ALL, &all, &n);

	for (size_t i = 0; i < n && r == 0; i++) {
		struct identity identity = { .target = -1, .cookie = all[i].cookie, .group = all[i].group };

		identity.kernel_thread = proc_is_kernel_thread(all[i].pid) == 1;
		r = neighbours_identify(tracing->neighbours, 0, all[i].tid, &identity);
	}
	return r;
}

static int identify_members(struct tracing *tracing, size_t target)
{
	autotasks struct tasks tasks = { 0 };
	int r = target_list(&tracing->targets[target], &tasks);

	for (size_t i = 0; i < tasks.n && r == 0; i++) {
		pid_t tid = tasks.items[i].tid;
		const struct coresched_isolation_task *task = neighbours_find(tracing->neighbours, tid);
		struct identity identity = { .target = (int)target };

		if (!task || task->target >= 0)
			continue;
		identity.cookie = task->cookie;
		identity.group = task->group;
		identity.kernel_thread = task->kernel_thread;
		r = neighbours_identify(tracing->neighbours, 0, tid, &identity);
	}
	return r;
}

/* The target a task is in after a move; what it is in by other means than its cgroup, it stays in. */
static int target_of(const struct tracing *tracing, pid_t tid, int before)
{
	if (before >= 0 && !target_is_cgroup(&tracing->targets[before]))
		return before;
	for (size_t i = 0; i < tracing->n_targets; i++)
		if (target_is_cgroup(&tracing->targets[i]) &&
		    cgroup_holds(tracing->targets[i].cgroup,
				 tracing->targets[i].kind == CORESCHED_TARGET_CGROUP, tid) == 1)
			return (int)i;
	return -1;
}

/* Ask who a task is, where an event says that this may have changed. Who is gone stays who it was. */
static int identify_again(struct tracing *tracing, uint64_t ns, pid_t tid)
{
	const struct coresched_isolation_task *task = neighbours_find(tracing->neighbours, tid);
	struct identity identity = { .target = -1 };

	if (coresched_get(tid, &identity.cookie) < 0)
		return 0;
	if (tracing->has_groups && coresched_get_group(tid, &identity.group) < 0)
		return 0;
	identity.kernel_thread = task && task->kernel_thread;
	identity.target = target_of(tracing, tid, task ? task->target : -1);
	return neighbours_identify(tracing->neighbours, ns, tid, &identity);
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

static int take(struct tracing *tracing, const struct event *event)
{
	int r = 0;

	if (!neighbours_has(tracing->neighbours, event->cpu))
		r = place_cpus(tracing);
	if (r == 0 && !neighbours_has(tracing->neighbours, event->cpu))
		r = neighbours_place(tracing->neighbours, event->cpu, event->cpu);
	if (r < 0)
		return r;
	if (tracing->begin && event->ns >= tracing->begin) {
		neighbours_begin(tracing->neighbours, tracing->begin);
		tracing->begin = 0;
	}
	return event->kind == EVENT_ASK ? identify_again(tracing, event->ns, event->tid) :
					  neighbours_take(tracing->neighbours, event);
}

/* Account for what happened before @until, of which nothing more can come. */
static int take_until(struct tracing *tracing, uint64_t until)
{
	struct events *events = &tracing->events;
	size_t i = 0;
	int r = 0;

	qsort(events->items, events->n, sizeof(*events->items), compare);
	for (; i < events->n && events->items[i].ns < until && r == 0; i++)
		r = take(tracing, &events->items[i]);
	events->n -= i;
	if (events->n)
		memmove(events->items, events->items + i, events->n * sizeof(*events->items));
	return r;
}

static int read_events(void *state)
{
	struct tracing *tracing = state;
	/* Whatever happened before now is in the buffers when they are read. */
	uint64_t until = trace_now();
	int r = trace_read(tracing->trace, until, &tracing->events);

	return r < 0 ? r : take_until(tracing, until);
}

static int stop(void *state)
{
	struct tracing *tracing = state;
	uint64_t end = trace_now();
	int r;

	if (tracing->stopped)
		return 0;
	tracing->stopped = true;
	trace_stop(tracing->trace);
	r = trace_read(tracing->trace, end, &tracing->events);
	if (r == 0)
		r = take_until(tracing, end);
	return r < 0 ? r : neighbours_until(tracing->neighbours, end);
}

static int begin(struct tracing *tracing, const struct coresched_isolation_options *options)
{
	int r = neighbours_new(options->flags & CORESCHED_BY_TARGET, &tracing->neighbours);

	if (r == 0)
		r = place_cpus(tracing);
	/* Trace first, look second: who is born in between is known by both, or by its parent. */
	if (r == 0)
		r = trace_open(options->buffer_kib, &tracing->trace);
	if (r == 0)
		r = identify_all(tracing);
	for (size_t i = 0; i < tracing->n_targets && r == 0; i++)
		r = identify_members(tracing, i);
	if (r == 0)
		r = sys_run_aside(visit_all, NULL);
	tracing->begin = trace_now();
	return r;
}

static void end(void *state)
{
	struct tracing *tracing = state;

	trace_close(tracing->trace);
	neighbours_free(tracing->neighbours);
	free(tracing->events.items);
	free(tracing);
}

static int start(const struct coresched_target *targets, size_t n, const struct coresched_isolation_options *options,
		 void **ret_state)
{
	struct tracing *tracing = calloc(1, sizeof(*tracing));
	int r;

	if (!tracing)
		return -ENOMEM;
	tracing->targets = targets;
	tracing->n_targets = n;
	tracing->has_groups = coresched_features() & CORESCHED_CAN_GROUP;
	r = begin(tracing, options);
	if (r < 0) {
		end(tracing);
		return r;
	}
	*ret_state = tracing;
	return 0;
}

static uint64_t tasks(const void *state, const struct coresched_isolation_task **ret_tasks, size_t *ret_n)
{
	const struct tracing *tracing = state;

	*ret_tasks = neighbours_tasks(tracing->neighbours, ret_n);
	return trace_lost(tracing->trace);
}

static const struct coresched_isolation_pair *pairs(const void *state, size_t *ret_n)
{
	const struct tracing *tracing = state;

	return neighbours_pairs(tracing->neighbours, ret_n);
}

const struct source source_trace = {
	.open = start,
	.read = read_events,
	.stop = stop,
	.tasks = tasks,
	.pairs = pairs,
	.close = end,
};
