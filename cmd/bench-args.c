// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "command.h"
#include "number.h"
#include "targets.h"

enum {
	OPTION_MODES = 0x100, OPTION_GROUPS, OPTION_METRIC, OPTION_LOWER, OPTION_ALLOW_NOSMT, OPTION_CGROUP_TAGS,
	OPTION_BACKGROUND, OPTION_LOAD, OPTION_TASKS, OPTION_SVG
};

static const struct argp_option options[] = {
	{ "modes", OPTION_MODES, "MODES", 0, "compare these, the others with the first: smt, core, nosmt, with commas between", 0 },
	{ "runs", 'r', "RUNS", 0, "run each mode so often, by turns (default: 5)", 0 },
	{ "groups", OPTION_GROUPS, "N", 0, "run so many copies at once (default: 2)", 0 },
	{ "metric", OPTION_METRIC, "REGEX", 0,
	  "measure the number in PROGRAM's output that (...) of this extended regular expression matches, instead of the time", 0 },
	{ "lower-is-better", OPTION_LOWER, NULL, 0, "of the metric before it", 0 },
	{ "allow-nosmt", OPTION_ALLOW_NOSMT, NULL, 0, "let mode nosmt take all second hardware threads off line meanwhile", 0 },
	{ "cgroup", 'c', "CGROUP", 0, "make the copies' cgroups below this one", 0 },
	{ "cgroup-tags", OPTION_CGROUP_TAGS, NULL, 0, "in mode core tag the cgroup of each copy (patched kernel)", 0 },
	{ "background", OPTION_BACKGROUND, "COMMAND", 0, "let the shell run this beside the copies, for noise", 0 },
	{ "load", OPTION_LOAD, "LOAD", 0, "run this instead of a program, see below", 0 },
	{ "tasks", OPTION_TASKS, "N", 0, "run so many of it in each copy (default: 1)", 0 },
	{ "duration", 'd', "SECONDS", 0, "let it run for so long (default: 2)", 0 },
	{ "svg", OPTION_SVG, "FILE", 0, "draw the result too", 0 },
	{ 0 }
};

const struct column bench_columns[] = {
	[COLUMN_METRIC] = { "METRIC", "what was measured", 0 },
	[COLUMN_MODE] = { "MODE", "smt, core or nosmt", 0 },
	[COLUMN_RUNS] = { "RUNS", "how often", COLUMN_NUMBER },
	[COLUMN_MEAN] = { "MEAN", "of the runs", COLUMN_NUMBER },
	[COLUMN_STD] = { "STD%", "standard deviation of the runs, % of the mean", COLUMN_NUMBER },
	[COLUMN_SEM] = { "SEM%", "standard error of the mean, % of it", COLUMN_NUMBER },
	[COLUMN_CHANGE] = { "CHANGE%", "against the first mode", COLUMN_NUMBER },
	[COLUMN_CPU] = { "CPU%", "CPU time of the copies, % of all hardware threads", COLUMN_NUMBER },
	[COLUMN_LOCAL] = { "LOCAL%", "of their run time: beside their own kind", COLUMN_NUMBER },
	[COLUMN_IDLE] = { "IDLE%", "beside nobody", COLUMN_NUMBER },
	[COLUMN_FORCED] = { "FORCED%", "beside nobody, though some task wanted to run there", COLUMN_NUMBER },
	[COLUMN_FOREIGN] = { "FOREIGN%", "beside others", COLUMN_NUMBER },
	[COLUMN_FORCE_IDLE] = { "FIDLE", "seconds in which the copies forced a sibling idle, in a run", COLUMN_NUMBER },
	[COLUMN_SWITCHES] = { "SWITCHES", "context switches of the copies, in a run", COLUMN_NUMBER },
	[COLUMN_VERDICT] = { "VERDICT", "best, tied with the best, or worse", 0 },
	{ 0 }
};

static size_t parse_count(const struct argp_state *state, const char *what, const char *text, size_t max)
{
	uint64_t number;

	if (parse_digits(text, max, &number) < 0 || !number)
		argp_error(state, "%s '%s' is no number from 1 to %zu", what, text, max);
	return (size_t)number;
}

static void parse_modes(struct bench *bench, const struct argp_state *state, const char *names)
{
	if (bench->n_modes)
		argp_error(state, "give --modes once");
	for (;;) {
		size_t length = strcspn(names, ",");
		enum mode mode;

		if (mode_parse(names, length, &mode) < 0)
			argp_error(state, "there is no mode '%.*s', only smt, core and nosmt", (int)length, names);
		for (size_t i = 0; i < bench->n_modes; i++)
			if (bench->modes[i] == mode)
				argp_error(state, "give mode %s once", mode_name(mode));
		bench->modes[bench->n_modes++] = mode;
		if (!names[length])
			return;
		names += length + 1;
	}
}

