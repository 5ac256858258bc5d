// SPDX-License-Identifier: LGPL-2.1-or-later
/* The kernel's four calls, one to one. */
#include <errno.h>

#include "support.h"
#include "sys.h"

static int change(enum sys_operation operation, pid_t id, enum coresched_scope scope)
{
	int r = sys_sched_core(operation, id, scope, NULL);

	return r < 0 ? support_error(operation, r) : 0;
}

int coresched_get(pid_t tid, uint64_t *ret_cookie)
{
	uint64_t cookie;
	int r;

	r = sys_sched_core(SYS_GET, tid, CORESCHED_THREAD, &cookie);
	if (r < 0)
		return support_error(SYS_GET, r);

	*ret_cookie = cookie;
	return 0;
}

int coresched_create(pid_t id, enum coresched_scope scope)
{
	return change(SYS_CREATE, id, scope);
}

int coresched_share_to(pid_t id, enum coresched_scope scope)
{
	return change(SYS_SHARE_TO, id, scope);
}

int coresched_share_from(pid_t tid)
{
	return change(SYS_SHARE_FROM, tid, CORESCHED_THREAD);
}
