// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The kernel asks for ptrace access (PTRACE_MODE_READ_REALCREDS) before it lets a cookie be read or set, and
 * answers EPERM whichever rule failed. Here the rules are gone through again by what /proc shows to
 * everybody. Yama is none of them: it limits attaching alone.
 * Source: kernel/ptrace.c, __ptrace_may_access(); security/commoncap.c, cap_ptrace_access_check()
 */
#include "explain.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <coresched.h>

#include "confine.h"
#include "file.h"
#include "util.h"

struct task_rights {
	unsigned int uid[3], gid[3];	/* real, effective, saved */
	uint64_t capabilities;		/* permitted */
	bool dumpable;
	char user_namespace[512];	/* its map of users: the namespace itself is hidden from those without access */
};

static const char *const id_names[] = { "real", "effective", "saved" };

static bool read_rights(const char *task, struct task_rights *rights)
{
	char path[64], status[4096];
	const char *uids, *gids, *capabilities;
	struct stat st;

	snprintf(path, sizeof(path), "/proc/%s/status", task);
	/* The kernel gives this file to root when the task is not dumpable. */
	if (read_text(path, status, sizeof(status)) < 0 || stat(path, &st) < 0)
		return false;
	/* The name is the first line, with newlines escaped: it can't pass for one of these. */
	uids = strstr(status, "\nUid:");
	gids = strstr(status, "\nGid:");
	capabilities = strstr(status, "\nCapPrm:");
	if (!uids || !gids || !capabilities ||
	    sscanf(uids + 5, "%u %u %u", &rights->uid[0], &rights->uid[1], &rights->uid[2]) != 3 ||
	    sscanf(gids + 5, "%u %u %u", &rights->gid[0], &rights->gid[1], &rights->gid[2]) != 3 ||
	    sscanf(capabilities + 8, "%" SCNx64, &rights->capabilities) != 1)
		return false;
	rights->dumpable = st.st_uid == rights->uid[1];

	snprintf(path, sizeof(path), "/proc/%s/uid_map", task);
	return read_text(path, rights->user_namespace, sizeof(rights->user_namespace)) == 0;
}

static char *__attribute__((format(printf, 1, 2))) sentence(const char *format, ...)
{
	char *text = NULL;
	va_list ap;

	va_start(ap, format);
	if (vasprintf(&text, format, ap) < 0)
		text = NULL;
	va_end(ap);
	return text;
}

/* The caller has CAP_SYS_PTRACE, and yet it did not suffice. */
static char *explain_beyond_capability(const struct task_rights *task, const struct task_rights *self)
{
	if (strcmp(task->user_namespace, self->user_namespace) != 0)
		return sentence("it is in a user namespace where your CAP_SYS_PTRACE does not count");
	return sentence("you have CAP_SYS_PTRACE, so a security module (LSM) or a Landlock sandbox forbids it");
}

char *explain_eperm(pid_t tid)
{
	struct task_rights task, self;
	char id[16];

	if (coresched_is_sealed(tid) == 1)
		return sentence("it is sealed, so you need CAP_SYS_ADMIN in the initial user namespace");
	snprintf(id, sizeof(id), "%d", tid);
	if (!read_rights(id, &task) || !read_rights("self", &self))
		return sentence("CAP_SYS_PTRACE in its user namespace is what it takes");
	if (confine_may_ptrace() == 1)
		return explain_beyond_capability(&task, &self);

	for (size_t i = 0; i < ARRAY_SIZE(id_names); i++) {
		if (task.uid[i] != self.uid[0])
			return sentence("its %s user id is %u and your real one %u, so you need CAP_SYS_PTRACE",
					id_names[i], task.uid[i], self.uid[0]);
		if (task.gid[i] != self.gid[0])
			return sentence("its %s group id is %u and your real one %u, so you need CAP_SYS_PTRACE",
					id_names[i], task.gid[i], self.gid[0]);
	}
	if (!task.dumpable)
		return sentence("it is not dumpable, see prctl(2), so even its own user needs CAP_SYS_PTRACE");
	if (strcmp(task.user_namespace, self.user_namespace) != 0)
		return sentence("it is in another user namespace, where you need CAP_SYS_PTRACE");
	if (task.capabilities & ~self.capabilities)
		return sentence("it has capabilities that you have not, so you need CAP_SYS_PTRACE");
	return sentence("a security module (LSM) or a Landlock sandbox forbids it");
}
