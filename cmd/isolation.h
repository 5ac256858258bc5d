/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of isolation share. */
#ifndef ISOLATION_H
#define ISOLATION_H

#include <stdbool.h>

#include <coresched.h>

#include "table.h"
#include "targets.h"

enum isolation_column {
	ISOLATION_COOKIE, ISOLATION_TAG, ISOLATION_TARGET, ISOLATION_TID, ISOLATION_KERNEL, ISOLATION_TASKS,
	ISOLATION_RUN, ISOLATION_LOCAL, ISOLATION_IDLE, ISOLATION_FORCED, ISOLATION_FOREIGN,
	ISOLATION_LOCAL_TIME, ISOLATION_IDLE_TIME, ISOLATION_FORCED_TIME, ISOLATION_FOREIGN_TIME,
	ISOLATION_PERIODS, ISOLATION_LONGEST, ISOLATION_WORST, ISOLATION_WORST_TIME,
	ISOLATION_COMMAND, ISOLATION_COMMANDS,
};

extern const struct column isolation_columns[];

struct isolation_args {
	struct targets targets;
	struct table_options table;
	char **program;		/* NULL for none */
	unsigned int seconds;	/* 0: until interrupted, or until the program ends */
	unsigned int buffer_kib;
	bool by_target;
	bool tasks;
	bool groups;		/* the kernel has tags */
	double max_foreign;	/* in per cent; negative: any */
};

/* A row: a group of tasks, or one. */
struct isolation_row {
	const struct coresched_isolation_task *first;	/* what all of it have in common, they have from it */
	size_t tasks;
	uint64_t beside_ns[4];
	uint64_t run_ns;
	uint64_t periods;
	uint64_t longest_ns;
	const struct coresched_isolation_pair *worst;	/* NULL for none */
};

/* Watch for as long as was asked. Returns an exit status, with an observation that is stopped where it is EXIT_DONE. */
int isolation_watch(struct isolation_args *args, struct coresched_isolation **ret_isolation);

/* Print it, and hold it against --max-foreign. Returns an exit status. */
int isolation_show(const struct isolation_args *args, const struct coresched_isolation *isolation);

#endif
