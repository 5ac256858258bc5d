// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Run a program in a sandbox whose filter answers prctl(PR_SCHED_CORE) in the kernel's place:
 *
 *	block-prctl ERRNO all PROGRAM [ARG...]		every operation fails with ERRNO, such as EPERM
 *	block-prctl ERRNO changes PROGRAM [ARG...]	only CREATE, SHARE_TO and SHARE_FROM do
 */
#include <errno.h>
#include <seccomp.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { SCHED_CORE = 62, SHARE_FROM = 3 };

static int find_errno(const char *name)
{
	for (int error = 1; error < 200; error++)
		if (strerrorname_np(error) && strcmp(strerrorname_np(error), name) == 0)
			return error;
	return 0;
}

static int deny(scmp_filter_ctx filter, int error, unsigned int operation)
{
	const struct scmp_arg_cmp args[] = {
		{ .arg = 0, .op = SCMP_CMP_EQ, .datum_a = SCHED_CORE },
		{ .arg = 1, .op = SCMP_CMP_EQ, .datum_a = operation },
	};

	return seccomp_rule_add_array(filter, SCMP_ACT_ERRNO((unsigned int)error), SCMP_SYS(prctl), 2, args);
}

static int block(int error, unsigned int first_operation)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
	int r = filter ? 0 : -ENOMEM;

	for (unsigned int operation = first_operation; operation <= SHARE_FROM && r == 0; operation++)
		r = deny(filter, error, operation);
	if (r == 0)
		r = seccomp_load(filter);
	seccomp_release(filter);
	return r;
}

int main(int argc, char **argv)
{
	int error = argc > 3 ? find_errno(argv[1]) : 0;
	int r;

	if (!error)
		return 2;
	r = block(error, strcmp(argv[2], "changes") == 0);
	if (r < 0) {
		fprintf(stderr, "block-prctl: no filter can be set: %s\n", strerror(-r));
		return 77;
	}
	execvp(argv[3], argv + 3);
	perror(argv[3]);
	return 127;
}
