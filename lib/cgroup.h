/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The only file that knows libcgroup, and where cgroup v2 is mounted. */
#ifndef CGROUP_H
#define CGROUP_H

#include "target.h"

/* List the tasks of a cgroup, with or without those below it, in no order. */
int cgroup_list(const char *cgroup, bool subtree, struct tasks *tasks);

/* Hold a cgroup against others who ask for the same: a descriptor, which lets go when closed. */
int cgroup_lock(const char *cgroup);

#endif
