// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The kernel gives tasks a fresh cookie, or that of the calling thread. So that the caller's own cookie takes no
 * part, all work is done in a thread made for it: it takes the cookie on, hands it out, and ends. The patched kernel
 * can also take a cookie off by itself, and then no task without one is needed.
 */
#include "change.h"

#include <errno.h>
#include <string.h>

#include "proc.h"
#include "support.h"
#include "sys.h"
#include "util.h"

struct work {
	struct job job;
	struct member *members;
	size_t n;
};

static int read_own(uint64_t *ret_cookie)
{
	return coresched_get(0, ret_cookie);
}

/* Take on another task's cookie, and see what it is now: the other may have changed in between. */
static int pull(pid_t tid, uint64_t *ret_cookie)
{
	int r = coresched_share_from(tid);

	return r < 0 ? r : read_own(ret_cookie);
}

static bool pull_nothing(pid_t tid)
{
	uint64_t cookie;

	return coresched_get(tid, &cookie) == 0 && !cookie && pull(tid, &cookie) == 0 && !cookie;
}

/* Get rid of the cookie that this thread inherited. The first process has none as a rule. */
static int become_bare(void)
{
	autoclosedir DIR *proc = NULL;
	uint64_t cookie;
	pid_t pid;
	int r;

	r = read_own(&cookie);
	if (r < 0 || !cookie)
		return r;
	if (pull_nothing(1))
		return 0;
	r = sys_opendir("/proc", &proc);
	if (r < 0)
		return r;
	while ((r = sys_next_id(proc, &pid)) > 0)
		if (pull_nothing(pid))
			return 0;
	/* Rather the reason, when no thread may pull at all. */
	r = sys_sched_core_refused(SYS_SHARE_FROM);
	return r == -EINVAL ? -EADDRNOTAVAIL : support_error(SYS_SHARE_FROM, r);
}

/* Take the cookie on that all shall have. */
static int take_on(struct job *job)
{
	int r;

	switch (job->what) {
	case JOB_TAG:
		r = coresched_create(0, CORESCHED_THREAD);
		if (r == 0)
			r = read_own(&job->cookie);
		break;
	case JOB_SHARE:
		r = pull(job->from, &job->cookie);
		break;
	default:
		job->cookie = 0;
		r = become_bare();
	}
	if (r < 0)
		return r;
	/* No cookie where there must be one would take the protection off. */
	if (job->what != JOB_CLEAR && !job->cookie)
		return -ENODATA;
	job->known = true;
	return 0;
}

/* What is known of the cookie before anything is done. */
static int foresee(struct job *job)
{
	int r;

	if (job->what == JOB_SHARE) {
		r = job->from > 0 ? coresched_get(job->from, &job->cookie) : -ESRCH;
		if (r < 0)
			return r;
		if (!job->cookie)
			return -ENODATA;
	}
	job->known = job->what != JOB_TAG;
	return 0;
}

static int check(struct work *work)
{
	bool denied = false;
	size_t there = 0;
	int r;

	for (size_t i = 0; i < work->n; i++) {
		struct member *member = &work->members[i];

		r = member_check(&work->job, member);
		if (r < 0)
			return r;
		if (!member->result->error)
			there++;
		else if (!proc_is_gone(member->result->error))
			denied = true;
	}
	return denied || !there ? -ECANCELED : 0;
}

static int settle(struct work *work)
{
	struct job *job = &work->job;
	int r;

	job->create = job->what == JOB_TAG && work->n == 1 && member_is_one_call(&work->members[0].target);
	job->remove = job->what == JOB_CLEAR && sys_sched_core_has(SYS_CLEAR);
	if (!job->create && !job->remove) {
		r = take_on(job);
		if (r < 0)
			return r;
	}
	for (size_t i = 0; i < work->n; i++) {
		if (work->members[i].result->error)
			continue;
		r = member_settle(job, &work->members[i]);
		if (r < 0)
			return r;
	}
	return 0;
}

static int run(void *arg)
{
	struct work *work = arg;
	bool failed = false;
	int r;

	work->job.self = sys_gettid();
	work->job.seals_hold = sys_sched_core_has(SYS_GET_FLAGS) && !proc_is_administrator();
	r = support_check();
	if (r == 0)
		r = foresee(&work->job);
	if (r == 0)
		r = check(work);
	if (r == 0 && !(work->job.flags & CORESCHED_DRY_RUN))
		r = settle(work);
	if (r < 0)
		return r;

	for (size_t i = 0; i < work->n; i++) {
		failed = failed || work->members[i].result->error;
		member_count(&work->job, &work->members[i]);
	}
	return failed ? -EREMOTEIO : 0;
}

/* With a descriptor for each of more, a caller might run out of them. */
enum { MANY_TARGETS = 256 };

static int change(struct job job, const struct coresched_target *targets, size_t n,
		  struct coresched_result *results, uint64_t *ret_cookie)
{
	struct work work = { .job = job, .n = n };
	int r;

	work.job.many = n > MANY_TARGETS;
	if (!n || job.flags & ~(CORESCHED_DRY_RUN | CORESCHED_KERNEL_THREADS))
		return -EINVAL;
	memset(results, 0, n * sizeof(*results));
	work.members = calloc(n, sizeof(*work.members));
	if (!work.members)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++)
		work.members[i] = (struct member) { .target = targets[i], .result = &results[i], .pidfd = -1 };

	r = sys_run_aside(run, &work);
	for (size_t i = 0; i < n; i++)
		member_release(&work.members[i]);
	free(work.members);
	if (ret_cookie && (r == 0 || r == -EREMOTEIO))
		*ret_cookie = work.job.cookie;
	return r;
}

int coresched_tag(const struct coresched_target *targets, size_t n, unsigned int flags,
		  struct coresched_result *results, uint64_t *ret_cookie)
{
	return change((struct job) { .what = JOB_TAG, .flags = flags }, targets, n, results, ret_cookie);
}

int coresched_share(pid_t from, const struct coresched_target *targets, size_t n, unsigned int flags,
		    struct coresched_result *results, uint64_t *ret_cookie)
{
	return change((struct job) { .what = JOB_SHARE, .from = from, .flags = flags },
		      targets, n, results, ret_cookie);
}

int coresched_clear(const struct coresched_target *targets, size_t n, unsigned int flags,
		    struct coresched_result *results)
{
	return change((struct job) { .what = JOB_CLEAR, .flags = flags }, targets, n, results, NULL);
}
