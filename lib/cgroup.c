// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * What of libcgroup is used here, and what is not. Its mount table finds the v2 hierarchy wherever it is. But on
 * v2 its calls, seen with 2.0.2, need a controller to name a hierarchy by, and so
 * - cgroup_create_cgroup() turns that controller on in all cgroups above. That changes how the whole host shares
 *   its CPUs, bars the cgroups above from having processes of their own, and fails with EBUSY where they have some;
 *   without a controller it creates nothing and returns success;
 * - cgroup_attach_task_pid() refuses a cgroup in which the controller is not on;
 * - cgroup_walk_tree_begin() visits each file of each cgroup, and the task iterators know no threads;
 * - where v1 has all the controllers, v2 has none to name, and some of the calls crash.
 * Creating, moving and listing are one system call each in v2, so these are made directly.
 */
#include "config.h"

#include "cgroup.h"

#include <errno.h>
#include <libcgroup.h>
#include <limits.h>
#include <pthread.h>
#include <string.h>

#include "sys.h"
#include "util.h"

#define CALLS(X) \
	X(cgroup_init) X(cgroup_get_controller_begin) X(cgroup_get_controller_next) X(cgroup_get_controller_end) \
	X(cgroup_set_logger)
CALLS(LOAD_POINTER)

static pthread_mutex_t mount_lock = PTHREAD_MUTEX_INITIALIZER;
static char mount_point[PATH_MAX];	/* "" until found; under mount_lock, constant from then on */

/* Its own logger, which cgroup_init() would set, writes to stdout. */
static void say_nothing(void *arg, int level, const char *format, va_list ap)
{
	(void)arg, (void)level, (void)format, (void)ap;
}

/* libcgroup's mount table is global and built by cgroup_init() without care for other threads: hence under mount_lock. */
static bool ask_libcgroup(char *path)
{
	static const struct load_symbol symbols[] = { CALLS(LOAD_ROW) { NULL, NULL } };
	struct cgroup_mount_point controller;
	void *handle = NULL;
	bool found = false;
	int r;

	if (load(LIBCGROUP_SONAME, symbols) < 0)
		return false;
	sym_cgroup_set_logger(say_nothing, CGROUP_LOG_ERROR, NULL);
	if (sym_cgroup_init() != 0)
		return false;
	r = sym_cgroup_get_controller_begin(&handle, &controller);
	while (r == 0 && !found) {
		found = sys_is_cgroup2(controller.path);
		if (found)
			strcpy(path, controller.path);
		else
			r = sym_cgroup_get_controller_next(&handle, &controller);
	}
	sym_cgroup_get_controller_end(&handle);
	return found;
}

/* Where nearly all hosts have it; loading libcgroup takes as long as changing a thousand tasks. */
static const char usual_place[] = "/sys/fs/cgroup";

/* Where hybrid hosts have it. libcgroup lists controllers, so it can't see this one while v1 has them all. */
static const char hybrid_place[] = "/sys/fs/cgroup/unified";

static int find_mount_point(void)
{
	_Static_assert(sizeof(((struct cgroup_mount_point *)NULL)->path) <= sizeof(mount_point), "strcpy() fits");
	int r = 0;

	pthread_mutex_lock(&mount_lock);
	if (*mount_point)
		r = 0;
	else if (sys_is_cgroup2(usual_place))
		strcpy(mount_point, usual_place);
	else if (ask_libcgroup(mount_point))
		r = 0;
	else if (sys_is_cgroup2(hybrid_place))
		strcpy(mount_point, hybrid_place);
	else
		r = -ENXIO;
	pthread_mutex_unlock(&mount_lock);
	return r;
}

/* Whether a name would lead out of the hierarchy. */
static bool climbs(const char *name)
{
	for (const char *p = strstr(name, ".."); p; p = strstr(p + 1, ".."))
		if ((p == name || p[-1] == '/') && (p[2] == '/' || !p[2]))
			return true;
	return false;
}

int cgroup_path(const char *cgroup, char *path, size_t size)
{
	size_t length;
	int n, r;

	if (!cgroup || !*cgroup || climbs(cgroup))
		return -EINVAL;
	r = find_mount_point();
	if (r < 0)
		return r;

	length = strlen(mount_point);
	if (strncmp(cgroup, mount_point, length) == 0 && (cgroup[length] == '/' || !cgroup[length]))
		cgroup += length;
	cgroup += strspn(cgroup, "/");
	n = snprintf(path, size, "%s/%s", mount_point, cgroup);
	if (n < 0 || (size_t)n >= size)
		return -ENAMETOOLONG;
	while (path[n - 1] == '/')
		path[--n] = '\0';
	return n;
}

int cgroup_error(int error)
{
	return error == -ENODEV || error == -ENOTDIR ? -ENOENT : error;
}

int cgroup_append(char *path, int length, const char *name)
{
	int n = snprintf(path + length, PATH_MAX - (size_t)length, "/%s", name);

	return n < 0 || n >= PATH_MAX - length ? -ENAMETOOLONG : length + n;
}

static int parse_threads(int fd, struct tasks *tasks)
{
	char piece[16384];
	pid_t tid = 0;
	ssize_t n;

	while ((n = sys_read(fd, piece, sizeof(piece))) > 0) {
		for (ssize_t i = 0; i < n; i++) {
			int r;

			if (piece[i] != '\n') {
				tid = tid * 10 + (piece[i] - '0');
				continue;
			}
			/* 0 stands for a task outside our PID namespace. */
			tasks->partial = tasks->partial || !tid;
			r = tid ? tasks_add(tasks, tid, 0) : 0;
			if (r < 0)
				return r;
			tid = 0;
		}
	}
	return cgroup_error((int)n);
}

