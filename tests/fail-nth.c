// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fail-nth write FILE TEXT
 * fail-nth create
 *
 * Let each allocation fail that the kernel makes for a write, or for a fresh cookie, one after the other, until it
 * makes no more. When the call fails, the file (or the cookie) has to be what it was. Prints what it did.
 * (Documentation/fault-injection/fault-injection.rst, "fail-nth")
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#ifndef PR_SCHED_CORE
#define PR_SCHED_CORE 62
#endif
enum { GET = 0, CREATE = 1, MOST = 100 };

struct state {
	char text[4096];
};

static int fail_nth;

static void die(const char *what)
{
	fprintf(stderr, "fail-nth: %s: %s\n", what, strerror(errno));
	exit(2);
}

static struct state look(const char *file)
{
	struct state state = { "" };
	int fd = open(file, O_RDONLY | O_CLOEXEC);

	if (fd < 0 || read(fd, state.text, sizeof(state.text) - 1) < 0)
		die(file);
	close(fd);
	return state;
}

static struct state look_at_cookie(void)
{
	struct state state = { "" };
	uint64_t cookie;

	if (prctl(PR_SCHED_CORE, GET, 0, 0, (unsigned long)&cookie) < 0)
		die("the cookie");
	snprintf(state.text, sizeof(state.text), "%#llx", (unsigned long long)cookie);
	return state;
}

static void arm(int nth)
{
	char text[16];
	int n = snprintf(text, sizeof(text), "%d", nth);

	if (pwrite(fail_nth, text, (size_t)n, 0) != n)
		die("/proc/thread-self/fail-nth");
}

/* Whether the call made as many allocations as to meet the one that was to fail. */
static int was_met(void)
{
	char text[16] = "";

	if (pread(fail_nth, text, sizeof(text) - 1, 0) < 0)
		die("/proc/thread-self/fail-nth");
	return atoi(text) == 0;
}

int main(int argc, char **argv)
{
	const char *file = argc == 4 && strcmp(argv[1], "write") == 0 ? argv[2] : NULL;
	int target = file ? open(file, O_WRONLY | O_CLOEXEC) : -1, failed = 0, survived = 0;

	if (!file && (argc != 2 || strcmp(argv[1], "create") != 0)) {
		fputs("Usage: fail-nth write FILE TEXT | fail-nth create\n", stderr);
		return 2;
	}
	if (file && target < 0)
		die(file);
	fail_nth = open("/proc/thread-self/fail-nth", O_RDWR | O_CLOEXEC);
	if (fail_nth < 0)
		die("/proc/thread-self/fail-nth");

	for (int nth = 1; nth <= MOST; nth++) {
		struct state before = file ? look(file) : look_at_cookie(), after;
		int r, error, met;

		arm(nth);
		if (file)
			r = pwrite(target, argv[3], strlen(argv[3]), 0) < 0 ? -1 : 0;
		else
			r = prctl(PR_SCHED_CORE, CREATE, 0, 0, 0);
		error = errno;
		met = was_met();
		arm(0);
		after = file ? look(file) : look_at_cookie();
		if (r < 0 && (error != ENOMEM || strcmp(before.text, after.text) != 0)) {
			printf("allocation %d: %s, from %s to %s\n", nth, strerror(error), before.text, after.text);
			return 1;
		}
		if (!met) {
			printf("%d failed, %d survived\n", failed, survived);
			return r < 0 || !failed;
		}
		failed += r < 0;
		survived += r == 0;
		/* One that succeeded all the same: back to where it began. */
		if (file && r == 0 && pwrite(target, before.text, strcspn(before.text, "\n"), 0) < 0)
			die(file);
	}
	printf("more than %d allocations\n", MOST);
	return 1;
}
