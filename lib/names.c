// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <limits.h>
#include <string.h>

#include "coresched.h"
#include "util.h"

static const char *const scope_names[] = {
	[CORESCHED_THREAD]        = "thread",
	[CORESCHED_PROCESS]       = "process",
	[CORESCHED_PROCESS_GROUP] = "process-group",
};

static const char *const support_names[] = {
	[CORESCHED_WORKS]        = "works",
	[CORESCHED_NO_SMT]       = "no-smt",
	[CORESCHED_NOT_BUILT_IN] = "not-built-in",
	[CORESCHED_BLOCKED]      = "blocked",
};

static const struct {
	int error;
	const char *meaning;
} meanings[] = {
	{ ESRCH,      "no such task" },
	{ ENOENT,     "no such cgroup" },
	{ EPERM,      "not permitted" },
	{ ENODEV,     "no core has a second hardware thread in use (SMT is absent or off)" },
	{ EOPNOTSUPP, "the kernel has no core scheduling (CONFIG_SCHED_CORE)" },
	{ ENOSYS,     "a sandbox (seccomp) keeps the call from the kernel" },
	{ ECANCELED,  "nothing was changed" },
	{ EREMOTEIO,  "some targets failed" },
	{ EPROTOTYPE, "it is a kernel thread" },
	{ EAGAIN,     "the target forked faster than it could be changed" },
	{ ESTALE,     "its id was reused for another task meanwhile" },
	{ EREMCHG,    "somebody else gave it another cookie meanwhile" },
	{ ENXIO,      "no cgroup v2 hierarchy is mounted" },
	{ EBUSY,      "the cgroup can't have processes of its own: its controllers or its type bar it" },
	{ EDQUOT,     "a limit on threads is reached (ulimit -u, pids.max)" },
	{ EREMOTE,    "some of its tasks are outside the caller's PID namespace, out of reach" },
	{ EXDEV,      "/proc shows another PID namespace than the caller's; mount its own there" },
	{ EUNATCH,    "the cpu controller is not on in the cgroup" },
	{ EDOM,       "the root cgroup can have no tag" },
	{ ENOPKG,     "this kernel can't; it takes one with the project's patches" },
	{ ENOKEY,     "the kernel's random pool is not ready, so that it can't show cookies yet" },
	{ ELIBACC,    "libtracefs and libtraceevent are needed to trace the scheduler" },
	{ EPROTONOSUPPORT, "the kernel does not describe the scheduler's events" },
	{ ENODATA,    "it has no cookie" },
	{ EADDRNOTAVAIL, "no task without a cookie can be read, and clearing copies from one" },
};

const char *coresched_scope_name(enum coresched_scope scope)
{
	return (size_t)scope < ARRAY_SIZE(scope_names) ? scope_names[scope] : NULL;
}

const char *coresched_support_name(enum coresched_support support)
{
	return (size_t)support < ARRAY_SIZE(support_names) ? support_names[support] : NULL;
}

int coresched_scope_parse(const char *name, enum coresched_scope *ret_scope)
{
	for (size_t i = 0; i < ARRAY_SIZE(scope_names); i++) {
		if (strcmp(name, scope_names[i]) != 0)
			continue;
		*ret_scope = (enum coresched_scope)i;
		return 0;
	}
	return -EINVAL;
}

const char *coresched_strerror(int error)
{
	const char *words;

	for (size_t i = 0; i < ARRAY_SIZE(meanings); i++)
		if (-meanings[i].error == error)
			return meanings[i].meaning;
	/* Not strerror(): it is neither thread-safe nor the same in every locale. */
	words = error < 0 && error > INT_MIN ? strerrordesc_np(-error) : NULL;
	return words ? words : "unknown error";
}
