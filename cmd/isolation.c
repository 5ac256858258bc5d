// SPDX-License-Identifier: GPL-2.0-or-later
#include "isolation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "number.h"

/* Which views a column has something to say in */
enum { IN_GROUPS = COLUMN_FREE << 0, IN_TASKS = COLUMN_FREE << 1, IN_BOTH = IN_GROUPS | IN_TASKS };

const struct column isolation_columns[] = {
	[ISOLATION_COOKIE]  = { "COOKIE", "the cookie", IN_BOTH },
	[ISOLATION_TAG]     = { "TAG", "the id of the cgroup's tag in force, 0 for none (patched kernel)",
				COLUMN_NUMBER | IN_BOTH },
	[ISOLATION_TARGET]  = { "TARGET", "the target", IN_BOTH },
	[ISOLATION_TID]     = { "TID", "the thread (with --tasks)", COLUMN_NUMBER | IN_TASKS },
	[ISOLATION_KERNEL]  = { "KERNEL", "1 for kernel threads", COLUMN_NUMBER | IN_BOTH },
	[ISOLATION_TASKS]   = { "TASKS", "how many tasks ran (not with --tasks)", COLUMN_NUMBER | IN_GROUPS },
	[ISOLATION_RUN]     = { "RUN", "run time, seconds", COLUMN_NUMBER | IN_BOTH },
	[ISOLATION_LOCAL]   = { "LOCAL%", "per cent of it beside tasks that may share the core", COLUMN_NUMBER | IN_BOTH },
	[ISOLATION_IDLE]    = { "IDLE%", "beside nobody", COLUMN_NUMBER | IN_BOTH },
	[ISOLATION_FORCED]  = { "FORCED%", "beside hardware threads kept idle", COLUMN_NUMBER | IN_BOTH },
	[ISOLATION_FOREIGN] = { "FOREIGN%", "beside tasks that may not share the core", COLUMN_NUMBER | IN_BOTH },
	[ISOLATION_LOCAL_TIME]   = { "LOCAL-TIME", "the same in seconds", COLUMN_NUMBER | IN_BOTH },
	[ISOLATION_IDLE_TIME]    = { "IDLE-TIME", "the same in seconds", COLUMN_NUMBER | IN_BOTH },
	[ISOLATION_FORCED_TIME]  = { "FORCED-TIME", "the same in seconds", COLUMN_NUMBER | IN_BOTH },
	[ISOLATION_FOREIGN_TIME] = { "FOREIGN-TIME", "the same in seconds", COLUMN_NUMBER | IN_BOTH },
	[ISOLATION_PERIODS] = { "PERIODS", "how often a foreign task came beside one", COLUMN_NUMBER | IN_BOTH },
	[ISOLATION_LONGEST] = { "LONGEST", "the longest time one stayed, milliseconds", COLUMN_NUMBER | IN_BOTH },
	[ISOLATION_WORST]   = { "WORST", "the foreign task it was longest beside, in groups: and whose it was", IN_BOTH },
	[ISOLATION_WORST_TIME] = { "WORST-TIME", "how long, seconds", COLUMN_NUMBER | IN_BOTH },
	[ISOLATION_COMMAND] = { "COMMAND", "the name, kernel threads in brackets (with --tasks)", IN_TASKS },
	[ISOLATION_COMMANDS] = { "COMMANDS", "the names of its tasks (not with --tasks)", COLUMN_LIST | IN_GROUPS },
	{ 0 }
};

enum { OPTION_TASKS = 0x100, OPTION_BY_TARGET, OPTION_MAX_FOREIGN, OPTION_FAIL_ON_FOREIGN, OPTION_BUFFER };

enum { SECONDS_MAX = 1000000, BUFFER_KIB = 4096, BUFFER_KIB_MIN = 8, BUFFER_KIB_MAX = 1048576 };

static const struct argp_option options[] = {
	{ "duration", 'd', "SECONDS", 0, "how long to watch, 10 by default; a program is watched to its end", 0 },
	{ "tasks", OPTION_TASKS, NULL, 0, "one row a task", 0 },
	{ "by-target", OPTION_BY_TARGET, NULL, 0,
	  "take each target for a group, whatever the cookies: all others are foreign to it", 0 },
	{ "max-foreign", OPTION_MAX_FOREIGN, "PERCENT", 0, "fail when more of the run time in a row is foreign", 0 },
	{ "fail-on-foreign", OPTION_FAIL_ON_FOREIGN, NULL, 0, "fail when any is: --max-foreign=0", 0 },
	{ "buffer", OPTION_BUFFER, "KIB", 0, "of each hardware thread's trace, 4096 by default", 0 },
	{ 0 }
};

