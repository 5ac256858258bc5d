// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * toggle NAME RUNS FILE
 *
 * Writes 1 and 0 to a cgroup's cpu.core_tag, RUNS times each. Prints the median time of a write in nanoseconds:
 *	on-NAME NANOSECONDS
 *	off-NAME NANOSECONDS
 */
#include <fcntl.h>
#include <unistd.h>

#include "bench.h"

static long timed_write(int fd, const char *text)
{
	long start = now();

	if (pwrite(fd, text, 1, 0) != 1)
		err(1, "write %s", text);
	return now() - start;
}

int main(int argc, char **argv)
{
	long runs, *on, *off;
	int fd;

	if (argc != 4)
		errx(2, "usage: toggle NAME RUNS FILE");
	runs = number(argv[2], 1);
	on = calloc((size_t)runs, sizeof(*on));
	off = calloc((size_t)runs, sizeof(*off));
	fd = open(argv[3], O_WRONLY | O_CLOEXEC);
	if (!on || !off || fd < 0)
		err(1, "%s", argv[3]);
	for (long i = 0; i < runs; i++) {
		on[i] = timed_write(fd, "1");
		off[i] = timed_write(fd, "0");
	}
	printf("on-%s %ld\noff-%s %ld\n", argv[1], median(on, runs), argv[1], median(off, runs));
	return 0;
}
