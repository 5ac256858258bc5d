// SPDX-License-Identifier: GPL-2.0-or-later
#include "seal.h"

#include <errno.h>

#include "util.h"

/* Returns whether it had to be sealed: 1, 0 also when it is gone, or -errno. */
static int seal_one(pid_t tid)
{
	int r = coresched_is_sealed(tid);

	if (r == 0) {
		r = coresched_seal(tid, CORESCHED_THREAD);
		return r < 0 && r != -ESRCH ? r : r == 0;
	}
	return r < 0 && r != -ESRCH ? r : 0;
}

int seal_target(const struct coresched_target *target, pid_t *ret_tid)
{
	/* Children of a sealed task are sealed, so only those of the tasks that were not yet can be new. */
	for (int passes = 100; passes; passes--) {
		autofree struct coresched_task *tasks = NULL;
		int sealed = 0, done = 0, r;
		size_t n;

		*ret_tid = 0;
		r = coresched_scan(target, CORESCHED_SCAN_ALL, &tasks, &n);
		if (r < 0)
			return r;
		for (size_t i = 0; i < n; i++) {
			/* Kernel threads for one were left alone. */
			if (tasks[i].error || (!tasks[i].cookie && !tasks[i].group))
				continue;
			r = seal_one(tasks[i].tid);
			if (r < 0) {
				*ret_tid = tasks[i].tid;
				return r;
			}
			sealed++;
			done += r;
		}
		if (!done)
			return sealed;
	}
	return -EAGAIN;
}
