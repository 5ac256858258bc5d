// SPDX-License-Identifier: LGPL-2.1-or-later
#include "proc.h"

#include <errno.h>
#include <string.h>

#include "sys.h"
#include "util.h"

bool proc_is_gone(int error)
{
	return error == -ESRCH || error == -ENOENT;
}

/* hidepid of proc(5) shows that a process is there and hides the rest. */
static bool is_hidden(int error)
{
	return error == -EPERM || error == -EACCES;
}

int proc_add_threads(pid_t pid, struct tasks *tasks)
{
	autoclosedir DIR *dir = NULL;
	char path[32];
	pid_t tid;
	int r;

	snprintf(path, sizeof(path), "/proc/%d/task", pid);
	r = sys_opendir(path, &dir);
	/* With hidepid=2 it looks as if there were none. */
	if (r == -ENOENT && sys_is_thread_of(pid, pid))
		r = -EPERM;
	if (is_hidden(r))
		return tasks_add(tasks, pid, pid);
	if (r < 0)
		return r;
	while ((r = sys_next_id(dir, &tid)) > 0) {
		r = tasks_add(tasks, tid, pid);
		if (r < 0)
			return r;
	}
	return r;
}

int proc_belongs(const struct coresched_target *target, pid_t tid)
{
	int group;

	if (target->kind == CORESCHED_TARGET_PROCESS_GROUP)
		group = sys_getpgid(tid);
	else if (target->kind == CORESCHED_TARGET_SESSION)
		group = sys_getsid(tid);
	else
		return 1;
	if (group == -ESRCH)
		return group;
	return group > 0 && (id_t)group == target->id;
}

static int add_process(const struct coresched_target *target, DIR *proc, pid_t pid, struct tasks *tasks)
{
	bool by_user = target && target->kind == CORESCHED_TARGET_USER;
	unsigned long threads;
	uid_t euid;
	int r;

	r = sys_task_dir(proc, pid, &threads, &euid);
	if (is_hidden(r))
		return by_user ? 0 : tasks_add(tasks, pid, pid);
	if (r < 0)
		return r;
	if (by_user && euid != target->id)
		return 0;
	return threads == 1 ? tasks_add(tasks, pid, pid) : proc_add_threads(pid, tasks);
}

int proc_walk(const struct coresched_target *target, struct tasks *tasks)
{
	autoclosedir DIR *proc = NULL;
	pid_t pid;
	int r;

	r = sys_opendir("/proc", &proc);
	if (r < 0)
		return r;
	while ((r = sys_next_id(proc, &pid)) > 0) {
		if (target && proc_belongs(target, pid) <= 0)
			continue;
		r = add_process(target, proc, pid, tasks);
		if (r < 0 && !proc_is_gone(r))
			return r;
	}
	return r;
}

int proc_add_if_member(const struct coresched_target *target, pid_t id, struct tasks *tasks)
{
	autoclosedir DIR *proc = NULL;
	int r;

	if (!sys_is_thread_of(id, id) || proc_belongs(target, id) <= 0)
		return 0;
	r = sys_opendir("/proc", &proc);
	return r < 0 ? r : add_process(target, proc, id, tasks);
}

int proc_process_of(pid_t tid)
{
	char path[32], head[512];
	const char *field;
	ssize_t r;

	if (sys_is_thread_of(tid, tid))
		return tid;
	snprintf(path, sizeof(path), "/proc/%d/status", tid);
	r = sys_read_head(path, head, sizeof(head));
	if (r < 0)
		return r != -ENOENT ? (int)r : sys_getpgid(tid) < 0 ? -ESRCH : -EPERM;	/* hidepid of proc(5) */
	/* The name in the first line can't hold a newline: the kernel escapes it. */
	field = strstr(head, "\nTgid:");
	return field ? (int)strtol(field + strlen("\nTgid:"), NULL, 10) : -ESRCH;
}

/* Name the process of one thread, and with the same effort of all others that it has in the list. */
static int name_threads(struct tasks *tasks, struct coresched_task *task)
{
	autotasks struct tasks threads = { 0 };
	int pid, r;

	pid = proc_process_of(task->tid);
	if (pid < 0)
		return pid;
	task->pid = pid;
	if (pid == task->tid)
		return 0;
	r = proc_add_threads(pid, &threads);
	for (size_t i = 0; i < threads.n; i++) {
		struct coresched_task *other = tasks_find(tasks, threads.items[i].tid);

		if (other)
			other->pid = pid;
	}
	return r;
}

/* The process of a task whose neighbour in the list is of process @last, or 0 when it is neither that nor its own. */
static pid_t guess_process(pid_t tid, pid_t last, bool neighbour_is_thread)
{
	/* Threads of a process often follow each other in their ids, and so do processes of one thread. */
	pid_t first = neighbour_is_thread ? last : tid, second = neighbour_is_thread ? tid : last;

	if (sys_is_thread_of(first, tid))
		return first;
	return sys_is_thread_of(second, tid) ? second : 0;
}

int proc_resolve(struct tasks *tasks)
{
	size_t kept = 0;
	const struct coresched_task *last = NULL;

	for (size_t i = 0; i < tasks->n; i++) {
		struct coresched_task *task = &tasks->items[i];
		int r = 0;

		if (!task->pid && last && last->pid)
			task->pid = guess_process(task->tid, last->pid, last->pid != last->tid);
		if (!task->pid)
			r = name_threads(tasks, task);
		if (r < 0 && !proc_is_gone(r) && !is_hidden(r))
			return r;
		/* Of a hidden thread only its own id is known. */
		if (is_hidden(r) && !task->pid)
			task->pid = task->tid;
		last = task;
	}
	for (size_t i = 0; i < tasks->n; i++)
		if (tasks->items[i].pid)
			tasks->items[kept++] = tasks->items[i];
	tasks_cut(tasks, kept);
	tasks->by_tid = false;
	tasks_sort(tasks);
	return 0;
}
