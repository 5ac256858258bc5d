// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Start of a run: each copy is forked, gets its cgroup and cookie, says that it is ready, and waits at a gate, so that
 * all begin at once and nothing of the preparation is measured.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <coresched.h>

#include "bench.h"
#include "command.h"
#include "fail.h"
#include "util.h"

/* What a copy tells the tool: that it is ready, or which step failed and why. */
struct message {
	enum step { STEP_READY, STEP_FILES, STEP_CGROUP, STEP_COOKIE, STEP_EXEC } step;
	int error;
};

static int gate[2] = { -1, -1 };	/* a byte for each copy that may go; closed: the tool is gone */
static int report[2] = { -1, -1 };

static void close_pipe(int ends[2])
{
	for (int i = 0; i < 2; i++) {
		if (ends[i] >= 0)
			close(ends[i]);
		ends[i] = -1;
	}
}

static void __attribute__((noreturn)) give_up(enum step step, int error)
{
	const struct message message = { step, error };

	if (write(report[1], &message, sizeof(message)) < 0)
		_exit(EXIT_FAILED + 1);
	_exit(EXIT_FAILED);
}

/* In a process group of its own, so that all of it can be ended, with nothing to read. */
static void settle(const struct bench *bench, const struct copy *copy, size_t number)
{
	int null = open("/dev/null", O_RDONLY | O_CLOEXEC), r;

	setpgid(0, 0);
	undo_leave();
	if (null < 0 || dup2(null, STDIN_FILENO) < 0 || dup2(copy->output, STDOUT_FILENO) < 0 ||
	    dup2(copy->output, STDERR_FILENO) < 0)
		give_up(STEP_FILES, -errno);
	/* Ours is lost when mode nosmt has taken all of it off line once; where it still is, this fails. */
	sched_setaffinity(0, sizeof(bench->cpus), &bench->cpus);
	r = cgroups_enter(number);
	if (r < 0)
		give_up(STEP_CGROUP, r);
}

/* So that copies can have files and ports of their own. */
static void tell(const char *name, const char *value, size_t number)
{
	char digits[24];

	snprintf(digits, sizeof(digits), "%zu", number + 1);
	setenv(name, value ? value : digits, 1);
}

static void __attribute__((noreturn)) run_copy(const struct bench *bench, enum mode mode, size_t run,
					       const struct copy *copy, size_t number)
{
	const struct message ready = { STEP_READY, 0 };
	char byte;
	int r;

	close(gate[1]);
	settle(bench, copy, number);
	r = mode == MODE_CORE && !bench->tags ? coresched_create(0, CORESCHED_THREAD) : 0;
	if (r < 0)
		give_up(STEP_COOKIE, r);
	if (write(report[1], &ready, sizeof(ready)) < 0 || read(gate[0], &byte, 1) != 1)
		_exit(EXIT_FAILED);
	if (bench->load) {
		close_pipe(report);
		load_run(bench, number);
		exit(EXIT_DONE);
	}
	tell("CORESCHED_BENCH_COPY", NULL, number);
	tell("CORESCHED_BENCH_RUN", NULL, run);
	tell("CORESCHED_BENCH_MODE", mode_name(mode), 0);
	execvp(bench->program[0], bench->program);
	give_up(STEP_EXEC, -errno);
}

static int fail_step(const struct bench *bench, const struct message *message)
{
	switch (message->step) {
	case STEP_CGROUP:
		return fail(message->error, "can't move a copy into its cgroup below %s", undo->cgroups);
	case STEP_COOKIE:
		return fail(message->error, "can't make a cookie for a copy");
	case STEP_EXEC:
		return fail_system(message->error, "can't run %s", bench->program[0]);
	default:
		return fail_system(message->error, "can't start a copy");
	}
}

static int await_ready(const struct bench *bench)
{
	for (size_t i = 0; i < bench->groups; i++) {
		struct message message = { STEP_FILES, -ECHILD };

		if (read(report[0], &message, sizeof(message)) != sizeof(message) || message.step != STEP_READY)
			return fail_step(bench, &message);
	}
	return EXIT_DONE;
}

static int fork_copies(const struct bench *bench, enum mode mode, size_t run, struct copy *copies)
{
	/* Not yet written output would be every copy's too. */
	fflush(NULL);
	for (size_t i = 0; i < bench->groups; i++) {
		copies[i].output = output_open();
		if (copies[i].output < 0)
			return -errno;
		copies[i].pid = fork();
		if (copies[i].pid == 0)
			run_copy(bench, mode, run, &copies[i], i);
		if (copies[i].pid < 0)
			return -errno;
		setpgid(copies[i].pid, copies[i].pid);
		undo->groups[i] = copies[i].pid;
	}
	return 0;
}

int start_copies(const struct bench *bench, enum mode mode, size_t run, struct copy *copies)
{
	int r;

	if (pipe2(gate, O_CLOEXEC) < 0 || pipe2(report, O_CLOEXEC) < 0)
		return fail_system(-errno, "can't start the copies");
	r = fork_copies(bench, mode, run, copies);
	if (r < 0)
		return fail_system(r, "can't start the copies");
	close(report[1]);
	report[1] = -1;
	r = await_ready(bench);
	return r == EXIT_DONE ? mode_verify(bench, mode, copies) : r;
}

int start_all(const struct bench *bench)
{
	char bytes[GROUPS_MAX] = "";
	struct message message;
	int r = EXIT_DONE;

	if (write(gate[1], bytes, bench->groups) != (ssize_t)bench->groups)
		r = fail_system(-EPIPE, "can't start the copies");
	/* The end comes when all have become the program. */
	else if (read(report[0], &message, sizeof(message)) == sizeof(message))
		r = fail_step(bench, &message);
	return r;
}

void start_end(void)
{
	close_pipe(gate);
	close_pipe(report);
}

int start_background(const struct bench *bench, struct copy *background)
{
	if (!bench->background)
		return EXIT_DONE;
	if (pipe2(report, O_CLOEXEC) < 0)
		return fail_system(-errno, "can't start the background");
	background->output = output_open();
	fflush(NULL);
	background->pid = background->output < 0 ? -1 : fork();
	if (background->pid == 0) {
		settle(bench, background, BACKGROUND);
		execl("/bin/sh", "sh", "-c", bench->background, (char *)NULL);
		give_up(STEP_EXEC, -errno);
	}
	if (background->pid < 0)
		return fail_system(-errno, "can't start the background");
	setpgid(background->pid, background->pid);
	undo->groups[BACKGROUND] = background->pid;
	close_pipe(report);
	return EXIT_DONE;
}
