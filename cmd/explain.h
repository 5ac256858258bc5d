/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef EXPLAIN_H
#define EXPLAIN_H

#include <sys/types.h>

/* Say which rule of ptrace(2) keeps the caller from a task, and which capability it lacks; NULL when unknown, else to be freed. */
char *explain_eperm(pid_t tid);

#endif
