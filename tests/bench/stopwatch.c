// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * stopwatch RUNS PAUSE COMMAND [ARG...]
 *
 * Prints the median time of RUNS runs of COMMAND from start to end, PAUSE milliseconds apart, in nanoseconds, and the
 * most memory that one had resident, in KiB. Runs stay silent: their standard output is /dev/null. All must succeed.
 *
 * To repeat to a percent, all runs stay on one hardware thread and have the same addresses.
 */
#include <fcntl.h>
#include <sched.h>
#include <spawn.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

static void hold_still(void)
{
	cpu_set_t set;
	int cpu = sched_getcpu();

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (cpu < 0 || sched_setaffinity(0, sizeof(set), &set) < 0)
		err(1, "sched_setaffinity");
	if (personality(ADDR_NO_RANDOMIZE) < 0)
		err(1, "personality");
}

/* posix_spawn() is vfork(): what it costs does not depend on our own size. */
static long run(char **command, const posix_spawn_file_actions_t *silent, long *memory)
{
	struct rusage usage;
	int r, status;
	long start = now();
	pid_t pid;

	r = posix_spawnp(&pid, *command, silent, NULL, command, environ);
	if (r != 0)
		errx(127, "%s cannot be run (%d)", *command, r);
	if (wait4(pid, &status, 0, &usage) < 0)
		err(1, "wait4");
	start = now() - start;
	if (status != 0)
		errx(1, "%s failed: status %#x", *command, (unsigned int)status);
	if (usage.ru_maxrss > *memory)
		*memory = usage.ru_maxrss;
	return start;
}

int main(int argc, char **argv)
{
	posix_spawn_file_actions_t silent;
	long runs, pause, memory = 0, *times;

	if (argc < 4)
		errx(2, "usage: stopwatch RUNS PAUSE COMMAND [ARG...]");
	runs = number(argv[1], 1);
	pause = number(argv[2], 0);
	times = calloc((size_t)runs, sizeof(*times));
	if (!times)
		err(1, "calloc");
	posix_spawn_file_actions_init(&silent);
	posix_spawn_file_actions_addopen(&silent, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);

	hold_still();
	run(argv + 3, &silent, &memory);	/* brings the files into the page cache */
	for (long i = 0; i < runs; i++) {
		usleep((useconds_t)pause * 1000);
		times[i] = run(argv + 3, &silent, &memory);
	}
	printf("%ld %ld\n", median(times, runs), memory);
	return 0;
}
