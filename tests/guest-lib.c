// SPDX-License-Identifier: GPL-2.0-or-later
/* The library on a real kernel, as root. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "coresched.h"
#include "util.h"

#define TOP   "/coresched-lib"
#define BELOW TOP "/below"
#define MOUNT "/sys/fs/cgroup"

enum { NOBODY = 65534, THREADS = 4, STORM = 8 };

static struct coresched_target target;
static struct coresched_result result;
static uint64_t cookie;

static uint64_t get(pid_t tid)
{
	uint64_t value = UINT64_MAX;

	assert_int_equal(coresched_get(tid, &value), 0);
	return value;
}

/* Run @body in a child that dies with us, and come back when it is ready to be looked at: when it closes the descriptor. */
static pid_t start(void (*body)(int ready))
{
	int ready[2];
	char byte;
	pid_t child;

	assert_int_equal(pipe(ready), 0);
	child = fork();
	if (child == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		close(ready[0]);
		body(ready[1]);
		for (;;)
			pause();
	}
	close(ready[1]);
	assert_int_equal(read(ready[0], &byte, 1), 0);
	close(ready[0]);
	return child;
}

static void stop(pid_t child)
{
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
}

static void sleeper(int ready)
{
	close(ready);
}

static void own_session(int ready)
{
	setsid();
	close(ready);
}

static void *sleep_on(void *arg)
{
	for (;;)
		pause();
	return arg;
}

static void threads(int ready)
{
	pthread_t thread;

	for (int i = 1; i < THREADS; i++)
		pthread_create(&thread, NULL, sleep_on, NULL);
	close(ready);
}

static void as_nobody(int ready)
{
	if (setgid(NOBODY) == 0 && setuid(NOBODY) == 0)
		close(ready);
}

static int tag(enum coresched_kind kind, pid_t id, const char *cgroup)
{
	target = (struct coresched_target) { .kind = kind, .id = (id_t)id, .cgroup = cgroup };
	cookie = 0;
	return coresched_tag(&target, 1, 0, &result, &cookie);
}

static void assert_all_have(const struct coresched_target *of, uint64_t want)
{
	autofree struct coresched_task *tasks = NULL;
	size_t n;

	assert_int_equal(coresched_scan(of, CORESCHED_SCAN_ALL, &tasks, &n), 0);
	assert_true(n > 0);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(tasks[i].cookie, want);
}

static void tags_a_process_by_any_of_its_threads(void **state)
{
	pid_t child = start(threads);
	autofree struct coresched_task *tasks = NULL;
	size_t n;

	(void)state;
	assert_int_equal(tag(CORESCHED_TARGET_PROCESS, child, NULL), 0);
	assert_int_equal(result.tasks, THREADS);
	assert_int_equal(result.changed, THREADS);
	assert_int_not_equal(cookie, 0);
	assert_all_have(&target, cookie);
	assert_int_equal(get(0), 0);

	assert_int_equal(coresched_scan(&target, 0, &tasks, &n), 0);
	assert_int_equal(tag(CORESCHED_TARGET_PROCESS, tasks[n - 1].tid, NULL), 0);
	assert_int_equal(get(child), cookie);
	assert_int_equal(result.tasks, THREADS);
	/* And one thread alone, by the same id. */
	assert_int_equal(tag(CORESCHED_TARGET_THREAD, tasks[n - 1].tid, NULL), 0);
	assert_int_equal(get(tasks[n - 1].tid), cookie);
	assert_int_not_equal(get(child), cookie);
	stop(child);
}

static void tags_groups_sessions_and_users(void **state)
{
	pid_t child = start(own_session), nobody = start(as_nobody);

	(void)state;
	assert_int_equal(tag(CORESCHED_TARGET_SESSION, child, NULL), 0);
	assert_int_equal(get(child), cookie);
	assert_int_equal(tag(CORESCHED_TARGET_PROCESS_GROUP, child, NULL), 0);
	assert_int_equal(get(child), cookie);
	assert_int_equal(result.tasks, 1);
	assert_int_equal(tag(CORESCHED_TARGET_USER, NOBODY, NULL), 0);
	assert_int_equal(get(nobody), cookie);
	assert_int_not_equal(get(child), cookie);
	assert_int_equal(result.tasks, 1);
	stop(child);
	stop(nobody);
}

