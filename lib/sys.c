// SPDX-License-Identifier: LGPL-2.1-or-later
#include "sys.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <sys/vfs.h>

#include "util.h"

/* Kernel headers of 5.14 and 5.15 know only some of these, older ones none. */
#ifndef PR_SCHED_CORE
#define PR_SCHED_CORE 62
#endif
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SYS_pidfd_send_signal
#define SYS_pidfd_send_signal 424
#endif

int sys_sched_core(enum sys_operation operation, pid_t pid, enum coresched_scope scope, uint64_t *cookie)
{
	if (prctl(PR_SCHED_CORE, (unsigned long)operation, (unsigned long)pid, (unsigned long)scope, cookie) < 0)
		/* Early in boot, of a task that has an id: the key to show it by is not there yet. EBUSY means cgroups here. */
		return errno == EBUSY ? -ENOKEY : -errno;
	return 0;
}

int sys_sched_core_refused(enum sys_operation operation)
{
	uint64_t cookie;

	/* Only GET takes an address, and only of 8 aligned bytes. */
	return sys_sched_core(operation, 0, CORESCHED_THREAD, (uint64_t *)((char *)&cookie + 1));
}

bool sys_sched_core_has(enum sys_operation operation)
{
	/* Ids end at 2^22 (PID_MAX_LIMIT), and operations are told before tasks are looked for. */
	return sys_sched_core(operation, INT_MAX, CORESCHED_THREAD, NULL) == -ESRCH;
}

int sys_open(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	return fd < 0 ? -errno : fd;
}

ssize_t sys_read(int fd, char *buffer, size_t size)
{
	ssize_t n;

	do
		n = read(fd, buffer, size);
	while (n < 0 && errno == EINTR);
	return n < 0 ? -errno : n;
}

ssize_t sys_read_head(const char *path, char *buffer, size_t size)
{
	autoclose int fd = sys_open(path);
	size_t length = 0;

	if (fd < 0)
		return fd;
	while (length < size - 1) {
		ssize_t n = sys_read(fd, buffer + length, size - 1 - length);

		if (n < 0)
			return n;
		if (n == 0)
			break;
		length += (size_t)n;
	}
	buffer[length] = '\0';
	return (ssize_t)length;
}

ssize_t sys_read_file(const char *path, char *buffer, size_t size)
{
	ssize_t length = sys_read_head(path, buffer, size);

	return length == (ssize_t)size - 1 ? -E2BIG : length;
}

int sys_write_file(const char *path, const char *text)
{
	autoclose int fd = open(path, O_WRONLY | O_CLOEXEC);

	if (fd < 0 || write(fd, text, strlen(text)) < 0)
		return -errno;
	return 0;
}

bool sys_is_there(const char *path)
{
	return access(path, F_OK) == 0;
}

int sys_mkdir(const char *path)
{
	return mkdir(path, 0755) < 0 ? -errno : 0;
}

int sys_lock_directory(const char *path)
{
	const struct timespec pause = { .tv_nsec = 10 * 1000 * 1000 };
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return -errno;
	for (int tries = 100; tries && flock(fd, LOCK_EX | LOCK_NB) < 0 && errno == EWOULDBLOCK; tries--)
		nanosleep(&pause, NULL);
	return fd;
}

int sys_opendir(const char *path, DIR **ret_dir)
{
	DIR *dir = opendir(path);

	if (!dir)
		return -errno;
	*ret_dir = dir;
	return 0;
}

int sys_next_id(DIR *dir, pid_t *ret_id)
{
	struct dirent *entry;

	for (;;) {
		pid_t id = 0;
		const char *p;

		errno = 0;
		entry = readdir(dir);
		if (!entry)
			return -errno;
		for (p = entry->d_name; *p >= '0' && *p <= '9'; p++)
			id = id * 10 + (*p - '0');
		if (*p || !id)
			continue;
		*ret_id = id;
		return 1;
	}
}

