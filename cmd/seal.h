/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SEAL_H
#define SEAL_H

#include <coresched.h>

/*
 * Seal those tasks of a target that have a cookie or are in a domain, those too that are born meanwhile. Returns how
 * many are sealed, or -errno, with the task that stood in the way or 0.
 */
int seal_target(const struct coresched_target *target, pid_t *ret_tid);

#endif
