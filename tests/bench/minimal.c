// SPDX-License-Identifier: GPL-2.0-or-later
/* minimal PROGRAM [ARG...]: as little as any dynamically linked program can do for coreschedctl spawn. */
#include <sys/prctl.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	if (argc < 2 || prctl(PR_SCHED_CORE, PR_SCHED_CORE_CREATE, 0, PR_SCHED_CORE_SCOPE_THREAD, 0) < 0)
		return 125;
	execv(argv[1], argv + 1);
	return 126;
}
