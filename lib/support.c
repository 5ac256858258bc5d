// SPDX-License-Identifier: LGPL-2.1-or-later
#include "support.h"

#include <errno.h>

#include "cgroup.h"
#include "sys.h"
#include "util.h"

enum coresched_support coresched_probe(void)
{
	uint64_t cookie;

	switch (sys_sched_core(SYS_GET, 0, CORESCHED_THREAD, &cookie)) {
	case 0:
	case -ENOKEY:
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

unsigned int coresched_features(void)
{
	static const struct {
		enum sys_operation operation;
		unsigned int feature;
	} features[] = {
		{ SYS_CLEAR,         CORESCHED_CAN_CLEAR },
		{ SYS_SEAL,          CORESCHED_CAN_SEAL },
		{ SYS_GET_EFFECTIVE, CORESCHED_CAN_GROUP },
	};
	unsigned int found = 0;

	for (size_t i = 0; i < ARRAY_SIZE(features); i++)
		if (sys_sched_core_has(features[i].operation))
			found |= features[i].feature;
	/* Where no cgroup has the cpu controller none has the file, yet it would. */
	if (found & CORESCHED_CAN_GROUP || cgroup_has_tags())
		found |= CORESCHED_CAN_TAG;
	return found;
}

int support_check(void)
{
	switch (coresched_probe()) {
	case CORESCHED_WORKS:
		/* All that lists tasks comes by here, and would take the numbers in a foreign /proc for others. */
		return sys_proc_is_foreign() ? -EXDEV : 0;
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
		/* Said of a kernel without the call, of one without the operation, and of a bad argument. */
		if (coresched_probe() == CORESCHED_NOT_BUILT_IN)
			return -EOPNOTSUPP;
		return operation < SYS_CLEAR || sys_sched_core_has(operation) ? -EINVAL : -ENOPKG;
	case -ENODEV:
	case -ESRCH:
	case -ENOMEM:
	case -ENOKEY:
		return error;
	default:
		/* The kernel says EPERM of a task out of reach; a filter may say anything, ENOSYS for one. */
		return is_blocked(operation) ? -ENOSYS : error;
	}
}
