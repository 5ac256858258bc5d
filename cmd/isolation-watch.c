// SPDX-License-Identifier: GPL-2.0-or-later
/* The time that is watched: some seconds, or the life of a program, which starts when the watch has begun. */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "command.h"
#include "fail.h"
#include "isolation.h"
#include "util.h"

enum { READS_PER_SECOND = 10 };

struct program {
	pid_t pid;	/* 0 for none */
	int gate;	/* a byte here lets it go */
};

static int start(char **words, const sigset_t *signals, struct program *ret_program)
{
	int gate[2];
	char byte;
	pid_t pid;

	if (pipe(gate) < 0)
		return -errno;
	pid = fork();
	if (pid == 0) {
		close(gate[1]);
		if (read(gate[0], &byte, 1) != 1)
			_exit(EXIT_FAILED);
		close(gate[0]);
		sigprocmask(SIG_UNBLOCK, signals, NULL);
		execvp(words[0], words);
		note("can't run %s: %s", words[0], strerror(errno));
		_exit(EXIT_FAILED);
	}
	close(gate[0]);
	if (pid < 0) {
		close(gate[1]);
		return -errno;
	}
	*ret_program = (struct program){ pid, gate[1] };
	return 0;
}

static void let_go(struct program *program)
{
	if (write(program->gate, "", 1) != 1)
		note("can't start the program: %s", strerror(errno));
	close(program->gate);
}

/* Read until the time is over, a signal says so, or the program ends, whose status this returns. */
static int follow(struct coresched_isolation *isolation, const struct isolation_args *args, const sigset_t *signals,
		  struct program *program, int *ret_status)
{
	const struct timespec pause = { .tv_nsec = 1000000000 / READS_PER_SECOND };
	struct timespec now, end;
	int signal, r;

	clock_gettime(CLOCK_MONOTONIC, &end);
	end.tv_sec += args->seconds;
	for (;;) {
		signal = sigtimedwait(signals, NULL, &pause);
		r = coresched_isolation_read(isolation);
		if (r < 0)
			return r;
		clock_gettime(CLOCK_MONOTONIC, &now);
		if (program->pid && waitpid(program->pid, ret_status, WNOHANG) == program->pid) {
			program->pid = 0;
			break;
		}
		/* A terminal's Ctrl-C is the program's too, whose end is then near. */
		if (signal > 0 && signal != SIGCHLD && !(program->pid && signal == SIGINT))
			break;
		if (args->seconds && (now.tv_sec > end.tv_sec ||
				      (now.tv_sec == end.tv_sec && now.tv_nsec >= end.tv_nsec)))
			break;
	}
	return coresched_isolation_stop(isolation);
}

static int tell_end(const struct isolation_args *args, int status)
{
	if (WIFSIGNALED(status))
		note("%s was ended by signal %d (%s)", args->program[0], WTERMSIG(status), strsignal(WTERMSIG(status)));
	else if (WEXITSTATUS(status))
		note("%s ended with status %d", args->program[0], WEXITSTATUS(status));
	return status ? EXIT_FAILED : EXIT_DONE;
}

static int add_program(struct targets *targets, pid_t pid)
{
	struct coresched_target *items = reallocarray(targets->items, targets->n + 1, sizeof(*items));

	if (!items)
		return -ENOMEM;
	targets->items = items;
	items[targets->n++] = (struct coresched_target){ .kind = CORESCHED_TARGET_PROCESS, .id = (unsigned int)pid };
	return 0;
}

static int open_watch(struct isolation_args *args, const struct program *program,
		      struct coresched_isolation **ret_isolation)
{
	const struct coresched_isolation_options options = {
		.source = CORESCHED_SOURCE_TRACE,
		.flags = args->by_target ? CORESCHED_BY_TARGET : 0,
		.buffer_kib = args->buffer_kib,
	};
	int r = program->pid ? add_program(&args->targets, program->pid) : 0;

	return r < 0 ? r : coresched_isolation_open(args->targets.items, args->targets.n, &options, ret_isolation);
}

int isolation_watch(struct isolation_args *args, struct coresched_isolation **ret_isolation)
{
	struct program program = { 0, -1 };
	sigset_t signals;
	int status = 0, r = 0;

	sigemptyset(&signals);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGHUP);
	sigaddset(&signals, SIGCHLD);
	sigprocmask(SIG_BLOCK, &signals, NULL);
	if (args->program)
		r = start(args->program, &signals, &program);
	if (r < 0)
		return fail(r, "can't start the program");
	r = open_watch(args, &program, ret_isolation);
	if (r < 0) {
		/* The program sees the gate close, and ends. */
		if (program.pid)
			close(program.gate);
		return fail(r, "can't watch the scheduler");
	}
	if (program.pid)
		let_go(&program);
	r = follow(*ret_isolation, args, &signals, &program, &status);
	if (r < 0)
		return fail(r, "can't read the scheduler's events");
	return args->program && !program.pid ? tell_end(args, status) : EXIT_DONE;
}