static void shares_and_clears_whatever_the_caller_has(void **state)
{
	pid_t one = start(sleeper), two = start(sleeper);
	uint64_t mine;

	(void)state;
	assert_int_equal(coresched_create(0, CORESCHED_THREAD), 0);
	mine = get(0);
	target = (struct coresched_target) { .kind = CORESCHED_TARGET_PROCESS, .id = (id_t)two };
	assert_int_equal(coresched_share(one, &target, 1, 0, &result, &cookie), -ENODATA);
	assert_int_equal(get(two), 0);

	assert_int_equal(coresched_create(one, CORESCHED_THREAD), 0);
	assert_int_equal(coresched_share(one, &target, 1, 0, &result, &cookie), 0);
	assert_int_equal(get(two), get(one));
	assert_int_equal(cookie, get(one));
	assert_int_not_equal(cookie, mine);

	assert_int_equal(coresched_clear(&target, 1, 0, &result), 0);
	assert_int_equal(get(two), 0);
	assert_int_equal(get(one), cookie);
	assert_int_equal(get(0), mine);
	assert_int_equal(coresched_share_from(1), 0);
	stop(one);
	stop(two);
}

static void write_file(const char *path, const char *text)
{
	autoclose int fd = open(path, O_WRONLY | O_CLOEXEC);

	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
}

/* Chains: each task forks one and exits, so that those who are listed have soon gone, and their heirs have no cookie. */
static void storm(int ready)
{
	for (int i = 0; i < STORM; i++) {
		if (fork() != 0)
			continue;
		close(ready);
		for (;;) {
			usleep(3000);
			if (fork() != 0)
				_exit(0);
		}
	}
	close(ready);
}

static void catches_forks_in_a_cgroup(void **state)
{
	pid_t child;

	(void)state;
	assert_int_equal(coresched_cgroup_create(BELOW), 0);
	assert_int_equal(coresched_cgroup_attach(BELOW, 0), 0);
	child = start(storm);
	assert_int_equal(coresched_cgroup_attach("/", 0), 0);

	assert_int_equal(tag(CORESCHED_TARGET_CGROUP, 0, TOP), 0);
	assert_true(result.passes > 1);
	for (int i = 0; i < 20; i++)
		assert_all_have(&target, cookie);
	assert_int_equal(coresched_clear(&target, 1, 0, &result), 0);
	assert_all_have(&target, 0);
	stop(child);
}

/* Also when it failed: it would not end by itself. */
static int end_storm(void **state)
{
	(void)state;
	write_file(MOUNT TOP "/cgroup.kill", "1");
	return 0;
}

/* A thread of a process may be in a cgroup in which its process is not. */
static void tags_single_threads_of_threaded_cgroups(void **state)
{
	pid_t child = start(threads);
	autofree struct coresched_task *tasks = NULL;
	char id[16];
	size_t n;

	(void)state;
	target = (struct coresched_target) { .kind = CORESCHED_TARGET_PROCESS, .id = (id_t)child };
	assert_int_equal(coresched_scan(&target, CORESCHED_SCAN_ALL, &tasks, &n), 0);
	assert_int_equal(coresched_cgroup_create(TOP "/threaded/one"), 0);
	write_file(MOUNT TOP "/threaded/one/cgroup.type", "threaded");
	assert_int_equal(coresched_cgroup_attach(TOP "/threaded", child), 0);
	snprintf(id, sizeof(id), "%d", tasks[2].tid);
	write_file(MOUNT TOP "/threaded/one/cgroup.threads", id);

	assert_int_equal(tag(CORESCHED_TARGET_CGROUP, 0, TOP "/threaded/one"), 0);
	assert_int_equal(result.tasks, 1);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(get(tasks[i].tid), i == 2 ? cookie : 0);
	free(TAKE(tasks));
	assert_int_equal(coresched_scan(&target, 0, &tasks, &n), 0);
	assert_int_equal(tasks[0].pid, child);
	stop(child);
}

