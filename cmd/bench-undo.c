// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * One way to undo, for every way out: a guard, forked before anything is changed, reads from a pipe of which only the
 * tool has the other end. The read ends when the tool does: by exit, by a signal, by a crash, or by SIGKILL.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "command.h"
#include "fail.h"
#include "util.h"

struct undo *undo;

static pid_t owner, guard;
static int pipe_end = -1;	/* the tool's; closed it means: now */

static const int ways_out[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM };

static int undo_all(void)
{
	int r, smt;

	for (size_t i = 0; i < ARRAY_SIZE(undo->groups); i++)
		if (undo->groups[i])
			kill(-undo->groups[i], SIGKILL);
	cgroups_kill();
	smt = smt_restore();
	r = cgroups_remove();
	if (smt < 0)
		fail_system(smt, "can't put SMT back: write '%s' into /sys/devices/system/cpu/smt/control", undo->smt);
	if (r < 0)
		fail_system(r, "can't take away what was made below %s", undo->cgroups);
	return smt < 0 || r < 0 ? EXIT_FAILED : EXIT_DONE;
}

/* It must not end with the tool: not by the terminal's signals, not by a hangup, not by "killall coreschedctl". */
static void __attribute__((noreturn)) run_guard(int fd)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	char byte;

	setsid();
	prctl(PR_SET_NAME, "bench-guard");
	for (int number = 1; number < NSIG; number++)
		signal(number, SIG_IGN);
	/* Who reads our output shall not wait for the guard. */
	dup2(null, STDIN_FILENO);
	dup2(null, STDOUT_FILENO);
	while (read(fd, &byte, 1) < 0 && errno == EINTR)
		;
	_exit(undo_all());
}

bool undo_is_guard(pid_t pid)
{
	return pid == guard;
}

void undo_leave(void)
{
	close(pipe_end);
	for (size_t i = 0; i < ARRAY_SIZE(ways_out); i++) {
		struct sigaction now;

		if (sigaction(ways_out[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
			signal(ways_out[i], SIG_DFL);
	}
}

int undo_close(void)
{
	int status;
	pid_t pid;

	close(pipe_end);
	do
		pid = waitpid(guard, &status, 0);
	while (pid < 0 && errno == EINTR);
	/* Killed it could do nothing. */
	return pid == guard && WIFEXITED(status) ? WEXITSTATUS(status) : undo_all();
}

/* By the time that the shell has its prompt back, all is as it was. */
static void leave(int number)
{
	if (getpid() == owner)
		undo_close();
	signal(number, SIG_DFL);
	raise(number);
}

int undo_open(void)
{
	struct sigaction action = { .sa_handler = leave, .sa_flags = SA_RESTART };
	int ends[2], r;

	undo = mmap(NULL, sizeof(*undo), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (undo == MAP_FAILED || pipe2(ends, O_CLOEXEC) < 0)
		return fail_system(-errno, "can't prepare to undo what will be changed");
	owner = getpid();
	guard = fork();
	if (guard == 0) {
		close(ends[1]);
		run_guard(ends[0]);
	}
	r = -errno;
	close(ends[0]);
	if (guard < 0)
		return fail(r, "can't prepare to undo what will be changed");
	pipe_end = ends[1];
	sigfillset(&action.sa_mask);
	for (size_t i = 0; i < ARRAY_SIZE(ways_out); i++) {
		struct sigaction before;

		/* What nohup(1) and the like ignore stays ignored. */
		if (sigaction(ways_out[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
			sigaction(ways_out[i], &action, NULL);
	}
	return EXIT_DONE;
}
