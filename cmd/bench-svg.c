// SPDX-License-Identifier: GPL-2.0-or-later
/* The result as a picture: for each metric a bar a mode, with the interval that its mean is in. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "command.h"
#include "fail.h"
#include "util.h"

enum { WIDTH = 720, LEFT = 90, BAR = 440, LINE = 26, PANEL_HEAD = 44 };

static const char *const colours[MODES] = { [MODE_SMT] = "#4477aa", [MODE_CORE] = "#228833", [MODE_NOSMT] = "#ccbb44" };

/* In the order of enum field. */
static const struct {
	const char *name, *colour;
} neighbours[] = {
	{ "local", "#228833" },
	{ "idle", "#bbbbbb" },
	{ "forced idle", "#ccbb44" },
	{ "foreign", "#cc3311" },
};

/* Labels are the user's own, but may still hold what means something in XML. */
static void put_escaped(FILE *out, const char *text)
{
	struct text safe = { 0 };

	text_add_safe(&safe, text, "<>&\"'");
	fputs(safe.bytes ? safe.bytes : "", out);
	text_free(&safe);
}

/* Half of the interval in which the mean is, at 95 %. */
static double margin(const struct summary *summary)
{
	return summary->n < 2 ? 0 : summary->error * t_limit(0.95, summary->n - 1);
}

static void put_bar(FILE *out, int y, enum mode mode, const struct summary *summary, double scale)
{
	double low = (summary->mean - margin(summary)) * scale, high = (summary->mean + margin(summary)) * scale;

	fprintf(out, "<text x='%d' y='%d' text-anchor='end'>%s</text>\n", LEFT - 8, y + 15, mode_name(mode));
	fprintf(out, "<rect x='%d' y='%d' width='%.1f' height='20' fill='%s'/>\n", LEFT, y,
		summary->mean > 0 ? summary->mean * scale : 0, colours[mode]);
	fprintf(out, "<path d='M%.1f %d v8 m0 -4 H%.1f m0 -4 v8' stroke='#000' fill='none'/>\n", LEFT + (low > 0 ? low : 0),
		y + 6, LEFT + (high > 0 ? high : 0));
	fprintf(out, "<text x='%.1f' y='%d'>%.*f</text>\n", LEFT + (high > 0 ? high : 0) + 8, y + 15,
		digits_for(summary->mean), summary->mean);
}

static int put_measure(FILE *out, const struct bench *bench, size_t measure, int y)
{
	struct result results[MODES];
	struct text verdict = { 0 };
	double most = 0;

	judge(bench, measure, results, &verdict);
	for (size_t mode = 0; mode < bench->n_modes; mode++) {
		double end = results[mode].summary.mean + margin(&results[mode].summary);

		most = end > most ? end : most;
	}
	fprintf(out, "<text x='%d' y='%d' font-weight='bold'>", LEFT, y + 18);
	put_escaped(out, measure_name(bench, measure));
	fprintf(out, "</text>\n<text x='%d' y='%d' fill='#555' font-size='11'>%s is better; whiskers: 95 %% confidence</text>\n",
		LEFT, y + 34, measure_lower(bench, measure) ? "less" : "more");
	for (size_t mode = 0; mode < bench->n_modes; mode++)
		put_bar(out, y + PANEL_HEAD + (int)mode * LINE, bench->modes[mode], &results[mode].summary,
			most > 0 ? BAR / most : 0);
	text_free(&verdict);
	return y + PANEL_HEAD + (int)bench->n_modes * LINE + 16;
}

static bool knows_neighbours(const struct bench *bench)
{
	for (size_t mode = 0; mode < bench->n_modes; mode++)
		if (!isnan(mean_of(bench, mode, LOCAL)))
			return true;
	return false;
}

static void put_shares(FILE *out, const struct bench *bench, size_t mode, int y)
{
	double x = LEFT;

	fprintf(out, "<text x='%d' y='%d' text-anchor='end'>%s</text>\n", LEFT - 8, y + 15, mode_name(bench->modes[mode]));
	for (size_t i = 0; i < ARRAY_SIZE(neighbours); i++) {
		double share = mean_of(bench, mode, LOCAL + (enum field)i);

		if (isnan(share)) {
			fprintf(out, "<text x='%.1f' y='%d'>?</text>\n", x, y + 15);
			return;
		}
		fprintf(out, "<rect x='%.1f' y='%d' width='%.1f' height='20' fill='%s'><title>%s %.2f %%</title></rect>\n", x, y,
			share * BAR / 100, neighbours[i].colour, neighbours[i].name, share);
		x += share * BAR / 100;
	}
}

static int put_neighbours(FILE *out, const struct bench *bench, int y)
{
	int x = LEFT;

	fprintf(out, "<text x='%d' y='%d' font-weight='bold'>run time beside</text>\n", LEFT, y + 18);
	for (size_t i = 0; i < ARRAY_SIZE(neighbours); i++, x += 110)
		fprintf(out, "<rect x='%d' y='%d' width='10' height='10' fill='%s'/><text x='%d' y='%d' font-size='11'>%s</text>\n",
			x, y + 25, neighbours[i].colour, x + 14, y + 34, neighbours[i].name);
	for (size_t mode = 0; mode < bench->n_modes; mode++)
		put_shares(out, bench, mode, y + PANEL_HEAD + (int)mode * LINE);
	return y + PANEL_HEAD + (int)bench->n_modes * LINE + 16;
}

static void put_picture(FILE *out, const struct bench *bench)
{
	int panel = PANEL_HEAD + (int)bench->n_modes * LINE + 16, y = 8;
	int panels = (int)measures(bench) + knows_neighbours(bench);

	fprintf(out, "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' viewBox='0 0 %d %d' "
		"font-family='sans-serif' font-size='13'>\n<rect width='100%%' height='100%%' fill='#fff'/>\n",
		WIDTH, panels * panel + 16, WIDTH, panels * panel + 16);
	for (size_t measure = 0; measure < measures(bench); measure++)
		y = put_measure(out, bench, measure, y);
	if (knows_neighbours(bench))
		put_neighbours(out, bench, y);
	fputs("</svg>\n", out);
}

int bench_svg(const struct bench *bench)
{
	int failed;

	put_picture(bench->picture, bench);
	failed = ferror(bench->picture);
	if (fclose(bench->picture) != 0 || failed)
		return fail_system(errno ? -errno : -EIO, "can't write %s", bench->svg);
	return EXIT_DONE;
}
