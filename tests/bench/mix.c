// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mix COUNT
 *
 * COUNT each of tasks that spin, that are sent from CPU to CPU, that sleep and wake, and that fork, in a process group
 * of their own, which has the id of the first. All pause as spin does.
 */
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

enum { US = 1000, MS = 1000 * US };	/* in nanoseconds */

static void spin(long ns)
{
	for (long end = now() + ns; now() < end;)
		for (int i = 0; i < 4; i++)
			__builtin_ia32_pause();
}

static long between(long least, long most)
{
	return least + rand() % (most - least);
}

static void busy(void)
{
	spin(100L * MS);
}

static void wander(void)
{
	cpu_set_t set;

	/* One that is offline is refused: then it stays. */
	CPU_ZERO(&set);
	CPU_SET((size_t)(rand() % sysconf(_SC_NPROCESSORS_CONF)), &set);
	sched_setaffinity(0, sizeof(set), &set);
	spin(between(2 * MS, 20 * MS));
}

static void doze(void)
{
	usleep((useconds_t)between(200, 5000));
	spin(between(50 * US, 2 * MS));
}

static void multiply(void)
{
	pid_t pid = fork();

	if (pid < 0)
		err(1, "fork");
	if (pid == 0) {
		spin(between(100 * US, 2 * MS));
		_exit(0);
	}
	spin(between(50 * US, 1 * MS));
	if (waitpid(pid, NULL, 0) < 0)
		err(1, "waitpid");
}

static void (*const kinds[])(void) = { busy, wander, doze, multiply };

int main(int argc, char **argv)
{
	long kind, n;

	if (argc != 2)
		errx(2, "usage: mix COUNT");
	n = number(argv[1], 1) * 4;
	setpgid(0, 0);
	/* The first is the last of its kind. */
	while (--n > 0 && fork() > 0)
		;
	kind = n % 4;
	srand((unsigned int)n);
	for (;;)
		kinds[kind]();
}
