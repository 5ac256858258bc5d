// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * spawn executes, it does not fork: what the caller set up (pid, descriptors, signals, niceness) is the program's.
 * Nothing is loaded, opened or printed on the plain path, which is run once for each command that people wrap.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <coresched.h>

#include "command.h"
#include "confine.h"
#include "fail.h"
#include "number.h"
#include "targets.h"
#include "warn.h"
#include "way.h"

struct args {
	pid_t from;
	const char *cgroup;
	struct way way;
	bool seal;
	bool if_supported;
	char **program;
};

enum { OPTION_IF_SUPPORTED = 0x100 };

static const struct argp_option options[] = {
	{ "from", 'f', "PID", 0, "share the cookie of this task instead of a fresh one", 0 },
	{ "cgroup", 'c', "CGROUP", 0,
	  "run in this cgroup, made if missing and tagged where the kernel can; else with its tasks' common cookie", 0 },
	{ "seal", 'S', NULL, 0, "let the program and its descendants read cookies but change none", 0 },
	{ "if-supported", OPTION_IF_SUPPORTED, NULL, 0, "run it without a cookie where there can be none", 0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct args *args = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &args->way;
		return 0;
	case 'f':
		if (args->from)
			argp_error(state, "give --from once");
		args->from = parse_id(state, "PID", arg);
		return 0;
	case 'c':
		if (args->cgroup)
			argp_error(state, "give --cgroup once");
		args->cgroup = parse_cgroup(state, arg);
		return 0;
	case 'S':
		args->seal = true;
		return 0;
	case OPTION_IF_SUPPORTED:
		args->if_supported = true;
		return 0;
	case ARGP_KEY_ARG:
		/* The program: its options are its own. */
		args->program = state->argv + state->next - 1;
		state->next = state->argc;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "give a program to run");
		return 0;
	case ARGP_KEY_END:
		if (args->from && args->cgroup)
			argp_error(state, "give only one of --from and --cgroup");
		if (!args->cgroup && (args->way.tag || args->way.cookie || args->way.enable))
			argp_error(state, "give --cgroup with what is about its tag");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = { { &way_enable_argp, 0, NULL, 0 }, { 0 } };

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "[--] PROGRAM [ARG...]",
	.doc = "Run PROGRAM with a cookie of its own, so that it and its descendants share a core only with each other."
	       "\vExit status: the program's; 125 when coreschedctl fails, 126 when PROGRAM can't be run, 127 when it is "
	       "not found.",
	.children = children,
};

/* Pull the cookie of @from; one that has none would leave the program open, so it is refused. */
static int adopt(pid_t from)
{
	uint64_t cookie;
	int r;

	r = coresched_share_from(from);
	if (r < 0)
		return r;
	r = coresched_get(0, &cookie);
	if (r < 0)
		return r;
	return cookie ? 0 : -ENODATA;
}

/* The program goes on without a cookie: in its cgroup all the same. */
static int do_without(const struct args *args, int why)
{
	int r = args->cgroup ? coresched_cgroup_attach(args->cgroup, 0) : 0;

	if (r < 0)
		return fail(r, "can't run in cgroup %s", args->cgroup);
	note("%s runs without a cookie: %s", args->program[0], coresched_strerror(why));
	return 0;
}

/* Where the cgroup's tag does it, a cookie inherited from the caller would only come between the cgroup's tasks. */
static int enter_tagged(const char *cgroup)
{
	uint64_t effective, cookie = 0;
	bool tagged = false;
	int r;

	r = coresched_cgroup_get_tag(cgroup, &tagged, &effective);
	if (r == 0 && !tagged)
		r = coresched_cgroup_set_tag(cgroup, true);
	if (r == 0)
		r = coresched_get(0, &cookie);
	if (r == 0 && cookie)
		r = coresched_remove(0, CORESCHED_THREAD);
	return r < 0 ? r : coresched_cgroup_attach(cgroup, 0);
}

static int enter(const struct args *args)
{
	int r;

	r = coresched_cgroup_create(args->cgroup);
	if (r == 0 && !args->way.cookie) {
		r = way_open(&args->way, args->cgroup);
		if (r == 0)
			return enter_tagged(args->cgroup);
	}
	if (r < 0 && (args->way.tag || !way_has_none(r)))
		return r;
	return coresched_cgroup_join(args->cgroup);
}

static int take_cookie(const struct args *args)
{
	int r;

	if (args->cgroup) {
		r = enter(args);
	} else {
		r = args->from ? adopt(args->from) : coresched_create(0, CORESCHED_THREAD);
	}
	if (r == 0)
		return 0;
	if (args->if_supported && is_unsupported(r))
		return do_without(args, r);
	if (args->from)
		return fail_task(r, args->from, "can't share the cookie of task %d", args->from);
	if (args->cgroup)
		return fail(r, "can't run in cgroup %s", args->cgroup);
	return fail(r, "can't make a cookie for %s", args->program[0]);
}

/* The program, when no option stands before it: then there is nothing for argp to do, which would cost more. */
static char **plain_program(int argc, char **argv)
{
	int first = argc > 1 && strcmp(argv[1], "--") == 0 ? 2 : 1;

	return first < argc && (first == 2 || argv[1][0] != '-') ? argv + first : NULL;
}

/* Against all comers where the kernel can, and in any case against what runs from here on. */
static int seal(const struct args *args)
{
	int r = coresched_seal(0, CORESCHED_THREAD);

	if (r < 0 && r != -ENOPKG && !(args->if_supported && is_unsupported(r)))
		return fail(r, "can't seal %s", args->program[0]);
	return confine_seal();
}

static int run(int argc, char **argv)
{
	struct args args = { 0 };
	int error;

	args.program = plain_program(argc, argv);
	if (!args.program)
		command_parse(&cmd_spawn, argc, argv, &args);
	warn_sched_ext();
	if (take_cookie(&args) != 0)
		return EXIT_SPAWN_FAILED;
	if (args.seal && seal(&args) != 0)
		return EXIT_SPAWN_FAILED;

	execvp(args.program[0], args.program);
	error = errno;
	note("can't run %s: %s", args.program[0], strerror(error));
	return error == ENOENT ? EXIT_NOT_FOUND : EXIT_NOT_RUNNABLE;
}

const struct command cmd_spawn = {
	.name = "spawn",
	.summary = "run a program with a cookie of its own",
	.argp = &argp,
	.run = run,
	.flags = COMMAND_EXECS,
};
