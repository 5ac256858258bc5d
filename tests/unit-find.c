// SPDX-License-Identifier: GPL-2.0-or-later
/* Finding tasks and what they are: scan, /proc, topology, held against what this machine is seen to have. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cmocka.h>

#include "coresched.h"
#include "fake-kernel.h"
#include "proc.h"
#include "sys.h"
#include "util.h"

enum { COOKIE = 0x100 };

static pid_t child, thread_id;
static pthread_t thread;
static pthread_barrier_t barrier;

static void *wait_in_thread(void *arg)
{
	thread_id = (pid_t)syscall(SYS_gettid);
	pthread_barrier_wait(&barrier);
	pthread_barrier_wait(&barrier);
	return arg;
}

static int set_up(void **state)
{
	(void)state;
	fake_reset();
	child = fake_child(1);
	pthread_barrier_init(&barrier, NULL, 2);
	pthread_create(&thread, NULL, wait_in_thread, NULL);
	pthread_barrier_wait(&barrier);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	pthread_barrier_wait(&barrier);
	pthread_join(thread, NULL);
	fake_reap(child);
	return 0;
}

static struct coresched_target process(pid_t pid)
{
	return (struct coresched_target) { .kind = CORESCHED_TARGET_PROCESS, .id = (id_t)pid };
}

static void finds_those_with_a_cookie(void **state)
{
	autofree struct coresched_task *tasks = NULL;
	size_t n;

	(void)state;
	fake_set_cookie(child, COOKIE);
	fake_set_cookie(thread_id, COOKIE + 2);
	assert_int_equal(coresched_scan(NULL, 0, &tasks, &n), 0);
	assert_int_equal(n, 2);
	for (size_t i = 0; i < n; i++) {
		bool is_thread = tasks[i].tid == thread_id;

		assert_int_equal(tasks[i].tid, is_thread ? thread_id : child);
		assert_int_equal(tasks[i].pid, is_thread ? getpid() : child);
		assert_int_equal(tasks[i].cookie, is_thread ? COOKIE + 2 : COOKIE);
	}
}

static void finds_all_in_order(void **state)
{
	autofree struct coresched_task *tasks = NULL;
	size_t n, own = 0;

	(void)state;
	assert_int_equal(coresched_scan(NULL, CORESCHED_SCAN_ALL, &tasks, &n), 0);
	for (size_t i = 0; i < n; i++) {
		own += tasks[i].pid == getpid();
		if (i)
			assert_true(tasks[i - 1].pid < tasks[i].pid ||
				    (tasks[i - 1].pid == tasks[i].pid && tasks[i - 1].tid < tasks[i].tid));
	}
	assert_int_equal(own, 2);
}

static void keeps_what_can_not_be_read_apart_from_none(void **state)
{
	struct coresched_target target = process(child);
	autofree struct coresched_task *tasks = NULL;
	size_t n;

	(void)state;
	fake.out_of_reach = child;
	assert_int_equal(coresched_scan(&target, 0, &tasks, &n), 0);
	assert_int_equal(n, 1);
	assert_int_equal(tasks->error, -EPERM);
}

static void lists_each_kind_of_target(void **state)
{
	static const enum coresched_kind kinds[] = {
		CORESCHED_TARGET_PROCESS, CORESCHED_TARGET_THREAD, CORESCHED_TARGET_PROCESS_GROUP, CORESCHED_TARGET_SESSION,
	};
	struct coresched_target target = process(child);

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		autofree struct coresched_task *tasks = NULL;
		size_t n;

		target.kind = kinds[i];
		assert_int_equal(coresched_scan(&target, CORESCHED_SCAN_ALL, &tasks, &n), 0);
		assert_int_equal(n, 1);
		assert_int_equal(tasks->tid, child);
	}
}

static void lists_a_user_by_effective_id(void **state)
{
	const struct coresched_target target = { .kind = CORESCHED_TARGET_USER, .id = geteuid() };
	autofree struct coresched_task *tasks = NULL;
	size_t n;
	bool found = false;

	(void)state;
	assert_int_equal(coresched_scan(&target, CORESCHED_SCAN_ALL, &tasks, &n), 0);
	for (size_t i = 0; i < n; i++)
		found = found || tasks[i].tid == thread_id;
	assert_true(found);
}

static void says_when_there_is_no_such_target(void **state)
{
	struct coresched_target target = process(0);
	struct coresched_task *tasks;
	size_t n;

	(void)state;
	for (int kind = CORESCHED_TARGET_PROCESS; kind <= CORESCHED_TARGET_SESSION; kind++) {
		target.kind = (enum coresched_kind)kind;
		assert_int_equal(coresched_scan(&target, 0, &tasks, &n), -ESRCH);
	}
	target = (struct coresched_target) { .kind = CORESCHED_TARGET_USER, .id = 4000000000u };
	assert_int_equal(coresched_scan(&target, 0, &tasks, &n), -ESRCH);
	target.kind = (enum coresched_kind)99;
	assert_int_equal(coresched_scan(&target, 0, &tasks, &n), -EINVAL);
	assert_int_equal(coresched_scan(NULL, 2, &tasks, &n), -EINVAL);
	fake.absent = ENODEV;
	assert_int_equal(coresched_scan(NULL, 0, &tasks, &n), -ENODEV);
}

static void takes_a_thread_for_its_process(void **state)
{
	struct coresched_target target = process(thread_id);
	autofree struct coresched_task *tasks = NULL;
	size_t n;

	(void)state;
	assert_int_equal(proc_process_of(thread_id), getpid());
	assert_int_equal(proc_process_of(child), child);
	assert_int_equal(coresched_scan(&target, CORESCHED_SCAN_ALL, &tasks, &n), 0);
	assert_int_equal(n, 2);
}

static void knows_kernel_threads(void **state)
{
	autotasks struct tasks all = { 0 }, kernel = { 0 };
	size_t n = 0;
	int r;

	(void)state;
	assert_int_equal(proc_is_kernel_thread(getpid()), 0);
	r = proc_list_kernel_threads(&kernel);
	if (r == -EAGAIN || r == -EOPNOTSUPP)
		skip();
	assert_int_equal(r, 0);
	assert_int_equal(proc_walk(NULL, &all), 0);
	for (size_t i = 0; i < all.n; i++) {
		bool is_one = proc_is_kernel_thread(all.items[i].tid) == 1;

		/* Workers come and go. */
		if (is_one != (tasks_find(&kernel, all.items[i].tid) != NULL))
			n++;
	}
	assert_true(n < 5);
}

