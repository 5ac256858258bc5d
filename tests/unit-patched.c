// SPDX-License-Identifier: GPL-2.0-or-later
/* What the project's patches add to the kernel: used where it is there, and told from what is not. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "coresched.h"
#include "fake-kernel.h"
#include "util.h"

enum { ALL = CORESCHED_CAN_CLEAR | CORESCHED_CAN_SEAL | CORESCHED_CAN_GROUP | CORESCHED_CAN_TAG };

static uint64_t answer;
static pid_t child;

static int get_group(void)
{
	return coresched_get_group(child, &answer);
}

static int get_effective(void)
{
	return coresched_get_effective(child, &answer);
}

static int is_sealed(void)
{
	return coresched_is_sealed(child);
}

static int seal(void)
{
	return coresched_seal(child, CORESCHED_THREAD);
}

static int take_off(void)
{
	return coresched_remove(child, CORESCHED_THREAD);
}

static const struct {
	int operation;
	int (*call)(void);
} calls[] = {
	{ FAKE_GET_GROUP, get_group }, { FAKE_GET_EFFECTIVE, get_effective }, { FAKE_GET_FLAGS, is_sealed },
	{ FAKE_SEAL, seal }, { FAKE_CLEAR, take_off },
};

static int set_up(void **state)
{
	(void)state;
	fake_reset();
	fake.patched = 1;
	child = fake_child(1);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	fake_reap(child);
	return 0;
}

static void passes_on_what_the_kernel_says(void **state)
{
	static const int errors[] = { ESRCH, EPERM, ENODEV, ENOMEM };

	(void)state;
	for (size_t call = 0; call < ARRAY_SIZE(calls); call++) {
		assert_int_equal(calls[call].call(), 0);
		for (size_t i = 0; i < ARRAY_SIZE(errors); i++) {
			fake.error[calls[call].operation] = errors[i];
			answer = 42;
			assert_int_equal(calls[call].call(), -errors[i]);
			assert_int_equal(answer, 42);
		}
	}
}

static void tells_a_stock_kernel_from_one_without_core_scheduling(void **state)
{
	(void)state;
	for (size_t call = 0; call < ARRAY_SIZE(calls); call++) {
		fake.patched = 0;
		assert_int_equal(calls[call].call(), -ENOPKG);
		fake.absent = EINVAL;
		assert_int_equal(calls[call].call(), -EOPNOTSUPP);
		fake.absent = 0;
		fake.patched = 1;
	}
	assert_int_equal(coresched_seal(child, (enum coresched_scope)3), -EINVAL);
}

static void finds_features_one_by_one_and_changes_nothing(void **state)
{
	(void)state;
	fake_set_cookie(child, 0x100);
	assert_int_equal(coresched_features(), ALL);
	fake.filter[FAKE_SEAL] = EPERM;
	assert_int_equal(coresched_features(), ALL & ~CORESCHED_CAN_SEAL);
	fake.patched = 0;
	assert_int_equal(coresched_features() & ~CORESCHED_CAN_TAG, 0);
	assert_int_equal(fake_cookie(child), 0x100);
	fake.patched = 1;
	assert_int_equal(coresched_is_sealed(0), 0);
}

static void reads_group_effective_and_seal(void **state)
{
	(void)state;
	fake_set_cookie(child, 0x100);
	fake_set_group(child, 7);
	assert_int_equal(get_group(), 0);
	assert_int_equal(answer, 7);
	assert_int_equal(get_effective(), 0);
	assert_int_equal(answer, 0x100 ^ 7ULL << 32);
	assert_int_equal(is_sealed(), 0);
	assert_int_equal(seal(), 0);
	assert_int_equal(is_sealed(), 1);
	assert_int_equal(take_off(), 0);
	assert_int_equal(fake_cookie(child), 0);
}

static void a_cookie_that_can_not_be_shown_yet_is_no_sandbox(void **state)
{
	uint64_t cookie;

	(void)state;
	fake.error[FAKE_GET] = EBUSY;
	assert_int_equal(coresched_get(child, &cookie), -ENOKEY);
	fake.error[FAKE_GET] = 0;
	fake.filter[FAKE_GET] = EBUSY;
	assert_int_equal(coresched_probe(), CORESCHED_WORKS);
}

static void clears_without_a_task_that_has_no_cookie(void **state)
{
	const struct coresched_target target = { .kind = CORESCHED_TARGET_PROCESS, .id = (unsigned int)child };
	struct coresched_result result;

	(void)state;
	fake_set_cookie(child, 0x100);
	fake_set_cookie(getpid(), 0x200);
	fake.error[FAKE_SHARE_FROM] = EPERM;
	assert_int_equal(coresched_clear(&target, 1, 0, &result), 0);
	assert_int_equal(result.changed, 1);
	assert_int_equal(fake_cookie(child), 0);
	assert_int_equal(fake_cookie(getpid()), 0x200);
	assert_int_equal(fake.calls[FAKE_SHARE_FROM], 0);
	/* A stock kernel needs the other task. */
	fake_set_cookie(child, 0x100);
	fake.patched = 0;
	assert_int_equal(coresched_clear(&target, 1, 0, &result), -EADDRNOTAVAIL);
	fake.error[FAKE_SHARE_FROM] = 0;
	assert_int_equal(coresched_clear(&target, 1, 0, &result), 0);
	assert_true(fake.calls[FAKE_SHARE_FROM] > 0);
}

