// SPDX-License-Identifier: LGPL-2.1-or-later
#include "support.h"

#include <errno.h>

#include "sys.h"

enum coresched_support coresched_probe(void)
{
	uint64_t cookie;

	switch (sys_sched_core(SYS_GET, 0, CORESCHED_THREAD, &cookie)) {
	case 0:
		return CORESCHED_WORKS;
	case -ENODEV:
		return CORESCHED_NO_SMT;
	case -EINVAL:
		return CORESCHED_NOT_BUILT_IN;
	default:
		/* A task may always read itself, so the kernel has not been asked. */
		return CORESCHED_BLOCKED;
	}
}

int support_check(void)
{
	switch (coresched_probe()) {
	case CORESCHED_WORKS:
		return 0;
	case CORESCHED_NO_SMT:
		return -ENODEV;
	case CORESCHED_NOT_BUILT_IN:
		return -EOPNOTSUPP;
	default:
		return -ENOSYS;
	}
}

static bool is_blocked(enum sys_operation operation)
{
	int r = sys_sched_core_refused(operation);

	return r != -EINVAL && r != -ENODEV;
}

int support_error(enum sys_operation operation, int error)
{
	switch (error) {
	case -EINVAL:
		/* Said both of a kernel without the call and of a bad argument. */
		return coresched_probe() == CORESCHED_NOT_BUILT_IN ? -EOPNOTSUPP : -EINVAL;
	case -ENODEV:
	case -ESRCH:
	case -ENOMEM:
		return error;
	default:
		/* The kernel says EPERM of a task out of reach; a filter may say anything, ENOSYS for one. */
		return is_blocked(operation) ? -ENOSYS : error;
	}
}
