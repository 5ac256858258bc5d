// SPDX-License-Identifier: GPL-2.0-or-later
#include "statistics.h"

#include <gnu/lib-names.h>
#include <math.h>

#include "util.h"

/* Two calls are no reason to map libm at each start of the tool. */
#define CALLS(X) X(atan) X(sqrt)
CALLS(LOAD_POINTER)
static const struct load_symbol symbols[] = { CALLS(LOAD_ROW) { NULL, NULL } };

int statistics_open(void)
{
	return load(LIBM_SO, symbols);
}

struct summary summarize(const double *values, size_t n)
{
	struct summary summary = { .n = n };
	double squares = 0;

	for (size_t i = 0; i < n; i++)
		summary.mean += values[i] / (double)n;
	/* From the mean, not as a difference of large sums, in which what matters would be lost. */
	for (size_t i = 0; i < n; i++)
		squares += (values[i] - summary.mean) * (values[i] - summary.mean);
	if (n > 1) {
		summary.deviation = sym_sqrt(squares / (double)(n - 1));
		summary.error = summary.deviation / sym_sqrt((double)n);
	}
	return summary;
}

/*
 * For whole degrees of freedom the distribution is a finite sum.
 * Source: Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4
 */
double t_within(double t, size_t freedom)
{
	const double pi = 3.14159265358979323846;
	double n = (double)freedom;
	double cosine2 = n / (n + t * t), sine = t / sym_sqrt(n + t * t);
	double term = 1, sum = 0;
	bool odd = freedom % 2;

	for (size_t i = odd ? 3 : 2; i <= freedom; i += 2) {
		sum += term;
		term *= cosine2 * (double)(i - 1) / (double)i;
	}
	if (!odd)
		return sine * sum;
	return (sym_atan(t / sym_sqrt(n)) + sine * sym_sqrt(cosine2) * sum) * 2 / pi;
}

double t_limit(double confidence, size_t freedom)
{
	double low = 0, high = 1;

	while (t_within(high, freedom) < confidence)
		high *= 2;
	for (int i = 0; i < 60; i++) {
		double middle = (low + high) / 2;

		if (t_within(middle, freedom) < confidence)
			low = middle;
		else
			high = middle;
	}
	return high;
}

struct difference compare(const struct summary *a, const struct summary *b, double confidence)
{
	struct difference difference = { .mean = a->mean - b->mean, .p = 1 };
	double square_a = a->error * a->error, square_b = b->error * b->error;
	double error = sym_sqrt(square_a + square_b), margin;
	size_t freedom;

	if (a->n < 2 || b->n < 2)
		return difference;
	if (error == 0) {
		/* All values of a mode are equal: any difference is one. */
		difference.low = difference.high = difference.mean;
		difference.p = difference.mean == 0;
	} else {
		/* Welch's and Satterthwaite's, rounded down: then less is claimed, not more. */
		freedom = (size_t)(error * error * error * error / (square_a * square_a / (double)(a->n - 1) +
								    square_b * square_b / (double)(b->n - 1)));
		margin = error * t_limit(confidence, freedom ? freedom : 1);
		difference.low = difference.mean - margin;
		difference.high = difference.mean + margin;
		difference.p = 1 - t_within(difference.mean < 0 ? -difference.mean / error : difference.mean / error,
					    freedom ? freedom : 1);
	}
	difference.shown = difference.low > 0 || difference.high < 0;
	return difference;
}
