// SPDX-License-Identifier: GPL-2.0-or-later
/* tag, share and clear: what they promise when tasks are out of reach, fork, exit, or are changed by others. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "coresched.h"
#include "fake-kernel.h"
#include "proc.h"

enum { MINE = 0x100, OTHER = 0x200 };

static pid_t child, second;
static struct coresched_target targets[2];
static struct coresched_result results[2];
static uint64_t cookie;

static int set_up(void **state)
{
	(void)state;
	fake_reset();
	/* Whoever calls has a cookie of its own, which must neither get lost nor get around. */
	fake_set_cookie(getpid(), MINE);
	child = fake_child(1);
	second = 0;
	cookie = 0;
	targets[0] = (struct coresched_target) { .kind = CORESCHED_TARGET_PROCESS, .id = (id_t)child };
	targets[1] = targets[0];
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	fake.before = fake.after = NULL;
	fake_reap(child);
	if (second)
		fake_reap(second);
	return fake_cookie(getpid()) == MINE ? 0 : -1;
}

static unsigned int changes(void)
{
	return fake.calls[FAKE_CREATE] + fake.calls[FAKE_SHARE_TO] + fake.calls[FAKE_SHARE_FROM];
}

static int tag(size_t n)
{
	return coresched_tag(targets, n, 0, results, &cookie);
}

static void tags_with_one_call(void **state)
{
	(void)state;
	assert_int_equal(tag(1), 0);
	assert_int_equal(changes(), 1);
	assert_int_equal(fake_cookie(child), cookie);
	assert_int_not_equal(cookie, 0);
	assert_int_equal(results[0].tasks, 1);
	assert_int_equal(results[0].processes, 1);
	assert_int_equal(results[0].changed, 1);

	targets[0].kind = CORESCHED_TARGET_PROCESS_GROUP;
	assert_int_equal(tag(1), 0);
	assert_int_equal(changes(), 2);
}

static void tags_all_targets_alike(void **state)
{
	(void)state;
	second = fake_child(1);
	targets[1].id = (id_t)second;
	assert_int_equal(tag(2), 0);
	assert_int_equal(fake_cookie(child), cookie);
	assert_int_equal(fake_cookie(second), cookie);
}

static void changes_nothing_when_one_is_out_of_reach(void **state)
{
	(void)state;
	second = fake_child(1);
	targets[1].id = (id_t)second;
	fake.out_of_reach = second;
	assert_int_equal(tag(2), -ECANCELED);
	assert_int_equal(changes(), 0);
	assert_int_equal(results[0].error, 0);
	assert_int_equal(results[1].error, -EPERM);
	assert_int_equal(results[1].tid, second);
}

static void leaves_out_who_does_not_exist(void **state)
{
	(void)state;
	targets[1].id = 0;
	assert_int_equal(tag(2), -EREMOTEIO);
	assert_int_equal(results[0].error, 0);
	assert_int_equal(results[1].error, -ESRCH);
	assert_int_equal(fake_cookie(child), cookie);
	assert_int_equal(coresched_tag(&targets[1], 1, 0, results, &cookie), -ECANCELED);
	assert_int_equal(results[0].error, -ESRCH);
}

static void refuses_kernel_threads(void **state)
{
	(void)state;
	if (proc_is_kernel_thread(2) != 1)
		skip();
	targets[1].id = 2;
	assert_int_equal(tag(2), -ECANCELED);
	assert_int_equal(changes(), 0);
	assert_int_equal(results[1].error, -EPROTOTYPE);
	assert_int_equal(results[1].tid, 2);
	assert_int_equal(coresched_tag(targets, 2, CORESCHED_KERNEL_THREADS, results, &cookie), 0);
	assert_int_equal(fake_cookie(2), cookie);
}

static void says_why_the_kernel_can_not(void **state)
{
	(void)state;
	fake.absent = ENODEV;
	assert_int_equal(tag(1), -ENODEV);
	fake.absent = EINVAL;
	assert_int_equal(tag(1), -EOPNOTSUPP);
	fake.absent = 0;
	fake.filter[FAKE_CREATE] = EPERM;
	assert_int_equal(tag(1), -ENOSYS);
	assert_int_equal(tag(2), -ENOSYS);
	fake.filter[FAKE_GET] = ENOSYS;
	assert_int_equal(tag(1), -ENOSYS);
	assert_int_equal(coresched_tag(targets, 0, 0, results, &cookie), -EINVAL);
	assert_int_equal(coresched_tag(targets, 1, 4, results, &cookie), -EINVAL);
}

