// SPDX-License-Identifier: GPL-2.0-or-later
/* Beside whom tasks ran, worked out from lists of events made by hand. Times are in nanoseconds from 1000. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "neighbour.h"
#include "util.h"

enum { START = 1000 };

static struct neighbours *n;

/* Cores of @threads hardware threads, with tasks 1 to 9: 1 to 3 have cookie 1, 4 to 6 cookie 2, 7 to 9 none. */
static void begin(int cpus, int threads, bool by_target)
{
	assert_int_equal(neighbours_new(by_target, &n), 0);
	for (int cpu = 0; cpu < cpus; cpu++)
		assert_int_equal(neighbours_place(n, cpu, cpu - cpu % threads), 0);
	for (pid_t tid = 1; tid < 10; tid++) {
		struct identity identity = { .target = tid % 2, .cookie = tid < 7 ? (tid + 2) / 3 : 0 };

		assert_int_equal(neighbours_identify(n, 0, tid, &identity), 0);
	}
	neighbours_begin(n, START);
}

static void take(uint64_t ns, enum event_kind kind, int cpu, pid_t tid, pid_t other, bool waits)
{
	struct event event = { .ns = START + ns, .kind = kind, .cpu = cpu, .tid = tid, .other = other, .waits = waits };

	assert_int_equal(neighbours_take(n, &event), 0);
}

static void run(uint64_t ns, int cpu, pid_t tid, pid_t instead_of)
{
	take(ns, EVENT_SWITCH, cpu, tid, instead_of, false);
}

static void preempt(uint64_t ns, int cpu, pid_t tid, pid_t who_waits)
{
	take(ns, EVENT_SWITCH, cpu, tid, who_waits, true);
}

/* Account up to @ns. */
static void end(uint64_t ns)
{
	assert_int_equal(neighbours_until(n, START + ns), 0);
}

static void has(pid_t tid, uint64_t local, uint64_t idle, uint64_t forced, uint64_t foreign)
{
	const struct coresched_isolation_task *task = neighbours_find(n, tid);

	assert_non_null(task);
	assert_int_equal(task->beside_ns[CORESCHED_LOCAL], local);
	assert_int_equal(task->beside_ns[CORESCHED_IDLE], idle);
	assert_int_equal(task->beside_ns[CORESCHED_FORCED_IDLE], forced);
	assert_int_equal(task->beside_ns[CORESCHED_FOREIGN], foreign);
}

static uint64_t beside(pid_t tid, pid_t other)
{
	size_t n_pairs, n_tasks;
	const struct coresched_isolation_pair *pairs = neighbours_pairs(n, &n_pairs);
	const struct coresched_isolation_task *tasks = neighbours_tasks(n, &n_tasks);
	uint64_t ns = 0;

	for (size_t i = 0; i < n_pairs; i++)
		if (tasks[pairs[i].task].tid == tid && tasks[pairs[i].beside].tid == other)
			ns += pairs[i].ns;
	return ns;
}

static int teardown(void **state)
{
	(void)state;
	neighbours_free(n);
	n = NULL;
	return 0;
}

static void tells_the_four_apart(void **state)
{
	(void)state;
	begin(2, 2, false);
	run(0, 0, 1, 0);
	run(10, 1, 2, 0);	/* 10 idle */
	run(30, 1, 4, 2);	/* 20 local */
	preempt(60, 1, 0, 4);	/* 30 foreign */
	end(100);		/* 40 forced idle */
	has(1, 20, 10, 40, 30);
	has(2, 20, 0, 0, 0);
	has(4, 0, 0, 0, 30);
	assert_int_equal(beside(1, 4), 30);
	assert_int_equal(beside(4, 1), 30);
	assert_int_equal(beside(1, 2), 0);
}

static void no_cookie_beside_none_is_local(void **state)
{
	(void)state;
	begin(2, 2, false);
	run(0, 0, 7, 0);
	run(0, 1, 8, 0);
	run(10, 1, 1, 8);
	end(15);
	has(7, 10, 0, 0, 5);
}

static void the_worst_of_many_siblings_counts(void **state)
{
	(void)state;
	begin(4, 4, false);
	run(0, 0, 1, 0);
	run(10, 1, 2, 0);	/* local beats idle */
	run(20, 2, 5, 0);
	preempt(20, 2, 0, 5);	/* forced idle beats local */
	run(30, 3, 4, 0);	/* foreign beats all */
	end(40);
	has(1, 10, 10, 10, 10);
	has(2, 10, 0, 10, 10);
	has(4, 0, 0, 0, 10);
}

static void cores_are_apart(void **state)
{
	(void)state;
	begin(4, 2, false);
	run(0, 0, 1, 0);
	run(0, 2, 4, 0);
	end(10);
	has(1, 0, 10, 0, 0);
	has(4, 0, 10, 0, 0);
}