static void leaves_kernel_threads_alone(void **state)
{
	uint64_t before = get(2);
	size_t seen;

	(void)state;
	target = (struct coresched_target) { .kind = CORESCHED_TARGET_CGROUP_ONLY, .cgroup = "/" };
	assert_int_equal(coresched_tag(&target, 1, CORESCHED_DRY_RUN, &result, &cookie), 0);
	seen = result.kernel_threads;
	assert_int_equal(tag(CORESCHED_TARGET_CGROUP_ONLY, 0, "/"), 0);
	assert_int_equal(get(1), cookie);
	assert_int_equal(get(2), before);
	assert_true(result.kernel_threads > 10);
	/* Each once; some come and go. */
	assert_true(result.kernel_threads < seen + seen / 4);
	assert_int_equal(tag(CORESCHED_TARGET_PROCESS, 2, NULL), -ECANCELED);
	assert_int_equal(result.error, -EPROTOTYPE);

	target = (struct coresched_target) { .kind = CORESCHED_TARGET_CGROUP_ONLY, .cgroup = "/" };
	/* Kernel threads are what has no cookie now. */
	assert_int_equal(coresched_clear(&target, 1, 0, &result), 0);
	assert_int_equal(get(1), 0);
}

static void changes_nothing_where_one_is_out_of_reach(void **state)
{
	pid_t child = start(own_session), judge;
	int status;

	(void)state;
	judge = fork();
	if (judge == 0) {
		const struct coresched_target both[] = {
			{ .kind = CORESCHED_TARGET_PROCESS, .id = (id_t)getpid() },
			{ .kind = CORESCHED_TARGET_SESSION, .id = (id_t)child },
		};
		struct coresched_result results[2];

		if (setgid(NOBODY) < 0 || setuid(NOBODY) < 0)
			_exit(1);
		if (coresched_tag(both, 2, 0, results, &cookie) != -ECANCELED)
			_exit(2);
		if (results[0].error || results[1].error != -EPERM || results[1].tid != child)
			_exit(3);
		_exit(get(0) == 0 ? 0 : 4);
	}
	assert_int_equal(waitpid(judge, &status, 0), judge);
	assert_int_equal(status, 0);
	stop(child);
}

/* So many processes that scan asks about every id instead of walking /proc. */
static void finds_the_same_in_a_crowd(void **state)
{
	enum { CROWD = 2900 };
	static pid_t crowd[CROWD];
	autofree struct coresched_task *tasks = NULL;
	pid_t child = start(threads);
	size_t n, found = 0;

	(void)state;
	for (int i = 0; i < CROWD; i++) {
		crowd[i] = fork();
		if (crowd[i] == 0) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			for (;;)
				pause();
		}
	}
	assert_int_equal(tag(CORESCHED_TARGET_PROCESS, child, NULL), 0);
	assert_int_equal(coresched_scan(NULL, 0, &tasks, &n), 0);
	assert_int_equal(n, THREADS);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(tasks[i].pid, child);
	free(TAKE(tasks));
	assert_int_equal(coresched_scan(NULL, CORESCHED_SCAN_ALL, &tasks, &n), 0);
	for (size_t i = 0; i < n; i++) {
		found += tasks[i].pid == crowd[found < CROWD ? found : CROWD - 1];
		if (i)
			assert_true(tasks[i - 1].pid <= tasks[i].pid);
	}
	assert_int_equal(found, CROWD);
	for (int i = 0; i < CROWD; i++)
		stop(crowd[i]);
	stop(child);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tags_a_process_by_any_of_its_threads),
		cmocka_unit_test(tags_groups_sessions_and_users),
		cmocka_unit_test(shares_and_clears_whatever_the_caller_has),
		cmocka_unit_test_teardown(catches_forks_in_a_cgroup, end_storm),
		cmocka_unit_test(tags_single_threads_of_threaded_cgroups),
		cmocka_unit_test(leaves_kernel_threads_alone),
		cmocka_unit_test(changes_nothing_where_one_is_out_of_reach),
		cmocka_unit_test(finds_the_same_in_a_crowd),
	};

	return cmocka_run_group_tests_name("lib", tests, NULL, NULL);
}
