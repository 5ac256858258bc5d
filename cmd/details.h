/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What /proc says of a task beside its cookie. */
#ifndef DETAILS_H
#define DETAILS_H

#include <stddef.h>
#include <sys/types.h>

struct details {
	int proc;		/* a path from here costs the kernel a quarter less than one from the root */
	char *file;		/* what was read last */
	struct user *users;	/* the names looked up so far */
	size_t n_users;
};

/* Returns 0 or -errno. */
int details_open(struct details *details);
void details_close(struct details *details);

/*
 * Each takes the id of a process or a thread, and returns 0 or -errno: -ESRCH when it is gone. What a string
 * points to is good until the next call.
 */
int details_command(struct details *details, pid_t id, const char **ret_command);
int details_cgroup(struct details *details, pid_t id, const char **ret_cgroup);	/* -ENOENT without cgroup v2 */
int details_cpu(struct details *details, pid_t id, unsigned int *ret_cpu);
int details_user(struct details *details, pid_t id, const char **ret_user);	/* by effective user id */
int details_threads(struct details *details, pid_t pid, size_t *ret_threads);

#endif
