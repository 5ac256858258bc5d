// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * switches
 *
 * What the scheduler's ordinary work costs, on one hardware thread: a line "NAME-STATE NANOSECONDS" for each
 *	pipe	a switch between two tasks that write to each other by pipes
 *	fork	a fork, with the exit and the wait that belong to it
 *	vfork	the same without an address space of its own, which leaves little but the scheduler and cgroups
 *	wake	the write() that wakes a task, which then has to wait for its turn
 * while nobody has a cookie ("off"), somebody else has one ("elsewhere"), and all tasks measured share one ("cookie").
 *
 * The median of many short rounds, of which few have a tick in them.
 */
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

enum { ROUNDS = 501 };

static void move_byte(int fd, ssize_t (*move)(int, void *, size_t))
{
	char byte = 0;

	if (move(fd, &byte, 1) != 1)
		err(1, "pipe");
}

static ssize_t put(int fd, void *bytes, size_t n)
{
	return write(fd, bytes, n);
}

static pid_t forked(void)
{
	pid_t pid = fork();

	if (pid < 0)
		err(1, "fork");
	if (pid == 0 && prctl(PR_SET_PDEATHSIG, SIGKILL) < 0)
		err(1, "prctl");
	return pid;
}

static void end(pid_t pid)
{
	kill(pid, SIGKILL);
	if (waitpid(pid, NULL, 0) != pid)
		err(1, "waitpid");
}

/* A peer that answers each byte that comes in; without a way out it only takes them. */
static pid_t start_peer(int ret_pipe[2], int out)
{
	pid_t pid;

	if (pipe(ret_pipe) < 0)
		err(1, "pipe");
	pid = forked();
	if (pid > 0)
		return pid;
	for (;;) {
		move_byte(ret_pipe[0], read);
		if (out >= 0)
			move_byte(out, put);
	}
}

static long median_of(long (*round)(int there, int back), int there, int back)
{
	long times[ROUNDS];

	for (int i = 0; i < ROUNDS; i++)
		times[i] = round(there, back);
	return median(times, ROUNDS);
}

static long switches(int there, int back)
{
	enum { TIMES = 5 };
	long start = now();

	for (int i = 0; i < TIMES; i++) {
		move_byte(there, put);
		move_byte(back, read);
	}
	return (now() - start) / (2 * TIMES);
}

static void await(pid_t pid)
{
	if (pid < 0 || waitpid(pid, NULL, 0) != pid)
		err(1, "fork");
}

static long birth(bool own_memory)
{
	long start = now();
	pid_t pid = own_memory ? fork() : vfork();

	if (pid == 0)
		_exit(0);
	await(pid);
	return now() - start;
}

static long forks(int there, int back)
{
	(void)there, (void)back;
	return birth(true);
}

static long vforks(int there, int back)
{
	(void)there, (void)back;
	return birth(false);
}

static long wake_up(int there, int back)
{
	const struct timespec its_turn = { .tv_nsec = 1000000 };
	long start;

	(void)back;
	nanosleep(&its_turn, NULL);
	start = now();
	move_byte(there, put);
	return now() - start;
}

static void measure(const char *state)
{
	const struct sched_param none = { 0 };
	int answers[2], there[2];
	pid_t peer;

	if (pipe(answers) < 0)
		err(1, "pipe");
	peer = start_peer(there, answers[1]);
	printf("pipe-%s %ld\n", state, median_of(switches, there[1], answers[0]));
	end(peer);
	printf("fork-%s %ld\n", state, median_of(forks, -1, -1));
	printf("vfork-%s %ld\n", state, median_of(vforks, -1, -1));

	/* One that never takes the hardware thread from who wakes it. */
	peer = start_peer(there, -1);
	if (sched_setscheduler(peer, SCHED_IDLE, &none) < 0)
		err(1, "sched_setscheduler");
	printf("wake-%s %ld\n", state, median_of(wake_up, there[1], -1));
	end(peer);
	fflush(stdout);
}

int main(void)
{
	cpu_set_t set;
	pid_t other;

	CPU_ZERO(&set);
	CPU_SET(1, &set);
	if (sched_setaffinity(0, sizeof(set), &set) < 0)
		err(1, "sched_setaffinity");

	measure("off");
	other = forked();
	if (other == 0)
		for (;;)
			pause();
	change_cookie(PR_SCHED_CORE_CREATE, other, PR_SCHED_CORE_SCOPE_THREAD);
	measure("elsewhere");
	change_cookie(PR_SCHED_CORE_CREATE, 0, PR_SCHED_CORE_SCOPE_THREAD);
	measure("cookie");
	end(other);
	return 0;
}
