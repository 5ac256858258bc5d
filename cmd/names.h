/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Many names, each kept once however often it comes, and the set of those that came since a point. */
#ifndef NAMES_H
#define NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* All zero is an empty one. When memory runs out it says so in the end, not at each step. */
struct names {
	void *tree;		/* of tsearch(3) */
	const char **set;	/* the names of the set */
	size_t n;
	size_t room;
	unsigned long number;	/* which set this is */
	bool failed;
};

/* Start the next set; what the last one's names point to stays. */
void names_start(struct names *names);

void names_add(struct names *names, const char *name);

/* Put the set in order of bytes, whatever the locale. */
void names_sort(struct names *names);

void names_free(struct names *names);

#endif
