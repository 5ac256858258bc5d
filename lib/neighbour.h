/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Who ran beside whom, worked out from what happened: switches, wake-ups, moves and forks, in order of time. Nothing is
 * asked of the kernel here. All calls that return something return 0 or -ENOMEM.
 */
#ifndef NEIGHBOUR_H
#define NEIGHBOUR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "coresched.h"

/* What was learnt of a task by other ways than its events. */
struct identity {
	int target;
	uint64_t cookie;
	uint64_t group;
	bool kernel_thread;
};

/* Something that happened to a task. */
struct event {
	uint64_t ns;
	enum event_kind {
		EVENT_SWITCH,	/* @tid runs on @cpu instead of @other, which waits there if @waits */
		EVENT_WAKE,	/* @tid waits on @cpu */
		EVENT_MOVE,	/* @tid, if it waits, waits on @cpu from now on */
		EVENT_FORK,	/* @tid was born of @other */
		EVENT_ASK,	/* its identity may have changed: for who can ask */
	} kind;
	int cpu;
	pid_t tid;
	pid_t other;
	bool waits;
	char name[16];		/* of @tid */
	uint64_t order;		/* of those of one time on one hardware thread */
};

struct neighbours;

/* @by_target: those of one target are local to each other, and nobody else is; else those of one cookie and group. */
int neighbours_new(bool by_target, struct neighbours **ret_neighbours);
void neighbours_free(struct neighbours *n);

/* @cpu is on the core of @sibling, which may be itself. Said again it changes nothing. */
int neighbours_place(struct neighbours *n, int cpu, int sibling);
bool neighbours_has(const struct neighbours *n, int cpu);

/* Say who a task is from @ns on. What it did before stays with who it was. */
int neighbours_identify(struct neighbours *n, uint64_t ns, pid_t tid, const struct identity *identity);

/* Who a task is, or NULL. */
const struct coresched_isolation_task *neighbours_find(const struct neighbours *n, pid_t tid);

/* Run time counts from here on; what happened before tells only where tasks are. */
void neighbours_begin(struct neighbours *n, uint64_t ns);

/* Take in an event; its hardware thread has been placed. */
int neighbours_take(struct neighbours *n, const struct event *event);

/* Account for all up to @ns. */
int neighbours_until(struct neighbours *n, uint64_t ns);

const struct coresched_isolation_task *neighbours_tasks(const struct neighbours *n, size_t *ret_n);
const struct coresched_isolation_pair *neighbours_pairs(const struct neighbours *n, size_t *ret_n);

#endif
