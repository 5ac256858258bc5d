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

int member_read(const struct job *job, struct member *member)
{
	struct tasks *tasks = &member->tasks;
	size_t kept = 0;

	member->lost = 0;
	for (size_t i = 0; i < tasks->n; i++) {
		struct coresched_task *task = &tasks->items[i];
		int r = sys_sched_core(SYS_GET, task->tid, CORESCHED_THREAD, &task->cookie);

		if (r < 0 && r != -ESRCH && r != -EPERM)
			return r;
		if (r < 0 || task->error != MEMBER_CHANGED)
			task->error = r;
		member->lost += r == -ESRCH;
		if (r == -ESRCH || task->tid == job->self)
			continue;
		if (kept != i)
			tasks->items[kept] = *task;
		kept++;
	}
	tasks_cut(tasks, kept);
	return 0;
}

static int read_new(const struct job *job, struct member *member, int r)
{
	member->listed = proc_now();
	return r < 0 ? r : member_read(job, member);
}

int member_list(const struct job *job, struct member *member)
{
	member->tasks = (struct tasks) { 0 };
	member->last_id = proc_last_id();
	return read_new(job, member, target_list(&member->target, &member->tasks));
}

/*
 * An id is given out before its task can be seen, and how many such there can be is a question of how many tasks fork
 * at once. So as many ids are asked for again.
 */
enum { UNDER_WAY = 256 };

int member_list_new(const struct job *job, struct member *member, const struct tasks *known)
{
	pid_t after = member->last_id - UNDER_WAY;

	member->tasks = (struct tasks) { 0 };
	member->last_id = proc_last_id();
	/* Ids wrap. */
	if (after < 0 || after > member->last_id)
		after = 0;
	return read_new(job, member, target_list_ids(&member->target, after + 1, member->last_id, known, &member->tasks));
}

bool member_has_news(const struct member *member)
{
	return member->last_id < 0 || proc_last_id() != member->last_id;
}

/* A process that forks and exits, over and over, is hard to meet: that none was found need not mean that there is none. */
static int list_first(const struct job *job, struct member *member)
{
	int r = member_list(job, member);

	if (member_is_named(member) || target_is_cgroup(&member->target))
		return r;
	for (int i = 0; (r == 0 || proc_is_gone(r)) && !member->tasks.n && member_has_news(member); i++) {
		autotasks struct tasks none = member->tasks;

		member->tasks = (struct tasks) { 0 };
		if (i == LOOKS_FOR_NEW)
			return -EAGAIN;
		r = member_list_new(job, member, &none);
	}
	return r == 0 && !member->tasks.n ? -ESRCH : r;
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

/* To ask about these costs less than to list all kernel threads. */
enum { FEW = 10 };

int member_leave_kernel_threads(const struct job *job, struct member *member)
{
	autotasks struct tasks all = { 0 };
	struct tasks *tasks = &member->tasks;
	bool ask_each = member_is_named(member) || tasks->n < FEW;
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
	r = (int)(tasks->n - kept);
	tasks_cut(tasks, kept);
	return r;
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
		r = list_first(job, member);
	if (r == -ENODEV || r == -EOPNOTSUPP || r == -ENOSYS)
		return r;
	member->result->passes = 1;
	member->result->gone = member->lost;
	if (r == 0 && member_is_named(member) && member_is_another(member)) {
		tasks_cut(&member->tasks, 0);
		r = -ESRCH;
	}
	if (r == 0)
		r = member_leave_kernel_threads(job, member);
	if (r > 0)
		member->result->kernel_threads = (size_t)r;
	if (r >= 0 && member->tasks.partial)
		r = -EREMOTE;
	if (r < 0)
		member_fail(member, r, 0);
	for (size_t i = 0; i < member->tasks.n; i++) {
		const struct coresched_task *task = &member->tasks.items[i];

		if (task->error)
			member_fail(member, task->error, task->tid);
		else if (job->seals_hold && !member_has_cookie(job, task) && coresched_is_sealed(task->tid) == 1)
			member_fail(member, -EPERM, task->tid);
	}
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
