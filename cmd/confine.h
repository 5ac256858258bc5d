/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the tool gives up: confine.c is the only file that sees libcap and libseccomp. */
#ifndef CONFINE_H
#define CONFINE_H

/*
 * Let this process and all that it becomes read cookies but not create, pull or push any, for good. Sets
 * no_new_privs where the caller lacks CAP_SYS_ADMIN, for the kernel asks for one of the two. Returns 0, or an
 * exit status after it has said what failed.
 */
int confine_seal(void);

/* The same without a word: 0, -ELIBACC when libseccomp is missing, or the kernel's error. */
int confine_try_seal(void);

/*
 * Give up every capability but the two to look around with, and the ways to regain one. For commands that only
 * read, so that a fault in them is worth less. Returns 0, or an exit status after it has said what failed: going on
 * with all privileges would hide that the guard is gone.
 */
int confine_to_reading(void);

/* Whether the caller holds CAP_SYS_PTRACE, in effect: 1, 0, or -ELIBACC when libcap is missing. */
int confine_may_ptrace(void);

#endif
