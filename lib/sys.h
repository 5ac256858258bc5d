/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The kernel border: every call that can fail with errno is made here, and fails with -errno. */
#ifndef SYS_H
#define SYS_H

#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "coresched.h"

/* prctl(PR_SCHED_CORE, ...), one to one; the numbers are the kernel's. From 64 on they are the patched kernel's own. */
enum sys_operation {
	SYS_GET = 0,
	SYS_CREATE = 1,
	SYS_SHARE_TO = 2,
	SYS_SHARE_FROM = 3,
	SYS_CLEAR = 64,
	SYS_SEAL = 65,
	SYS_GET_GROUP = 66,
	SYS_GET_EFFECTIVE = 67,
	SYS_GET_FLAGS = 68
};

int sys_sched_core(enum sys_operation operation, pid_t pid, enum coresched_scope scope, uint64_t *cookie);

/* Ask the kernel in a form that it refuses with -EINVAL, or with -ENODEV without SMT; other answers come from a filter. */
int sys_sched_core_refused(enum sys_operation operation);

/* Whether the kernel has an operation: asked of a task that can't be, it answers -ESRCH, and -EINVAL for what it lacks. */
bool sys_sched_core_has(enum sys_operation operation);

/* Read a whole small file, such as one of /proc, into @buffer and end it with NUL. Returns its length; -E2BIG when it does not fit. */
ssize_t sys_read_file(const char *path, char *buffer, size_t size);

/* The same of a file of which the first @size - 1 bytes will do. */
ssize_t sys_read_head(const char *path, char *buffer, size_t size);

/* Open for reading, and read a piece: its length, or 0 at the end. */
int sys_open(const char *path);
ssize_t sys_read(int fd, char *buffer, size_t size);

/* Write @text in one call into a file that exists, as the files of /sys want it. */
int sys_write_file(const char *path, const char *text);

bool sys_is_there(const char *path);

int sys_mkdir(const char *path);

/*
 * Open a directory and hold it against others who lock it. As anybody who can read it may lock it, and for good,
 * this is a courtesy among friends: after a second it is opened without.
 */
int sys_lock_directory(const char *path);

int sys_opendir(const char *path, DIR **ret_dir);

/* The next entry that is a number: 1, or 0 at the end. */
int sys_next_id(DIR *dir, pid_t *ret_id);

/* The next entry that is a directory: 1, or 0 at the end. @ret_name is the entry's own. */
int sys_next_directory(DIR *dir, const char **ret_name);

/* Whether /proc shows another PID namespace than the caller's, in which the same numbers are other tasks'. */
bool sys_proc_is_foreign(void);

/* Links of a file: for a directory of /proc a count of what it holds. */
int sys_links(const char *path, unsigned long *ret_links);

/*
 * What the directory of a process's threads tells by itself, so that most need not be read: how many they are,
 * and the effective user id. The kernel gives the directories of /proc/PID that everybody may enter to the
 * effective user even where it gives the files in them to root (fs/proc/base.c, task_dump_owner()).
 */
int sys_task_dir(DIR *proc, pid_t pid, unsigned long *ret_threads, uid_t *ret_euid);

/* Whether a cgroup v2 hierarchy is mounted there. */
bool sys_is_cgroup2(const char *path);

/* Whether @tid is a thread of process @pid. With @pid the same: whether it is a process, not another thread's id. */
bool sys_is_thread_of(pid_t pid, pid_t tid);

pid_t sys_gettid(void);
int sys_getpgid(pid_t pid);
int sys_getsid(pid_t pid);

/* A descriptor that stands for the process, not for its number; -ENOENT or -EINVAL when @pid is another thread's. */
int sys_pidfd_open(pid_t pid);

/* Whether the process has not been reaped, so that its number can't have been given away. */
bool sys_pidfd_alive(int pidfd);

/* Why a call of another library failed just now, as far as it kept errno; -EIO where it did not. */
int sys_error(void);

/* How many hardware threads there can be. */
int sys_cpus(void);

/* Bind the calling thread to one hardware thread, which it runs on when this returns. */
int sys_run_on(int cpu);

/* Run @job in a thread of its own that takes no signals, and wait for it. */
int sys_run_aside(int (*job)(void *), void *arg);

#endif
