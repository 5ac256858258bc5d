// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The same work in several modes of the machine, by turns (ABCABC), so that what drifts meanwhile hits all alike.
 * What it changes is undone by a process of its own, see bench-undo.c.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "command.h"
#include "fail.h"
#include "util.h"
#include "warn.h"

int fail_system(int error, const char *what, ...)
{
	autofree char *said = NULL;
	va_list ap;

	va_start(ap, what);
	if (vasprintf(&said, what, ap) < 0)
		said = NULL;
	va_end(ap);
	note("%s: %s", said ? said : what, strerror(-error));
	return EXIT_FAILED;
}

/* On a terminal, in one line that is gone at the end. */
static void show_progress(const struct bench *bench, size_t mode, size_t run)
{
	if (!isatty(STDERR_FILENO))
		return;
	if (run == bench->runs)
		fputs("\r\x1b[K", stderr);
	else
		fprintf(stderr, "\r\x1b[Krun %zu of %zu, mode %s", run + 1, bench->runs, mode_name(bench->modes[mode]));
}

static int run_all(struct bench *bench)
{
	for (size_t run = 0; run < bench->runs; run++) {
		for (size_t mode = 0; mode < bench->n_modes; mode++) {
			int r;

			show_progress(bench, mode, run);
			r = run_once(bench, mode, run);
			if (r != EXIT_DONE)
				return r;
		}
	}
	return neighbours_complete(bench);
}

static int prepare(struct bench *bench)
{
	if (statistics_open() < 0) {
		note("can't compute without libm");
		return EXIT_FAILED;
	}
	if (sched_getaffinity(0, sizeof(bench->cpus), &bench->cpus) < 0)
		return fail_system(-errno, "can't read on which CPUs we may run");
	for (size_t mode = 0; mode < bench->n_modes; mode++) {
		bench->samples[mode] = calloc(bench->runs + 1, sizeof(struct sample));
		if (!bench->samples[mode])
			return fail(-ENOMEM, "can't measure");
	}
	/* Now, so that hours later it does not turn out to be impossible. */
	if (bench->svg && !(bench->picture = fopen(bench->svg, "we")))
		return fail_system(-errno, "can't write %s", bench->svg);
	return modes_check(bench);
}

/* Between here and undo_close() nothing may leave without the latter; who is killed is undone all the same. */
static int measure(struct bench *bench)
{
	int r, undone;

	r = undo_open();
	if (r != EXIT_DONE)
		return r;
	r = cgroups_open(bench);
	if (r == EXIT_DONE)
		r = run_all(bench);
	show_progress(bench, 0, bench->runs);
	undone = undo_close();
	return r == EXIT_DONE ? undone : r;
}

static void free_bench(struct bench *bench)
{
	for (size_t mode = 0; mode < bench->n_modes; mode++)
		free(bench->samples[mode]);
	for (size_t i = 0; i < bench->n_metrics; i++)
		regfree(&bench->metrics[i].regex);
}

static int run(int argc, char **argv)
{
	struct bench bench = { 0 };
	int r;

	command_parse(&cmd_bench, argc, argv, &bench);
	warn_sched_ext();
	r = prepare(&bench);
	if (r == EXIT_DONE)
		r = measure(&bench);
	if (r == EXIT_DONE)
		r = bench_show(&bench);
	if (r == EXIT_DONE && bench.svg)
		r = bench_svg(&bench);
	free_bench(&bench);
	return r;
}

const struct command cmd_bench = {
	.name = "bench",
	.summary = "measure what cookies cost, and what switching SMT off would",
	.argp = &bench_argp,
	.run = run,
	.columns = bench_columns,
};
