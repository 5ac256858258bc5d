// SPDX-License-Identifier: GPL-2.0-only
/*
 * The guest's first process: runs one command on the host's streams and reports
 * how it ended.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/klog.h>
#include <sys/reboot.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>

#include "port.h"
#include "root.h"
#include "wire.h"

/* How long output may still come after COMMAND has ended, in milliseconds. */
enum { LINGER_QUIET = 1000, LINGER_MAX = 10000 };

static struct {
	struct wire_start start;
	char *tree, *cwd, **argv, **envp;
} job;

static int control;

static char **take_strings(char **next, uint32_t count)
{
	char **list = calloc(count + 1, sizeof(*list));

	if (!list)
		die("memory");
	for (uint32_t i = 0; i < count; i++) {
		list[i] = *next;
		*next += strlen(*next) + 1;
	}
	return list;
}

static void receive_job(void)
{
	char *next;

	control = port_open(PORT_CONTROL);
	port_read(control, &job.start, sizeof(job.start));
	next = malloc(job.start.size);
	if (!next)
		die("memory");
	port_read(control, next, job.start.size);
	job.tree = *take_strings(&next, 1);
	job.cwd = *take_strings(&next, 1);
	job.argv = take_strings(&next, job.start.argc);
	job.envp = take_strings(&next, job.start.envc);
}

static __attribute__((noreturn)) void become_command(const int std[3], int tty)
{
	sigset_t none;

	setsid();
	if (tty >= 0)
		ioctl(tty, TIOCSCTTY, 0);
	for (int fd = 0; fd < 3; fd++)
		dup2(std[fd], fd);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	environ = job.envp;
	if (chdir(job.cwd) < 0) {
		dprintf(2, "kernel/vm: cannot enter %s: %m\n", job.cwd);
		_exit(125);
	}
	execvp(job.argv[0], job.argv);
	dprintf(2, "kernel/vm: cannot run %s: %m\n", job.argv[0]);
	_exit(errno == ENOENT ? 127 : 126);
}

/* Our end does not block; the command's end is as it finds it anywhere. */
static void open_stream(int fd, struct pump *p, int *ret_theirs)
{
	int ends[2], ours = fd == 0;

	if (pipe2(ends, O_CLOEXEC) < 0)
		die("pipe");
	fcntl(ends[ours], F_SETFL, O_NONBLOCK);
	*(fd == 0 ? &p->to : &p->from) = ends[ours];
	*ret_theirs = ends[!ours];
}

/* One terminal serves every descriptor that is one on the host. */
static int open_terminal(struct pump pump[3], int std[3])
{
	struct winsize size = { .ws_row = job.start.rows, .ws_col = job.start.cols };
	int master, slave, shown = job.start.terminals & 2 ? 1 : 2;

	if (openpty(&master, &slave, NULL, NULL, &size) < 0)
		die("terminal");
	fcntl(master, F_SETFL, O_NONBLOCK);
	fcntl(master, F_SETFD, FD_CLOEXEC);
	fcntl(slave, F_SETFD, FD_CLOEXEC);
	for (int fd = 0; fd < 3; fd++)
		if (job.start.terminals & 1 << fd)
			std[fd] = slave;
	if (std[0] == slave)
		pump[0].to = fcntl(master, F_DUPFD_CLOEXEC, 0);
	pump[shown].from = fcntl(master, F_DUPFD_CLOEXEC, 0);
	return master;
}

static pid_t start_command(struct pump pump[3], int *ret_terminal)
{
	int std[3] = { -1, -1, -1 };
	pid_t pid;

	if (job.start.terminals)
		*ret_terminal = open_terminal(pump, std);
	for (int fd = 0; fd < 3; fd++)
		if (std[fd] < 0)
			open_stream(fd, &pump[fd], &std[fd]);
	pid = fork();
	if (pid < 0)
		die("fork");
	if (pid == 0)
		become_command(std, *ret_terminal < 0 ? -1 : std[job.start.terminals & 1 ? 0 :
						job.start.terminals & 2 ? 1 : 2]);
	/* The same slave may stand in several places: closing twice is harmless. */
	for (int fd = 0; fd < 3; fd++)
		close(std[fd]);
	return pid;
}

