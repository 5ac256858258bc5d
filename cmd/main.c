// SPDX-License-Identifier: GPL-2.0-or-later
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "confine.h"
#include "fail.h"

const struct command *const commands[] = {
#define COMMAND(name) &cmd_##name,
#include "commands.def"
#undef COMMAND
	NULL
};

/* Visible, since it takes the place of one in the C library. */
__attribute__((visibility("default"))) const char *argp_program_version = PACKAGE_STRING;

enum { OPTION_DUMP = 0x100 };

static const struct argp_option options[] = {
	{ "dump-cli", OPTION_DUMP, NULL, OPTION_HIDDEN, NULL, 0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	int *first = state->input;

	(void)arg;
	switch (key) {
	case OPTION_DUMP:
		dump_commands();
		exit(EXIT_DONE);
	case ARGP_KEY_ARG:
		/* The command's name: it and all behind it are the command's to parse. */
		*first = state->next - 1;
		state->next = state->argc;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "give a command");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* The list of commands in --help comes from the table. */
static char *help_filter(int key, const char *text, void *input)
{
	char *list = NULL;
	size_t size;
	FILE *out;

	(void)input;
	if (key != ARGP_KEY_HELP_POST_DOC)
		return (char *)text;
	out = open_memstream(&list, &size);
	if (!out)
		return (char *)text;
	fputs("Commands:\n", out);
	for (const struct command *const *c = commands; *c; c++)
		fprintf(out, "  %-10s %s\n", (*c)->name, (*c)->summary);
	fputs("\n'coreschedctl COMMAND --help' tells more of one; coresched(7) explains core scheduling.", out);
	fclose(out);
	return list;
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "COMMAND [ARG...]",
	.doc = "Say which tasks may share a core, and see which do.",
	.help_filter = help_filter,
};

static const struct command *find(const char *name)
{
	for (const struct command *const *c = commands; *c; c++)
		if (strcmp((*c)->name, name) == 0)
			return *c;
	return NULL;
}

void command_parse(const struct command *command, int argc, char **argv, void *args)
{
	static char name[64];

	/* argp takes the name for its messages and for --help from here. */
	snprintf(name, sizeof(name), "coreschedctl %s", command->name);
	argv[0] = name;
	/* In order, so that POSIXLY_CORRECT changes nothing. argp leaves by itself on --help and on errors. */
	if (argp_parse(command->argp, argc, argv, ARGP_IN_ORDER, NULL, args) != 0)
		exit(fail(-ENOMEM, "can't read the command line"));
}

int main(int argc, char **argv)
{
	const struct command *command;
	int first = 1;

	watch_output();
	argp_err_exit_status = EXIT_USAGE;
	/* Without options of our own argp is not troubled: its first use costs a third of the price of spawn. */
	command = argc > 1 ? find(argv[1]) : NULL;
	if (!command) {
		argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &first);
		command = find(argv[first]);
	}
	if (!command)
		return fail_usage("there is no command '%s'; 'coreschedctl --help' lists them", argv[first]);

	if (command->flags & COMMAND_READS && confine_to_reading() != 0)
		return EXIT_FAILED;
	if (command->flags & COMMAND_EXECS)
		argp_err_exit_status = EXIT_SPAWN_FAILED;
	return command->run(argc - first, argv + first);
}
