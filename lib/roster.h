/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The tasks that were seen, and who was foreign to whom: places in arrays, which never change. */
#ifndef ROSTER_H
#define ROSTER_H

#include "index.h"
#include "neighbour.h"

enum { NOBODY = -1 };

/* What is known of a task beside what is shown. */
struct state {
	int waits_on;		/* a hardware thread, or NOBODY */
	int runs_on;
	uint64_t stretch_ns;	/* of the foreign period that lasts, so far */
};

/* All zero is an empty one. */
struct roster {
	struct coresched_isolation_task *tasks;
	struct state *states;	/* of the same tasks */
	size_t n_tasks;
	size_t room;
	struct index by_tid;
	struct coresched_isolation_pair *pairs;
	size_t n_pairs;
	size_t room_pairs;
	struct index by_pair;
};

void roster_free(struct roster *roster);

/* The place of the task that has the id, or NOBODY. */
long roster_find(const struct roster *roster, pid_t tid);

/* The place of a new task, which has the id from now on, or -ENOMEM. */
long roster_add(struct roster *roster, pid_t tid, const char *name, const struct identity *identity);

/* The same of the task that has the id, if there is one. Its name is kept up to date, unless @name is empty. */
long roster_find_or_add(struct roster *roster, pid_t tid, const char *name);

void roster_identify(struct coresched_isolation_task *task, const struct identity *identity);

/* Add to the time that one task spent beside another. */
int roster_pair(struct roster *roster, size_t task, size_t beside, uint64_t ns);

#endif
