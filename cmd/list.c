// SPDX-License-Identifier: GPL-2.0-or-later
#include "list.h"

#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "fail.h"
#include "number.h"
#include "way.h"

/* Which views a column has something to say in */
enum {
	IN_COOKIES = COLUMN_FREE << 0,
	IN_TASKS   = COLUMN_FREE << 1,
	IN_TREE    = COLUMN_FREE << 2,
	IN_CGROUPS = COLUMN_FREE << 3,
};

const struct column list_columns[] = {
	[LIST_ID]       = { "ID", "the cookie, process or thread of a row (with --tree)", IN_TREE },
	[LIST_EFFECTIVE] = { "EFFECTIVE", "the id that stands for cookie and tag together (patched kernel)",
			     IN_COOKIES | IN_TASKS | IN_TREE },
	[LIST_COOKIE]   = { "COOKIE", "the cookie, 0x0 for none, ? where it can't be read",
			    IN_COOKIES | IN_TASKS | IN_TREE },
	[LIST_TAG]      = { "TAG", "the id of the cgroup's tag in force, 0 for none (patched kernel)",
			    COLUMN_NUMBER | IN_COOKIES | IN_TASKS | IN_TREE | IN_CGROUPS },
	[LIST_REQUESTED] = { "REQUESTED", "whether the cgroup has a tag of its own (with --cgroups)",
			     COLUMN_NUMBER | IN_CGROUPS },
	[LIST_PID]      = { "PID", "the process (with --tasks, --tree)", COLUMN_NUMBER | IN_TASKS | IN_TREE },
	[LIST_TID]      = { "TID", "the thread (with --tasks, --tree)", COLUMN_NUMBER | IN_TASKS | IN_TREE },
	[LIST_PROCS]    = { "PROCS", "processes that have the cookie (not with --tasks)",
			    COLUMN_NUMBER | IN_COOKIES | IN_TREE },
	[LIST_TASKS]    = { "TASKS", "tasks that have it (not with --tasks)",
			    COLUMN_NUMBER | IN_COOKIES | IN_TREE | IN_CGROUPS },
	[LIST_MIXED]    = { "MIXED", "processes that also have threads with another cookie, or none",
			    COLUMN_NUMBER | IN_COOKIES | IN_TASKS | IN_TREE },
	[LIST_USER]     = { "USER", "the effective user (with --tasks, --tree)", IN_TASKS | IN_TREE },
	[LIST_CPU]      = { "CPU", "the hardware thread it ran on last (with --tasks, --tree)",
			    COLUMN_NUMBER | IN_TASKS | IN_TREE },
	[LIST_CGROUP]   = { "CGROUP", "the cgroup v2 (with --tasks, --tree, --cgroups)",
			    IN_TASKS | IN_TREE | IN_CGROUPS },
	[LIST_CGROUPS]  = { "CGROUPS", "all cgroups v2 of its tasks (not with --tasks, --tree)",
			    COLUMN_LIST | IN_COOKIES },
	[LIST_COMMAND]  = { "COMMAND", "the name (with --tasks, --tree)", IN_TASKS | IN_TREE },
	[LIST_COMMANDS] = { "COMMANDS", "the names of its processes (not with --tasks, --tree)",
			    COLUMN_LIST | IN_COOKIES },
	{ 0 }
};

enum { OPTION_TASKS = 0x100, OPTION_TREE, OPTION_COOKIE, OPTION_CGROUPS };

static const struct argp_option options[] = {
	{ "tasks", OPTION_TASKS, NULL, 0, "one row a task", 0 },
	{ "tree", OPTION_TREE, NULL, 0, "a tree: cookies, their processes, the processes' threads", 0 },
	{ "cgroups", OPTION_CGROUPS, NULL, 0, "a tree: cgroups that have a tag (patched kernel)", 0 },
	{ "all", 'a', NULL, 0, "also the tasks, or cgroups, that have nothing", 0 },
	{ "cookie", OPTION_COOKIE, "COOKIE", 0, "only tasks with this cookie, 0x and hex digits or decimal; "
	  "give as many as you like", 0 },
	{ 0 }
};

static const struct argp_child children[] = {
	{ &targets_argp, 0, NULL, 0 },
	{ &table_argp, 0, NULL, 0 },
	{ 0 }
};

