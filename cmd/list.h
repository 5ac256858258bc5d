/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of list share: list.c reads the command line, list-find.c finds tasks, list-view.c shows them, list-cgroups.c shows tags. */
#ifndef LIST_H
#define LIST_H

#include <coresched.h>

#include "table.h"
#include "targets.h"

/* The columns, in the order of list_columns[] */
enum {
	LIST_ID,
	LIST_EFFECTIVE,
	LIST_COOKIE,
	LIST_TAG,
	LIST_REQUESTED,
	LIST_PID,
	LIST_TID,
	LIST_PROCS,
	LIST_TASKS,
	LIST_MIXED,
	LIST_USER,
	LIST_CPU,
	LIST_CGROUP,
	LIST_CGROUPS,
	LIST_COMMAND,
	LIST_COMMANDS,
};

struct list_args {
	struct targets targets;
	struct table_options table;
	uint64_t *cookies;	/* only these; none given means any */
	size_t n_cookies;
	bool all;
	bool tasks;
	bool tree;
	bool cgroups;
	bool groups;		/* the kernel has more to tell tasks apart by than their cookies */
};

/* Tasks in order of what is known of their cookie (all that could not be read come last), process, thread. */
struct list_found {
	struct coresched_task *tasks;
	size_t n;
	size_t unread;		/* how many could not be read, shown or not */
	pid_t unread_tid;	/* one of them */
	pid_t *mixed;		/* processes whose tasks were found to differ, in order */
	size_t n_mixed;
};

extern const struct column list_columns[];

/* Returns an exit status, after it has said what failed; with EXIT_SOME_FAILED there is something to show. */
int list_find(const struct list_args *args, struct list_found *ret_found);

void list_found_free(struct list_found *found);

/* Put down which processes have two cookies, of tasks in order of processes. Returns 0 or -ENOMEM. */
int list_find_mixed(struct list_found *found);

struct details;

/* Whether a process, of which @first and the @n - 1 tasks behind it have one cookie, has threads with another. */
bool list_is_mixed(const struct list_found *found, struct details *details, const struct coresched_task *first, size_t n);

/* Fill the columns that hold ids: of the tasks of a row, all of which have the same. */
void list_set_ids(const struct list_args *args, struct table *table, struct row *row, const struct coresched_task *task);

/* The same for the first column of a tree. */
void list_set_top(const struct list_args *args, struct table *table, struct row *row, const struct coresched_task *task);

/* Returns an exit status. */
int list_show_cgroups(const struct list_args *args);

/* Returns an exit status. */
int list_show(const struct list_args *args, const struct list_found *found);

#endif
