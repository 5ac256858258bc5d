// SPDX-License-Identifier: GPL-2.0-or-later
/* One run: all copies at once in one mode, and what it came to. */
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "command.h"
#include "fail.h"
#include "file.h"
#include "util.h"

/* Where we are, for what is said of a copy. */
struct run {
	struct bench *bench;
	enum mode mode;
	size_t number;
	struct copy copies[GROUPS_MAX + 1];	/* the last is the background */
	struct sample *sample;
};

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Say of a copy what happened, and show the end of its output. */
static int __attribute__((format(printf, 3, 4))) fail_copy(const struct run *run, size_t i, const char *format, ...)
{
	autofree char *what = NULL, *output = output_read(run->copies[i].output);
	va_list ap;

	va_start(ap, format);
	if (vasprintf(&what, format, ap) < 0)
		what = NULL;
	va_end(ap);
	if (i == BACKGROUND)
		note("run %zu of mode %s, background: %s", run->number + 1, mode_name(run->mode), what ? what : "failed");
	else
		note("run %zu of mode %s, copy %zu: %s", run->number + 1, mode_name(run->mode), i + 1,
		     what ? what : "failed");
	output_show_tail(output ? output : "");
	return EXIT_FAILED;
}

static int check_status(const struct run *run, size_t i, int status)
{
	const char *name = run->bench->load ? run->bench->load->name : run->bench->program[0];

	if (i == BACKGROUND)
		return fail_copy(run, i, "it ended before the copies did; it is to last, and will be killed");
	if (WIFSIGNALED(status))
		return fail_copy(run, i, "%s was killed by signal %d (%s)", name, WTERMSIG(status),
				 strsignal(WTERMSIG(status)));
	if (WEXITSTATUS(status))
		return fail_copy(run, i, "%s failed with status %d", name, WEXITSTATUS(status));
	return EXIT_DONE;
}

/* Which copy a process is; GROUPS_MAX + 1 for one that is none. */
static size_t find(const struct run *run, pid_t pid)
{
	if (run->copies[BACKGROUND].pid == pid)
		return BACKGROUND;
	for (size_t i = 0; i < run->bench->groups; i++)
		if (run->copies[i].pid == pid)
			return i;
	return GROUPS_MAX + 1;
}

static void add_usage(struct sample *sample, const struct rusage *usage)
{
	sample->of[CPU] += (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
		       (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) / 1e6;
	sample->of[SWITCHES] += (double)(usage->ru_nvcsw + usage->ru_nivcsw);
}

/* End what a copy has left behind. While it is not reaped, its number is nobody else's. */
static void reap(struct run *run, size_t i, int *ret_status, struct rusage *ret_usage)
{
	struct copy *copy = &run->copies[i];

	kill(-copy->pid, SIGKILL);
	undo->groups[i] = 0;
	while (wait4(copy->pid, ret_status, 0, ret_usage) < 0 && errno == EINTR)
		;
	copy->pid = 0;
}

static int await_copies(struct run *run)
{
	for (size_t left = run->bench->groups; left; ) {
		siginfo_t info = { 0 };
		struct rusage usage;
		int status, r;
		size_t i;

		if (waitid(P_ALL, 0, &info, WEXITED | WNOWAIT) < 0)
			return fail_system(-errno, "can't wait for the copies");
		if (undo_is_guard(info.si_pid))
			return fail_system(-ECHILD, "the process that undoes everything was killed");
		i = find(run, info.si_pid);
		if (i > GROUPS_MAX) {
			/* A child that somebody left us. */
			waitpid(info.si_pid, NULL, 0);
			continue;
		}
		reap(run, i, &status, &usage);
		r = check_status(run, i, status);
		if (r != EXIT_DONE)
			return r;
		add_usage(run->sample, &usage);
		left--;
	}
	return EXIT_DONE;
}

/* Of all that was started and still is there, so that the next run does not feel it. */
static void end(struct run *run)
{
	struct rusage usage;
	int status;

	start_end();
	for (size_t i = 0; i <= GROUPS_MAX; i++) {
		if (run->copies[i].pid > 0) {
			kill(run->copies[i].pid, SIGKILL);
			reap(run, i, &status, &usage);
		}
		if (run->copies[i].output >= 0)
			close(run->copies[i].output);
	}
	cgroups_kill();
}

/* The numbers that the copies printed, as their mean. */
static int read_metrics(const struct run *run)
{
	const struct bench *bench = run->bench;

	for (size_t i = 0; i < bench->groups; i++) {
		autofree char *output = output_read(run->copies[i].output);

		for (size_t m = 0; m < bench->n_metrics; m++) {
			double number;

			if (!output || !output_find(output, &bench->metrics[m], &number))
				return fail_copy(run, i, "no number in its output matches '%s'", bench->metrics[m].pattern);
			run->sample->of[METRIC + m] += number / (double)bench->groups;
		}
		if (bench->load && output)
			run->sample->of[STACKED] += load_stacked(output) / (double)bench->groups;
	}
	return EXIT_DONE;
}

/* Mainline counts it only while kernel.sched_schedstats is 1, and shows 0 else. */
static double force_idle(const struct bench *bench)
{
	char text[8];

	if (read_text("/proc/sys/kernel/sched_schedstats", text, sizeof(text)) < 0 || strcmp(text, "1") != 0)
		return NAN;
	return cgroups_seconds(bench, "core_sched.force_idle_usec ");
}

static int measure(struct run *run)
{
	struct sample *sample = run->sample, before, after;
	double idle_before, began;
	int r;

	r = mode_enter(run->bench, run->mode);
	if (r == EXIT_DONE)
		r = start_background(run->bench, &run->copies[BACKGROUND]);
	if (r == EXIT_DONE)
		r = start_copies(run->bench, run->mode, run->number, run->copies);
	if (r != EXIT_DONE)
		return r;
	neighbours_read(run->bench, &before);
	idle_before = force_idle(run->bench);
	began = now();
	r = start_all(run->bench);
	if (r == EXIT_DONE)
		r = await_copies(run);
	sample->of[SECONDS] = now() - began;
	sample->of[FORCE_IDLE] = force_idle(run->bench) - idle_before;
	neighbours_read(run->bench, &after);
	neighbours_share(&before, &after, sample);
	return r == EXIT_DONE ? read_metrics(run) : r;
}

int run_once(struct bench *bench, size_t mode, size_t number)
{
	autofree struct run *run = calloc(1, sizeof(*run));
	int r;

	if (!run)
		return fail(-ENOMEM, "can't start the copies");
	*run = (struct run) { bench, bench->modes[mode], number, .sample = &bench->samples[mode][number] };
	for (size_t i = 0; i <= GROUPS_MAX; i++)
		run->copies[i].output = -1;
	r = measure(run);
	end(run);
	return r;
}
