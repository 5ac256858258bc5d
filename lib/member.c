// SPDX-License-Identifier: LGPL-2.1-or-later
#include "change.h"

#include <errno.h>

#include "proc.h"
#include "sys.h"
#include "util.h"

bool member_is_named(const struct member *member)
{
	return member->target.kind == CORESCHED_TARGET_PROCESS || member->target.kind == CORESCHED_TARGET_THREAD;
}

/* The first error is the one to tell. */
void member_fail(struct member *member, int error, pid_t tid)
{
	if (member->result->error)
		return;
	member->result->error = error;
	member->result->tid = tid;
}

int member_read(const struct job *job, struct member *member, size_t *ret_gone)
{
	struct tasks *tasks = &member->tasks;
	size_t kept = 0, gone = 0;

	member->result->passes++;

	for (size_t i = 0; i < tasks->n; i++) {
		struct coresched_task *task = &tasks->items[i];
		int r = sys_sched_core(SYS_GET, task->tid, CORESCHED_THREAD, &task->cookie);

		if (r < 0 && r != -ESRCH && r != -EPERM)
			return r;
		if (r < 0 || task->error != MEMBER_CHANGED)
			task->error = r;
		gone += r == -ESRCH;
		if (r == -ESRCH || task->tid == job->self)
			continue;
		if (kept != i)
			tasks->items[kept] = *task;
		kept++;
	}
	tasks_cut(tasks, kept);
	*ret_gone = gone;
	return 0;
}

/* Replaces the list; the old one is the caller's. */
int member_list(const struct job *job, struct member *member, size_t *ret_gone)
{
	int r;

	member->tasks = (struct tasks) { 0 };
	member->last_id = proc_last_id();
	*ret_gone = 0;
	r = target_list(&member->target, &member->tasks);
	member->listed = proc_now();
	return r < 0 ? r : member_read(job, member, ret_gone);
}

static int ask_kernel_thread(pid_t tid)
{
	int r = proc_is_kernel_thread(tid);

	return proc_is_gone(r) ? 0 : r;
}

/* Tasks come in the order in which @all has the kernel threads, so @at goes along with them. */
static int look_up_kernel_thread(const struct coresched_task *task, const struct tasks *all, size_t *at)
{
	pid_t id = task->pid ? task->pid : task->tid;

	while (*at < all->n && all->items[*at].tid < id)
		++*at;
	return *at < all->n && all->items[*at].tid == id;
}

static bool may_hold_kernel_threads(const struct coresched_target *target)
{
	/* They are in no session and no process group that has a number. */
	return target->kind != CORESCHED_TARGET_SESSION && target->kind != CORESCHED_TARGET_PROCESS_GROUP;
}

int member_leave_kernel_threads(const struct job *job, struct member *member)
{
	autotasks struct tasks all = { 0 };
	struct tasks *tasks = &member->tasks;
	bool ask_each = member_is_named(member);
	size_t kept = 0, at = 0;
	int r;

	if (job->flags & CORESCHED_KERNEL_THREADS || !may_hold_kernel_threads(&member->target))
		return 0;
	if (!ask_each) {
		r = proc_list_kernel_threads(&all);
		ask_each = r == -EAGAIN || r == -EOPNOTSUPP;
		if (r < 0 && !ask_each)
			return r;
	}
	for (size_t i = 0; i < tasks->n; i++) {
		const struct coresched_task *task = &tasks->items[i];

		r = ask_each ? ask_kernel_thread(task->tid) : look_up_kernel_thread(task, &all, &at);
		if (r < 0)
			return r;
		if (r > 0 && member_is_named(member))
			member_fail(member, -EPROTOTYPE, task->tid);
		if (r > 0)
			continue;
		if (kept != i)
			tasks->items[kept] = *task;
		kept++;
	}
	member->result->kernel_threads = tasks->n - kept;
	tasks_cut(tasks, kept);
	return 0;
}

/*
 * Hold on to what a number names now: a process by a descriptor, a thread (or one process of very many) by the time
 * it started. What is so held at the end had its number all the time.
 */
static int hold(const struct job *job, struct member *member)
{
	pid_t id = (pid_t)member->target.id;
	int pid = id > 0 ? proc_process_of(id) : -ESRCH;

	if (pid < 0)
		return pid;
	if (member->target.kind == CORESCHED_TARGET_PROCESS) {
		member->target.id = id = pid;
		member->pidfd = job->many ? -1 : sys_pidfd_open(pid);
	}
	return member->pidfd < 0 ? proc_start_time(id, &member->started) : 0;
}

bool member_is_another(const struct member *member)
{
	uint64_t started;

	if (member->pidfd >= 0)
		return !sys_pidfd_alive(member->pidfd);
	return proc_start_time((pid_t)member->target.id, &started) < 0 || started != member->started;
}

int member_check(struct job *job, struct member *member)
{
	int r = member_is_named(member) ? hold(job, member) : 0;

	if (r == 0)
		r = member_list(job, member, &member->result->gone);
	if (r == -ENODEV || r == -EOPNOTSUPP || r == -ENOSYS)
		return r;
	if (r == 0 && member_is_named(member) && member_is_another(member)) {
		tasks_cut(&member->tasks, 0);
		r = -ESRCH;
	}
	if (r == 0)
		r = member_leave_kernel_threads(job, member);
	if (r == 0 && member->tasks.partial)
		r = -EREMOTE;
	if (r < 0)
		member_fail(member, r, 0);
	for (size_t i = 0; i < member->tasks.n; i++)
		if (member->tasks.items[i].error)
			member_fail(member, member->tasks.items[i].error, member->tasks.items[i].tid);
	return 0;
}

/* Make the list what the result speaks of, and count it. */
void member_count(const struct job *job, struct member *member)
{
	struct coresched_result *result = member->result;
	bool dry = job->flags & CORESCHED_DRY_RUN;
	struct tasks *tasks = &member->tasks;
	size_t kept = 0;

	for (size_t i = 0; i < tasks->n; i++) {
		const struct coresched_task *task = &tasks->items[i];
		bool has = member_has_cookie(job, task);

		if (task->error < 0 || (!has && !dry))
			continue;
		result->changed += has ? task->error == MEMBER_CHANGED : 1;
		if (kept != i)
			tasks->items[kept] = *task;
		kept++;
	}
	tasks_cut(tasks, kept);
	result->tasks = kept;
	result->processes = tasks->by_tid ? 0 : tasks_count_processes(tasks);
}

void member_release(struct member *member)
{
	cleanup_tasks(&member->tasks);
	cleanup_close(&member->pidfd);
}
