/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the programs of the benchmark have in common. */
#ifndef BENCH_H
#define BENCH_H

#include <err.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <time.h>

static inline long number(const char *text, long least)
{
	char *end;
	long n = strtol(text, &end, 10);

	if (end == text || *end || n < least)
		errx(2, "not a number from %ld on: %s", least, text);
	return n;
}

/* In nanoseconds. */
static inline long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000L + t.tv_nsec;
}

static inline int later(const void *a, const void *b)
{
	long x = *(const long *)a, y = *(const long *)b;

	return (x > y) - (x < y);
}

static inline long median(long *times, long n)
{
	qsort(times, (size_t)n, sizeof(*times), later);
	return times[n / 2];
}

static inline void change_cookie(int operation, pid_t id, int scope)
{
	if (prctl(PR_SCHED_CORE, operation, id, scope, 0) < 0)
		err(1, "prctl(PR_SCHED_CORE, %d, %d, %d)", operation, id, scope);
}

/* False when there is no such task. */
static inline int read_cookie(pid_t tid, uint64_t *ret_cookie)
{
	if (prctl(PR_SCHED_CORE, PR_SCHED_CORE_GET, tid, PR_SCHED_CORE_SCOPE_THREAD, ret_cookie) == 0)
		return 1;
	if (errno != ESRCH)
		err(1, "cannot read the cookie of %d", tid);
	return 0;
}

static inline long pid_max(void)
{
	FILE *file = fopen("/proc/sys/kernel/pid_max", "re");
	long max;

	if (!file || fscanf(file, "%ld", &max) != 1)
		err(1, "pid_max");
	fclose(file);
	return max;
}

#endif
