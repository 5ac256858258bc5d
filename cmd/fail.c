// SPDX-License-Identifier: GPL-2.0-or-later
#include "fail.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <coresched.h>

#include "command.h"
#include "explain.h"
#include "text.h"
#include "util.h"

static const struct {
	int error;
	const char *remedy;
} remedies[] = {
	{ EOPNOTSUPP, "boot a kernel with CONFIG_SCHED_CORE=y, see 'coreschedctl doctor'" },
	{ ENODEV,     "cookies have nothing to keep apart here, see 'coreschedctl doctor'" },
	{ ENOSYS,     "ask whoever set up the sandbox or seal, see 'coreschedctl doctor'" },
	{ ENOPKG,     "see 'coreschedctl doctor'" },
	{ EUNATCH,    "--enable-controller turns it on" },
	{ EAGAIN,     "stop it for the moment (SIGSTOP, or cgroup.freeze) and try again" },
	{ ENODATA,    "'coreschedctl tag' gives it one, 'clear' takes them off" },
	{ EADDRNOTAVAIL, "be root, or have CAP_SYS_PTRACE" },
	{ EPROTOTYPE, "--kernel-threads includes them" },
};

static const char *remedy_for(int error)
{
	for (size_t i = 0; i < ARRAY_SIZE(remedies); i++)
		if (remedies[i].error == -error)
			return remedies[i].remedy;
	return NULL;
}

bool is_unsupported(int error)
{
	return error == -EOPNOTSUPP || error == -ENODEV || error == -ENOSYS || error == -ENOPKG;
}

PRINTF(1, 0)
static void speak(const char *what, va_list ap, const char *why, const char *remedy)
{
	autofree char *said = NULL;
	struct text line = { 0 };

	/* It may hold names that others chose, or that a script passed on. */
	if (vasprintf(&said, what, ap) < 0)
		said = NULL;
	text_add_safe(&line, said ? said : what, "");
	/* In one piece, so that nobody else's output comes between. */
	fprintf(stderr, "coreschedctl: %s%s%s%s%s\n", line.failed ? what : line.bytes,
		why ? ": " : "", why ? why : "", remedy ? "; " : "", remedy ? remedy : "");
	text_free(&line);
}

int fail(int error, const char *what, ...)
{
	va_list ap;

	va_start(ap, what);
	speak(what, ap, coresched_strerror(error), remedy_for(error));
	va_end(ap);
	return is_unsupported(error) ? EXIT_UNSUPPORTED : EXIT_FAILED;
}

int fail_task(int error, pid_t tid, const char *what, ...)
{
	autofree char *remedy = error == -EPERM ? explain_eperm(tid) : NULL;
	va_list ap;

	va_start(ap, what);
	speak(what, ap, coresched_strerror(error), remedy ? remedy : remedy_for(error));
	va_end(ap);
	return is_unsupported(error) ? EXIT_UNSUPPORTED : EXIT_FAILED;
}

int fail_usage(const char *what, ...)
{
	va_list ap;

	va_start(ap, what);
	speak(what, ap, NULL, NULL);
	va_end(ap);
	return EXIT_USAGE;
}

void note(const char *what, ...)
{
	va_list ap;

	va_start(ap, what);
	speak(what, ap, NULL, NULL);
	va_end(ap);
}

static void check_output(void)
{
	errno = 0;
	if (fflush(stdout) == 0 && !ferror(stdout))
		return;
	/* A closed pipe (| head) is the reader's choice. Of a write that failed earlier the reason is gone. */
	if (errno != EPIPE)
		note("can't write the output%s%s", errno ? ": " : "", errno ? strerror(errno) : "");
	_exit(EXIT_FAILED);
}

void watch_output(void)
{
	/* At the exit, since argp takes it after --help and --version. */
	atexit(check_output);
}
