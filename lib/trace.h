/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The scheduler's events as the kernel traces them: the only file that sees libtracefs and libtraceevent is trace.c. */
#ifndef TRACE_H
#define TRACE_H

#include "neighbour.h"

struct events {
	struct event *items;	/* owned */
	size_t n;
	size_t room;
	uint64_t order;	/* for the next one */
};

struct trace;

/* Begin to trace, with a buffer of @buffer_kib a hardware thread, in an instance of its own. */
int trace_open(size_t buffer_kib, struct trace **ret_trace);

/*
 * Add all that happened before @until, and some of what came later: each hardware thread's in order of time, not all
 * together. To read on until nothing is left might never end, for reading makes events too.
 */
int trace_read(struct trace *trace, uint64_t until, struct events *events);

/* No event comes after this. */
void trace_stop(struct trace *trace);

/* How many events were lost so far. */
uint64_t trace_lost(const struct trace *trace);

void trace_close(struct trace *trace);

/* The time as events have it. */
uint64_t trace_now(void);

#endif
