// SPDX-License-Identifier: GPL-2.0-or-later
#include "names.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

/* A name is in the tree for good, and in the set when it was last seen in that one: no set needs a tree of its own. */
struct name {
	const char *text;	/* copy[], but for a name that is only looked for */
	unsigned long seen_in;
	char copy[];
};

static int compare(const void *a, const void *b)
{
	return strcmp(((const struct name *)a)->text, ((const struct name *)b)->text);
}

static int compare_in_set(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void names_start(struct names *names)
{
	names->number++;
	names->n = 0;
}

static struct name *find_or_keep(struct names *names, const char *text)
{
	const struct name wanted = { .text = text };
	struct name **found = tfind(&wanted, &names->tree, compare);
	size_t size = strlen(text) + 1;
	struct name *name;

	if (found)
		return *found;
	name = malloc(sizeof(*name) + size);
	if (!name)
		return NULL;
	*name = (struct name) { .text = name->copy };
	memcpy(name->copy, text, size);
	if (tsearch(name, &names->tree, compare))
		return name;
	free(name);
	return NULL;
}

static bool make_room(struct names *names)
{
	size_t room = 2 * names->room + 16;
	const char **set;

	if (names->n < names->room)
		return true;
	set = reallocarray(names->set, room, sizeof(*set));
	if (!set)
		return false;
	names->set = set;
	names->room = room;
	return true;
}

void names_add(struct names *names, const char *text)
{
	struct name *name = find_or_keep(names, text);

	if (!name || !make_room(names)) {
		names->failed = true;
		return;
	}
	if (name->seen_in == names->number)
		return;
	name->seen_in = names->number;
	names->set[names->n++] = name->text;
}

void names_sort(struct names *names)
{
	if (names->n > 1)
		qsort(names->set, names->n, sizeof(*names->set), compare_in_set);
}

void names_free(struct names *names)
{
	tdestroy(names->tree, free);
	free(names->set);
	*names = (struct names) { 0 };
}
