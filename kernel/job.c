// SPDX-License-Identifier: GPL-2.0-only
/* What the guest is to run, as it stands here: arguments, environment, directory, terminal. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>

#include "job.h"
#include "wire.h"

static struct termios cooked;
static bool is_raw;

void die(const char *fmt, ...)
{
	int error = errno;
	va_list ap;

	fprintf(stderr, "kernel/vm: ");
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fprintf(stderr, ": %s\n", strerror(error));
	exit(FAILED);
}

static struct winsize terminal_size(void)
{
	struct winsize size = { .ws_row = 24, .ws_col = 80 };

	for (int fd = 0; fd < 3; fd++)
		if (ioctl(fd, TIOCGWINSZ, &size) == 0)
			break;
	return size;
}

/* A terminal to read from alone is used line by line: nothing would show what the guest's echoes. */
static uint32_t find_terminals(void)
{
	uint32_t mask = 0;

	for (int fd = 0; fd < 3; fd++)
		mask |= isatty(fd) ? 1 << fd : 0;
	return mask & 6 ? mask : 0;
}

void job_restore_terminal(void)
{
	if (is_raw)
		tcsetattr(0, TCSADRAIN, &cooked);
}

static void make_raw(void)
{
	struct termios raw;

	if (tcgetattr(0, &cooked) < 0)
		return;
	raw = cooked;
	cfmakeraw(&raw);
	is_raw = tcsetattr(0, TCSADRAIN, &raw) == 0;
}

static uint32_t put_strings(FILE *to, char *const *list)
{
	uint32_t count = 0;

	for (; list[count]; count++)
		fwrite(list[count], 1, strlen(list[count]) + 1, to);
	return count;
}

static void send_all(int to, const void *buf, size_t size)
{
	ssize_t n;

	for (size_t done = 0; done < size; done += n > 0 ? n : 0) {
		n = send(to, (const char *)buf + done, size - done, MSG_NOSIGNAL);
		if (n < 0 && errno != EINTR)
			return;		/* QEMU is gone; the loop will notice */
	}
}

void job_send(int to, const char *tree, char *const *command)
{
	struct winsize size = terminal_size();
	struct wire_start start = {
		.terminals = find_terminals(), .rows = size.ws_row, .cols = size.ws_col,
	};
	char cwd[PATH_MAX], *text = NULL;
	size_t length = 0;
	FILE *f;

	if (!getcwd(cwd, sizeof(cwd)))
		die("working directory");
	f = open_memstream(&text, &length);
	if (!f)
		die("memory");
	put_strings(f, (char *[]) { (char *)tree, cwd, NULL });
	start.argc = put_strings(f, command);
	start.envc = put_strings(f, environ);
	if (fclose(f) != 0)
		die("memory");
	start.size = length;
	if (start.terminals & 1)
		make_raw();
	send_all(to, &start, sizeof(start));
	send_all(to, text, length);
	free(text);
}

void job_resize(int to)
{
	struct winsize size = terminal_size();
	struct wire_resize want = { .rows = size.ws_row, .cols = size.ws_col };

	send_all(to, &want, sizeof(want));
}
