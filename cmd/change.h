/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What tag, share and clear have in common: targets, options, and the report. */
#ifndef CHANGE_H
#define CHANGE_H

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>

#include <coresched.h>

#include "targets.h"

struct change {
	struct targets targets;
	struct coresched_result *results;	/* one for each; owned */
	pid_t *threads;		/* the id of a thread where it was given for its process, else 0; owned */
	unsigned int flags;	/* the library's */
	bool quiet;
	bool verbose;
	const char *none;	/* how to call a cookie of 0: none, or not known yet */
	size_t failed;		/* targets that were reported as failed */
};

extern const struct argp change_argp;	/* a child; its input is a struct change, all zero */

/* After parsing: get ready. Returns EXIT_DONE to go on. */
int change_prepare(struct change *change);

/* Give the cookie of @from to all targets and report. Returns the exit status. */
int change_share(struct change *change, pid_t from);

/* Report all targets, for what the library returned. Returns the exit status. */
int change_report(struct change *change, int r, uint64_t cookie);

/* Report one target: on stdout what it has now, or on stderr why not. */
void change_report_target(struct change *change, size_t i, uint64_t cookie);

/* The exit status that fits what was reported of targets. */
int change_status(const struct change *change);

void change_free(struct change *change);

#endif
