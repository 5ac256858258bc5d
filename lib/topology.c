// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <string.h>

#include "coresched.h"
#include "sys.h"
#include "util.h"

#define CPUS "/sys/devices/system/cpu"

enum { LIST_SIZE = 16384 };	/* of every other one of 4,096 numbers */

/* Take the next "4" or "0-3" off a list of the kernel's: 1, or 0 at the end. */
static int next_range(const char **list, int *ret_first, int *ret_last)
{
	char *end;

	*ret_first = *ret_last = (int)strtol(*list, &end, 10);
	if (end == *list)
		return 0;
	if (*end == '-')
		*ret_last = (int)strtol(end + 1, &end, 10);
	*list = end + (*end == ',');
	return 1;
}

static size_t count(const char *list)
{
	int first, last;
	size_t n = 0;

	while (next_range(&list, &first, &last))
		n += (size_t)(last - first + 1);
	return n;
}

static void look_up(int number, struct coresched_cpu *ret_cpu)
{
	char path[96], text[LIST_SIZE];
	const char *list = text;
	int first, last;

	*ret_cpu = (struct coresched_cpu) { .cpu = number, .core = number, .siblings = 1 };
	snprintf(path, sizeof(path), CPUS "/cpu%d/topology/thread_siblings_list", number);
	/* Without the file (it went offline, or the architecture has none) it is a core to itself. */
	if (sys_read_head(path, text, sizeof(text)) <= 0 || !next_range(&list, &first, &last))
		return;
	/* Only siblings that are online are listed, in rising order. */
	ret_cpu->core = first;
	ret_cpu->siblings = (int)count(text);
}

static int by_core(const void *p, const void *q)
{
	const struct coresched_cpu *a = p, *b = q;

	return a->core != b->core ? a->core - b->core : a->cpu - b->cpu;
}

int coresched_topology(struct coresched_cpu **ret_cpus, size_t *ret_n)
{
	autofree struct coresched_cpu *cpus = NULL;
	char online[LIST_SIZE];
	const char *list = online;
	int first, last;
	ssize_t r;
	size_t n = 0;

	r = sys_read_head(CPUS "/online", online, sizeof(online));
	if (r < 0)
		return (int)r;
	cpus = calloc(count(online) + 1, sizeof(*cpus));
	if (!cpus)
		return -ENOMEM;
	while (next_range(&list, &first, &last))
		for (int cpu = first; cpu <= last; cpu++)
			look_up(cpu, &cpus[n++]);
	qsort(cpus, n, sizeof(*cpus), by_core);

	*ret_cpus = TAKE(cpus);
	*ret_n = n;
	return 0;
}
