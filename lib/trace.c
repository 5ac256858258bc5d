// SPDX-License-Identifier: LGPL-2.1-or-later
#include "config.h"

#include "trace.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <event-parse.h>
#include <kbuffer.h>
#include <tracefs.h>

#include "sys.h"
#include "util.h"

#define TRACEFS_CALLS(X) \
	X(tracefs_set_loglevel) X(tracefs_tracing_dir) X(tracefs_instance_create) X(tracefs_instance_destroy) \
	X(tracefs_instance_free) X(tracefs_instance_set_buffer_size) X(tracefs_instance_file_write) \
	X(tracefs_event_enable) X(tracefs_trace_on) X(tracefs_trace_off) X(tracefs_local_events_system) \
	X(tracefs_cpu_open) X(tracefs_cpu_read) X(tracefs_cpu_read_size) X(tracefs_cpu_close)
TRACEFS_CALLS(LOAD_POINTER)
static const struct load_symbol tracefs_symbols[] = { TRACEFS_CALLS(LOAD_ROW) { NULL, NULL } };

#define TRACEEVENT_CALLS(X) \
	X(tep_set_loglevel) X(tep_find_event_by_name) X(tep_find_any_field) X(tep_free) X(kbuffer_alloc) \
	X(kbuffer_free) X(kbuffer_load_subbuffer) X(kbuffer_read_event) X(kbuffer_next_event) \
	X(kbuffer_missed_events)
TRACEEVENT_CALLS(LOAD_POINTER)
static const struct load_symbol traceevent_symbols[] = { TRACEEVENT_CALLS(LOAD_ROW) { NULL, NULL } };

enum field { FIELD_TID, FIELD_OTHER, FIELD_CPU, FIELD_STATE, FIELD_NAME, FIELDS };

/* What is traced, and which of its fields say what. */
static const struct traced {
	const char *system;
	const char *name;
	enum event_kind kind;
	const char *fields[FIELDS];
} traced[] = {
	{ "sched", "sched_switch", EVENT_SWITCH, { "next_pid", "prev_pid", NULL, "prev_state", "next_comm" } },
	{ "sched", "sched_wakeup", EVENT_WAKE, { "pid", NULL, "target_cpu", NULL, "comm" } },
	{ "sched", "sched_wakeup_new", EVENT_WAKE, { "pid", NULL, "target_cpu", NULL, "comm" } },
	{ "sched", "sched_migrate_task", EVENT_MOVE, { "pid", NULL, "dest_cpu", NULL, "comm" } },
	{ "sched", "sched_process_fork", EVENT_FORK, { "child_pid", "parent_pid", NULL, NULL, "child_comm" } },
	{ "sched", "sched_process_exec", EVENT_ASK, { "pid", NULL, NULL, NULL, NULL } },
	{ "cgroup", "cgroup_attach_task", EVENT_ASK, { "pid", NULL, NULL, NULL, NULL } },
};

struct trace {
	struct tracefs_instance *instance;
	struct tracefs_cpu **cpus;	/* each hardware thread's buffer, NULL where there is none */
	int n_cpus;
	struct kbuffer *pieces;
	void *piece;
	uint64_t lost;
	int type_offset;
	struct place {
		int id;			/* of the event, as records have it */
		int offsets[FIELDS];	/* in a record, -1 for none */
	} places[ARRAY_SIZE(traced)];
};

static int take_number(const void *record, int offset)
{
	int number;

	memcpy(&number, (const char *)record + offset, sizeof(number));
	return number;
}

static bool takes_field(struct tep_event *event, const char *name, int *ret_offset)
{
	struct tep_format_field *field = name ? sym_tep_find_any_field(event, name) : NULL;

	*ret_offset = field ? field->offset : -1;
	return !name || field;
}

/* Learn from the kernel's descriptions where in a record the fields are. */
static int learn(struct trace *trace)
{
	static const char *const systems[] = { "sched", "cgroup", NULL };
	struct tep_handle *tep = sym_tracefs_local_events_system(NULL, systems);
	bool complete = tep != NULL;

	if (!tep)
		return sys_error();
	for (size_t i = 0; i < ARRAY_SIZE(traced) && complete; i++) {
		struct tep_event *event = sym_tep_find_event_by_name(tep, traced[i].system, traced[i].name);

		complete = event && takes_field(event, "common_type", &trace->type_offset);
		for (int field = 0; field < FIELDS && complete; field++)
			complete = takes_field(event, traced[i].fields[field], &trace->places[i].offsets[field]);
		if (complete)
			trace->places[i].id = event->id;
	}
	sym_tep_free(tep);
	return complete ? 0 : -EPROTONOSUPPORT;
}

static int open_buffers(struct trace *trace)
{
	trace->n_cpus = sys_cpus();
	trace->cpus = calloc((size_t)trace->n_cpus, sizeof(*trace->cpus));
	if (!trace->cpus)
		return -ENOMEM;
	for (int cpu = 0; cpu < trace->n_cpus; cpu++) {
		trace->cpus[cpu] = sym_tracefs_cpu_open(trace->instance, cpu, true);
		if (!trace->cpus[cpu])
			continue;
		if (!trace->piece)
			trace->piece = malloc((size_t)sym_tracefs_cpu_read_size(trace->cpus[cpu]));
		if (!trace->piece)
			return -ENOMEM;
	}
	trace->pieces = sym_kbuffer_alloc(KBUFFER_LSIZE_SAME_AS_HOST, KBUFFER_ENDIAN_SAME_AS_HOST);
	return !trace->pieces ? -ENOMEM : trace->piece ? 0 : -ENOENT;
}

