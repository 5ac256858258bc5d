/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What init in the guest and relay on the host have in common: the ports
 * between them, what they say on the control port, and the moving of bytes.
 */
#ifndef WIRE_H
#define WIRE_H

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>
#include <unistd.h>

/*
 * virtio-serial port numbers. Control comes last, because ports are announced
 * in order: once it is connected, so are the others, and a port that reads as
 * hung up has really come to its end.
 */
enum { PORT_IN = 1, PORT_OUT, PORT_ERR, PORT_LOG, PORT_CONTROL };

/*
 * Host to guest, once: this and then `size` bytes of strings, each ended by a
 * NUL: the source tree, the working directory, argv, the environment.
 */
struct wire_start {
	uint32_t terminals;	/* bit n: descriptor n is a terminal */
	uint16_t rows, cols;
	uint32_t argc, envc;
	uint32_t size;
};

/* Host to guest afterwards: the terminal has a new size. */
struct wire_resize {
	uint16_t rows, cols;
};

/* Guest to host: READY before COMMAND runs, END with its status after it. */
struct wire_report {
	enum { WIRE_READY = 1, WIRE_END } kind;
	int32_t status;
	uint64_t out, err;	/* so many bytes were sent on these ports */
};

/* Bytes on their way from one descriptor to another; -1 is closed. */
struct pump {
	int from, to;
	size_t have, done;
	uint64_t moved;
	char buf[4096];		/* PIPE_BUF: a ready pipe takes it without blocking */
};

#define PUMP_CLOSED { .from = -1, .to = -1 }

static inline void pump_close(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* Polls both ends: the far one also to learn that nobody reads any more. */
static inline void pump_poll(const struct pump *p, struct pollfd pfd[2])
{
	pfd[0] = (struct pollfd) { .fd = p->have ? -1 : p->from, .events = POLLIN };
	pfd[1] = (struct pollfd) { .fd = p->to, .events = p->have ? POLLOUT : 0 };
}

static inline bool pump_again(void)
{
	return errno == EAGAIN || errno == EINTR;
}

static inline void pump_move(struct pump *p, const struct pollfd pfd[2])
{
	ssize_t n;

	if (pfd[0].revents) {
		n = read(p->from, p->buf, sizeof(p->buf));
		if (n > 0) {
			p->have = n;
			p->done = 0;
		} else if (n == 0 || !pump_again()) {
			pump_close(&p->from);
		}
	}
	if (p->have && p->to >= 0) {
		n = write(p->to, p->buf + p->done, p->have);
		if (n > 0) {
			p->have -= n;
			p->done += n;
			p->moved += n;
		} else if (n < 0 && !pump_again()) {
			pump_close(&p->to);
		}
	}
	if (pfd[1].revents & (POLLERR | POLLHUP | POLLNVAL))
		pump_close(&p->to);
	if (p->to < 0) {
		pump_close(&p->from);
		p->have = 0;
	}
	if (p->from < 0 && !p->have && p->to >= 0) {
		/* A socket's peer must read to the end before it sees a hangup. */
		shutdown(p->to, SHUT_WR);
		pump_close(&p->to);
	}
}

#endif