int sys_next_directory(DIR *dir, const char **ret_name)
{
	struct dirent *entry;

	do {
		errno = 0;
		entry = readdir(dir);
		if (!entry)
			return -errno;
		/* Only these two: a cgroup may be called ".hidden". */
	} while (entry->d_type != DT_DIR || strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0);
	*ret_name = entry->d_name;
	return 1;
}

bool sys_proc_is_foreign(void)
{
	char self[16];
	ssize_t n = readlink("/proc/self", self, sizeof(self) - 1);

	if (n < 0)
		return errno == ENOENT && access("/proc/uptime", F_OK) == 0;
	self[n] = '\0';
	return strtol(self, NULL, 10) != getpid();
}

int sys_links(const char *path, unsigned long *ret_links)
{
	struct stat st;

	if (stat(path, &st) < 0)
		return -errno;
	*ret_links = st.st_nlink;
	return 0;
}

int sys_task_dir(DIR *proc, pid_t pid, unsigned long *ret_threads, uid_t *ret_euid)
{
	char path[32];
	struct stat st;

	snprintf(path, sizeof(path), "%d/task", pid);
	if (fstatat(dirfd(proc), path, &st, 0) < 0)
		return -errno;
	/* Two links are the directory's own. */
	*ret_threads = st.st_nlink - 2;
	*ret_euid = st.st_uid;
	return 0;
}

bool sys_is_cgroup2(const char *path)
{
	struct statfs fs;

	return statfs(path, &fs) == 0 && fs.f_type == CGROUP2_SUPER_MAGIC;
}

bool sys_is_thread_of(pid_t pid, pid_t tid)
{
	/* No signal is sent. Any answer but ESRCH is about the right thread, EPERM for one. */
	return syscall(SYS_tgkill, pid, tid, 0) == 0 || errno != ESRCH;
}

pid_t sys_gettid(void)
{
	return (pid_t)syscall(SYS_gettid);
}

int sys_getpgid(pid_t pid)
{
	pid_t pgid = getpgid(pid);

	return pgid < 0 ? -errno : pgid;
}

int sys_getsid(pid_t pid)
{
	pid_t sid = getsid(pid);

	return sid < 0 ? -errno : sid;
}

int sys_pidfd_open(pid_t pid)
{
	long fd = syscall(SYS_pidfd_open, pid, 0);

	return fd < 0 ? -errno : (int)fd;
}

bool sys_pidfd_alive(int pidfd)
{
	/* EPERM would mean that it lives and is not ours to signal. */
	return syscall(SYS_pidfd_send_signal, pidfd, 0, NULL, 0) == 0 || errno != ESRCH;
}

int sys_error(void)
{
	return errno > 0 ? -errno : -EIO;
}

int sys_cpus(void)
{
	long n = sysconf(_SC_NPROCESSORS_CONF);

	return n > 0 ? (int)n : 1;
}

int sys_run_on(int cpu)
{
	size_t size = CPU_ALLOC_SIZE((size_t)cpu + 1);
	autofree cpu_set_t *set = CPU_ALLOC((size_t)cpu + 1);

	if (!set)
		return -ENOMEM;
	CPU_ZERO_S(size, set);
	CPU_SET_S((size_t)cpu, size, set);
	return sched_setaffinity(0, size, set) < 0 ? -errno : 0;
}

struct aside {
	int (*job)(void *);
	void *arg;
	int result;
};

static void *aside_main(void *p)
{
	struct aside *aside = p;

	aside->result = aside->job(aside->arg);
	return NULL;
}

int sys_run_aside(int (*job)(void *), void *arg)
{
	struct aside aside = { .job = job, .arg = arg };
	sigset_t all, old;
	pthread_t thread;
	int error;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	error = pthread_create(&thread, NULL, aside_main, &aside);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	/* Here a limit on threads, while EAGAIN means something else in this library. */
	if (error)
		return error == EAGAIN ? -EDQUOT : -error;
	pthread_join(thread, NULL);
	return aside.result;
}