static void changes_nothing_in_a_dry_run(void **state)
{
	(void)state;
	assert_int_equal(coresched_tag(targets, 1, CORESCHED_DRY_RUN, results, &cookie), 0);
	assert_int_equal(changes(), 0);
	assert_int_equal(results[0].tasks, 1);
	assert_int_equal(results[0].changed, 1);
}

static void shares_and_counts_what_changed(void **state)
{
	(void)state;
	second = fake_child(1);
	targets[1].id = (id_t)second;
	fake_set_cookie(child, OTHER);
	assert_int_equal(coresched_share(child, targets, 2, 0, results, &cookie), 0);
	assert_int_equal(cookie, OTHER);
	assert_int_equal(fake_cookie(second), OTHER);
	assert_int_equal(results[0].changed, 0);
	assert_int_equal(results[1].changed, 1);
}

static void lose_cookie(pid_t pid)
{
	if (pid == second)
		fake_set_cookie(second, 0);
}

static void shares_no_lack_of_a_cookie(void **state)
{
	(void)state;
	second = fake_child(1);
	assert_int_equal(coresched_share(second, targets, 1, 0, results, &cookie), -ENODATA);
	assert_int_equal(coresched_share(second, targets, 1, CORESCHED_DRY_RUN, results, &cookie), -ENODATA);
	assert_int_equal(coresched_share(0, targets, 1, 0, results, &cookie), -ESRCH);
	/* It has one when looked at, and none when it is taken. */
	fake_set_cookie(child, OTHER);
	fake_set_cookie(second, OTHER);
	fake.before = lose_cookie;
	assert_int_equal(coresched_share(second, targets, 1, 0, results, &cookie), -ENODATA);
	assert_int_equal(fake_cookie(child), OTHER);
}

static void clears_from_a_caller_with_a_cookie(void **state)
{
	(void)state;
	fake_set_cookie(child, OTHER);
	assert_int_equal(coresched_clear(targets, 1, 0, results), 0);
	assert_int_equal(fake_cookie(child), 0);
	assert_int_equal(results[0].changed, 1);
	/* The first process has a cookie: another is found. */
	fake_set_cookie(1, OTHER);
	fake_set_cookie(child, OTHER);
	assert_int_equal(coresched_clear(targets, 1, 0, results), 0);
	assert_int_equal(fake_cookie(child), 0);
}

static void clears_nothing_without_a_task_that_has_none(void **state)
{
	(void)state;
	for (pid_t id = 1; id < 4 * 1024 * 1024; id++)
		fake_set_cookie(id, OTHER);
	fake_set_cookie(getpid(), MINE);
	assert_int_equal(coresched_clear(targets, 1, 0, results), -EADDRNOTAVAIL);
	assert_int_equal(fake_cookie(child), OTHER);
	fake.filter[FAKE_SHARE_FROM] = EPERM;
	assert_int_equal(coresched_clear(targets, 1, 0, results), -ENOSYS);
}

/* The kernel as it is when somebody else does the same. */
static void change_back(pid_t pid)
{
	if (pid == child)
		fake_set_cookie(child, OTHER);
}

static void notices_who_changes_back(void **state)
{
	(void)state;
	fake.after = change_back;
	assert_int_equal(tag(2), -EREMOTEIO);
	assert_int_equal(results[0].error, -EREMCHG);
	assert_int_equal(results[0].tid, child);
	assert_int_equal(results[0].tasks, 0);
}

static void exit_now(pid_t pid)
{
	if (pid == child)
		fake_reap(child);
}

static void skips_who_exits(void **state)
{
	(void)state;
	second = fake_child(1);
	targets[1].id = (id_t)second;
	fake.before = exit_now;
	assert_int_equal(tag(2), 0);
	assert_int_equal(results[0].gone, 1);
	assert_int_equal(results[0].tasks, 0);
	assert_int_equal(results[1].tasks, 1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(tags_with_one_call),
		TEST(tags_all_targets_alike),
		TEST(changes_nothing_when_one_is_out_of_reach),
		TEST(leaves_out_who_does_not_exist),
		TEST(refuses_kernel_threads),
		TEST(says_why_the_kernel_can_not),
		TEST(changes_nothing_in_a_dry_run),
		TEST(shares_and_counts_what_changed),
		TEST(shares_no_lack_of_a_cookie),
		TEST(clears_from_a_caller_with_a_cookie),
		TEST(clears_nothing_without_a_task_that_has_none),
		TEST(notices_who_changes_back),
		TEST(skips_who_exits),
	};

	return cmocka_run_group_tests_name("change", tests, NULL, NULL);
}
