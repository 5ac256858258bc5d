// SPDX-License-Identifier: GPL-2.0-or-later
/* Loads for a quick look. Each lasts as long as it is told, and prints what it came to as "NAME: NUMBER". */
#include <errno.h>
#include <math.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <coresched.h>

#include "bench.h"
#include "util.h"

/* What the tasks of a copy come to together. */
struct tally {
	_Atomic uint64_t count;		/* of what the load is about */
	_Atomic uint64_t stacked;	/* of these, the wake-ups on the hardware thread that the waker ran on */
	_Atomic uint64_t late;		/* nanoseconds, in all */
};

static struct tally *tally;
static uint64_t deadline;	/* nanoseconds */

static void need(bool ok, const char *what)
{
	if (ok)
		return;
	printf("%s: %s\n", what, strerror(errno));
	exit(1);
}

static uint64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* As a spinning lock does: it gives the sibling more of the core, and emulated siblings their turn. */
static void rest(void)
{
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ volatile("yield");
#endif
}

static void spin(size_t task)
{
	uint64_t turns = 0;

	(void)task;
	do {
		for (volatile int n = 0; n < 1000; n++)
			if (n % 250 == 0)
				rest();
		turns++;
	} while (now() < deadline);
	tally->count += turns;
}

/* Send the number of our CPU to the other side, which answers with its own. */
static void ping(int in, int out)
{
	uint64_t count = 0, stacked = 0;
	int here, there;

	do {
		here = sched_getcpu();
		need(write(out, &here, sizeof(here)) == sizeof(here) &&
		     read(in, &there, sizeof(there)) == sizeof(there), "pipe");
		count += 2;
		stacked += 2 * (there == sched_getcpu());
	} while (now() < deadline);
	tally->count += count;
	tally->stacked += stacked;
}

static void pong(int in, int out)
{
	int here, there;

	while (read(in, &there, sizeof(there)) == sizeof(there)) {
		here = sched_getcpu();
		if (write(out, &here, sizeof(here)) != sizeof(here))
			return;
	}
}

static void pin(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	need(sched_setaffinity(0, sizeof(set), &set) == 0, "sched_setaffinity");
}

/* Play ping-pong on two CPUs, or anywhere. */
static void play(const int *cpus)
{
	int there[2], back[2];
	pid_t other;

	need(pipe(there) == 0 && pipe(back) == 0, "pipe");
	fflush(stdout);
	other = fork();
	need(other >= 0, "fork");
	if (cpus)
		pin(cpus[other == 0]);
	if (other == 0) {
		close(there[1]);
		close(back[0]);
		pong(there[0], back[1]);
		_exit(0);
	}
	ping(back[0], there[1]);
	close(there[1]);
	waitpid(other, NULL, 0);
}

/* The CPUs that we may use, by core. */
static size_t usable(struct coresched_cpu **ret_cpus)
{
	struct coresched_cpu *cpus = NULL;
	size_t n = 0, kept = 0;
	cpu_set_t set;

	need(sched_getaffinity(0, sizeof(set), &set) == 0, "sched_getaffinity");
	need(coresched_topology(&cpus, &n) == 0, "the topology can't be read");
	for (size_t i = 0; i < n; i++)
		if (CPU_ISSET((size_t)cpus[i].cpu, &set))
			cpus[kept++] = cpus[i];
	need(kept > 0, "no CPU");
	*ret_cpus = cpus;
	return kept;
}

/* Each task its core: two of its hardware threads, or one twice where there is no second. */
static void choose_cpus(size_t task, int ret_cpus[2])
{
	autofree struct coresched_cpu *cpus = NULL;
	size_t n = usable(&cpus), cores = 1, i, core = 0;

	for (i = 1; i < n; i++)
		cores += cpus[i].core != cpus[i - 1].core;
	for (i = 0; core < task % cores; i++)
		core += cpus[i + 1].core != cpus[i].core;
	ret_cpus[0] = cpus[i].cpu;
	ret_cpus[1] = cpus[i + (i + 1 < n && cpus[i + 1].core == cpus[i].core)].cpu;
}

