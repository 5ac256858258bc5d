/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef JOB_H
#define JOB_H

enum { FAILED = 125 };	/* the exit status for faults of ours and of the guest */

void die(const char *fmt, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* Tells the guest what to run, and makes a terminal on stdin raw if the guest has one for it. */
void job_send(int to, const char *tree, char *const *command);

void job_resize(int to);
void job_restore_terminal(void);

#endif