/* Returns true once `pid` is among the ended, with its status. */
static bool reap(int signals, pid_t pid, int *ret_status)
{
	struct signalfd_siginfo info;
	bool ended = false;
	int status;
	pid_t got;

	if (read(signals, &info, sizeof(info)) < 0 && !pump_again())
		die("signals");
	while ((got = waitpid(-1, &status, WNOHANG)) > 0) {
		if (got != pid)
			continue;
		ended = true;
		*ret_status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	}
	return ended;
}

static void resize(int terminal)
{
	struct wire_resize want;
	struct winsize size = { 0 };

	port_read(control, &want, sizeof(want));
	size.ws_row = want.rows;
	size.ws_col = want.cols;
	ioctl(terminal, TIOCSWINSZ, &size);
}

static long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Children that outlive COMMAND and hold its output get a moment to finish it. */
static bool finished(const struct pump pump[3], bool quiet, long ended)
{
	if (pump[1].have || pump[2].have)
		return false;
	return quiet || now_ms() - ended > LINGER_MAX || (pump[1].from < 0 && pump[2].from < 0);
}

static int serve(struct pump pump[3], pid_t pid, int signals, int terminal)
{
	struct pollfd pfd[8];
	int status = 0, ready;
	long ended = 0;

	do {
		for (int i = 0; i < 3; i++)
			pump_poll(&pump[i], &pfd[2 * i]);
		pfd[6] = (struct pollfd) { .fd = signals, .events = POLLIN };
		pfd[7] = (struct pollfd) { .fd = control, .events = POLLIN };
		ready = poll(pfd, 8, ended ? LINGER_QUIET : -1);
		for (int i = 0; i < 3; i++)
			pump_move(&pump[i], &pfd[2 * i]);
		if (pfd[7].revents & POLLIN)
			resize(terminal);
		if (pfd[6].revents && reap(signals, pid, &status)) {
			ended = now_ms();
			pump_close(&pump[0].from);
		}
	} while (!ended || !finished(pump, ready == 0, ended));
	return status;
}

/* Whatever is left could still write to the source tree. */
static void end_the_rest(void)
{
	kill(-1, SIGKILL);
	for (int tries = 0; tries < 500 && waitpid(-1, NULL, WNOHANG) >= 0; tries++)
		nap(4);
	sync();
}

/* lockdep reports once and then switches itself off; the report may be gone. */
static void check_lockdep(void)
{
	FILE *stats = fopen("/proc/lockdep_stats", "re");
	char line[256];
	int on;

	while (stats && fgets(line, sizeof(line), stats))
		if (sscanf(line, " debug_locks: %d", &on) == 1 && !on)
			fprintf(stderr, "guest init: BUG: lockdep has switched itself off\n");
	if (stats)
		fclose(stats);
}

static void save_log(void)
{
	int port = port_open(PORT_LOG), size = klogctl(10, NULL, 0);
	char *text = malloc(size);

	size = text ? klogctl(3, text, size) : -1;
	if (size < 0)
		die("kernel log");
	port_write(port, text, size);
	close(port);
}

int main(void)
{
	struct wire_report report = { .kind = WIRE_READY };
	struct pump pump[3] = { PUMP_CLOSED, PUMP_CLOSED, PUMP_CLOSED };
	int signals, terminal = -1;
	sigset_t set;
	pid_t pid;

	root_open_devices();
	receive_job();
	root_enter(job.tree);

	signal(SIGPIPE, SIG_IGN);
	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigprocmask(SIG_BLOCK, &set, NULL);
	signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	pump[0].from = port_open(PORT_IN);
	pump[1].to = port_open(PORT_OUT);
	pump[2].to = port_open(PORT_ERR);
	port_write(control, &report, sizeof(report));

	pid = start_command(pump, &terminal);
	report.kind = WIRE_END;
	report.status = serve(pump, pid, signals, terminal);
	report.out = pump[1].moved;
	report.err = pump[2].moved;
	end_the_rest();
	check_lockdep();
	save_log();
	port_write(control, &report, sizeof(report));
	for (;;)
		pause();
}
