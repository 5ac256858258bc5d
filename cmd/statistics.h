/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a few measurements say, and what they can't: means, spreads, and whether two means differ. */
#ifndef STATISTICS_H
#define STATISTICS_H

#include <stdbool.h>
#include <stddef.h>

struct summary {
	size_t n;
	double mean;
	double deviation;	/* standard deviation of a sample (n - 1); 0 for a single one */
	double error;		/* standard error of the mean */
};

/* The difference of two means, by Welch's t-test: neither equal spreads nor equal numbers are taken for granted. */
struct difference {
	double mean;		/* a - b */
	double low, high;	/* where it lies at the confidence that was asked for */
	double p;		/* the chance of so large a difference, or a larger one, if there were none */
	bool shown;		/* whether 0 lies outside of low..high */
};

/* Load what it takes; returns 0 or -1. Before any of the calls below. */
int statistics_open(void);

struct summary summarize(const double *values, size_t n);

/* @confidence is that of the interval, such as 0.95. Both need two values at least, else nothing is shown. */
struct difference compare(const struct summary *a, const struct summary *b, double confidence);

/* The chance that |t| is below @t with so many degrees of freedom, Student's distribution. */
double t_within(double t, size_t freedom);

/* The other way round. */
double t_limit(double confidence, size_t freedom);

#endif
