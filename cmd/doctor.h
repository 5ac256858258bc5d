/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What doctor.c and the files with its checks share. */
#ifndef DOCTOR_H
#define DOCTOR_H

#include "fail.h"

enum verdict {
	DOCTOR_SILENT,	/* the check has nothing to say here; it is left out */
	DOCTOR_OK,
	DOCTOR_WARN,	/* core scheduling can be used, but know this */
	DOCTOR_FAIL,	/* it can't be used */
};

struct finding {
	enum verdict verdict;
	char *why;
	const char *remedy;	/* NULL where there is nothing to do */
};

/* A check is a function in a row; the arrays of rows end with a nameless one. */
struct check {
	const char *name;
	void (*run)(const char *name, struct finding *finding);
};

extern const struct check doctor_kernel_checks[];
extern const struct check doctor_patched_checks[];
extern const struct check doctor_host_checks[];
extern const struct check doctor_cpu_checks[];

/* Put down what a check found. */
void found(struct finding *finding, enum verdict verdict, const char *remedy, const char *why, ...) PRINTF(4, 5);

/* Run @job in a child, which may change what it likes of itself. Returns what it returned (0 or more), or -errno. */
int in_child(int (*job)(void));

#endif
