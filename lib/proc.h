/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tasks as /proc shows them. */
#ifndef PROC_H
#define PROC_H

#include "target.h"

/* Whether an error only means that the task, or its directory, is not there any more. */
bool proc_is_gone(int error);

/* List the threads of a process, after what is in @tasks. One whose threads may not be listed counts as one. */
int proc_add_threads(pid_t pid, struct tasks *tasks);

/*
 * Whether a task is in the process group or session that @target is, 1 or 0, or -ESRCH. For any other target: 1, for
 * to know more one must look into /proc.
 */
int proc_belongs(const struct coresched_target *target, pid_t tid);

/* List all threads of all processes that belong to @target, or of all. In no order. */
int proc_walk(const struct coresched_target *target, struct tasks *tasks);

/* List the threads of one process, if it belongs to @target; nothing for an id that is a further thread's. */
int proc_add_if_member(const struct coresched_target *target, pid_t id, struct tasks *tasks);

/* The process of a task. */
int proc_process_of(pid_t tid);

/* Find the processes of tasks that are sorted by thread, drop those that exited, and sort by process. */
int proc_resolve(struct tasks *tasks);

/* Returns 1 for a kernel thread, 0 for others. */
int proc_is_kernel_thread(pid_t pid);

/*
 * List all kernel threads, sorted: to ask about each task of a long list would take as long as to list them.
 * Returns -EAGAIN when one exited meanwhile, -EOPNOTSUPP when the kernel can't say (CONFIG_PROC_CHILDREN).
 */
int proc_list_kernel_threads(struct tasks *ret_tasks);

/* Whether the caller has CAP_SYS_ADMIN in the initial user namespace, before which no seal holds. */
bool proc_is_administrator(void);

/* When a task started, in clock ticks since boot; and the time now in the same measure. */
int proc_start_time(pid_t tid, uint64_t *ret_ticks);
uint64_t proc_now(void);

/*
 * The id that was given out last, or -1. While it stays the same no task is born, and so no id is used again.
 * (Only who restores a checkpoint can choose an id, which does not show here.)
 */
pid_t proc_last_id(void);

/* The same, with the number of tasks that there are. */
pid_t proc_last_id_of(unsigned long *ret_tasks);

#endif
