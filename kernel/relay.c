// SPDX-License-Identifier: GPL-2.0-only
/*
 * The host's side of a guest: starts QEMU, joins our standard streams to the
 * guest's, and ends as the command in the guest ended.
 *
 *   relay TIMEOUT LOG TREE COUNT QEMU-WORD... COMMAND [ARG...]
 *
 * QEMU finds the ports in, out, err and control as sockets on descriptors 3 to
 * 6. The exit status is COMMAND's, 124 after TIMEOUT seconds (0: no limit), 125
 * and a line in LOG if the guest ended before COMMAND did.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>

#include "job.h"
#include "wire.h"

enum { TIMED_OUT = 124 };
enum { BOOT_SECONDS = 300 };		/* generous: an emulated debug kernel on a busy host */

static struct {
	long timeout;
	const char *log, *tree;
	char **qemu, **command;
} args;

static pid_t qemu;

static void clean_up(void)
{
	if (qemu > 0)
		kill(qemu, SIGKILL);
	job_restore_terminal();
}

/* QEMU in a session of its own: the terminal's Ctrl-C is the command's. */
static __attribute__((noreturn)) void become_qemu(const int ports[4], pid_t parent)
{
	int log = open(args.log, O_WRONLY | O_APPEND | O_CREAT, 0666), null = open("/dev/null", O_RDWR);
	sigset_t none;
	int spare[4];

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent || log < 0 || null < 0)
		_exit(FAILED);
	setsid();
	for (int i = 0; i < 4; i++)
		spare[i] = fcntl(ports[i], F_DUPFD, 10);
	dup2(null, 0);
	dup2(log, 1);
	dup2(log, 2);
	for (int i = 0; i < 4; i++)
		dup2(spare[i], 3 + i);
	close_range(7, ~0U, 0);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	execvp(args.qemu[0], args.qemu);
	dprintf(2, "cannot run %s: %m\n", args.qemu[0]);
	_exit(FAILED);
}

static void start_qemu(int ret_ports[4])
{
	pid_t parent = getpid();
	int theirs[4], pair[2];

	for (int i = 0; i < 4; i++) {
		if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0)
			die("socketpair");
		ret_ports[i] = pair[0];
		theirs[i] = pair[1];
	}
	qemu = fork();
	if (qemu < 0)
		die("fork");
	if (qemu == 0)
		become_qemu(theirs, parent);
	for (int i = 0; i < 4; i++)
		close(theirs[i]);
}

static int open_signals(void)
{
	static const int list[] = { SIGHUP, SIGINT, SIGTERM, SIGQUIT, SIGWINCH, SIGCHLD };
	sigset_t set;
	int fd;

	sigemptyset(&set);
	for (size_t i = 0; i < sizeof(list) / sizeof(*list); i++)
		sigaddset(&set, list[i]);
	sigprocmask(SIG_BLOCK, &set, NULL);
	fd = signalfd(-1, &set, SFD_CLOEXEC);
	if (fd < 0)
		die("signals");
	return fd;
}

static long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static int note(int status, const char *what)
{
	int log = open(args.log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);

	if (log >= 0) {
		dprintf(log, "%s\n", what);
		close(log);
	}
	return status;
}

/* Returns the status to end with, or -1 to go on. */
static int on_signal(int signals, int control)
{
	struct signalfd_siginfo info;

	if (read(signals, &info, sizeof(info)) != sizeof(info))
		return -1;
	if (info.ssi_signo == SIGWINCH) {
		job_resize(control);
		return -1;
	}
	if (info.ssi_signo != SIGCHLD)
		return note(128 + (int)info.ssi_signo, "ended by a signal");
	if (waitpid(qemu, NULL, WNOHANG) != qemu)
		return -1;
	qemu = 0;
	return note(FAILED, "the guest stopped before the command ended");
}

/* All that the guest sent has arrived, or nobody wants it any more. */
static bool complete(const struct pump *p, uint64_t sent)
{
	return p->to < 0 || p->moved >= sent;
}

/* What the guest had said before it fell over helps to find out why. */
static void drain(struct pump pump[3])
{
	struct pollfd pfd[4];

	do {
		pump_poll(&pump[1], &pfd[0]);
		pump_poll(&pump[2], &pfd[2]);
		if (poll(pfd, 4, 0) <= 0)
			return;
		pump_move(&pump[1], &pfd[0]);
		pump_move(&pump[2], &pfd[2]);
	} while (pump[1].to >= 0 || pump[2].to >= 0);
}

static int serve(struct pump pump[3], int control, int signals)
{
	struct wire_report report = { 0 };
	long deadline = now_ms() + BOOT_SECONDS * 1000, left;
	struct pollfd pfd[8];
	int status = -1;

	while (status < 0) {
		for (int i = 0; i < 3; i++)
			pump_poll(&pump[i], &pfd[2 * i]);
		pfd[6] = (struct pollfd) { .fd = signals, .events = POLLIN };
		pfd[7] = (struct pollfd) { .fd = control, .events = POLLIN };
		left = deadline - now_ms();
		poll(pfd, 8, !deadline ? -1 : left > 0 ? (int)(left < 60000 ? left : 60000) : 0);
		for (int i = 0; i < 3; i++)
			pump_move(&pump[i], &pfd[2 * i]);
		if (pfd[7].revents && recv(control, &report, sizeof(report), MSG_WAITALL) ==
				      sizeof(report) && report.kind == WIRE_READY)
			deadline = args.timeout ? now_ms() + args.timeout * 1000 : 0;
		if (report.kind == WIRE_END && complete(&pump[1], report.out) &&
		    complete(&pump[2], report.err))
			status = report.status;
		else if (pfd[6].revents)
			status = on_signal(signals, control);
		else if (deadline && now_ms() >= deadline)
			status = report.kind ? note(TIMED_OUT, "the command ran out of time") :
					       note(FAILED, "the guest did not get as far as the command");
	}
	return status;
}

static void parse(int argc, char **argv)
{
	int count = argc > 5 ? atoi(argv[4]) : 0;

	if (count < 1 || 5 + count >= argc) {
		fprintf(stderr, "relay is called by kernel/vm\n");
		exit(FAILED);
	}
	args.timeout = atol(argv[1]);
	args.log = argv[2];
	args.tree = argv[3];
	args.command = argv + 5 + count;
	args.qemu = calloc(count + 1, sizeof(*args.qemu));
	if (!args.qemu)
		die("memory");
	memcpy(args.qemu, argv + 5, count * sizeof(*args.qemu));
}

int main(int argc, char **argv)
{
	struct pump pump[3];
	int ports[4], signals, status, in;

	parse(argc, argv);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	signals = open_signals();
	signal(SIGPIPE, SIG_IGN);
	atexit(clean_up);
	start_qemu(ports);
	job_send(ports[3], args.tree, args.command);

	/* The second descriptor of `in` stays, so that its end is a shutdown and no hangup. */
	in = fcntl(ports[0], F_DUPFD_CLOEXEC, 0);
	pump[0] = (struct pump) { .from = 0, .to = in };
	pump[1] = (struct pump) { .from = ports[1], .to = 1 };
	pump[2] = (struct pump) { .from = ports[2], .to = 2 };
	status = serve(pump, ports[3], signals);
	drain(pump);
	return status;
}
