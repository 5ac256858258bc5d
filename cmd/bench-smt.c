// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The switch for all second hardware threads. Off takes each of them off line, on brings all back, also those that were
 * off line before: so which were on line is kept too.
 * Source: Documentation/ABI/testing/sysfs-devices-system-cpu; kernel/cpu.c, cpuhp_smt_enable()
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench.h"
#include "file.h"

#define CPUS "/sys/devices/system/cpu/"

static const char control[] = CPUS "smt/control";

/* While others plug CPUs the kernel answers EBUSY. */
static int write_patiently(const char *path, const char *text)
{
	const struct timespec pause = { .tv_nsec = 100000000 };
	int r;

	for (int i = 0; i < 50; i++) {
		r = write_text(path, text);
		if (r != -EBUSY && r != -EAGAIN && r != -EINTR)
			break;
		nanosleep(&pause, NULL);
	}
	return r;
}

/* Whether a list such as "0-3,8" has the number. */
static bool has(const char *list, unsigned long cpu)
{
	while (*list) {
		char *end;
		unsigned long first = strtoul(list, &end, 10), last = first;

		if (*end == '-')
			last = strtoul(end + 1, &end, 10);
		if (cpu >= first && cpu <= last)
			return true;
		list = end + (*end != '\0');
	}
	return false;
}

static int put_back_offline(void)
{
	char now[sizeof(undo->online)], path[64];
	int r = read_text(CPUS "online", now, sizeof(now));

	for (unsigned long cpu = 0; cpu < 8192 && r == 0; cpu++) {
		if (!has(now, cpu) || has(undo->online, cpu))
			continue;
		snprintf(path, sizeof(path), CPUS "cpu%lu/online", cpu);
		r = write_patiently(path, "0");
	}
	return r;
}

int smt_read(char *text, size_t size)
{
	return read_text(control, text, size);
}

int smt_off(void)
{
	char before[sizeof(undo->smt)];
	int r;

	if (*undo->smt)
		return 0;	/* it is */
	r = smt_read(before, sizeof(before));
	if (r == 0)
		r = read_text(CPUS "online", undo->online, sizeof(undo->online));
	if (r < 0)
		return r;
	/* From here on it is to be undone. */
	memcpy(undo->smt, before, sizeof(before));
	return write_patiently(control, "off");
}

int smt_restore(void)
{
	int r;

	if (!*undo->smt)
		return 0;
	r = write_patiently(control, undo->smt);
	if (r == 0)
		r = put_back_offline();
	if (r == 0)
		*undo->smt = '\0';
	return r;
}
