/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef ROOT_H
#define ROOT_H

/* First of all: /dev, where the ports appear. */
void root_open_devices(void);

/* Moves to a root in which a command of the host feels at home. */
void root_enter(const char *tree);

#endif
