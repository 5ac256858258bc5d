// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>

#include "cgroup.h"
#include "sys.h"
#include "util.h"

/* The first of @tasks when all but the caller have one cookie in common, else NULL. */
static const struct coresched_task *common_cookie(const struct coresched_task *tasks, size_t n)
{
	const struct coresched_task *first = NULL;

	for (size_t i = 0; i < n; i++) {
		if (tasks[i].pid == getpid())
			continue;
		if (tasks[i].error || !tasks[i].cookie || (first && tasks[i].cookie != first->cookie))
			return NULL;
		if (!first)
			first = &tasks[i];
	}
	return first;
}

/* Returns -ESTALE when the cookie could not be had any more from the task that had it. */
static int take_cookie(const struct coresched_target *cgroup)
{
	autofree struct coresched_task *tasks = NULL;
	const struct coresched_task *common;
	uint64_t cookie;
	size_t n;
	int r;

	r = coresched_scan(cgroup, CORESCHED_SCAN_ALL, &tasks, &n);
	if (r < 0)
		return r;
	common = common_cookie(tasks, n);
	if (!common)
		return coresched_create(0, CORESCHED_THREAD);
	r = coresched_share_from(common->tid);
	if (r == -ESRCH)
		return -ESTALE;
	if (r == 0)
		r = coresched_get(0, &cookie);
	if (r < 0)
		return r;
	return cookie == common->cookie ? 0 : -ESTALE;
}

int coresched_cgroup_join(const char *cgroup)
{
	const struct coresched_target target = { .kind = CORESCHED_TARGET_CGROUP, .cgroup = cgroup };
	autoclose int lock = cgroup_lock(cgroup);
	int r;

	if (lock < 0)
		return lock;
	/* Each round is caused by a task that exits or changes between two system calls, so there are few. */
	do
		r = take_cookie(&target);
	while (r == -ESTALE);
	/* Last, so that the cgroup never holds a task without the cookie. */
	return r < 0 ? r : coresched_cgroup_attach(cgroup, 0);
}
