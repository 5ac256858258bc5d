/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A kernel with core scheduling, as far as prctl(PR_SCHED_CORE) goes, for the tasks that really are on this machine: for
 * tests of the library linked with -Wl,--wrap=prctl. Errors can be put in, and things made to happen in between.
 */
#ifndef FAKE_KERNEL_H
#define FAKE_KERNEL_H

#include <stdint.h>
#include <sys/types.h>

enum {
	FAKE_GET, FAKE_CREATE, FAKE_SHARE_TO, FAKE_SHARE_FROM,
	FAKE_CLEAR = 64, FAKE_SEAL, FAKE_GET_GROUP, FAKE_GET_EFFECTIVE, FAKE_GET_FLAGS,
	FAKE_OPERATIONS
};

struct fake {
	int error[FAKE_OPERATIONS];	/* what an operation on another task fails with */
	int filter[FAKE_OPERATIONS];	/* what a sandbox answers before the kernel is asked */
	int patched;			/* whether it has the operations from 64 on */
	int absent;			/* what the kernel answers to everything: ENODEV, EINVAL */
	pid_t out_of_reach;		/* EPERM for this one */
	unsigned int calls[FAKE_OPERATIONS];
	/* Called before a change is done to @pid; and after. */
	void (*before)(pid_t pid);
	void (*after)(pid_t pid);
};

extern struct fake fake;

/* Start anew: no cookies, no errors. */
void fake_reset(void);

uint64_t fake_cookie(pid_t tid);
void fake_set_cookie(pid_t tid, uint64_t cookie);
void fake_set_group(pid_t tid, uint64_t group);

/* A child that waits to be killed, in a session of its own or in ours. */
pid_t fake_child(int own_session);
void fake_reap(pid_t child);

#endif
