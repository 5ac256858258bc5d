/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lists of tasks, and what turns a target into one. */
#ifndef TARGET_H
#define TARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "coresched.h"

struct tasks {
	struct coresched_task *items;	/* owned */
	size_t n;
	size_t room;
	bool partial;	/* there are others, which have no number in the caller's PID namespace */
	bool by_tid;	/* sorted by thread alone: the processes (pid) are 0, not known, until somebody asks */
};

static inline void cleanup_tasks(struct tasks *tasks)
{
	free(tasks->items);
}

#define autotasks __attribute__((cleanup(cleanup_tasks)))

int tasks_add(struct tasks *tasks, pid_t tid, pid_t pid);

/* Sort by process, then thread (or by thread alone), and drop what is there twice. */
void tasks_sort(struct tasks *tasks);

/* The order that tasks_sort() makes: negative, 0 or positive. */
int tasks_compare(const struct tasks *tasks, const struct coresched_task *a, const struct coresched_task *b);

/* Find one in a list, or NULL; in one that is sorted by process only a process's first thread. */
struct coresched_task *tasks_find(const struct tasks *tasks, pid_t tid);

/* Add all of @more, which is sorted as they are. */
int tasks_join(struct tasks *tasks, const struct tasks *more);

/* Keep the first @n. */
void tasks_cut(struct tasks *tasks, size_t n);

/* Count the processes among tasks that are sorted by process. */
size_t tasks_count_processes(const struct tasks *tasks);

bool target_is_cgroup(const struct coresched_target *target);

/*
 * List the tasks of a target, sorted; those of a cgroup by thread, without their processes. Returns -ESRCH or -ENOENT
 * when there is no such target; a cgroup may have no tasks.
 */
int target_list(const struct coresched_target *target, struct tasks *ret_tasks);

/* List those with an id from @first to @last that are not in @known, in the same order. There may be none. */
int target_list_ids(const struct coresched_target *target, pid_t first, pid_t last, const struct tasks *known,
		    struct tasks *ret_tasks);

#endif
