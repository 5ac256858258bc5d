/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One job of coresched_tag(), coresched_share() or coresched_clear(): change.c finds the cookie, member.c gives it to one target. */
#ifndef CHANGE_H
#define CHANGE_H

#include "target.h"

struct job {
	enum { JOB_TAG, JOB_SHARE, JOB_CLEAR } what;
	pid_t from;		/* of JOB_SHARE */
	unsigned int flags;
	pid_t self;		/* the helper thread, which is in no target */
	bool create;		/* the cookie is made by the change of the only target itself */
	bool remove;		/* the kernel can clear by itself */
	bool seals_hold;	/* against the caller */
	bool many;		/* more targets than there should be descriptors */
	bool known;		/* @cookie is */
	uint64_t cookie;	/* what all shall have */
};

/* One target, while it is worked on. */
struct member {
	struct coresched_target target;	/* a thread's id that was given as a PID is replaced by the process's */
	struct coresched_result *result;
	struct tasks tasks;	/* the latest list, with cookies */
	uint64_t listed;	/* when all in it had been born, in clock ticks since boot */
	pid_t last_id;		/* what proc_last_id() said before */
	size_t lost;		/* tasks that exited between the list and their turn to be read */
	int pidfd;		/* of a process named by its PID, where that can be had, or -1 */
	uint64_t started;	/* without a descriptor: when what its number names was born */
};

/* In the place of a task's error: it got the cookie from us. */
enum { MEMBER_CHANGED = 1 };

static inline bool member_has_cookie(const struct job *job, const struct coresched_task *task)
{
	return job->known && task->cookie == job->cookie;
}

/* Whether it is one process or thread, named by its number. */
bool member_is_named(const struct member *member);

/* Whether that number names another by now. */
bool member_is_another(const struct member *member);

/* Put an error into the result, if there is none yet. */
void member_fail(struct member *member, int error, pid_t tid);

/* Make a new list, with cookies. The old one is the caller's, who releases it. */
int member_list(const struct job *job, struct member *member);

/* The same of those that are not in @known and were born since it was last listed, or just before. */
int member_list_new(const struct job *job, struct member *member, const struct tasks *known);

/* How often to look for those born since, when all others are done. */
enum { LOOKS_FOR_NEW = 1000 };

/* Whether tasks were born since it was listed. When none was, no number names another. */
bool member_has_news(const struct member *member);

/* Read the cookies of the list as it is. */
int member_read(const struct job *job, struct member *member);

/* Take kernel threads off the list, unless they are wanted. Returns how many. */
int member_leave_kernel_threads(const struct job *job, struct member *member);

/* See whether all of the target may be changed. What stands in the way is put into the result. */
int member_check(struct job *job, struct member *member);

/* Whether one call of the kernel changes all of the target. */
bool member_is_one_call(const struct coresched_target *target);

/* Change what does not have the cookie until nothing is left. Returns an error only when no call can be made at all. */
int member_settle(struct job *job, struct member *member);

/* Make the list those who have the cookie (in a dry run: who would have), and count them into the result. */
void member_count(const struct job *job, struct member *member);

void member_release(struct member *member);

#endif
