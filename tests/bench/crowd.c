// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * crowd PROCESSES THREADS TAGGED SHARERS STRIDE CGROUP COMMAND [ARG...]
 *
 * Runs COMMAND while PROCESSES sleepers of THREADS threads each exist, in the cgroup whose directory is CGROUP, and in
 * one process group, whose id COMMAND finds in $CROWD. The first TAGGED of them have cookies, SHARERS processes to each.
 * Their ids follow one another, as on a machine just booted; or are STRIDE apart, as after months, when that is not 0.
 */
#include <fcntl.h>
#include <limits.h>
#include <linux/sched.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

static struct {
	long processes, threads, tagged, sharers, stride;
	const char *cgroup;
	pid_t group;	/* the first sleeper; as in setpgid() */
	pid_t tagger;	/* the last sleeper that made a cookie */
	int ready[2];
} crowd;

static void *sleeper(void *unused)
{
	for (;;)
		pause();
	return unused;
}

static void join_cgroup(void)
{
	char path[PATH_MAX];
	int fd;

	snprintf(path, sizeof(path), "%s/cgroup.procs", crowd.cgroup);
	fd = open(path, O_WRONLY);
	if (fd < 0 || write(fd, "0", 1) != 1)
		err(1, "%s", path);
	close(fd);
}

static void take_cookie(long i)
{
	if (i % crowd.sharers == 0)
		change_cookie(PR_SCHED_CORE_CREATE, 0, PR_SCHED_CORE_SCOPE_THREAD);
	else
		change_cookie(PR_SCHED_CORE_SHARE_FROM, crowd.tagger, PR_SCHED_CORE_SCOPE_THREAD);
}

static void start_threads(void)
{
	pthread_attr_t attr;
	pthread_t thread;
	int r;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, (size_t)PTHREAD_STACK_MIN);
	pthread_attr_setguardsize(&attr, 0);
	for (long t = 1; t < crowd.threads; t++) {
		r = pthread_create(&thread, &attr, sleeper, NULL);
		if (r != 0)
			errx(1, "pthread_create: %s", strerror(r));
	}
}

static _Noreturn void become_sleeper(long i)
{
	char name[16];

	if (setpgid(0, crowd.group) < 0)
		err(1, "setpgid");
	/* Names repeat, as those of real workers do. */
	snprintf(name, sizeof(name), "worker-%ld", i % 16);
	prctl(PR_SET_NAME, name);
	join_cgroup();
	if (i < crowd.tagged)
		take_cookie(i);
	start_threads();
	if (write(crowd.ready[1], "", 1) != 1)
		err(1, "write");
	close(crowd.ready[0]);
	close(crowd.ready[1]);
	sleeper(NULL);
	abort();
}

static pid_t fork_at_stride(long i)
{
	/* Above all ids that the machine gave out by itself. */
	pid_t id = (pid_t)(getpid() + (i + 1) * crowd.stride);
	struct clone_args args = {
		.exit_signal = SIGCHLD,
		.set_tid = (uintptr_t)&id,
		.set_tid_size = 1,
	};

	return crowd.stride ? (pid_t)syscall(SYS_clone3, &args, sizeof(args)) : fork();
}

/* One by one: whoever shares a cookie finds it made. */
static void start_sleeper(long i)
{
	pid_t pid = fork_at_stride(i);
	char byte;

	if (pid < 0)
		err(1, "fork");
	if (pid == 0)
		become_sleeper(i);
	if (i == 0)
		crowd.group = pid;
	if (i % crowd.sharers == 0)
		crowd.tagger = pid;
	if (read(crowd.ready[0], &byte, 1) != 1)
		errx(1, "sleeper %ld failed", i);
}

static int run(char **command)
{
	char group[16];
	int status;
	pid_t pid;

	snprintf(group, sizeof(group), "%d", crowd.group);
	setenv("CROWD", group, 1);
	pid = fork();
	if (pid < 0)
		err(1, "fork");
	if (pid == 0) {
		execvp(*command, command);
		err(127, "%s", *command);
	}
	if (waitpid(pid, &status, 0) < 0)
		err(1, "waitpid");
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int main(int argc, char **argv)
{
	int status;

	if (argc < 8)
		errx(2, "usage: crowd PROCESSES THREADS TAGGED SHARERS STRIDE CGROUP COMMAND [ARG...]");
	crowd.processes = number(argv[1], 1);
	crowd.threads = number(argv[2], 1);
	crowd.tagged = number(argv[3], 0);
	crowd.sharers = number(argv[4], 1);
	crowd.stride = number(argv[5], 0);
	crowd.cgroup = argv[6];

	if (pipe2(crowd.ready, O_CLOEXEC) < 0)
		err(1, "pipe2");
	for (long i = 0; i < crowd.processes; i++)
		start_sleeper(i);
	status = run(argv + 7);
	kill(-crowd.group, SIGKILL);
	while (wait(NULL) > 0)
		;
	return status;
}
