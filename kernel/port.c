// SPDX-License-Identifier: GPL-2.0-only
/* The guest's ends of the ports, and the way out when nothing else is left. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/reboot.h>
#include <time.h>
#include <unistd.h>

#include "port.h"

/* Without a word on the control port the host takes power-off for a fault. */
void die(const char *fmt, ...)
{
	int error = errno;
	va_list ap;

	fprintf(stderr, "guest init: ");
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fprintf(stderr, ": %s\n", strerror(error));
	reboot(RB_AUTOBOOT);
	_exit(1);
}

void nap(long ms)
{
	nanosleep(&(struct timespec) { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000 }, NULL);
}

int port_open(int nr)
{
	char path[32];
	int fd;

	snprintf(path, sizeof(path), "/dev/vport0p%d", nr);
	for (int tries = 0; (fd = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)) < 0; tries++) {
		if (tries == 5000)
			die("%s", path);
		nap(2);
	}
	return fd;
}

static void wait_for(int fd, short events)
{
	struct pollfd pfd = { .fd = fd, .events = events };

	/* A port not connected yet polls as hung up, at once. */
	while (poll(&pfd, 1, -1) < 0 || !(pfd.revents & events))
		nap(1);
}

void port_read(int fd, void *buf, size_t size)
{
	for (size_t done = 0; done < size;) {
		ssize_t n = read(fd, (char *)buf + done, size - done);

		if (n > 0)
			done += n;
		else
			wait_for(fd, POLLIN);
	}
}

void port_write(int fd, const void *buf, size_t size)
{
	for (size_t done = 0; done < size;) {
		ssize_t n = write(fd, (const char *)buf + done, size - done);

		if (n > 0)
			done += n;
		else
			wait_for(fd, POLLOUT);
	}
}
