// SPDX-License-Identifier: LGPL-2.1-or-later
/* The kernel's operations, one to one. */
#include <errno.h>

#include "support.h"
#include "sys.h"

static int change(enum sys_operation operation, pid_t id, enum coresched_scope scope)
{
	int r = sys_sched_core(operation, id, scope, NULL);

	return r < 0 ? support_error(operation, r) : 0;
}

static int get(enum sys_operation operation, pid_t tid, uint64_t *ret_answer)
{
	uint64_t answer;
	int r;

	r = sys_sched_core(operation, tid, CORESCHED_THREAD, &answer);
	if (r < 0)
		return support_error(operation, r);

	*ret_answer = answer;
	return 0;
}

int coresched_get(pid_t tid, uint64_t *ret_cookie)
{
	return get(SYS_GET, tid, ret_cookie);
}

int coresched_get_group(pid_t tid, uint64_t *ret_group)
{
	return get(SYS_GET_GROUP, tid, ret_group);
}

int coresched_get_effective(pid_t tid, uint64_t *ret_effective)
{
	return get(SYS_GET_EFFECTIVE, tid, ret_effective);
}

int coresched_is_sealed(pid_t tid)
{
	const uint64_t sealed = 1;	/* PR_SCHED_CORE_FLAG_SEALED */
	uint64_t flags = 0;
	int r = get(SYS_GET_FLAGS, tid, &flags);

	return r < 0 ? r : (flags & sealed) != 0;
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

int coresched_remove(pid_t id, enum coresched_scope scope)
{
	return change(SYS_CLEAR, id, scope);
}

int coresched_seal(pid_t id, enum coresched_scope scope)
{
	return change(SYS_SEAL, id, scope);
}