static void a_dry_run_clears_nothing(void **state)
{
	const struct coresched_target target = { .kind = CORESCHED_TARGET_PROCESS, .id = (unsigned int)child };
	struct coresched_result result;

	(void)state;
	fake_set_cookie(child, 0x100);
	assert_int_equal(coresched_clear(&target, 1, CORESCHED_DRY_RUN, &result), 0);
	assert_int_equal(result.changed, 1);
	assert_int_equal(fake_cookie(child), 0x100);
}

static void finds_tasks_by_their_group_alone(void **state)
{
	const struct coresched_target target = { .kind = CORESCHED_TARGET_PROCESS, .id = (unsigned int)child };
	struct coresched_task *tasks;
	size_t n;

	(void)state;
	fake_set_group(child, 7);
	assert_int_equal(coresched_scan(&target, 0, &tasks, &n), 0);
	assert_int_equal(n, 1);
	assert_int_equal(tasks->cookie, 0);
	assert_int_equal(tasks->group, 7);
	free(tasks);
	fake.patched = 0;
	assert_int_equal(coresched_scan(&target, 0, &tasks, &n), 0);
	assert_int_equal(n, 0);
	free(tasks);
}

static void tells_why_a_cgroup_has_no_tag(void **state)
{
	bool tagged = true;
	uint64_t effective;

	(void)state;
	if (coresched_cgroup_set_tag("/", true) == -ENXIO)
		skip();
	assert_int_equal(coresched_cgroup_set_tag("/", true), -EDOM);
	assert_int_equal(coresched_cgroup_get_tag("/", &tagged, &effective), -EDOM);
	assert_int_equal(coresched_cgroup_set_tag("/there-is-none", true), -ENOENT);
	assert_int_equal(coresched_cgroup_get_tag("/there-is-none", &tagged, &effective), -ENOENT);
	assert_int_equal(coresched_cgroup_enable_cpu("/there-is-none"), -ENOENT);
	assert_int_equal(coresched_cgroup_set_tag("/..", true), -EINVAL);
	assert_true(tagged);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(passes_on_what_the_kernel_says, set_up, tear_down),
		cmocka_unit_test_setup_teardown(tells_a_stock_kernel_from_one_without_core_scheduling, set_up, tear_down),
		cmocka_unit_test_setup_teardown(finds_features_one_by_one_and_changes_nothing, set_up, tear_down),
		cmocka_unit_test_setup_teardown(reads_group_effective_and_seal, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_cookie_that_can_not_be_shown_yet_is_no_sandbox, set_up, tear_down),
		cmocka_unit_test_setup_teardown(clears_without_a_task_that_has_no_cookie, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_dry_run_clears_nothing, set_up, tear_down),
		cmocka_unit_test_setup_teardown(finds_tasks_by_their_group_alone, set_up, tear_down),
		cmocka_unit_test_setup_teardown(tells_why_a_cgroup_has_no_tag, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
