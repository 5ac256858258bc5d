// SPDX-License-Identifier: GPL-2.0-or-later
#include "table.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "text.h"

enum { OPTION_JSON = 0x300 };

static const struct argp_option options_table[] = {
	{ NULL, 0, NULL, 0, "Output:", 9 },
	{ "output", 'o', "COLUMNS", 0, "print these columns, or with +COLUMNS these too; names with commas between", 9 },
	{ "noheadings", 'n', NULL, 0, "print no headings", 9 },
	{ "raw", 'r', NULL, 0, "print one blank between columns, and \\xHH for those inside", 9 },
	{ "json", OPTION_JSON, NULL, 0, "print JSON", 9 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct table_options *options = state->input;

	switch (key) {
	case 'o':
		if (options->output)
			argp_error(state, "give --output once");
		options->output = arg;
		return 0;
	case 'n':
		options->noheadings = true;
		return 0;
	case 'r':
		options->raw = true;
		return 0;
	case OPTION_JSON:
		options->json = true;
		return 0;
	case ARGP_KEY_END:
		if (options->raw && options->json)
			argp_error(state, "give only one of --raw and --json");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp table_argp = { .options = options_table, .parser = parse };

bool table_shows(const struct table_options *options, unsigned int column)
{
	for (size_t i = 0; i < options->n_shown; i++)
		if (options->shown[i] == column)
			return true;
	return false;
}

static bool is_usable(const struct column *column, unsigned int usable)
{
	return !usable || column->flags & usable;
}

static void refuse(const struct argp_state *state, const char *name, int length, const struct column *columns,
		   unsigned int usable)
{
	struct text known = { 0 };

	for (const struct column *c = columns; c->name; c++) {
		if (!is_usable(c, usable))
			continue;
		text_add(&known, " ", 1);
		text_add(&known, c->name, strlen(c->name));
	}
	argp_error(state, "there is no column '%.*s' here, only%s", length, name, known.bytes);
	text_free(&known);
}

static void choose(struct table_options *options, const struct argp_state *state, const struct column *columns,
		   const char *names, unsigned int usable)
{
	for (;;) {
		size_t length = strcspn(names, ",");
		unsigned int i = 0;

		while (columns[i].name && (strlen(columns[i].name) != length || !is_usable(&columns[i], usable) ||
					   strncasecmp(columns[i].name, names, length) != 0))
			i++;
		if (!columns[i].name)
			refuse(state, names, (int)length, columns, usable);
		else if (!table_shows(options, i))
			options->shown[options->n_shown++] = i;
		if (!names[length])
			return;
		names += length + 1;
	}
}

void table_choose(struct table_options *options, const struct argp_state *state, const struct column *columns,
		  const char *defaults, unsigned int usable)
{
	const char *output = options->output;

	options->n_shown = 0;
	if (!output || *output == '+')
		choose(options, state, columns, defaults, usable);
	if (output)
		choose(options, state, columns, *output == '+' ? output + 1 : output, usable);
}

char *table_help(int key, const char *text, const struct column *columns)
{
	struct text help = { 0 };
	char line[128];

	if (key != ARGP_KEY_HELP_POST_DOC)
		return (char *)text;
	if (text) {
		text_add(&help, text, strlen(text));
		text_add(&help, "\n\n", 2);
	}
	text_add(&help, "Columns:", 8);
	for (; columns->name; columns++) {
		snprintf(line, sizeof(line), "\n  %-10s %s", columns->name, columns->help);
		text_add(&help, line, strlen(line));
	}
	return help.bytes;
}
