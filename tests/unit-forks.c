// SPDX-License-Identifier: GPL-2.0-or-later
/* Targets that fork, exit and hand on their ids while they are changed. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "coresched.h"
#include "fake-kernel.h"
#include "proc.h"

enum { MANY = 150 };

/* A session of its own: who forks in it is in it. */
static pid_t leader, born[MANY];
static int n_born;
static bool stop;
static struct coresched_target target;
static struct coresched_result result;
static uint64_t cookie;

static int set_up(void **state)
{
	(void)state;
	fake_reset();
	leader = fake_child(1);
	n_born = 0;
	stop = false;
	target = (struct coresched_target) { .kind = CORESCHED_TARGET_SESSION, .id = (id_t)leader };
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	fake.before = fake.after = NULL;
	while (n_born)
		fake_reap(born[--n_born]);
	fake_reap(leader);
	return 0;
}

/* Each child is forked by one that has just been changed, and does not have its cookie: one a pass, for ever. */
static void bear(pid_t pid)
{
	pid_t youngest = n_born ? born[n_born - 1] : getpid();

	if (n_born < MANY && !stop && pid == youngest)
		born[n_born++] = fake_child(0);
}

static void bear_once(pid_t pid)
{
	bear(pid);
	stop = n_born > 0;
}

/* Our own session, whose members we can make more of. */
static void target_own_session(void)
{
	target.id = (id_t)getsid(0);
}

static void finds_those_born_meanwhile(void **state)
{
	(void)state;
	target_own_session();
	fake.after = bear_once;
	assert_int_equal(coresched_tag(&target, 1, 0, &result, &cookie), 0);
	assert_int_equal(n_born, 1);
	assert_int_equal(fake_cookie(born[0]), cookie);
	assert_true(result.passes >= 3);
}

static void gives_up_on_those_who_never_stop(void **state)
{
	(void)state;
	target_own_session();
	fake.after = bear;
	assert_int_equal(coresched_tag(&target, 1, 0, &result, &cookie), -EREMOTEIO);
	assert_int_equal(result.error, -EAGAIN);
	assert_true(result.passes > 100);
}

static void lists_no_more_than_it_must(void **state)
{
	(void)state;
	assert_int_equal(coresched_tag(&target, 1, 0, &result, &cookie), 0);
	assert_int_equal(result.tasks, 1);
	/* One look to check, one to see that it worked. */
	assert_int_equal(result.passes, 2);
	assert_int_equal(fake_cookie(leader), cookie);
	assert_int_equal(fake.calls[FAKE_SHARE_TO], 1);
	/* All have it already. */
	assert_int_equal(coresched_share(leader, &target, 1, 0, &result, &cookie), 0);
	assert_int_equal(result.passes, 1);
	assert_int_equal(result.changed, 0);
}

static void takes_no_end_for_success(void **state)
{
	(void)state;
	/* As a task is that can be read but, to the call that changes, is not there. */
	fake.error[FAKE_SHARE_TO] = ESRCH;
	fake_set_cookie(leader, 0x300);
	assert_int_equal(coresched_clear(&target, 1, 0, &result), -EREMOTEIO);
	assert_int_equal(result.error, -EAGAIN);
	assert_int_equal(result.tasks, 0);
}

/* Give the id of a task that exits to a stranger outside the target. */
static pid_t victim;
static bool reused;

static int last_id(void)
{
	char text[16] = "";
	int fd = open("/proc/sys/kernel/ns_last_pid", O_RDONLY | O_CLOEXEC);

	assert_true(read(fd, text, sizeof(text) - 1) > 0);
	close(fd);
	return atoi(text);
}

static void set_last_id(int id)
{
	int fd = open("/proc/sys/kernel/ns_last_pid", O_WRONLY | O_CLOEXEC);

	assert_true(dprintf(fd, "%d", id) > 0);
	close(fd);
}

/* Others fork as well, and may be first to get it. Ids have gone round in the end, as they have when one comes again. */
static void take_id(pid_t id)
{
	enum { TRIES = 200 };
	int last = last_id();

	for (int i = 0; i < TRIES && !reused; i++) {
		pid_t child;

		set_last_id(id - 1);
		child = fake_child(1);
		reused = child == id;
		if (reused)
			born[n_born++] = child;
		else
			fake_reap(child);
	}
	set_last_id(last);
	fake_reap(fake_child(1));
}

static void reuse(pid_t pid)
{
	if (pid != victim || reused)
		return;
	fake_reap(victim);
	/* Start times are counted in hundredths of a second. */
	usleep(30000);
	take_id(victim);
}

static void tag_while_reused(enum coresched_kind kind)
{
	int r;

	if (access("/proc/sys/kernel/ns_last_pid", W_OK) != 0)
		skip();
	victim = fake_child(0);
	reused = false;
	fake.before = reuse;
	target = (struct coresched_target) { .kind = kind, .id = (id_t)victim };
	if (kind == CORESCHED_TARGET_SESSION)
		target_own_session();
	r = coresched_tag(&target, 1, 0, &result, &cookie);
	assert_true(reused);
	assert_int_equal(r, -EREMOTEIO);
	assert_int_equal(result.error, -ESTALE);
	assert_int_equal(result.tid, victim);
}

static void notices_a_reused_pid(void **state)
{
	(void)state;
	tag_while_reused(CORESCHED_TARGET_PROCESS);
}

static void notices_a_reused_tid(void **state)
{
	(void)state;
	tag_while_reused(CORESCHED_TARGET_THREAD);
}

static void notices_a_reused_id_of_a_session(void **state)
{
	(void)state;
	tag_while_reused(CORESCHED_TARGET_SESSION);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(finds_those_born_meanwhile),
		TEST(gives_up_on_those_who_never_stop),
		TEST(lists_no_more_than_it_must),
		TEST(takes_no_end_for_success),
		TEST(notices_a_reused_pid),
		TEST(notices_a_reused_tid),
		TEST(notices_a_reused_id_of_a_session),
	};

	/* A session of our own, so that the tests touch nobody else's tasks; a leader of a group can't make one. */
	if (setsid() < 0) {
		pid_t runner = fork();
		int status;

		if (runner > 0)
			return waitpid(runner, &status, 0) == runner && WIFEXITED(status) ? WEXITSTATUS(status) : 1;
		setsid();
	}
	return cmocka_run_group_tests_name("forks", tests, NULL, NULL);
}
