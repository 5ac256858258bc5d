// SPDX-License-Identifier: GPL-2.0-or-later
/* Each call of the kernel, each answer it can give, and the names. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "coresched.h"
#include "fake-kernel.h"
#include "util.h"

static int get(void)
{
	uint64_t cookie = 42;
	int r = coresched_get(getppid(), &cookie);

	/* Written only on success. */
	assert_true(r == 0 || cookie == 42);
	return r;
}

static int create(void)
{
	return coresched_create(getppid(), CORESCHED_THREAD);
}

static int share_to(void)
{
	return coresched_share_to(getppid(), CORESCHED_THREAD);
}

static int share_from(void)
{
	return coresched_share_from(getppid());
}

static int (*const calls[])(void) = { get, create, share_to, share_from };

static int reset(void **state)
{
	(void)state;
	fake_reset();
	return 0;
}

static void passes_on_what_the_kernel_says_of_a_task(void **state)
{
	static const int errors[] = { ESRCH, EPERM, ENODEV, ENOMEM };

	(void)state;
	for (size_t call = 0; call < ARRAY_SIZE(calls); call++) {
		assert_int_equal(calls[call](), 0);
		for (size_t i = 0; i < ARRAY_SIZE(errors); i++) {
			fake.error[call] = errors[i];
			assert_int_equal(calls[call](), -errors[i]);
		}
	}
}

static void reads_the_cookie_of_the_one_asked_for(void **state)
{
	uint64_t cookie;

	(void)state;
	fake_set_cookie(getppid(), 0x100);
	assert_int_equal(coresched_get(getppid(), &cookie), 0);
	assert_int_equal(cookie, 0x100);
	assert_int_equal(coresched_get(0, &cookie), 0);
	assert_int_equal(cookie, 0);
}

static void tells_a_kernel_without_from_a_bad_argument(void **state)
{
	(void)state;
	assert_int_equal(coresched_create(0, (enum coresched_scope)3), -EINVAL);
	assert_int_equal(coresched_share_to(0, (enum coresched_scope)3), -EINVAL);
	fake.absent = EINVAL;
	for (size_t call = 0; call < ARRAY_SIZE(calls); call++)
		assert_int_equal(calls[call](), -EOPNOTSUPP);
}

static void tells_a_sandbox_from_the_kernel(void **state)
{
	static const int answers[] = { EPERM, ENOSYS, EACCES };

	(void)state;
	for (size_t call = 0; call < ARRAY_SIZE(calls); call++) {
		for (size_t i = 0; i < ARRAY_SIZE(answers); i++) {
			fake_reset();
			fake.filter[call] = answers[i];
			assert_int_equal(calls[call](), -ENOSYS);
		}
	}
}

static void probes_with_four_answers(void **state)
{
	(void)state;
	assert_int_equal(coresched_probe(), CORESCHED_WORKS);
	fake.absent = ENODEV;
	assert_int_equal(coresched_probe(), CORESCHED_NO_SMT);
	fake.absent = EINVAL;
	assert_int_equal(coresched_probe(), CORESCHED_NOT_BUILT_IN);
	fake.filter[FAKE_GET] = EPERM;
	assert_int_equal(coresched_probe(), CORESCHED_BLOCKED);
	fake.filter[FAKE_GET] = ENOSYS;
	assert_int_equal(coresched_probe(), CORESCHED_BLOCKED);
}

static void has_names_that_lead_back(void **state)
{
	enum coresched_scope scope;

	(void)state;
	for (int i = CORESCHED_THREAD; i <= CORESCHED_PROCESS_GROUP; i++) {
		assert_int_equal(coresched_scope_parse(coresched_scope_name((enum coresched_scope)i), &scope), 0);
		assert_int_equal(scope, i);
	}
	assert_null(coresched_scope_name((enum coresched_scope)3));
	assert_null(coresched_support_name((enum coresched_support)4));
	assert_string_equal(coresched_support_name(CORESCHED_NO_SMT), "no-smt");
	scope = CORESCHED_PROCESS;
	assert_int_equal(coresched_scope_parse("Thread", &scope), -EINVAL);
	assert_int_equal(scope, CORESCHED_PROCESS);
}

static void has_words_for_each_error(void **state)
{
	static const int errors[] = {
		ESRCH, ENOENT, EPERM, ENODEV, EOPNOTSUPP, ENOSYS, ECANCELED, EREMOTEIO, EPROTOTYPE, EAGAIN, ESTALE,
		EREMCHG, ENODATA, EADDRNOTAVAIL, ENXIO, ENOMEM, EINVAL,
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(errors); i++)
		for (size_t k = 0; k < i; k++)
			assert_string_not_equal(coresched_strerror(-errors[i]), coresched_strerror(-errors[k]));
	assert_non_null(coresched_strerror(-100000));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(passes_on_what_the_kernel_says_of_a_task, reset),
		cmocka_unit_test_setup(reads_the_cookie_of_the_one_asked_for, reset),
		cmocka_unit_test_setup(tells_a_kernel_without_from_a_bad_argument, reset),
		cmocka_unit_test_setup(tells_a_sandbox_from_the_kernel, reset),
		cmocka_unit_test_setup(probes_with_four_answers, reset),
		cmocka_unit_test(has_names_that_lead_back),
		cmocka_unit_test(has_words_for_each_error),
	};

	return cmocka_run_group_tests_name("call", tests, NULL, NULL);
}
