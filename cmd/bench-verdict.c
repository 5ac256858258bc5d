// SPDX-License-Identifier: GPL-2.0-or-later
/* Which mode is best, and whether these runs can tell: Welch's t-test of each pair that counts. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "util.h"

/* For all pairs of modes together: each is held to its share of the doubt (Bonferroni). */
static const double confidence = 0.95;

size_t measures(const struct bench *bench)
{
	return bench->n_metrics ? bench->n_metrics : 1;
}

const char *measure_name(const struct bench *bench, size_t measure)
{
	return bench->n_metrics ? bench->metrics[measure].label : "seconds";
}

bool measure_lower(const struct bench *bench, size_t measure)
{
	return bench->n_metrics ? bench->metrics[measure].lower : true;
}

static struct summary summarize_mode(const struct bench *bench, size_t mode, size_t measure)
{
	autofree double *values = calloc(bench->runs, sizeof(*values));
	struct summary none = { 0 };

	if (!values)
		return none;
	for (size_t run = 0; run < bench->runs; run++)
		values[run] = bench->samples[mode][run].of[bench->n_metrics ? METRIC + measure : SECONDS];
	return summarize(values, bench->runs);
}

static size_t find_best(const struct bench *bench, size_t measure, const struct result *results)
{
	size_t best = 0;

	for (size_t mode = 1; mode < bench->n_modes; mode++)
		if (measure_lower(bench, measure) ? results[mode].summary.mean < results[best].summary.mean :
						    results[mode].summary.mean > results[best].summary.mean)
			best = mode;
	return best;
}

static void __attribute__((format(printf, 2, 3))) say(struct text *text, const char *format, ...)
{
	autofree char *line = NULL;
	va_list ap;
	int n;

	va_start(ap, format);
	n = vasprintf(&line, format, ap);
	va_end(ap);
	if (n < 0)
		line = NULL;
	else
		text_add(text, line, (size_t)n);
}

static double magnitude(double number)
{
	return number < 0 ? -number : number;
}

/* "12.0 % less than core (11.2 to 12.8)", with the bounds of the interval */
static void say_difference(struct text *text, const struct difference *difference, const char *other, double mean)
{
	double percent = mean != 0 ? 100 / magnitude(mean) : 0;
	double near = magnitude(difference->low) * percent, far = magnitude(difference->high) * percent;

	if (mean == 0) {
		say(text, "other than %s", other);
		return;
	}
	say(text, "%.1f %% %s than %s (%.1f to %.1f)", magnitude(difference->mean) * percent,
	    difference->mean < 0 ? "less" : "more", other, near < far ? near : far, near < far ? far : near);
}

static void say_verdict(const struct bench *bench, size_t measure, size_t best, const struct result *results,
			const struct difference *differences, struct text *text)
{
	size_t tied = 0, worse = 0, named = 0;

	for (size_t mode = 0; mode < bench->n_modes; mode++) {
		tied += results[mode].verdict == VERDICT_TIED;
		worse += results[mode].verdict == VERDICT_WORSE;
	}
	say(text, "%s: ", measure_name(bench, measure));
	if (worse == 0) {
		say(text, "no difference that these runs can show");
	} else {
		for (size_t mode = 0; mode < bench->n_modes; mode++)
			if (results[mode].verdict != VERDICT_WORSE)
				say(text, "%s%s", named++ ? " and " : "", mode_name(bench->modes[mode]));
		if (tied)
			say(text, " are best, with no difference that these runs can show; %s is",
			    mode_name(bench->modes[best]));
		else
			say(text, " is best:");
		for (size_t mode = 0; mode < bench->n_modes; mode++) {
			if (results[mode].verdict != VERDICT_WORSE)
				continue;
			say(text, " ");
			say_difference(text, &differences[mode], mode_name(bench->modes[mode]), results[mode].summary.mean);
			say(text, "%s", --worse ? "," : "");
		}
	}
	say(text, " [%.0f %% confidence, Welch's t-test]\n", 100 * confidence);
}

void judge(const struct bench *bench, size_t measure, struct result *results, struct text *text)
{
	size_t best, pairs = bench->n_modes * (bench->n_modes - 1) / 2;
	struct difference differences[MODES];
	bool tied = false;

	for (size_t mode = 0; mode < bench->n_modes; mode++)
		results[mode] = (struct result) { .summary = summarize_mode(bench, mode, measure) };
	if (!pairs)
		return;
	if (bench->runs < 2) {
		say(text, "%s: no verdict, for one run of each mode tells no chance from a difference; give -r 2 or more\n",
		    measure_name(bench, measure));
		return;
	}
	best = find_best(bench, measure, results);
	for (size_t mode = 0; mode < bench->n_modes; mode++) {
		differences[mode] = compare(&results[best].summary, &results[mode].summary,
					    1 - (1 - confidence) / (double)pairs);
		results[mode].verdict = differences[mode].shown ? VERDICT_WORSE : VERDICT_TIED;
		tied = tied || (mode != best && !differences[mode].shown);
	}
	results[best].verdict = tied ? VERDICT_TIED : VERDICT_BEST;
	say_verdict(bench, measure, best, results, differences, text);
}
