// SPDX-License-Identifier: LGPL-2.1-or-later
/* Give one target the cookie: change it and look again, until there is nothing left to do. That look is the proof. */
#include "change.h"

#include <errno.h>

#include "proc.h"
#include "sys.h"

/* Lists of a target that keeps on forking before it is given up. */
enum { PASSES = 100 };

/* What one call changes. */
static const enum coresched_scope scopes[] = {
	[CORESCHED_TARGET_PROCESS]       = CORESCHED_PROCESS,
	[CORESCHED_TARGET_THREAD]        = CORESCHED_THREAD,
	[CORESCHED_TARGET_PROCESS_GROUP] = CORESCHED_PROCESS_GROUP,
	[CORESCHED_TARGET_SESSION]       = CORESCHED_PROCESS,
	[CORESCHED_TARGET_USER]          = CORESCHED_PROCESS,
	/* A threaded cgroup may hold some threads of a process and not others. */
	[CORESCHED_TARGET_CGROUP]        = CORESCHED_THREAD,
	[CORESCHED_TARGET_CGROUP_ONLY]   = CORESCHED_THREAD,
};

bool member_is_one_call(const struct coresched_target *target)
{
	return target->kind <= CORESCHED_TARGET_PROCESS_GROUP;
}

/* Take over what is known of tasks from the list before. What is left of that are those that are not in the new one. */
static void carry_over(struct tasks *before, struct tasks *now)
{
	size_t kept = 0, k = 0;

	for (size_t i = 0; i < before->n; i++) {
		struct coresched_task *old = &before->items[i];

		while (k < now->n && tasks_compare(now, &now->items[k], old) < 0)
			k++;
		if (k == now->n || tasks_compare(now, &now->items[k], old) != 0) {
			before->items[kept++] = *old;
			continue;
		}
		now->items[k].pid = old->pid;
		if (old->error == MEMBER_CHANGED && !now->items[k].error)
			now->items[k].error = MEMBER_CHANGED;
	}
	tasks_cut(before, kept);
}

/* When the cookie was made in the target itself, see what it is. */
static void learn_cookie(struct job *job, const struct member *member)
{
	for (size_t i = 0; i < member->tasks.n && !job->known; i++) {
		const struct coresched_task *task = &member->tasks.items[i];

		job->known = task->error == MEMBER_CHANGED && task->cookie;
		job->cookie = job->known ? task->cookie : 0;
	}
}

/*
 * Tasks that were in the target, and are not any more, have exited, or left it. But when one that we changed is now
 * one that started after it was listed, its number was given away, and the cookie may have gone to a stranger.
 */
static void look_after(const struct job *job, struct member *member, const struct tasks *lost, uint64_t listed)
{
	for (size_t i = 0; i < lost->n; i++) {
		const struct coresched_task *task = &lost->items[i];
		uint64_t cookie, started;
		int r = sys_sched_core(SYS_GET, task->tid, CORESCHED_THREAD, &cookie);

		if (r == -ESRCH)
			member->result->gone++;
		if (r < 0 || task->error != MEMBER_CHANGED || !job->known || cookie != job->cookie)
			continue;
		if (proc_start_time(task->tid, &started) == 0 && started > listed)
			member_fail(member, -ESTALE, task->tid);
	}
}

static int list_again(struct job *job, struct member *member)
{
	autotasks struct tasks before = member->tasks;
	uint64_t listed = member->listed;
	int r;

	r = member_list(job, member);
	/* With all its tasks the target has gone. */
	if (r < 0 && !proc_is_gone(r))
		return r;
	carry_over(&before, &member->tasks);
	learn_cookie(job, member);
	look_after(job, member, &before, listed);
	if (member_is_named(member) && member->tasks.n && member_is_another(member)) {
		if (member_has_cookie(job, &member->tasks.items[0]))
			member_fail(member, -ESTALE, (pid_t)member->target.id);
		tasks_cut(&member->tasks, 0);
	}
	r = member_leave_kernel_threads(job, member);
	if (r < 0)
		return r;
	member->result->kernel_threads = (size_t)r;
	return 0;
}

/* Put those born meanwhile into the list. */
static int list_more(struct job *job, struct member *member)
{
	struct tasks known = member->tasks;
	autotasks struct tasks more = { 0 };
	int r;

	r = member_list_new(job, member, &known);
	if (r == 0)
		r = member_leave_kernel_threads(job, member);
	more = member->tasks;
	member->tasks = known;
	return r < 0 ? r : tasks_join(&member->tasks, &more);
}

static int read_again(struct job *job, struct member *member)
{
	int r = member_read(job, member);

	if (r < 0)
		return r;
	member->result->gone += member->lost;
	learn_cookie(job, member);
	return 0;
}

/* See what became of the target. */
static int look_again(struct job *job, struct member *member)
{
	member->result->passes++;
	return member_has_news(member) ? list_again(job, member) : read_again(job, member);
}

