// SPDX-License-Identifier: GPL-2.0-or-later
/* cgroup v2, wherever it is mounted. Needs root and a hierarchy, and skips without. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/statfs.h>
#include <unistd.h>

#include <cmocka.h>

#include "coresched.h"
#include "fake-kernel.h"
#include "util.h"

static char mount_point[64], top[32], below[48];
static pid_t child, second;

static bool is_cgroup2(const char *path)
{
	struct statfs fs;

	return statfs(path, &fs) == 0 && fs.f_type == 0x63677270;
}

static int set_up(void **state)
{
	(void)state;
	strcpy(mount_point, is_cgroup2("/sys/fs/cgroup") ? "/sys/fs/cgroup" : "/sys/fs/cgroup/unified");
	snprintf(top, sizeof(top), "/coresched-unit-%d", getpid());
	snprintf(below, sizeof(below), "%s/a b/c", top);
	fake_reset();
	child = fake_child(0);
	second = fake_child(0);
	return 0;
}

static void remove_cgroup(const char *name)
{
	char path[256];

	snprintf(path, sizeof(path), "%s%s", mount_point, name);
	/* A killed member leaves a moment later. */
	for (int i = 0; rmdir(path) < 0 && errno == EBUSY && i < 1000; i++)
		usleep(1000);
}

static int tear_down(void **state)
{
	char middle[64];

	(void)state;
	fake_reap(child);
	fake_reap(second);
	snprintf(middle, sizeof(middle), "%s/a b", top);
	remove_cgroup(below);
	remove_cgroup(middle);
	remove_cgroup(top);
	return 0;
}

static bool can_make(void)
{
	return is_cgroup2(mount_point) && coresched_cgroup_create(below) == 0;
}

static size_t count(const char *name, enum coresched_kind kind)
{
	const struct coresched_target target = { .kind = kind, .cgroup = name };
	autofree struct coresched_task *tasks = NULL;
	size_t n = 0;

	assert_int_equal(coresched_scan(&target, CORESCHED_SCAN_ALL, &tasks, &n), 0);
	return n;
}

static void refuses_names_that_climb_or_break_a_line(void **state)
{
	static const char *const names[] = { "", "..", "/..", "/a/../b", "/a/.." };
	static const char *const unprintable[] = { "/a\nb", "/a\033[m", "/\177" };
	char *path = NULL;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		assert_int_equal(coresched_cgroup_create(names[i]), -EINVAL);
		assert_int_equal(coresched_cgroup_attach(names[i], child), -EINVAL);
		assert_int_equal(coresched_cgroup_path(names[i], &path), -EINVAL);
	}
	for (size_t i = 0; i < ARRAY_SIZE(unprintable); i++)
		assert_int_equal(coresched_cgroup_create(unprintable[i]), -EINVAL);
	assert_int_equal(coresched_cgroup_create(NULL), -EINVAL);
}

static void makes_and_fills_cgroups(void **state)
{
	autofree char *name = NULL;

	(void)state;
	if (!can_make())
		skip();
	assert_int_equal(coresched_cgroup_create(below), 0);
	assert_int_equal(coresched_cgroup_attach(below, child), 0);
	assert_int_equal(coresched_cgroup_of(child, &name), 0);
	assert_string_equal(name, below);
	assert_int_equal(coresched_cgroup_attach("/coresched-unit-none", child), -ENOENT);
	assert_int_equal(coresched_cgroup_attach(below, 4194303), -ESRCH);
	assert_int_equal(coresched_cgroup_of(4194303, &name), -ESRCH);
}

static void takes_a_name_in_three_forms(void **state)
{
	autofree char *where = NULL;
	char path[256];

	(void)state;
	if (!can_make())
		skip();
	assert_int_equal(coresched_cgroup_attach(below, child), 0);
	assert_int_equal(count(below, CORESCHED_TARGET_CGROUP), 1);
	assert_int_equal(count(below + 1, CORESCHED_TARGET_CGROUP), 1);
	snprintf(path, sizeof(path), "%s%s/", mount_point, below);
	assert_int_equal(count(path, CORESCHED_TARGET_CGROUP), 1);
	assert_int_equal(coresched_cgroup_path(below, &where), 0);
	assert_memory_equal(where, path, strlen(path) - 1);
	assert_int_equal(strlen(where), strlen(path) - 1);
}

static void lists_the_subtree_or_not(void **state)
{
	const struct coresched_target none = { .kind = CORESCHED_TARGET_CGROUP, .cgroup = "/coresched-unit-none" };
	struct coresched_task *tasks;
	size_t n;

	(void)state;
	if (!can_make())
		skip();
	assert_int_equal(coresched_cgroup_attach(below, child), 0);
	assert_int_equal(coresched_cgroup_attach(top, second), 0);
	assert_int_equal(count(top, CORESCHED_TARGET_CGROUP), 2);
	assert_int_equal(count(top, CORESCHED_TARGET_CGROUP_ONLY), 1);
	assert_int_equal(coresched_scan(&none, 0, &tasks, &n), -ENOENT);
}

static void tags_the_subtree(void **state)
{
	struct coresched_target target = { .kind = CORESCHED_TARGET_CGROUP_ONLY, .cgroup = top };
	struct coresched_result result;
	uint64_t cookie;

	(void)state;
	if (!can_make())
		skip();
	/* An empty one has all that it must have. */
	assert_int_equal(coresched_tag(&target, 1, 0, &result, &cookie), 0);
	assert_int_equal(result.tasks, 0);

	assert_int_equal(coresched_cgroup_attach(below, child), 0);
	assert_int_equal(coresched_cgroup_attach(top, second), 0);
	assert_int_equal(coresched_tag(&target, 1, 0, &result, &cookie), 0);
	assert_int_equal(fake_cookie(second), cookie);
	assert_int_equal(fake_cookie(child), 0);
	target.kind = CORESCHED_TARGET_CGROUP;
	assert_int_equal(coresched_tag(&target, 1, 0, &result, &cookie), 0);
	assert_int_equal(fake_cookie(second), cookie);
	assert_int_equal(fake_cookie(child), cookie);
	assert_int_equal(result.tasks, 2);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(refuses_names_that_climb_or_break_a_line),
		TEST(makes_and_fills_cgroups),
		TEST(takes_a_name_in_three_forms),
		TEST(lists_the_subtree_or_not),
		TEST(tags_the_subtree),
	};

	return cmocka_run_group_tests_name("cgroup", tests, NULL, NULL);
}
