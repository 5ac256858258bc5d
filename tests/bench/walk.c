// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * walk tasks|links|sweep|columns
 *
 * The bare walks over all tasks that coreschedctl list is measured against. They allocate nothing and keep nothing:
 *   tasks    every directory of /proc and its task/
 *   links    the same, without opening a task/ whose links say that it holds one thread
 *   sweep    every id that there can be
 *   columns  as links, and the name and cgroup of each process
 */
#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench.h"

static int proc;
static unsigned long tasks, tagged;

static void see(pid_t tid)
{
	uint64_t cookie;

	if (!read_cookie(tid, &cookie))
		return;
	tasks++;
	tagged += cookie != 0;
}

/* "PID/NAME", quicker than printf() would: that takes longer than reading a cookie. */
static const char *path_of(const char *pid, const char *name)
{
	static char path[32];

	strcpy(stpcpy(stpcpy(path, pid), "/"), name);
	return path;
}

static void each_entry(int fd, void (*see_entry)(const char *))
{
	DIR *dir = fdopendir(fd);
	struct dirent *entry;

	if (!dir)
		return;
	while ((entry = readdir(dir)))
		if (*entry->d_name > '0' && *entry->d_name <= '9')
			see_entry(entry->d_name);
	closedir(dir);
}

static void see_task(const char *tid)
{
	see(atoi(tid));
}

static void see_tasks(const char *pid)
{
	each_entry(openat(proc, path_of(pid, "task"), O_RDONLY | O_DIRECTORY), see_task);
}

static void see_links(const char *pid)
{
	struct stat st;

	if (fstatat(proc, path_of(pid, "task"), &st, 0) < 0)
		return;
	/* ".", "..", and one link to the parent for each thread */
	if (st.st_nlink == 3)
		see_task(pid);
	else
		see_tasks(pid);
}

static void read_file(const char *path)
{
	char text[4096];
	int fd = openat(proc, path, O_RDONLY);

	if (fd < 0)
		return;
	if (read(fd, text, sizeof(text)) < 0 && errno != ESRCH)
		err(1, "%s", path);
	close(fd);
}

static void see_columns(const char *pid)
{
	see_links(pid);
	read_file(path_of(pid, "comm"));
	read_file(path_of(pid, "cgroup"));
}

static void sweep(void)
{
	long max = pid_max();

	for (pid_t tid = 1; tid < max; tid++)
		see(tid);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*see_process)(const char *);
	} ways[] = { { "tasks", see_tasks }, { "links", see_links }, { "columns", see_columns } };

	proc = open("/proc", O_RDONLY | O_DIRECTORY);
	if (argc != 2 || proc < 0)
		errx(2, "usage: walk tasks|links|sweep|columns");
	if (strcmp(argv[1], "sweep") == 0)
		sweep();
	for (size_t i = 0; i < sizeof(ways) / sizeof(*ways); i++)
		if (strcmp(argv[1], ways[i].name) == 0)
			each_entry(dup(proc), ways[i].see_process);
	if (!tasks)
		errx(1, "no task was seen");
	printf("%lu %lu\n", tasks, tagged);
	return 0;
}
