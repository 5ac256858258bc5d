// SPDX-License-Identifier: LGPL-2.1-or-later
#include "sweep.h"

#include <errno.h>
#include <stdlib.h>

#include "proc.h"
#include "sys.h"

/*
 * The walk lists /proc, where a process costs about as much as 12 ids of the sweep, and a further thread as much as 4
 * (6.12, measured in instructions: 34 to 46 us and 14 us against 2.8 us at 8 ns each). The sweep wins when ids are
 * densely used; on a host with the usual 4,194,304 ids the walk does.
 * (A third party may lower pid_max below ids in use, where the sweep won't look; the kernel won't give out such
 * ids again, so they fade away.)
 */
enum { IDS_PER_PROCESS = 12, IDS_PER_THREAD = 4 };

static pid_t read_pid_max(void)
{
	char text[16];

	return sys_read_file("/proc/sys/kernel/pid_max", text, sizeof(text)) > 0 ? (pid_t)strtol(text, NULL, 10) : 0;
}

bool sweep_pays(void)
{
	pid_t pid_max = read_pid_max();
	unsigned long processes, threads, tasks = 0;

	/* /proc has a link for each process, and some more. */
	if (!pid_max || sys_links("/proc", &processes) < 0 || proc_last_id_of(&tasks) < 0)
		return false;
	threads = tasks > processes ? tasks - processes : 0;
	return processes * IDS_PER_PROCESS + threads * IDS_PER_THREAD > (unsigned long)pid_max;
}

/* Whether as many tasks were seen as there were at the start, and none was born since: then these are all. */
static bool has_seen_all(unsigned long seen, unsigned long total, pid_t last_id)
{
	return seen == total && last_id > 0 && proc_last_id() == last_id;
}

int sweep(int (*see)(pid_t id, void *arg), void *arg)
{
	pid_t pid_max = read_pid_max();
	unsigned long seen = 0, total = 0;
	pid_t last_id = proc_last_id_of(&total);

	for (pid_t id = 1; id < pid_max; id++) {
		int r = see(id, arg);

		if (r == -ESRCH)
			continue;
		if (r < 0)
			return r;
		if (has_seen_all(++seen, total, last_id))
			break;
	}
	return 0;
}
