/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PORT_H
#define PORT_H

#include <stddef.h>

/* Says why on the console and stops the guest. */
void die(const char *fmt, ...) __attribute__((noreturn, format(printf, 1, 2)));

void nap(long ms);

/* Ports don't block by themselves; these calls wait until all is done. */
int port_open(int nr);
void port_read(int fd, void *buf, size_t size);
void port_write(int fd, const void *buf, size_t size);

#endif