/* With the one clock that is the same on all hardware threads and that can be read here too. */
static int set_up(struct trace *trace, size_t buffer_kib)
{
	char name[64];

	snprintf(name, sizeof(name), "coreschedctl.%d.%d", sys_gettid(), (int)(trace_now() & 0xffffff));
	trace->instance = sym_tracefs_instance_create(name);
	if (!trace->instance)
		return sys_error();
	sym_tracefs_trace_off(trace->instance);
	if (sym_tracefs_instance_set_buffer_size(trace->instance, buffer_kib, -1) < 0 ||
	    sym_tracefs_instance_file_write(trace->instance, "trace_clock", "mono") < 0)
		return sys_error();
	for (size_t i = 0; i < ARRAY_SIZE(traced); i++)
		if (sym_tracefs_event_enable(trace->instance, traced[i].system, traced[i].name) < 0)
			return sys_error();
	return 0;
}

int trace_open(size_t buffer_kib, struct trace **ret_trace)
{
	struct trace *trace;
	int r;

	/* libtracefs needs the other, which it would map anyway. */
	if (load(LIBTRACEEVENT_SONAME, traceevent_symbols) < 0 || load(LIBTRACEFS_SONAME, tracefs_symbols) < 0)
		return -ELIBACC;
	sym_tracefs_set_loglevel(TEP_LOG_NONE);
	sym_tep_set_loglevel(TEP_LOG_NONE);
	trace = calloc(1, sizeof(*trace));
	if (!trace)
		return -ENOMEM;
	r = sym_tracefs_tracing_dir() ? set_up(trace, buffer_kib) : sys_error();
	if (r == 0)
		r = learn(trace);
	if (r == 0)
		r = open_buffers(trace);
	if (r == 0 && sym_tracefs_trace_on(trace->instance) < 0)
		r = sys_error();
	if (r < 0) {
		trace_close(trace);
		return r;
	}
	*ret_trace = trace;
	return 0;
}

static struct event *add_event(struct events *events)
{
	if (events->n == events->room) {
		size_t room = events->room ? 2 * events->room : 1024;
		struct event *items = reallocarray(events->items, room, sizeof(*items));

		if (!items)
			return NULL;
		events->items = items;
		events->room = room;
	}
	return &events->items[events->n++];
}

/* The record of event @which, of hardware thread @cpu at @ns, in our words. */
static void translate(const struct trace *trace, size_t which, const char *record, struct event *event)
{
	const int *offsets = trace->places[which].offsets;

	event->kind = traced[which].kind;
	event->tid = take_number(record, offsets[FIELD_TID]);
	if (offsets[FIELD_OTHER] >= 0)
		event->other = take_number(record, offsets[FIELD_OTHER]);
	if (offsets[FIELD_CPU] >= 0)
		event->cpu = take_number(record, offsets[FIELD_CPU]);
	/* No state is TASK_RUNNING; bit 8 alone says that it was preempted (include/trace/events/sched.h). */
	if (offsets[FIELD_STATE] >= 0)
		event->waits = !(take_number(record, offsets[FIELD_STATE]) & 0xff);
	if (offsets[FIELD_NAME] >= 0)
		memcpy(event->name, record + offsets[FIELD_NAME], sizeof(event->name) - 1);
}

static int add_record(const struct trace *trace, int cpu, uint64_t ns, const char *record, struct events *events)
{
	unsigned short type;
	struct event *event;

	memcpy(&type, record + trace->type_offset, sizeof(type));
	for (size_t i = 0; i < ARRAY_SIZE(traced); i++) {
		if (trace->places[i].id != type)
			continue;
		event = add_event(events);
		if (!event)
			return -ENOMEM;
		*event = (struct event){ .ns = ns, .cpu = cpu, .order = events->order++ };
		translate(trace, i, record, event);
		return 0;
	}
	return 0;
}

/* Returns 1 when @until was reached, 0 when there may be more. */
static int read_piece(struct trace *trace, int cpu, uint64_t until, struct events *events)
{
	unsigned long long ns, last = 0;
	int missed, r = 0;
	const char *record;

	sym_kbuffer_load_subbuffer(trace->pieces, trace->piece);
	missed = sym_kbuffer_missed_events(trace->pieces);
	/* Negative: some, and the kernel does not say how many. */
	trace->lost += missed < 0 ? 1 : (uint64_t)missed;
	for (record = sym_kbuffer_read_event(trace->pieces, &ns); record && r == 0;
	     record = sym_kbuffer_next_event(trace->pieces, &ns)) {
		last = ns;
		r = add_record(trace, cpu, ns, record, events);
	}
	return r < 0 ? r : last >= until;
}

int trace_read(struct trace *trace, uint64_t until, struct events *events)
{
	int r = 0;

	for (int cpu = 0; cpu < trace->n_cpus && r >= 0; cpu++)
		for (r = 0; r == 0 && trace->cpus[cpu] &&
			    sym_tracefs_cpu_read(trace->cpus[cpu], trace->piece, true) > 0;)
			r = read_piece(trace, cpu, until, events);
	return r < 0 ? r : 0;
}

void trace_stop(struct trace *trace)
{
	sym_tracefs_trace_off(trace->instance);
}

uint64_t trace_lost(const struct trace *trace)
{
	return trace->lost;
}

void trace_close(struct trace *trace)
{
	if (!trace)
		return;
	for (int cpu = 0; trace->cpus && cpu < trace->n_cpus; cpu++)
		if (trace->cpus[cpu])
			sym_tracefs_cpu_close(trace->cpus[cpu]);
	if (trace->instance) {
		sym_tracefs_instance_destroy(trace->instance);
		sym_tracefs_instance_free(trace->instance);
	}
	if (trace->pieces)
		sym_kbuffer_free(trace->pieces);
	free(trace->cpus);
	free(trace->piece);
	free(trace);
}

uint64_t trace_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}
