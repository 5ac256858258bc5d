// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The one list of what the command line takes: completions offer it, and a check holds the manual against it.
 * One row a line, tab-separated; a field that has nothing is "-", since shells fold empty ones:
 *
 *	command  NAME     ARGUMENTS  SUMMARY
 *	option   COMMAND  LONG       SHORT    ARGUMENT  HELP
 *	column   COMMAND  NAME       HELP
 *
 * COMMAND is "-" where an option is every command's, and the tool's own.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "table.h"

/* argp has these of its own and shows its table to nobody. */
static const struct argp_option common[] = {
	{ "help", '?', NULL, 0, "give this help list", 0 },
	{ "usage", 0x100, NULL, 0, "give a short usage message", 0 },
	{ "version", 'V', NULL, 0, "print program version", 0 },
	{ 0 }
};

static const char *or_dash(const char *text)
{
	return text && *text ? text : "-";
}

/* Letters that the command's own options have; what it shares with others can't have them too. */
static bool taken[0x80];

static void dump_option(const char *command, const struct argp_option *option)
{
	char letter[] = { '-', '\0', '\0' };

	if (!option->name || option->flags & (OPTION_HIDDEN | OPTION_DOC))
		return;
	if (option->key > 0 && option->key < 0x80 && isgraph(option->key) && !taken[option->key]) {
		letter[1] = (char)option->key;
		taken[option->key] = true;
	}
	printf("option\t%s\t--%s\t%s\t%s\t%s\n", command, option->name, letter, or_dash(option->arg), or_dash(option->doc));
}

static void dump_options(const char *command, const struct argp *argp)
{
	for (const struct argp_option *o = argp->options; o && (o->name || o->key || o->doc); o++)
		dump_option(command, o);
	for (const struct argp_child *c = argp->children; c && c->argp; c++)
		dump_options(command, c->argp);
}

void dump_commands(void)
{
	for (const struct argp_option *o = common; o->name; o++)
		dump_option("-", o);
	for (const struct command *const *c = commands; *c; c++) {
		printf("command\t%s\t%s\t%s\n", (*c)->name, or_dash((*c)->argp->args_doc), (*c)->summary);
		memset(taken, false, sizeof(taken));
		dump_options((*c)->name, (*c)->argp);
		for (const struct column *column = (*c)->columns; column && column->name; column++)
			printf("column\t%s\t%s\t%s\n", (*c)->name, column->name, column->help);
	}
}
