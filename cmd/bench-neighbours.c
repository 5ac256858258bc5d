// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Beside whom the copies ran, as the patched kernel counts it for their cgroups. It counts only while some task has a
 * cookie or a tag; a mode that has none gets a run of its own for that, which is not part of what is measured, since the
 * mere presence of a cookie costs something.
 */
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <coresched.h>

#include "bench.h"
#include "command.h"
#include "fail.h"
#include "util.h"

enum { NEIGHBOURS = FOREIGN - LOCAL + 1 };

/* Of cpu.stat, in the order of enum field */
static const char *const keys[NEIGHBOURS] = {
	"core_sched.neighbor_local_usec ",
	"core_sched.neighbor_idle_usec ",
	"core_sched.neighbor_forced_idle_usec ",
	"core_sched.neighbor_foreign_usec ",
};

void neighbours_read(const struct bench *bench, struct sample *sample)
{
	sample->of[CPU] = cgroups_seconds(bench, "usage_usec ");
	for (unsigned int i = 0; i < NEIGHBOURS; i++)
		sample->of[LOCAL + i] = cgroups_seconds(bench, keys[i]);
}

void neighbours_share(const struct sample *before, const struct sample *after, struct sample *sample)
{
	double run_time = after->of[CPU] - before->of[CPU], counted = 0;

	for (enum field field = LOCAL; field <= FOREIGN; field++)
		counted += after->of[field] - before->of[field];
	for (enum field field = LOCAL; field <= FOREIGN; field++)
		/* What was not counted may have been any of them. Running tasks are a tick behind: hence not all. */
		sample->of[field] = counted > 0.95 * run_time && counted > 0 ?
				    100 * (after->of[field] - before->of[field]) / counted : NAN;
}

static bool kernel_counts(const struct bench *bench)
{
	return !isnan(cgroups_seconds(bench, keys[0]));
}

static bool shows_any(const struct bench *bench)
{
	for (unsigned int column = COLUMN_LOCAL; column <= COLUMN_FOREIGN; column++)
		if (table_shows(&bench->table, column))
			return true;
	return bench->svg;
}

/* A task with a cookie, which does nothing and ends with us. */
static pid_t hold_cookie(void)
{
	int ready[2];
	char byte;
	pid_t pid;

	if (pipe(ready) < 0)
		return -1;
	pid = fork();
	if (pid == 0) {
		undo_leave();
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (coresched_create(0, CORESCHED_THREAD) < 0 || write(ready[1], "", 1) != 1)
			_exit(EXIT_FAILED);
		close(ready[1]);
		for (;;)
			pause();
	}
	close(ready[1]);
	if (pid > 0 && read(ready[0], &byte, 1) != 1) {
		waitpid(pid, NULL, 0);
		pid = -1;
	}
	close(ready[0]);
	return pid;
}

static int run_apart(struct bench *bench, size_t mode)
{
	struct sample *samples = bench->samples[mode];
	pid_t holder;
	int r;

	r = mode_enter(bench, bench->modes[mode]);
	if (r != EXIT_DONE)
		return r;
	holder = hold_cookie();
	if (holder < 0)
		return EXIT_DONE;	/* then they stay unknown */
	r = run_once(bench, mode, bench->runs);
	kill(holder, SIGKILL);
	waitpid(holder, NULL, 0);
	for (size_t run = 0; run < bench->runs; run++)
		for (enum field field = LOCAL; field <= FOREIGN; field++)
			samples[run].of[field] = samples[bench->runs].of[field];
	return r;
}

/* With SMT off there is nobody beside. */
static void know(const struct bench *bench, size_t mode)
{
	for (size_t run = 0; run < bench->runs; run++)
		for (enum field field = LOCAL; field <= FOREIGN; field++)
			bench->samples[mode][run].of[field] = field == IDLE ? 100 : 0;
}

int neighbours_complete(struct bench *bench)
{
	for (size_t mode = 0; mode < bench->n_modes; mode++) {
		int r = EXIT_DONE;

		if (bench->modes[mode] == MODE_NOSMT)
			know(bench, mode);
		else if (shows_any(bench) && kernel_counts(bench) && isnan(mean_of(bench, mode, LOCAL)))
			r = run_apart(bench, mode);
		if (r != EXIT_DONE)
			return r;
	}
	return EXIT_DONE;
}