static void counts_periods(void **state)
{
	const struct coresched_isolation_task *task;

	(void)state;
	begin(2, 2, false);
	run(0, 0, 1, 0);
	run(10, 1, 4, 0);
	run(15, 1, 5, 4);	/* another, but no break */
	run(30, 1, 0, 5);
	run(40, 1, 4, 0);
	run(45, 0, 0, 1);	/* off the core: it ends */
	run(50, 0, 1, 0);
	end(57);
	task = neighbours_find(n, 1);
	assert_int_equal(task->foreign_periods, 3);
	assert_int_equal(task->foreign_longest_ns, 20);
	has(1, 0, 20, 0, 32);
}

static void waiting_is_followed(void **state)
{
	(void)state;
	begin(4, 2, false);
	run(0, 0, 1, 0);
	take(10, EVENT_WAKE, 1, 4, 0, false);	/* idle beside, with one that waits */
	take(30, EVENT_MOVE, 3, 4, 0, false);	/* it waits elsewhere */
	end(50);
	has(1, 0, 30, 20, 0);
	take(50, EVENT_MOVE, 1, 5, 0, false);	/* one that sleeps moves: nobody waits */
	end(60);
	has(1, 0, 40, 20, 0);
}

static void children_are_like_their_parents(void **state)
{
	(void)state;
	begin(2, 2, false);
	run(0, 0, 1, 0);
	take(0, EVENT_FORK, 1, 100, 4, false);
	run(0, 1, 100, 0);
	end(10);
	has(1, 0, 0, 0, 10);
	assert_int_equal(neighbours_find(n, 100)->cookie, 2);
}

static void an_id_that_is_used_again_is_another_task(void **state)
{
	size_t count;

	(void)state;
	begin(2, 2, false);
	run(0, 0, 1, 0);
	run(10, 0, 0, 1);
	take(20, EVENT_FORK, 1, 1, 7, false);
	run(20, 0, 1, 0);
	end(25);
	has(1, 0, 5, 0, 0);
	neighbours_tasks(n, &count);
	assert_int_equal(count, 10);
}

static void a_new_cookie_starts_a_new_account(void **state)
{
	const struct identity identity = { .target = 1, .cookie = 2 };
	size_t count;

	(void)state;
	begin(2, 2, false);
	run(0, 0, 1, 0);
	run(0, 1, 4, 0);
	end(10);
	has(1, 0, 0, 0, 10);
	assert_int_equal(neighbours_identify(n, START + 10, 1, &identity), 0);
	end(30);
	has(1, 20, 0, 0, 0);
	has(4, 20, 0, 0, 10);
	neighbours_tasks(n, &count);
	assert_int_equal(count, 10);
}

static void a_cpu_that_comes_late_is_a_sibling(void **state)
{
	(void)state;
	begin(2, 2, false);
	run(0, 0, 1, 0);
	end(10);
	assert_int_equal(neighbours_place(n, 5, 1), 0);
	run(10, 5, 4, 0);
	end(30);
	has(1, 0, 10, 0, 20);
	has(4, 0, 0, 0, 20);
}

static void a_lost_event_is_mended(void **state)
{
	(void)state;
	begin(4, 2, false);
	run(0, 0, 1, 0);
	run(10, 2, 1, 0);	/* it was switched from on 0, unseen */
	run(20, 0, 4, 2);	/* and 2 was there meanwhile */
	end(30);
	has(1, 0, 30, 0, 0);
	has(4, 0, 10, 0, 0);
}

static void targets_can_be_the_groups(void **state)
{
	(void)state;
	begin(2, 2, true);
	run(0, 0, 1, 0);
	run(0, 1, 2, 0);	/* the same cookie, the other target */
	run(10, 1, 5, 2);	/* another cookie, the same target */
	end(30);
	has(1, 20, 0, 0, 10);
}

static void what_was_before_does_not_count(void **state)
{
	(void)state;
	assert_int_equal(neighbours_new(false, &n), 0);
	assert_int_equal(neighbours_place(n, 0, 0), 0);
	assert_int_equal(neighbours_place(n, 1, 0), 0);
	run(0, 0, 1, 0);
	run(0, 1, 2, 0);
	run(20, 1, 0, 2);
	run(30, 1, 2, 0);
	neighbours_begin(n, START + 50);
	end(60);
	has(1, 10, 0, 0, 0);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_teardown(f, teardown)
	const struct CMUnitTest tests[] = {
		TEST(tells_the_four_apart),
		TEST(no_cookie_beside_none_is_local),
		TEST(the_worst_of_many_siblings_counts),
		TEST(cores_are_apart),
		TEST(counts_periods),
		TEST(waiting_is_followed),
		TEST(children_are_like_their_parents),
		TEST(an_id_that_is_used_again_is_another_task),
		TEST(a_new_cookie_starts_a_new_account),
		TEST(a_cpu_that_comes_late_is_a_sibling),
		TEST(a_lost_event_is_mended),
		TEST(targets_can_be_the_groups),
		TEST(what_was_before_does_not_count),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