/* The first task behind those that a call for this one covers. */
static size_t end_of_call(const struct member *member, size_t i)
{
	const struct coresched_task *items = member->tasks.items;
	enum coresched_scope scope = scopes[member->target.kind];
	size_t end = i + 1;

	while (end < member->tasks.n && scope != CORESCHED_THREAD &&
	       (scope == CORESCHED_PROCESS_GROUP || items[end].pid == items[i].pid))
		end++;
	return end;
}

static void call_succeeded(struct job *job, struct member *member, size_t i, size_t end)
{
	struct coresched_task *items = member->tasks.items;

	for (size_t k = i; k < end; k++)
		if (!member_has_cookie(job, &items[k]))
			items[k].error = MEMBER_CHANGED;
	/* A fresh cookie made in the target is seen when it is listed next. */
	if (job->create)
		job->known = false;
	/* Had this one just gone to another group, the call changed that one instead. */
	if (member->target.kind == CORESCHED_TARGET_PROCESS_GROUP) {
		int group = sys_getpgid(items[i].pid);

		if (group >= 0 && (id_t)group != member->target.id)
			member_fail(member, -ESTALE, items[i].pid);
	}
}

static void call_failed(struct member *member, int error, size_t i, size_t end)
{
	const struct coresched_task *items = member->tasks.items;
	uint64_t cookie;

	/* The kernel does not say which task it was. */
	for (size_t k = i; k < end && error == -EPERM; k++)
		if (sys_sched_core(SYS_GET, items[k].tid, CORESCHED_THREAD, &cookie) == -EPERM)
			member_fail(member, error, items[k].tid);
	member_fail(member, error, items[i].tid);
}

static int call(const struct job *job, pid_t id, enum coresched_scope scope)
{
	if (job->remove)
		return coresched_remove(id, scope);
	return job->create ? coresched_create(id, scope) : coresched_share_to(id, scope);
}

/* Change the tasks that lack the cookie. Returns how many calls did something, or an error that ends it all. */
static int change(struct job *job, struct member *member)
{
	enum coresched_scope scope = scopes[member->target.kind];
	struct coresched_task *items = member->tasks.items;
	int done = 0;

	for (size_t i = 0, end; i < member->tasks.n; i = end) {
		pid_t id = scope == CORESCHED_THREAD ? items[i].tid : items[i].pid;
		int r;

		end = i + 1;
		if (items[i].error < 0)
			member_fail(member, items[i].error, items[i].tid);
		if (items[i].error < 0 || member_has_cookie(job, &items[i]))
			continue;

		r = call(job, id, scope);
		if (r == -ENOSYS)
			return r;
		done += r == 0 || r == -ESRCH;
		/* One of a group that exited says nothing of the others. */
		if (r == -ESRCH && scope == CORESCHED_PROCESS_GROUP)
			continue;
		end = end_of_call(member, i);
		if (r == 0)
			call_succeeded(job, member, i, end);
		else if (r != -ESRCH)
			call_failed(member, r, i, end);
		if (r < 0 && r != -ESRCH && r != -EPERM)
			break;
	}
	return done;
}

static const struct coresched_task *find_lacking(const struct job *job, const struct member *member)
{
	for (size_t i = 0; i < member->tasks.n; i++)
		if (!member_has_cookie(job, &member->tasks.items[i]))
			return &member->tasks.items[i];
	return NULL;
}

/*
 * A task that is not in the list was born of one that had no cookie by then: either while that was listed, or since,
 * of one that exited before its turn came. In ids given out when all in the list had the cookie there are no others.
 */
static int catch_up(struct job *job, struct member *member)
{
	int looks = 0, r;

	do {
		r = looks++ < LOOKS_FOR_NEW ? list_more(job, member) : -EAGAIN;
		if (r < 0 || find_lacking(job, member))
			return r;
	} while (member->last_id >= 0 && member_has_news(member));
	/* Some in the list may have exited since they were put there. */
	return looks > 1 ? read_again(job, member) : 0;
}

/* Change all that are in the list, and list again. Returns as change(). */
static int settle_once(struct job *job, struct member *member, const struct coresched_task *lacking)
{
	int r;

	if (member->result->passes > PASSES) {
		/* One that we changed, and that is still there, was changed back. */
		bool stubborn = lacking->error == MEMBER_CHANGED;

		member_fail(member, stubborn ? -EREMCHG : -EAGAIN, stubborn ? lacking->tid : 0);
		return 0;
	}
	r = change(job, member);
	if (r <= 0)
		return r;
	r = look_again(job, member);
	if (r < 0)
		member_fail(member, r, 0);
	return r == 0;
}

int member_settle(struct job *job, struct member *member)
{
	const struct coresched_task *lacking;
	int r;

	do {
		while ((lacking = find_lacking(job, member))) {
			r = settle_once(job, member, lacking);
			if (r <= 0)
				return r;
		}
		r = member_is_named(member) ? 0 : catch_up(job, member);
		if (r < 0) {
			member_fail(member, r, 0);
			return 0;
		}
	} while (find_lacking(job, member));
	return 0;
}
