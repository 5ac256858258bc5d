// SPDX-License-Identifier: LGPL-2.1-or-later
#include "neighbour.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "roster.h"

struct cpu {
	bool placed;
	int sibling;		/* the next one of the core, in a circle */
	long runs;		/* a task's place, or NOBODY */
	unsigned int waiting;	/* how many tasks wait there */
	uint64_t since;		/* up to when it is accounted for */
};

struct neighbours {
	bool by_target;
	bool begun;
	struct cpu *cpus;
	int n_cpus;
	struct roster roster;
};

int neighbours_new(bool by_target, struct neighbours **ret_neighbours)
{
	struct neighbours *n = calloc(1, sizeof(*n));

	if (!n)
		return -ENOMEM;
	n->by_target = by_target;
	*ret_neighbours = n;
	return 0;
}

void neighbours_free(struct neighbours *n)
{
	if (!n)
		return;
	free(n->cpus);
	roster_free(&n->roster);
	free(n);
}

bool neighbours_has(const struct neighbours *n, int cpu)
{
	return cpu >= 0 && cpu < n->n_cpus && n->cpus[cpu].placed;
}

static int make_room(struct neighbours *n, int cpu)
{
	struct cpu *cpus;

	if (cpu < n->n_cpus)
		return 0;
	cpus = reallocarray(n->cpus, (size_t)cpu + 1, sizeof(*cpus));
	if (!cpus)
		return -ENOMEM;
	n->cpus = cpus;
	for (; n->n_cpus <= cpu; n->n_cpus++)
		cpus[n->n_cpus] = (struct cpu){ .sibling = n->n_cpus, .runs = NOBODY };
	return 0;
}

int neighbours_place(struct neighbours *n, int cpu, int sibling)
{
	struct cpu *new, *beside;
	int r = make_room(n, cpu > sibling ? cpu : sibling);

	if (r < 0)
		return r;
	new = &n->cpus[cpu];
	beside = &n->cpus[sibling];
	if (!new->placed && cpu != sibling) {
		new->sibling = beside->sibling;
		beside->sibling = cpu;
		new->since = beside->since;
	}
	new->placed = true;
	beside->placed = true;
	return 0;
}

const struct coresched_isolation_task *neighbours_find(const struct neighbours *n, pid_t tid)
{
	long place = roster_find(&n->roster, tid);

	return place == NOBODY ? NULL : &n->roster.tasks[place];
}

static bool may_share(const struct neighbours *n, size_t a, size_t b)
{
	const struct coresched_isolation_task *x = &n->roster.tasks[a], *y = &n->roster.tasks[b];

	return n->by_target ? x->target == y->target : x->cookie == y->cookie && x->group == y->group;
}

static enum coresched_neighbour see(const struct neighbours *n, size_t task, const struct cpu *sibling)
{
	if (sibling->runs == NOBODY)
		return sibling->waiting ? CORESCHED_FORCED_IDLE : CORESCHED_IDLE;
	return may_share(n, task, (size_t)sibling->runs) ? CORESCHED_LOCAL : CORESCHED_FOREIGN;
}

/* Charge the task on @cpu, if one runs there, for @ns beside what its siblings do. */
static int charge(struct neighbours *n, int cpu, uint64_t ns)
{
	enum coresched_neighbour worst = CORESCHED_IDLE;
	size_t task = (size_t)n->cpus[cpu].runs;
	struct state *state = &n->roster.states[task];

	for (int i = n->cpus[cpu].sibling; i != cpu; i = n->cpus[i].sibling) {
		enum coresched_neighbour seen = see(n, task, &n->cpus[i]);

		if (seen == CORESCHED_FOREIGN && roster_pair(&n->roster, task, (size_t)n->cpus[i].runs, ns) < 0)
			return -ENOMEM;
		worst = seen > worst ? seen : worst;
	}
	n->roster.tasks[task].beside_ns[worst] += ns;
	if (worst != CORESCHED_FOREIGN) {
		state->stretch_ns = 0;
		return 0;
	}
	n->roster.tasks[task].foreign_periods += !state->stretch_ns;
	state->stretch_ns += ns;
	if (state->stretch_ns > n->roster.tasks[task].foreign_longest_ns)
		n->roster.tasks[task].foreign_longest_ns = state->stretch_ns;
	return 0;
}

/* Account for a core up to now, before something changes there. */
static int settle(struct neighbours *n, int cpu, uint64_t ns)
{
	int i = cpu, r = 0;

	if (!n->begun || cpu == NOBODY)
		return 0;
	do {
		struct cpu *c = &n->cpus[i];

		if (ns > c->since) {
			if (c->runs != NOBODY && r == 0)
				r = charge(n, i, ns - c->since);
			c->since = ns;
		}
		i = c->sibling;
	} while (i != cpu);
	return r;
}

void neighbours_begin(struct neighbours *n, uint64_t ns)
{
	n->begun = true;
	for (int i = 0; i < n->n_cpus; i++)
		n->cpus[i].since = ns;
}

int neighbours_until(struct neighbours *n, uint64_t ns)
{
	int r = 0;

	for (int i = 0; i < n->n_cpus && r == 0; i++)
		r = settle(n, i, ns);
	return r;
}

