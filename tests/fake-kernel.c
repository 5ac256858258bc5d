// SPDX-License-Identifier: GPL-2.0-or-later
#include "fake-kernel.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SCHED_CORE = 62, THREAD = 0, PROCESS = 1, GROUP = 2, MAX_ID = 4 * 1024 * 1024 };

struct fake fake;
static uint64_t *cookies, *groups;	/* by task */
static pid_t sealed;
static uint64_t last_cookie;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void fake_reset(void)
{
	free(cookies);
	free(groups);
	cookies = calloc(MAX_ID, sizeof(*cookies));
	groups = calloc(MAX_ID, sizeof(*groups));
	sealed = 0;
	fake = (struct fake) { 0 };
}

/* A helper thread that nobody gave a cookie has inherited the first thread's. */
static pid_t owner(pid_t tid)
{
	bool ours = tid != getpid() && syscall(SYS_tgkill, getpid(), tid, 0) == 0;

	return ours && !cookies[tid] ? getpid() : tid;
}

uint64_t fake_cookie(pid_t tid)
{
	return cookies[owner(tid)] & ~1ULL;
}

/* The lowest bit tells "none" from "never set". */
void fake_set_cookie(pid_t tid, uint64_t cookie)
{
	cookies[tid] = cookie | 1;
}

void fake_set_group(pid_t tid, uint64_t group)
{
	groups[tid] = group;
}

static bool exists(pid_t tid)
{
	char path[32];

	snprintf(path, sizeof(path), "/proc/%d", tid);
	return access(path, F_OK) == 0;
}

static void set_each(const char *directory, pid_t group, uint64_t cookie)
{
	DIR *dir = opendir(directory);
	const struct dirent *entry;

	while (dir && (entry = readdir(dir))) {
		pid_t id = atoi(entry->d_name);

		if (id > 0 && (!group || getpgid(id) == group))
			fake_set_cookie(id, cookie);
	}
	if (dir)
		closedir(dir);
}

static void set(pid_t pid, unsigned long scope, uint64_t cookie)
{
	char path[32];

	if (scope == GROUP) {
		set_each("/proc", getpgid(pid), cookie);
		return;
	}
	snprintf(path, sizeof(path), "/proc/%d/task", pid);
	if (scope == PROCESS)
		set_each(path, 0, cookie);
	else
		fake_set_cookie(pid, cookie);
}

static bool is_read(unsigned long operation)
{
	return operation == FAKE_GET || operation >= FAKE_GET_GROUP;
}

static uint64_t answer(unsigned long operation, pid_t tid)
{
	switch (operation) {
	case FAKE_GET:
		return fake_cookie(tid);
	case FAKE_GET_GROUP:
		return groups[tid];
	case FAKE_GET_EFFECTIVE:
		return fake_cookie(tid) ^ groups[tid] << 32;
	default:
		return tid == sealed;
	}
}

static int check(unsigned long operation, pid_t pid, unsigned long scope, unsigned long address)
{
	if (fake.filter[operation])
		return fake.filter[operation];
	if (fake.absent)
		return fake.absent;
	if (operation > FAKE_SHARE_FROM && !fake.patched)
		return EINVAL;
	if (scope > GROUP || pid < 0 || (!is_read(operation) && address))
		return EINVAL;
	if (pid && !exists(pid))
		return ESRCH;
	if (pid && pid == fake.out_of_reach)
		return EPERM;
	if ((is_read(operation) || operation == FAKE_SHARE_FROM) && scope != THREAD)
		return EINVAL;
	if (is_read(operation) && address & 7)
		return EINVAL;
	return pid ? fake.error[operation] : 0;
}

static void change(unsigned long operation, pid_t pid, unsigned long scope)
{
	pid_t self = (pid_t)syscall(SYS_gettid);

	if (fake.before)
		fake.before(pid);
	if (operation == FAKE_SHARE_FROM)
		fake_set_cookie(self, fake_cookie(pid));
	else if (operation == FAKE_SEAL)
		sealed = pid ? pid : self;
	else if (operation == FAKE_CLEAR)
		set(pid ? pid : self, scope, 0);
	else
		set(pid ? pid : self, scope, operation == FAKE_CREATE ? last_cookie += 2 : fake_cookie(self));
	if (fake.after)
		fake.after(pid);
}

int __wrap_prctl(int option, ...);
int __real_prctl(int option, ...);

int __wrap_prctl(int option, ...)
{
	unsigned long arg[4];
	va_list ap;
	int error;

	va_start(ap, option);
	for (int i = 0; i < 4; i++)
		arg[i] = va_arg(ap, unsigned long);
	va_end(ap);
	if (option != SCHED_CORE)
		return __real_prctl(option, arg[0], arg[1], arg[2], arg[3]);

	pthread_mutex_lock(&lock);
	if (!cookies)
		fake_reset();
	fake.calls[arg[0]]++;
	error = check(arg[0], (pid_t)arg[1], arg[2], arg[3]);
	if (!error && is_read(arg[0]))
		*(uint64_t *)arg[3] = answer(arg[0], arg[1] ? (pid_t)arg[1] : (pid_t)syscall(SYS_gettid));
	else if (!error)
		change(arg[0], (pid_t)arg[1], arg[2]);
	pthread_mutex_unlock(&lock);
	errno = error;
	return error ? -1 : 0;
}

pid_t fake_child(int own_session)
{
	int ready[2];
	pid_t child;
	char byte;

	if (pipe(ready) < 0)
		abort();
	child = fork();
	if (child == 0) {
		__real_prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
		if (own_session)
			setsid();
		close(ready[0]);
		close(ready[1]);
		for (;;)
			pause();
	}
	close(ready[1]);
	/* The end of file says that it is set up. */
	if (child < 0 || read(ready[0], &byte, 1) != 0)
		abort();
	close(ready[0]);
	return child;
}

void fake_reap(pid_t child)
{
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
}
