/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A command is one file that ends in one row; commands.def lists the rows, and nothing else does. */
#ifndef COMMAND_H
#define COMMAND_H

#include <argp.h>

enum exit_status {
	EXIT_DONE = 0,
	EXIT_FAILED = 1,
	EXIT_USAGE = 2,
	EXIT_UNSUPPORTED = 3,
	EXIT_SOME_FAILED = 4,
	/* spawn, where all others are the program's: as env(1), nice(1) and chroot(1) have it */
	EXIT_SPAWN_FAILED = 125,
	EXIT_NOT_RUNNABLE = 126,
	EXIT_NOT_FOUND = 127,
};

/* Flags of a command */
enum {
	COMMAND_EXECS = 1 << 0,		/* ends in the user's program: it keeps its exit status to itself */
	COMMAND_READS = 1 << 1,		/* only looks: gives up all capabilities but those it reads with */
};

struct column;

struct command {
	const char *name;
	const char *summary;		/* one line, for coreschedctl --help */
	const struct argp *argp;
	int (*run)(int argc, char **argv);
	unsigned int flags;
	const struct column *columns;	/* what -o takes, for --help and completions; ends with a nameless one */
};

#define COMMAND(name) extern const struct command cmd_##name;
#include "commands.def"
#undef COMMAND

/* All rows, in the order of commands.def, with NULL at the end. */
extern const struct command *const commands[];

/* Parse @argv by the command's own table into @args; returns only when it was right. */
void command_parse(const struct command *command, int argc, char **argv, void *args);

/* Print all tables, tab-separated, for completions and for the checks of the documentation. */
void dump_commands(void);

#endif
