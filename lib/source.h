/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where it is known from who shared a core with whom: what coresched_isolation_*(), which see there, ask of a source. */
#ifndef SOURCE_H
#define SOURCE_H

#include <stddef.h>
#include <stdint.h>

#include "coresched.h"

struct source {
	/* The targets stay where they are until it is closed. */
	int (*open)(const struct coresched_target *targets, size_t n, const struct coresched_isolation_options *options,
		    void **ret_state);
	int (*read)(void *state);
	int (*stop)(void *state);	/* called again it does nothing */
	uint64_t (*tasks)(const void *state, const struct coresched_isolation_task **ret_tasks, size_t *ret_n);
	const struct coresched_isolation_pair *(*pairs)(const void *state, size_t *ret_n);
	void (*close)(void *state);
};

extern const struct source source_trace;

#endif