static void tells_when_tasks_started(void **state)
{
	uint64_t own, its;

	(void)state;
	assert_int_equal(proc_start_time(getpid(), &own), 0);
	assert_int_equal(proc_start_time(child, &its), 0);
	assert_true(own <= its && its <= proc_now());
	assert_true(its + 1000 > proc_now());
}

static void tells_that_a_task_was_born(void **state)
{
	pid_t before = proc_last_id();

	(void)state;
	fake_reap(fake_child(0));
	assert_true(before > 0);
	assert_int_not_equal(proc_last_id(), before);
}

static void knows_which_hardware_threads_are_siblings(void **state)
{
	autofree struct coresched_cpu *cpus = NULL;
	size_t n;

	(void)state;
	assert_int_equal(coresched_topology(&cpus, &n), 0);
	assert_int_equal(n, sysconf(_SC_NPROCESSORS_ONLN));
	for (size_t i = 0; i < n; i++) {
		int siblings = 0;

		for (size_t k = 0; k < n; k++)
			siblings += cpus[k].core == cpus[i].core;
		assert_int_equal(cpus[i].siblings, siblings);
		assert_true(cpus[i].core <= cpus[i].cpu);
		if (i)
			assert_true(cpus[i - 1].core <= cpus[i].core);
	}
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(finds_those_with_a_cookie),
		TEST(finds_all_in_order),
		TEST(keeps_what_can_not_be_read_apart_from_none),
		TEST(lists_each_kind_of_target),
		TEST(lists_a_user_by_effective_id),
		TEST(says_when_there_is_no_such_target),
		TEST(takes_a_thread_for_its_process),
		TEST(knows_kernel_threads),
		TEST(tells_when_tasks_started),
		TEST(tells_that_a_task_was_born),
		TEST(knows_which_hardware_threads_are_siblings),
	};

	return cmocka_run_group_tests_name("find", tests, NULL, NULL);
}
