// SPDX-License-Identifier: GPL-2.0-or-later
/* The statistics of bench, against values of printed tables and of worked examples. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "statistics.h"
#include "util.h"

#define assert_near(a, b, within) assert_true((a) - (b) <= (within) && (b) - (a) <= (within))

/* Two-sided limits of Student's distribution, as any table of it has them. */
static void has_students_limits(void **state)
{
	static const struct {
		size_t freedom;
		double confidence, limit;
	} table[] = {
		{ 1, 0.50, 1.000 },  { 1, 0.95, 12.706 }, { 1, 0.99, 63.657 }, { 2, 0.90, 2.920 },  { 2, 0.95, 4.303 },
		{ 3, 0.95, 3.182 },  { 4, 0.99, 4.604 },  { 5, 0.95, 2.571 },  { 8, 0.998, 4.501 }, { 9, 0.99, 3.250 },
		{ 10, 0.95, 2.228 }, { 15, 0.90, 1.753 }, { 30, 0.99, 2.750 }, { 60, 0.95, 2.000 }, { 120, 0.95, 1.980 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(table); i++)
		assert_near(t_limit(table[i].confidence, table[i].freedom), table[i].limit, 0.0005);
}

static void limit_and_chance_are_inverse(void **state)
{
	(void)state;
	for (size_t freedom = 1; freedom < 40; freedom++)
		for (double t = 0; t < 20; t += 0.7)
			if (t_within(t, freedom) < 0.9999999)
				assert_near(t_limit(t_within(t, freedom), freedom), t, 1e-4);
}

static void summarizes(void **state)
{
	const double values[] = { 2, 4, 4, 4, 5, 5, 7, 9 };
	struct summary s = summarize(values, ARRAY_SIZE(values));

	(void)state;
	assert_int_equal(s.n, 8);
	assert_near(s.mean, 5, 1e-12);
	assert_near(s.deviation, 2.138089935, 1e-9);	/* sqrt(32 / 7) */
	assert_near(s.error, 0.755928946, 1e-9);
}

static void small_spreads_of_large_numbers_survive(void **state)
{
	const double values[] = { 1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16 };
	struct summary s = summarize(values, ARRAY_SIZE(values));

	(void)state;
	assert_near(s.deviation, 5.477225575, 1e-6);	/* sqrt(30) */
}

static void one_value_has_no_spread_and_shows_nothing(void **state)
{
	const double one = 3, two[] = { 8, 9 };
	struct summary a = summarize(&one, 1), b = summarize(two, 2);
	struct difference d = compare(&a, &b, 0.95);

	(void)state;
	assert_true(a.mean == 3 && a.deviation == 0 && a.error == 0);
	assert_true(d.mean == -5.5 && d.low == 0 && d.high == 0 && d.p == 1 && !d.shown);
}

/*
 * Welch's test of two samples with unequal spreads and numbers: variances 1/2 and 24/7, so the error of the difference is
 * sqrt(1/10 + 3/7) = 0.727029, t is -4.1264, and there are 9.72 degrees of freedom, rounded down to 9.
 */
static void compares_by_welch(void **state)
{
	const double first[] = { 3, 4, 5, 4, 4 }, second[] = { 5, 9, 8, 4, 7, 9, 6, 8 };
	struct summary a = summarize(first, ARRAY_SIZE(first)), b = summarize(second, ARRAY_SIZE(second));
	struct difference d = compare(&a, &b, 0.95);

	(void)state;
	assert_near(d.mean, -3, 1e-12);
	assert_near(d.high, -3 + 0.72702918 * 2.26215716, 1e-6);
	assert_near(d.low, -3 - 0.72702918 * 2.26215716, 1e-6);
	assert_near(d.p, 0.00257333, 1e-7);
	assert_true(d.shown);
	/* The other way round it is the same, mirrored. */
	assert_near(compare(&b, &a, 0.95).low, -d.high, 1e-12);
	/* More confidence, less is shown. */
	assert_false(compare(&a, &b, 0.9999).shown);
}

static void without_any_spread_a_difference_is_one(void **state)
{
	const double same[] = { 7, 7, 7 }, other[] = { 8, 8, 8 };
	struct summary a = summarize(same, 3), b = summarize(other, 3);

	(void)state;
	assert_true(compare(&a, &b, 0.95).shown);
	assert_false(compare(&a, &a, 0.95).shown);
	assert_near(compare(&a, &a, 0.95).p, 1, 1e-12);
}

/* One in twenty of samples that do not differ is said to: no more, not much less. */
static void errs_as_often_as_it_says(void **state)
{
	uint64_t random = 88172645463325252u;
	int shown = 0;

	(void)state;
	for (int trial = 0; trial < 4000; trial++) {
		double values[2][10] = { { 0 } };
		struct summary a, b;

		for (size_t i = 0; i < 20; i++) {
			/* Twelve uniform numbers make a normal one. Source of the generator: Marsaglia, Xorshift RNGs */
			for (int n = 0; n < 12; n++) {
				random ^= random << 13;
				random ^= random >> 7;
				random ^= random << 17;
				values[i / 10][i % 10] += (double)(random >> 11) / 9007199254740992.0;
			}
		}
		a = summarize(values[0], 10);
		b = summarize(values[1], 10);
		shown += compare(&a, &b, 0.95).shown;
	}
	assert_in_range(shown, 150, 230);
}

static int open_statistics(void **state)
{
	(void)state;
	return statistics_open();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(has_students_limits),
		cmocka_unit_test(limit_and_chance_are_inverse),
		cmocka_unit_test(summarizes),
		cmocka_unit_test(small_spreads_of_large_numbers_survive),
		cmocka_unit_test(one_value_has_no_spread_and_shows_nothing),
		cmocka_unit_test(compares_by_welch),
		cmocka_unit_test(without_any_spread_a_difference_is_one),
		cmocka_unit_test(errs_as_often_as_it_says),
	};

	return cmocka_run_group_tests(tests, open_statistics, NULL);
}