static const struct argp_child children[] = {
	{ &targets_argp, 0, NULL, 0 },
	{ &table_argp, 0, NULL, 0 },
	{ 0 }
};

static unsigned int parse_within(const struct argp_state *state, const char *what, const char *text, uint64_t min,
				 uint64_t max)
{
	uint64_t number;

	if (parse_digits(text, max, &number) < 0 || number < min)
		argp_error(state, "'%s' is no %s", text, what);
	return (unsigned int)number;
}

/* Per cent with at most three digits after the point. */
static double parse_percent(const struct argp_state *state, const char *text)
{
	size_t whole = strspn(text, "0123456789"), rest = 0;

	if (text[whole] == '.')
		rest = strspn(text + whole + 1, "0123456789");
	if (!whole || whole > 3 || rest > 3 || (text[whole] && (!rest || text[whole + 1 + rest])) || atof(text) > 100)
		argp_error(state, "'%s' is no percentage", text);
	return atof(text);
}

static void choose_columns(struct isolation_args *args, const struct argp_state *state)
{
	static char chosen[256];

	args->groups = coresched_features() & CORESCHED_CAN_GROUP;
	snprintf(chosen, sizeof(chosen), "COOKIE,%s%s%sRUN,LOCAL%%,IDLE%%,FORCED%%,FOREIGN%%,PERIODS,LONGEST,WORST,%s",
		 args->groups ? "TAG," : "", args->by_target ? "TARGET," : "", args->tasks ? "TID," : "KERNEL,TASKS,",
		 args->tasks ? "COMMAND" : "COMMANDS");
	table_choose(&args->table, state, isolation_columns, chosen, args->tasks ? IN_TASKS : IN_GROUPS);
}

static void finish(struct isolation_args *args, const struct argp_state *state)
{
	if (args->by_target && !args->targets.n && !args->program)
		argp_error(state, "with --by-target give targets or a program");
	if (!args->seconds && !args->program)
		args->seconds = 10;
	choose_columns(args, state);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct isolation_args *args = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &args->targets;
		state->child_inputs[1] = &args->table;
		return 0;
	case 'd':
		args->seconds = parse_within(state, "number of seconds", arg, 1, SECONDS_MAX);
		return 0;
	case OPTION_TASKS:
		args->tasks = true;
		return 0;
	case OPTION_BY_TARGET:
		args->by_target = true;
		return 0;
	case OPTION_MAX_FOREIGN:
		args->max_foreign = parse_percent(state, arg);
		return 0;
	case OPTION_FAIL_ON_FOREIGN:
		args->max_foreign = 0;
		return 0;
	case OPTION_BUFFER:
		args->buffer_kib = parse_within(state, "size of a buffer", arg, BUFFER_KIB_MIN, BUFFER_KIB_MAX);
		return 0;
	case ARGP_KEY_ARG:
		/* Behind "--" stands the program; before it, targets, which are the child's. */
		if (!state->quoted || state->next <= state->quoted)
			return ARGP_ERR_UNKNOWN;
		args->program = state->argv + state->next - 1;
		state->next = state->argc;
		return 0;
	case ARGP_KEY_END:
		finish(args, state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static char *help_filter(int key, const char *text, void *input)
{
	(void)input;
	return table_help(key, text, isolation_columns);
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "[TARGET...] [-- PROGRAM [ARG...]]",
	.doc = "Watch who really shares a core with whom: all tasks, or those of the targets or of a program.",
	.children = children,
	.help_filter = help_filter,
};

static int run(int argc, char **argv)
{
	struct isolation_args args = { .buffer_kib = BUFFER_KIB, .max_foreign = -1 };
	struct coresched_isolation *isolation = NULL;
	int status, shown;

	command_parse(&cmd_isolation, argc, argv, &args);
	status = isolation_watch(&args, &isolation);
	if (isolation) {
		shown = isolation_show(&args, isolation);
		status = status == EXIT_DONE ? shown : status;
	}
	coresched_isolation_close(isolation);
	targets_free(&args.targets);
	return status;
}

const struct command cmd_isolation = {
	.name = "isolation",
	.summary = "measure who really shares a core with whom",
	.argp = &argp,
	.run = run,
	.columns = isolation_columns,
};
