// SPDX-License-Identifier: GPL-2.0-or-later
/* doctor looks, it changes nothing: what would change the caller's cookie is tried in a child. */
#include "doctor.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command.h"
#include "table.h"
#include "util.h"

static const struct check *const groups[] = {
	doctor_kernel_checks, doctor_patched_checks, doctor_host_checks, doctor_cpu_checks
};

static const char *const verdict_names[] = {
	[DOCTOR_OK]   = "ok",
	[DOCTOR_WARN] = "warn",
	[DOCTOR_FAIL] = "fail",
};

enum { CHECK, STATUS, WHY, REMEDY };

static const struct column columns[] = {
	[CHECK]  = { "CHECK", "what was looked at", 0 },
	[STATUS] = { "STATUS", "ok, warn or fail", 0 },
	[WHY]    = { "WHY", "what was found", 0 },
	[REMEDY] = { "REMEDY", "what to do, if there is something", 0 },
	{ 0 }
};

/* Two lines a check are easier on the eye; a table is made where its form is asked for. */
struct args {
	struct table_options options;
	bool wants_table;
};

static const struct argp_child children[] = {
	{ &table_argp, 0, NULL, 0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct args *args = state->input;

	(void)arg;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &args->options;
		return 0;
	case ARGP_KEY_END:
		args->wants_table = args->options.json || args->options.raw || args->options.noheadings ||
				    args->options.output;
		table_choose(&args->options, state, columns, "CHECK,STATUS,WHY,REMEDY", 0);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static char *help_filter(int key, const char *text, void *input)
{
	(void)input;
	return table_help(key, text, columns);
}

static const struct argp argp = {
	.parser = parse,
	.doc = "Tell what this machine offers, what is missing, and what to do about it."
	       "\vExit status: 0 when cookies can be set here and are obeyed, 3 when not.",
	.children = children,
	.help_filter = help_filter,
};

void found(struct finding *finding, enum verdict verdict, const char *remedy, const char *why, ...)
{
	va_list ap;

	va_start(ap, why);
	if (vasprintf(&finding->why, why, ap) < 0)
		finding->why = NULL;
	va_end(ap);
	finding->verdict = verdict;
	finding->remedy = remedy;
}

int in_child(int (*job)(void))
{
	int status;
	pid_t pid;

	pid = fork();
	if (pid < 0)
		return -errno;
	if (pid == 0)
		_exit(job());
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -errno;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -ECHILD;
}

static void print_lines(const char *name, const struct finding *finding)
{
	printf("%-4s  %-20s  %s\n", verdict_names[finding->verdict], name, finding->why);
	if (finding->remedy)
		printf("      -> %s\n", finding->remedy);
}

static void add_row(struct table *table, const char *name, const struct finding *finding)
{
	struct row *row = table_add(table, NULL);

	table_text(table, row, CHECK, name);
	table_text(table, row, STATUS, verdict_names[finding->verdict]);
	table_text(table, row, WHY, finding->why);
	if (finding->remedy)
		table_text(table, row, REMEDY, finding->remedy);
}

/* Make the checks of a group and show what they found, in @table or, without one, in lines. Returns an exit status. */
static int examine(const struct check *checks, struct table *table)
{
	int status = EXIT_DONE;

	for (const struct check *check = checks; check->name; check++) {
		struct finding finding = { 0 };
		autofree char *why = NULL;

		check->run(check->name, &finding);
		if (finding.verdict == DOCTOR_SILENT)
			continue;
		why = finding.why;
		if (!why)
			exit(fail(-ENOMEM, "can't report on %s", check->name));
		if (table)
			add_row(table, check->name, &finding);
		else
			print_lines(check->name, &finding);
		if (finding.verdict == DOCTOR_FAIL)
			status = EXIT_UNSUPPORTED;
	}
	return status;
}

static int run(int argc, char **argv)
{
	struct table *table = NULL;
	struct args args = { 0 };
	int status = EXIT_DONE;

	command_parse(&cmd_doctor, argc, argv, &args);
	if (args.wants_table) {
		table = table_open("doctor", columns, &args.options);
		if (!table)
			return EXIT_FAILED;
	}
	for (size_t i = 0; i < ARRAY_SIZE(groups); i++)
		if (examine(groups[i], table) != EXIT_DONE)
			status = EXIT_UNSUPPORTED;
	return table && table_print(table) != EXIT_DONE ? EXIT_FAILED : status;
}

const struct command cmd_doctor = {
	.name = "doctor",
	.summary = "tell what this machine offers and what is missing",
	.argp = &argp,
	.run = run,
	.flags = COMMAND_READS,
	.columns = columns,
};
