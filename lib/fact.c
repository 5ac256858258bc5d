// SPDX-License-Identifier: LGPL-2.1-or-later
/* Single facts that /proc tells. */
#include "proc.h"

#include <errno.h>
#include <string.h>
#include <time.h>

#include "sys.h"
#include "util.h"

#define PF_KTHREAD 0x00200000u	/* include/linux/sched.h; part of the interface through /proc/PID/stat */

/* Fields of /proc/PID/stat as proc(5) counts them */
enum { STAT_STATE = 3, STAT_FLAGS = 9, STAT_STARTTIME = 22 };

/* The parent of all kernel threads, itself one. In a PID namespace of its own the number is anybody's. */
enum { KTHREADD = 2 };

static int read_stat(pid_t tid, int field, uint64_t *ret_value)
{
	char path[32], text[1024];
	const char *p;
	ssize_t r;

	snprintf(path, sizeof(path), "/proc/%d/stat", tid);
	r = sys_read_head(path, text, sizeof(text));
	if (r < 0)
		return r == -ENOENT ? -ESRCH : (int)r;
	/* The name in brackets may itself hold blanks and brackets. */
	p = strrchr(text, ')');
	for (int i = STAT_STATE - 1; p && i < field; i++)
		p = strchr(p + 1, ' ');
	if (!p)
		return -ESRCH;
	*ret_value = strtoull(p, NULL, 10);
	return 0;
}

int proc_is_kernel_thread(pid_t pid)
{
	uint64_t flags;
	int r;

	/* None has a process group, and few others are without (the first process; one whose group is in an outer namespace). */
	r = sys_getpgid(pid);
	if (r != 0)
		return r < 0 ? r : 0;
	r = read_stat(pid, STAT_FLAGS, &flags);
	if (r < 0)
		return r;
	return (flags & PF_KTHREAD) != 0;
}

static int read_kthreadd_children(struct tasks *tasks)
{
	autoclose int fd = sys_open("/proc/2/task/2/children");
	char piece[4096];
	pid_t tid = 0;
	ssize_t n;

	if (fd < 0)
		return fd == -ENOENT ? -EOPNOTSUPP : fd;
	tasks->by_tid = true;
	while ((n = sys_read(fd, piece, sizeof(piece))) > 0) {
		for (ssize_t i = 0; i < n; i++) {
			int r;

			/* A blank follows each. */
			if (piece[i] != ' ') {
				tid = tid * 10 + (piece[i] - '0');
				continue;
			}
			r = tasks_add(tasks, tid, tid);
			if (r < 0)
				return r;
			tid = 0;
		}
	}
	tasks_sort(tasks);
	return (int)n;
}

static bool are_equal(const struct tasks *a, const struct tasks *b)
{
	size_t i = 0;

	while (i < a->n && i < b->n && a->items[i].tid == b->items[i].tid)
		i++;
	return i == a->n && i == b->n;
}

int proc_list_kernel_threads(struct tasks *ret_tasks)
{
	autotasks struct tasks first = { 0 }, second = { 0 };
	int r;

	r = proc_is_kernel_thread(KTHREADD);
	if (r < 0 && !proc_is_gone(r))
		return r;
	if (r <= 0) {
		*ret_tasks = (struct tasks) { .by_tid = true };
		return 0;
	}
	r = read_kthreadd_children(&first);
	if (r == 0)
		r = read_kthreadd_children(&second);
	if (r < 0)
		return r;
	/* When one exits while it is shown, the next may be left out (proc(5)); but then the lists differ by that one. */
	if (!are_equal(&first, &second))
		return -EAGAIN;
	r = tasks_add(&first, KTHREADD, KTHREADD);
	if (r < 0)
		return r;
	tasks_sort(&first);
	*ret_tasks = first;
	first.items = NULL;
	return 0;
}

/* CAP_SYS_ADMIN of capabilities(7), among the bits of CapEff. */
enum { SYS_ADMIN = 21 };

bool proc_is_administrator(void)
{
	char status[4096], map[64];
	const char *field;

	if (sys_read_head("/proc/thread-self/status", status, sizeof(status)) < 0 ||
	    sys_read_head("/proc/self/uid_map", map, sizeof(map)) < 0)
		return false;
	field = strstr(status, "\nCapEff:");
	if (!field || !(strtoull(field + strlen("\nCapEff:"), NULL, 16) >> SYS_ADMIN & 1))
		return false;
	/* Only the initial user namespace has all ids, each as itself (user_namespaces(7)). */
	return strtoul(map, NULL, 10) == 0 && strstr(map, " 4294967295") != NULL;
}

int proc_start_time(pid_t tid, uint64_t *ret_ticks)
{
	return read_stat(tid, STAT_STARTTIME, ret_ticks);
}

uint64_t proc_now(void)
{
	struct timespec now;
	uint64_t hz = (uint64_t)sysconf(_SC_CLK_TCK);

	clock_gettime(CLOCK_BOOTTIME, &now);
	return (uint64_t)now.tv_sec * hz + (uint64_t)now.tv_nsec * hz / 1000000000;
}

pid_t proc_last_id_of(unsigned long *ret_tasks)
{
	char text[128];
	const char *p;

	/* "0.20 0.18 0.12 1/80 11206": the load, running/all tasks, the last id */
	if (sys_read_head("/proc/loadavg", text, sizeof(text)) < 0)
		return -1;
	p = strchr(text, '/');
	if (!p)
		return -1;
	*ret_tasks = strtoul(p + 1, NULL, 10);
	p = strchr(p, ' ');
	return p ? (pid_t)strtol(p, NULL, 10) : -1;
}

pid_t proc_last_id(void)
{
	unsigned long tasks;

	return proc_last_id_of(&tasks);
}
