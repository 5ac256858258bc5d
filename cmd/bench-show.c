// SPDX-License-Identifier: GPL-2.0-or-later
#include <math.h>
#include <stdio.h>

#include "bench.h"
#include "command.h"
#include "fail.h"
#include "util.h"

double mean_of(const struct bench *bench, size_t mode, enum field field)
{
	double sum = 0;

	for (size_t run = 0; run < bench->runs; run++)
		sum += bench->samples[mode][run].of[field];
	return sum / (double)bench->runs;
}

int digits_for(double number)
{
	double size = number < 0 ? -number : number;

	return size >= 10000 ? 0 : size >= 1000 ? 1 : size >= 100 ? 2 : size >= 10 ? 3 : size >= 0.1 ? 4 : 6;
}

static double percent(double part, double whole)
{
	return whole != 0 ? 100 * part / whole : NAN;
}

static double cpu_percent(const struct bench *bench, size_t mode)
{
	return percent(mean_of(bench, mode, CPU), mean_of(bench, mode, SECONDS) * CPU_COUNT(&bench->cpus));
}

static void add_row(struct table *table, const struct bench *bench, size_t measure, size_t mode,
		    const struct result *results)
{
	static const char *const verdicts[] = {
		[VERDICT_BEST] = "best", [VERDICT_TIED] = "tied", [VERDICT_WORSE] = "worse",
	};
	const struct summary *summary = &results[mode].summary, *first = &results[0].summary;
	double size = summary->mean < 0 ? -summary->mean : summary->mean;
	double unknown = summary->n < 2 ? NAN : 0;
	struct row *row = table_add(table, NULL);

	table_text(table, row, COLUMN_METRIC, measure_name(bench, measure));
	table_text(table, row, COLUMN_MODE, mode_name(bench->modes[mode]));
	table_number(table, row, COLUMN_RUNS, bench->runs);
	table_decimal(table, row, COLUMN_MEAN, summary->mean, digits_for(summary->mean));
	table_decimal(table, row, COLUMN_STD, percent(summary->deviation, size) + unknown, 2);
	table_decimal(table, row, COLUMN_SEM, percent(summary->error, size) + unknown, 2);
	if (mode)
		table_decimal(table, row, COLUMN_CHANGE,
			      percent(summary->mean - first->mean, first->mean < 0 ? -first->mean : first->mean), 1);
	table_decimal(table, row, COLUMN_CPU, cpu_percent(bench, mode), 1);
	for (unsigned int i = 0; i < 4; i++)
		table_decimal(table, row, COLUMN_LOCAL + i, mean_of(bench, mode, LOCAL + i), 2);
	table_decimal(table, row, COLUMN_FORCE_IDLE, mean_of(bench, mode, FORCE_IDLE), 3);
	table_decimal(table, row, COLUMN_SWITCHES, mean_of(bench, mode, SWITCHES), 0);
	if (results[mode].verdict)
		table_text(table, row, COLUMN_VERDICT, verdicts[results[mode].verdict]);
}

/* What makes switches cheap, and says nothing of cores. */
static void warn_stacked(const struct bench *bench)
{
	for (size_t mode = 0; mode < bench->n_modes; mode++) {
		double stacked = mean_of(bench, mode, STACKED);

		if (bench->load && stacked >= 10)
			note("warning: in mode %s waker and wakee were stacked on one hardware thread for %.0f %% of the switches, "
			     "which makes these numbers beautiful and meaningless", mode_name(bench->modes[mode]), stacked);
	}
}

static void warn_unknown(const struct bench *bench)
{
	for (size_t mode = 0; mode < bench->n_modes; mode++)
		if (bench->modes[mode] == MODE_CORE && isnan(mean_of(bench, mode, FORCE_IDLE)) &&
		    table_shows(&bench->table, COLUMN_FORCE_IDLE))
			note("force-idle time is not accounted; it takes cgroups of our own and 'sysctl kernel.sched_schedstats=1'");
}

int bench_show(const struct bench *bench)
{
	struct table *table = table_open("bench", bench_columns, &bench->table);
	struct text verdicts = { 0 };
	int r;

	if (!table)
		return EXIT_FAILED;
	for (size_t measure = 0; measure < measures(bench); measure++) {
		struct result results[MODES];

		judge(bench, measure, results, &verdicts);
		for (size_t mode = 0; mode < bench->n_modes; mode++)
			add_row(table, bench, measure, mode, results);
	}
	r = table_print(table);
	/* In what machines read it is a column. */
	if (verdicts.bytes && !bench->table.json && !bench->table.raw && !bench->table.noheadings)
		fputs(verdicts.bytes, stdout);
	fflush(stdout);
	text_free(&verdicts);
	warn_stacked(bench);
	warn_unknown(bench);
	return r;
}