/* Have a task wait on @cpu, or nowhere. */
static int wait_on(struct neighbours *n, uint64_t ns, size_t task, int cpu)
{
	int before = n->roster.states[task].waits_on, r;

	if (before == cpu)
		return 0;
	r = settle(n, before, ns);
	if (r == 0)
		r = settle(n, cpu, ns);
	if (r < 0)
		return r;
	if (before != NOBODY)
		n->cpus[before].waiting--;
	if (cpu != NOBODY)
		n->cpus[cpu].waiting++;
	n->roster.states[task].waits_on = cpu;
	return 0;
}

static void leave(struct neighbours *n, int cpu)
{
	long task = n->cpus[cpu].runs;

	if (task == NOBODY)
		return;
	n->roster.states[task].runs_on = NOBODY;
	n->roster.states[task].stretch_ns = 0;
	n->cpus[cpu].runs = NOBODY;
}

static int enter(struct neighbours *n, uint64_t ns, int cpu, pid_t tid, const char *name)
{
	long task = tid ? roster_find_or_add(&n->roster, tid, name) : NOBODY;
	int r;

	if (tid == 0)
		return 0;
	if (task < 0)
		return (int)task;
	r = wait_on(n, ns, (size_t)task, NOBODY);
	/* It was seen elsewhere last, so an event was lost there. */
	if (r == 0 && n->roster.states[task].runs_on != NOBODY) {
		r = settle(n, n->roster.states[task].runs_on, ns);
		leave(n, n->roster.states[task].runs_on);
	}
	n->roster.states[task].runs_on = cpu;
	n->cpus[cpu].runs = task;
	return r;
}

static int take_switch(struct neighbours *n, const struct event *event)
{
	long old = event->other ? roster_find_or_add(&n->roster, event->other, "") : NOBODY;
	int r = settle(n, event->cpu, event->ns);

	if (r == 0 && event->other && old < 0)
		r = (int)old;
	if (r < 0)
		return r;
	leave(n, event->cpu);
	if (old != NOBODY)
		r = wait_on(n, event->ns, (size_t)old, event->waits ? event->cpu : NOBODY);
	return r < 0 ? r : enter(n, event->ns, event->cpu, event->tid, event->name);
}

static int take_fork(struct neighbours *n, const struct event *event)
{
	const struct coresched_isolation_task *parent = neighbours_find(n, event->other);
	struct identity identity = { .target = -1 };
	long place = roster_find(&n->roster, event->tid);
	int r;

	/* Who had the id before must not wait on, if its end was lost. */
	r = place == NOBODY ? 0 : wait_on(n, event->ns, (size_t)place, NOBODY);
	if (r < 0)
		return r;
	/* kthreadd's children are kernel threads as it is. */
	if (parent)
		identity = (struct identity){ parent->target, parent->cookie, parent->group, parent->kernel_thread };
	place = roster_add(&n->roster, event->tid, event->name, &identity);
	return place < 0 ? (int)place : 0;
}

int neighbours_take(struct neighbours *n, const struct event *event)
{
	long task;

	switch (event->kind) {
	case EVENT_SWITCH:
		return take_switch(n, event);
	case EVENT_FORK:
		return take_fork(n, event);
	case EVENT_WAKE:
	case EVENT_MOVE:
		task = roster_find_or_add(&n->roster, event->tid, event->name);
		if (task < 0)
			return (int)task;
		/* A wake-up of one that still runs leaves it running. */
		if (n->roster.states[task].runs_on != NOBODY ||
		    (event->kind == EVENT_MOVE && n->roster.states[task].waits_on == NOBODY))
			return 0;
		return wait_on(n, event->ns, (size_t)task, event->cpu);
	default:
		return 0;
	}
}

static bool is(const struct coresched_isolation_task *task, const struct identity *identity)
{
	return task->target == identity->target && task->cookie == identity->cookie && task->group == identity->group &&
	       task->kernel_thread == identity->kernel_thread;
}

static bool has_run(const struct coresched_isolation_task *task)
{
	return task->beside_ns[CORESCHED_IDLE] || task->beside_ns[CORESCHED_LOCAL] ||
	       task->beside_ns[CORESCHED_FORCED_IDLE] || task->beside_ns[CORESCHED_FOREIGN];
}

int neighbours_identify(struct neighbours *n, uint64_t ns, pid_t tid, const struct identity *identity)
{
	long old = roster_find_or_add(&n->roster, tid, ""), new;
	char name[sizeof(n->roster.tasks->name)];
	int r;

	if (old < 0)
		return (int)old;
	if (is(&n->roster.tasks[old], identity))
		return 0;
	r = settle(n, n->roster.states[old].runs_on, ns);
	if (r < 0)
		return r;
	if (!has_run(&n->roster.tasks[old])) {
		roster_identify(&n->roster.tasks[old], identity);
		return 0;
	}
	memcpy(name, n->roster.tasks[old].name, sizeof(name));
	new = roster_add(&n->roster, tid, name, identity);
	if (new < 0)
		return (int)new;
	n->roster.states[new] = n->roster.states[old];
	if (n->roster.states[new].runs_on != NOBODY)
		n->cpus[n->roster.states[new].runs_on].runs = new;
	n->roster.states[old] = (struct state){ .waits_on = NOBODY, .runs_on = NOBODY };
	return 0;
}

const struct coresched_isolation_task *neighbours_tasks(const struct neighbours *n, size_t *ret_n)
{
	*ret_n = n->roster.n_tasks;
	return n->roster.tasks;
}

const struct coresched_isolation_pair *neighbours_pairs(const struct neighbours *n, size_t *ret_n)
{
	*ret_n = n->roster.n_pairs;
	return n->roster.pairs;
}
