/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The other way to find tasks than to list /proc: to ask the kernel about each id that there can be. */
#ifndef SWEEP_H
#define SWEEP_H

#include <stdbool.h>
#include <sys/types.h>

/* Whether this way is the cheaper one now. */
bool sweep_pays(void);

/*
 * Call @see for each id, until all tasks were seen. It returns -ESRCH when the id is nobody's, 0 or more when it is a
 * task's, whether wanted or not; any other error ends the sweep.
 */
int sweep(int (*see)(pid_t id, void *arg), void *arg);

#endif