static void play_anywhere(size_t task)
{
	(void)task;
	play(NULL);
}

static void play_on_one(size_t task)
{
	int cpus[2];

	choose_cpus(task, cpus);
	cpus[1] = cpus[0];
	play(cpus);
	tally->stacked = 0;	/* as it was to be, so nothing to warn of */
}

static void play_on_siblings(size_t task)
{
	int cpus[2];

	choose_cpus(task, cpus);
	play(cpus);
}

static void fork_and_exit(size_t task)
{
	uint64_t count = 0;

	(void)task;
	do {
		pid_t child = fork();

		if (child == 0)
			_exit(0);
		need(child > 0 && waitpid(child, NULL, 0) == child, "fork");
		count++;
	} while (now() < deadline);
	tally->count += count;
}

/* A sleeper that wants to run each millisecond, beside one of its copy that always does. */
static void sleep_and_wake(size_t task)
{
	uint64_t count = 0, late = 0, due = now();
	pid_t spinner = fork();

	need(spinner >= 0, "fork");
	if (spinner == 0) {
		spin(task);
		_exit(0);
	}
	do {
		struct timespec time;

		due += 1000000;
		time = (struct timespec) { .tv_sec = (time_t)(due / 1000000000), .tv_nsec = (long)(due % 1000000000) };
		clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL);
		late += now() - due;
		count++;
	} while (due < deadline);
	waitpid(spinner, NULL, 0);
	tally->count += count;
	tally->late += late;
}

const struct load bench_loads[] = {
	{ "spin", "busy, with a pause now and then", spin, "^turns/s: ([0-9.]+)", false },
	{ "pipe", "two tasks that wake each other, wherever the scheduler puts them", play_anywhere,
	  "^switches/s: ([0-9.]+)", false },
	{ "pipe-same", "the same on one hardware thread", play_on_one, "^switches/s: ([0-9.]+)", false },
	{ "pipe-siblings", "the same on two hardware threads of one core", play_on_siblings,
	  "^switches/s: ([0-9.]+)", false },
	{ "fork", "start a process that ends, and wait for it", fork_and_exit, "^forks/s: ([0-9.]+)", false },
	{ "wakeup", "a task that sleeps a millisecond at a time, beside a busy one", sleep_and_wake,
	  "^us late: ([0-9.]+)", true },
	{ 0 }
};

const struct load *load_find(const char *name)
{
	for (const struct load *load = bench_loads; load->name; load++)
		if (strcmp(load->name, name) == 0)
			return load;
	return NULL;
}

void load_run(const struct bench *bench, size_t copy)
{
	const struct load *load = bench->load;
	int label = (int)strcspn(load->metric + 1, ":");
	int status, failed = 0;

	tally = mmap(NULL, sizeof(*tally), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	need(tally != MAP_FAILED, "mmap");
	deadline = now() + bench->seconds * 1000000000;
	for (size_t i = 0; i < bench->tasks; i++) {
		pid_t task = fork();

		need(task >= 0, "fork");
		if (task == 0) {
			load->task(copy * bench->tasks + i);
			exit(0);
		}
	}
	while (wait(&status) > 0)
		failed |= status;
	if (failed)
		exit(1);
	printf("%.*s: %f\n", label, load->metric + 1, load->lower ? (double)tally->late / (double)tally->count / 1000 :
	       (double)tally->count / (double)bench->seconds);
	if (tally->count)
		printf("stacked: %f\n", 100 * (double)tally->stacked / (double)tally->count);
}

double load_stacked(const char *output)
{
	const char *at = strstr(output, "\nstacked: ");

	return at ? strtod(at + strlen("\nstacked: "), NULL) : NAN;
}
