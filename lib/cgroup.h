/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The only file that knows libcgroup, and where cgroup v2 is mounted. */
#ifndef CGROUP_H
#define CGROUP_H

#include "target.h"

/* Where "/a/b", "a/b" or "MOUNT/a/b" is: the length of the path, without a slash at its end. */
int cgroup_path(const char *cgroup, char *path, size_t size);

/* How much of a path from there is the mount point. */
size_t cgroup_root_length(void);

/* Append "/NAME" to a path of @length, which has room for PATH_MAX; the new length. */
int cgroup_append(char *path, int length, const char *name);

/* Files of a cgroup that was removed while they were open say ENODEV, which of a task would mean something else. */
int cgroup_error(int error);

/* List the tasks of a cgroup, with or without those below it, in no order. */
int cgroup_list(const char *cgroup, bool subtree, struct tasks *tasks);

/* Whether a task is in a cgroup, or below it: 1 or 0. */
int cgroup_holds(const char *cgroup, bool subtree, pid_t tid);

/* List the tasks of the one whose path has @length, without those below it. */
int cgroup_list_here(char *path, int length, struct tasks *tasks);

/* Hold a cgroup against others who ask for the same: a descriptor, which lets go when closed. */
int cgroup_lock(const char *cgroup);

/* Whether some cgroup has a tag to be set. */
bool cgroup_has_tags(void);

#endif