int cgroup_list_here(char *path, int length, struct tasks *tasks)
{
	autoclose int fd = -1;
	int r;

	r = cgroup_append(path, length, "cgroup.threads");
	if (r < 0)
		return r;
	fd = sys_open(path);
	path[length] = '\0';
	return fd < 0 ? cgroup_error(fd) : parse_threads(fd, tasks);
}

static int list_below(char *path, int length, struct tasks *tasks)
{
	autoclosedir DIR *dir = NULL;
	const char *name;
	int r;

	r = sys_opendir(path, &dir);
	if (r < 0)
		return cgroup_error(r);
	while ((r = sys_next_directory(dir, &name)) > 0) {
		int below = cgroup_append(path, length, name);

		if (below < 0)
			return below;
		r = cgroup_list_here(path, below, tasks);
		if (r == 0)
			r = list_below(path, below, tasks);
		path[length] = '\0';
		/* One that was removed meanwhile has no tasks. */
		if (r < 0 && r != -ENOENT)
			return r;
	}
	return cgroup_error(r);
}

size_t cgroup_root_length(void)
{
	return strlen(mount_point);
}

int cgroup_list(const char *cgroup, bool subtree, struct tasks *tasks)
{
	char path[PATH_MAX];
	int length, r;

	length = cgroup_path(cgroup, path, sizeof(path));
	if (length < 0)
		return length;
	/* Tasks, not processes: a threaded cgroup may hold some threads of a process and not the others. */
	tasks->by_tid = true;
	r = cgroup_list_here(path, length, tasks);
	return r == 0 && subtree ? list_below(path, length, tasks) : r;
}

/* Made by others a cgroup may be called anything; no new one shall break a line or a terminal. */
static bool is_plain(const char *name)
{
	for (; *name; name++)
		if ((unsigned char)*name < ' ' || *name == 0x7f)
			return false;
	return true;
}

int coresched_cgroup_create(const char *cgroup)
{
	char path[PATH_MAX];
	int length, r;

	if (cgroup && !is_plain(cgroup))
		return -EINVAL;
	length = cgroup_path(cgroup, path, sizeof(path));
	if (length < 0)
		return length;
	for (char *p = path + strlen(mount_point); *p; p++) {
		char next = p[1];

		/* At the end of each name: make what the path says up to here. */
		if (next && next != '/')
			continue;
		p[1] = '\0';
		r = sys_mkdir(path);
		if (r < 0 && r != -EEXIST)
			return cgroup_error(r);
		p[1] = next;
	}
	return 0;
}

int coresched_cgroup_attach(const char *cgroup, pid_t pid)
{
	char path[PATH_MAX], number[16];
	int length, r;

	length = cgroup_path(cgroup, path, sizeof(path));
	if (length < 0)
		return length;
	length = cgroup_append(path, length, "cgroup.procs");
	if (length < 0)
		return length;
	snprintf(number, sizeof(number), "%d", pid);
	r = sys_write_file(path, number);
	/* Said of the types that can't have processes, "threaded" and "domain invalid". */
	return r == -EOPNOTSUPP ? -EBUSY : cgroup_error(r);
}

int coresched_cgroup_path(const char *cgroup, char **ret_path)
{
	char path[PATH_MAX], *copy;
	int length = cgroup_path(cgroup, path, sizeof(path));

	if (length < 0)
		return length;
	copy = strdup(path);
	if (!copy)
		return -ENOMEM;
	*ret_path = copy;
	return 0;
}

int cgroup_lock(const char *cgroup)
{
	char path[PATH_MAX];
	int length = cgroup_path(cgroup, path, sizeof(path));

	return length < 0 ? length : cgroup_error(sys_lock_directory(path));
}

int coresched_cgroup_of(pid_t tid, char **ret_cgroup)
{
	const size_t size = 65536;	/* a line for each of 13 hierarchies, a path in each */
	autofree char *text = malloc(size);
	char path[32], *line, *end, *cgroup;
	ssize_t r;

	if (!text)
		return -ENOMEM;
	snprintf(path, sizeof(path), tid ? "/proc/%d/cgroup" : "/proc/thread-self/cgroup", tid);
	r = sys_read_head(path, text, size);
	if (r == -ENOENT)
		return sys_getpgid(tid) < 0 ? -ESRCH : -ENXIO;
	if (r < 0)
		return (int)r;

	line = strncmp(text, "0::", 3) == 0 ? text : strstr(text, "\n0::");
	if (!line)
		return -ENXIO;
	line = strchr(line, '/');
	end = line ? strchr(line, '\n') : NULL;
	if (!end)
		return -ENXIO;
	cgroup = strndup(line, (size_t)(end - line));
	if (!cgroup)
		return -ENOMEM;
	*ret_cgroup = cgroup;
	return 0;
}

int cgroup_holds(const char *cgroup, bool subtree, pid_t tid)
{
	autofree char *home = NULL;
	char path[PATH_MAX];
	size_t length;
	int r;

	r = cgroup_path(cgroup, path, sizeof(path));
	if (r >= 0)
		r = coresched_cgroup_of(tid, &home);
	if (r < 0)
		return r;
	length = strlen(path + cgroup_root_length());
	/* Of the root nothing is left. */
	if (!length)
		return subtree || strcmp(home, "/") == 0;
	return strncmp(home, path + cgroup_root_length(), length) == 0 &&
	       (!home[length] || (subtree && home[length] == '/'));
}
