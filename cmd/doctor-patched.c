// SPDX-License-Identifier: GPL-2.0-or-later
/* What the project's patches add to the kernel. */
#include <stddef.h>

#include <coresched.h>

#include "doctor.h"

#define GET_IT "build it with 'kernel/build --flavour patched --deb' of this project, and boot it"

static void check_feature(struct finding *f, unsigned int feature, const char *there, const char *missing)
{
	if (coresched_features() & feature)
		found(f, DOCTOR_OK, NULL, "%s", there);
	/* Without SMT the kernel does not say what it has. */
	else if (coresched_probe() != CORESCHED_NO_SMT)
		found(f, DOCTOR_WARN, GET_IT, "not available: %s", missing);
}

static void check_tags(const char *name, struct finding *f)
{
	(void)name;
	check_feature(f, CORESCHED_CAN_TAG, "cgroups can have tags, which cover tasks that move in later",
		      "cgroup tags, which cover tasks that move in later, need the patched kernel");
}

static void check_clear(const char *name, struct finding *f)
{
	(void)name;
	check_feature(f, CORESCHED_CAN_CLEAR, "the kernel takes cookies off by itself",
		      "without the patched kernel, 'clear' needs a task that has no cookie");
}

static void check_kernel_seal(const char *name, struct finding *f)
{
	(void)name;
	check_feature(f, CORESCHED_CAN_SEAL, "the kernel can seal tasks itself",
		      "sealing a running task needs the patched kernel; 'spawn --seal' does without");
}

const struct check doctor_patched_checks[] = {
	{ "cgroup-tags", check_tags },
	{ "clear",       check_clear },
	{ "kernel-seal", check_kernel_seal },
	{ NULL, NULL }
};
