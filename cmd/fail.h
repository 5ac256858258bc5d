/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The one place where errors are spoken: what failed, to what, why, and what to do. */
#ifndef FAIL_H
#define FAIL_H

#include <errno.h>
#include <stdbool.h>
#include <sys/types.h>

#define PRINTF(format_at, first) __attribute__((format(printf, format_at, first)))

/* Print "coreschedctl: WHAT: WHY; REMEDY" for an error of the library. Returns the exit status that fits. */
int fail(int error, const char *what, ...) PRINTF(2, 3);

/* The same, where one task stood in the way: an EPERM is explained for it. */
int fail_task(int error, pid_t tid, const char *what, ...) PRINTF(3, 4);

/* What the caller asked for makes no sense. Returns EXIT_USAGE. */
int fail_usage(const char *what, ...) PRINTF(1, 2);

/* "coreschedctl: " and a line on stderr: something to know that is no failure. */
void note(const char *what, ...) PRINTF(1, 2);

/* Whether an error means that core scheduling can't be used here at all. */
bool is_unsupported(int error);

/* See to it that the exit status is EXIT_FAILED when what was printed did not arrive (a full disk). */
void watch_output(void);

#endif
