/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of tasks and cgroups are whatever their owners like: made safe to stand in a line, a column or a terminal. */
#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Text that grows; all zero is an empty one. When memory runs out it says so in the end, not at each step. */
struct text {
	char *bytes;	/* ends with NUL; NULL before anything was added */
	size_t length;
	size_t room;
	bool failed;
};

void text_clear(struct text *text);
void text_free(struct text *text);
void text_add(struct text *text, const char *bytes, size_t n);

/*
 * Add a name. UTF-8 that is printed as itself stays; any other byte becomes \xHH: control characters, invisible and
 * direction-changing ones, what is not UTF-8, and the backslash, so that it can be undone. So do the characters of
 * @also (of ASCII), those that have a meaning where the name will stand.
 */
void text_add_safe(struct text *text, const char *name, const char *also);

/* Add a name as a string of JSON. */
void text_add_json(struct text *text, const char *name);

#endif