static void parse_metric(struct bench *bench, const struct argp_state *state, const char *pattern)
{
	char error[128];

	if (bench->n_metrics == METRICS_MAX)
		argp_error(state, "give at most %d metrics", METRICS_MAX);
	if (!*pattern)
		argp_error(state, "give --metric something to match");
	if (metric_init(&bench->metrics[bench->n_metrics], pattern, error, sizeof(error)) < 0)
		argp_error(state, "'%s' is no regular expression: %s", pattern, error);
	bench->n_metrics++;
}

static void parse_load(struct bench *bench, const struct argp_state *state, const char *name)
{
	if (bench->load)
		argp_error(state, "give --load once");
	bench->load = load_find(name);
	if (!bench->load)
		argp_error(state, "there is no load '%s'; --help lists them", name);
}

/* What was not said, and what does not go together. */
static void finish(struct bench *bench, const struct argp_state *state)
{
	if (!bench->program == !bench->load)
		argp_error(state, "give either a program to run or --load");
	if (!bench->load && (bench->tasks || bench->seconds))
		argp_error(state, "--tasks and --duration are about a --load");
	if (bench->load && bench->n_metrics)
		argp_error(state, "a --load has its own metric");
	for (size_t i = 0; i < bench->n_modes; i++)
		if (bench->modes[i] == MODE_NOSMT && !bench->allow_nosmt)
			argp_error(state, "mode nosmt takes all second hardware threads off line for everybody, while it runs; "
				   "give --allow-nosmt if this machine may be treated so");
	if (!bench->n_modes) {
		static const enum mode usual[] = { MODE_SMT, MODE_CORE, MODE_NOSMT };

		memcpy(bench->modes, usual, sizeof(usual));
		bench->n_modes = bench->allow_nosmt ? 3 : 2;
	}
	if (bench->load) {
		parse_metric(bench, state, bench->load->metric);
		bench->metrics[0].lower = bench->load->lower;
	}
	bench->runs = bench->runs ? bench->runs : 5;
	bench->groups = bench->groups ? bench->groups : 2;
	bench->tasks = bench->tasks ? bench->tasks : 1;
	bench->seconds = bench->seconds ? bench->seconds : 2;
	table_choose(&bench->table, state, bench_columns,
		     "METRIC,MODE,MEAN,STD%,SEM%,CHANGE%,CPU%,LOCAL%,IDLE%,FORCED%,FOREIGN%,FIDLE,SWITCHES", 0);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct bench *bench = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &bench->table;
		return 0;
	case OPTION_MODES:
		parse_modes(bench, state, arg);
		return 0;
	case 'r':
		bench->runs = parse_count(state, "RUNS", arg, RUNS_MAX);
		return 0;
	case OPTION_GROUPS:
		bench->groups = parse_count(state, "--groups", arg, GROUPS_MAX);
		return 0;
	case OPTION_METRIC:
		parse_metric(bench, state, arg);
		return 0;
	case OPTION_LOWER:
		if (!bench->n_metrics)
			argp_error(state, "give --lower-is-better behind the --metric that it is about");
		else
			bench->metrics[bench->n_metrics - 1].lower = true;
		return 0;
	case OPTION_ALLOW_NOSMT:
		bench->allow_nosmt = true;
		return 0;
	case 'c':
		bench->cgroup = parse_cgroup(state, arg);
		return 0;
	case OPTION_CGROUP_TAGS:
		bench->tags = true;
		return 0;
	case OPTION_BACKGROUND:
		bench->background = arg;
		return 0;
	case OPTION_LOAD:
		parse_load(bench, state, arg);
		return 0;
	case OPTION_TASKS:
		bench->tasks = parse_count(state, "--tasks", arg, 1024);
		return 0;
	case 'd':
		bench->seconds = parse_count(state, "SECONDS", arg, 86400);
		return 0;
	case OPTION_SVG:
		bench->svg = arg;
		return 0;
	case ARGP_KEY_ARG:
		/* The program: its options are its own. */
		bench->program = state->argv + state->next - 1;
		state->next = state->argc;
		return 0;
	case ARGP_KEY_END:
		finish(bench, state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static char *help_filter(int key, const char *text, void *input)
{
	char *help = table_help(key, text, bench_columns), *all = NULL;
	struct text loads = { 0 };

	(void)input;
	if (key != ARGP_KEY_HELP_POST_DOC)
		return help;
	text_add(&loads, "Loads:", 6);
	for (const struct load *load = bench_loads; load->name; load++) {
		char line[128];
		int n = snprintf(line, sizeof(line), "\n  %-14s %s", load->name, load->help);

		text_add(&loads, line, (size_t)n);
	}
	if (asprintf(&all, "%s\n\n%s", loads.bytes, help) < 0)
		all = NULL;
	free(help);
	text_free(&loads);
	return all;
}

static const struct argp_child children[] = { { &table_argp, 0, NULL, 0 }, { 0 } };

const struct argp bench_argp = {
	.options = options,
	.parser = parse,
	.args_doc = "[--] PROGRAM [ARG...]",
	.doc = "Run copies of PROGRAM that don't trust each other, as the machine is (smt), with a cookie for each copy (core) "
	       "and, with --allow-nosmt, with SMT off (nosmt), and compare what that costs.",
	.children = children,
	.help_filter = help_filter,
};