/* 0 or -1 */
static int parse_cookie(const char *text, uint64_t *ret_cookie)
{
	const char *digits = text + 2;

	if (text[0] != '0' || (text[1] != 'x' && text[1] != 'X'))
		return parse_digits(text, UINT64_MAX, ret_cookie);
	if (!*digits || strlen(digits) > 16 || digits[strspn(digits, "0123456789abcdefABCDEF")])
		return -1;
	*ret_cookie = strtoull(digits, NULL, 16);
	return 0;
}

static error_t add_cookie(struct list_args *args, const struct argp_state *state, const char *text)
{
	uint64_t *cookies = reallocarray(args->cookies, args->n_cookies + 1, sizeof(*cookies));

	if (!cookies)
		return ENOMEM;
	args->cookies = cookies;
	if (parse_cookie(text, &cookies[args->n_cookies++]) < 0)
		argp_error(state, "'%s' is no cookie: 0x and at most 16 hex digits, or a decimal number", text);
	return 0;
}

static void choose_columns(struct list_args *args, const struct argp_state *state)
{
	args->groups = coresched_features() & CORESCHED_CAN_GROUP;
	if (args->tasks)
		table_choose(&args->table, state, list_columns, args->groups ?
			     "EFFECTIVE,COOKIE,TAG,PID,TID,USER,CPU,MIXED,CGROUP,COMMAND" :
			     "COOKIE,PID,TID,USER,CPU,MIXED,CGROUP,COMMAND", IN_TASKS);
	else if (args->tree)
		table_choose(&args->table, state, list_columns, args->groups ?
			     "ID,COOKIE,TAG,USER,CPU,MIXED,CGROUP,COMMAND" : "ID,USER,CPU,MIXED,CGROUP,COMMAND", IN_TREE);
	else if (args->cgroups)
		table_choose(&args->table, state, list_columns, "CGROUP,REQUESTED,TAG,TASKS", IN_CGROUPS);
	else
		table_choose(&args->table, state, list_columns, args->groups ?
			     "EFFECTIVE,COOKIE,TAG,PROCS,TASKS,MIXED,CGROUPS,COMMANDS" :
			     "COOKIE,PROCS,TASKS,MIXED,CGROUPS,COMMANDS", IN_COOKIES);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct list_args *args = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &args->targets;
		state->child_inputs[1] = &args->table;
		return 0;
	case OPTION_TASKS:
		args->tasks = true;
		return 0;
	case OPTION_TREE:
		args->tree = true;
		return 0;
	case OPTION_CGROUPS:
		args->cgroups = true;
		return 0;
	case 'a':
		args->all = true;
		return 0;
	case OPTION_COOKIE:
		return add_cookie(args, state, arg);
	case ARGP_KEY_END:
		if (args->tasks + args->tree + args->cgroups > 1)
			argp_error(state, "give only one of --tasks, --tree and --cgroups");
		if (args->cgroups && (args->n_cookies || !way_covers(&args->targets)))
			argp_error(state, "with --cgroups give cgroups alone, with all that is below them");
		choose_columns(args, state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static char *help_filter(int key, const char *text, void *input)
{
	(void)input;
	return table_help(key, text, list_columns);
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "[TARGET...]",
	.doc = "Show which tasks may share a core with which: all that have a cookie, or those of the targets.",
	.children = children,
	.help_filter = help_filter,
};

static int run(int argc, char **argv)
{
	struct list_args args = { 0 };
	struct list_found found = { 0 };
	int status, shown;

	command_parse(&cmd_list, argc, argv, &args);
	status = args.cgroups ? list_show_cgroups(&args) : list_find(&args, &found);
	if (!args.cgroups && (status == EXIT_DONE || status == EXIT_SOME_FAILED)) {
		shown = list_show(&args, &found);
		if (shown != EXIT_DONE)
			status = shown;
		if (found.unread)
			fail_task(-EPERM, found.unread_tid, "tasks that can't be read: %zu, such as %d", found.unread,
				  found.unread_tid);
	}
	list_found_free(&found);
	free(args.cookies);
	targets_free(&args.targets);
	return status;
}

const struct command cmd_list = {
	.name = "list",
	.summary = "show which tasks may share a core with which",
	.argp = &argp,
	.run = run,
	.flags = COMMAND_READS,
	.columns = list_columns,
};
