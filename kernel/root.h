/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef ROOT_H
#define ROOT_H

/* Says why on the console and stops the guest. */
void die(const char *fmt, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* First of all: /dev, where the ports appear. */
void root_open_devices(void);

/* Moves to a root in which a command of the host feels at home. */
void root_enter(const char *tree);

#endif
