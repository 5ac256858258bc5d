// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * push cgroup DIRECTORY | push group PGID
 *
 * The bare calls that coreschedctl tag is measured against: a fresh cookie for the tasks of a cgroup, one by one, or
 * for a process group, in one call; and one pass that reads them all back.
 */
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"

static pid_t *tids;
static size_t n;

static void add(pid_t tid)
{
	if (n % 4096 == 0)
		tids = realloc(tids, (n + 4096) * sizeof(*tids));
	if (!tids)
		err(1, "realloc");
	tids[n++] = tid;
}

static void verify(uint64_t want)
{
	uint64_t cookie;

	for (size_t i = 0; i < n; i++)
		if (read_cookie(tids[i], &cookie) && cookie != want)
			errx(1, "task %d has another cookie", tids[i]);
}

/* The numbers of a file, one a line, without the price of scanf(). */
static void list_cgroup(const char *directory)
{
	char path[PATH_MAX], text[16384];
	pid_t tid = 0;
	ssize_t got;
	int fd;

	snprintf(path, sizeof(path), "%s/cgroup.threads", directory);
	fd = open(path, O_RDONLY);
	while ((got = read(fd, text, sizeof(text))) > 0)
		for (const char *c = text; c < text + got; c++) {
			if (*c != '\n') {
				tid = tid * 10 + *c - '0';
				continue;
			}
			add(tid);
			tid = 0;
		}
	if (got < 0)
		err(1, "%s", path);
	close(fd);
}

static void push_cgroup(const char *directory)
{
	uint64_t own = 0;

	change_cookie(PR_SCHED_CORE_CREATE, 0, PR_SCHED_CORE_SCOPE_THREAD);
	read_cookie(0, &own);
	list_cgroup(directory);
	for (size_t i = 0; i < n; i++)
		change_cookie(PR_SCHED_CORE_SHARE_TO, tids[i], PR_SCHED_CORE_SCOPE_THREAD);
	verify(own);
}

static void push_group(pid_t group)
{
	long max = pid_max();
	uint64_t cookie = 0;

	change_cookie(PR_SCHED_CORE_CREATE, group, PR_SCHED_CORE_SCOPE_PROCESS_GROUP);
	for (pid_t tid = 1; tid < max; tid++)
		if (getpgid(tid) == group)
			add(tid);
	read_cookie(group, &cookie);
	verify(cookie);
}

int main(int argc, char **argv)
{
	if (argc == 3 && strcmp(argv[1], "cgroup") == 0)
		push_cgroup(argv[2]);
	else if (argc == 3 && strcmp(argv[1], "group") == 0)
		push_group((pid_t)number(argv[2], 1));
	else
		errx(2, "usage: push cgroup DIRECTORY | push group PGID");
	if (!n)
		errx(1, "no task was found");
	printf("%zu\n", n);
	return 0;
}
