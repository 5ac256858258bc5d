// SPDX-License-Identifier: GPL-2.0-or-later
#include "config.h"

#include "table.h"

#include <inttypes.h>
#include <libsmartcols.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "fail.h"
#include "text.h"
#include "util.h"

#define CALLS(X) \
	X(scols_new_table) X(scols_unref_table) X(scols_table_set_name) X(scols_table_enable_json) \
	X(scols_table_enable_ascii) X(scols_table_enable_noheadings) X(scols_table_enable_noencoding) \
	X(scols_table_new_column) X(scols_column_set_json_type) X(scols_table_new_line) X(scols_table_remove_line) \
	X(scols_line_get_parent) X(scols_line_remove_child) X(scols_line_set_data) X(scols_line_get_cell) \
	X(scols_cell_get_data) X(scols_new_iter) X(scols_free_iter) X(scols_table_next_line) X(scols_table_is_empty) \
	X(scols_print_table)
CALLS(LOAD_POINTER)
static const struct load_symbol symbols[] = { CALLS(LOAD_ROW) { NULL, NULL } };

struct table {
	struct libscols_table *scols;
	const struct column *columns;
	const struct table_options *options;
	struct text cell;	/* the one being filled */
	bool failed;
};

static void add_columns(struct table *table)
{
	const struct table_options *options = table->options;

	for (size_t i = 0; i < options->n_shown; i++) {
		const struct column *c = &table->columns[options->shown[i]];
		/* A tree is drawn in the first column, whichever that is; on a terminal what is too long is cut. */
		int flags = (i == 0 ? SCOLS_FL_TREE : 0) | (c->flags & COLUMN_NUMBER ? SCOLS_FL_RIGHT : 0) |
			    (c->flags & COLUMN_LIST ? SCOLS_FL_TRUNC : 0);
		struct libscols_column *column = sym_scols_table_new_column(table->scols, c->name, 0, flags);

		/* Numbers are what libsmartcols prints as they are, and so are values that are JSON already. */
		if (!column || sym_scols_column_set_json_type(column, SCOLS_JSON_NUMBER) != 0)
			table->failed = true;
	}
}

struct table *table_open(const char *name, const struct column *columns, const struct table_options *options)
{
	struct table *table;

	if (load(LIBSMARTCOLS_SONAME, symbols) < 0) {
		note("can't print tables without %s; install it", LIBSMARTCOLS_SONAME);
		return NULL;
	}
	table = calloc(1, sizeof(*table));
	if (!table || !(table->scols = sym_scols_new_table())) {
		free(table);
		fail(-ENOMEM, "can't make a table");
		return NULL;
	}
	/* To know the width of a character; the user's own locale must not change what is printed. */
	setlocale(LC_CTYPE, "C.UTF-8");
	table->columns = columns;
	table->options = options;
	table->failed = sym_scols_table_set_name(table->scols, name) != 0;
	sym_scols_table_enable_ascii(table->scols, 1);
	sym_scols_table_enable_json(table->scols, options->json);
	sym_scols_table_enable_noheadings(table->scols, options->noheadings);
	/* Names are safe when they get there; libsmartcols would escape our escapes once more. */
	sym_scols_table_enable_noencoding(table->scols, 1);
	add_columns(table);
	return table;
}

struct row *table_add(struct table *table, struct row *parent)
{
	struct libscols_line *line = sym_scols_table_new_line(table->scols, (struct libscols_line *)parent);

	if (!line)
		table->failed = true;
	return (struct row *)line;
}

void table_drop(struct table *table, struct row *row)
{
	struct libscols_line *line = (struct libscols_line *)row, *parent;

	if (!line)
		return;
	parent = sym_scols_line_get_parent(line);
	if (parent)
		sym_scols_line_remove_child(parent, line);
	sym_scols_table_remove_line(table->scols, line);
}

static void add_name(struct table *table, const char *name, bool in_list)
{
	if (table->options->json)
		text_add_json(&table->cell, name);
	else if (table->options->raw)
		/* A lone "-" is what stands for nothing there. */
		text_add_safe(&table->cell, name, strcmp(name, "-") == 0 ? "-" : in_list ? " ," : " ");
	else
		text_add_safe(&table->cell, name, in_list ? "," : "");
}

void table_fail(struct table *table)
{
	table->failed = true;
}

/* Put the cell that was filled where it belongs, and be ready for the next. */
static void put(struct table *table, struct row *row, unsigned int column)
{
	for (size_t i = 0; row && i < table->options->n_shown; i++)
		if (table->options->shown[i] == column &&
		    sym_scols_line_set_data((struct libscols_line *)row, i, table->cell.bytes) != 0)
			table->failed = true;
	table->failed |= table->cell.failed;
	text_clear(&table->cell);
}

void table_text(struct table *table, struct row *row, unsigned int column, const char *text)
{
	if (!table_shows(table->options, column))
		return;
	add_name(table, text, false);
	put(table, row, column);
}

void table_number(struct table *table, struct row *row, unsigned int column, uint64_t number)
{
	char digits[24];

	if (!table_shows(table->options, column))
		return;
	snprintf(digits, sizeof(digits), "%" PRIu64, number);
	if (!(table->columns[column].flags & COLUMN_NUMBER)) {
		table_text(table, row, column, digits);
		return;
	}
	text_add(&table->cell, digits, strlen(digits));
	put(table, row, column);
}

void table_decimal(struct table *table, struct row *row, unsigned int column, double number, int digits)
{
	char text[400];	/* the longest there is has 309 digits before the point */

	if (number != number) {
		table_unknown(table, row, column);
		return;
	}
	if (!table_shows(table->options, column))
		return;
	snprintf(text, sizeof(text), "%.*f", digits, number);
	text_add(&table->cell, text, strlen(text));
	put(table, row, column);
}

void table_cookie(struct table *table, struct row *row, unsigned int column, uint64_t cookie)
{
	char digits[24];

	snprintf(digits, sizeof(digits), "0x%" PRIx64, cookie);
	table_text(table, row, column, digits);
}

void table_list(struct table *table, struct row *row, unsigned int column, const char *const *names, size_t n)
{
	bool json = table->options->json;

	if (!table_shows(table->options, column))
		return;
	if (json)
		text_add(&table->cell, "[", 1);
	for (size_t i = 0; i < n; i++) {
		if (i)
			text_add(&table->cell, ", ", json ? 2 : 1);
		add_name(table, names[i], true);
	}
	if (json)
		text_add(&table->cell, "]", 1);
	put(table, row, column);
}

void table_unknown(struct table *table, struct row *row, unsigned int column)
{
	if (!table->options->json)
		table_text(table, row, column, "?");
}

static void print_headings(const struct table *table)
{
	const struct table_options *options = table->options;

	if (options->noheadings)
		return;
	for (size_t i = 0; i < options->n_shown; i++)
		printf("%s%s", i ? " " : "", table->columns[options->shown[i]].name);
	putchar('\n');
}

static void print_raw_line(const struct table *table, struct libscols_line *line)
{
	for (size_t i = 0; i < table->options->n_shown; i++) {
		const char *cell = sym_scols_cell_get_data(sym_scols_line_get_cell(line, i));

		/* Else who splits the line at blanks takes the next column for this one. */
		printf("%s%s", i ? " " : "", cell && *cell ? cell : "-");
	}
	putchar('\n');
}

/* libsmartcols would draw the tree and escape the escapes here too. */
static int print_raw(const struct table *table)
{
	struct libscols_iter *iter = sym_scols_new_iter(SCOLS_ITER_FORWARD);
	struct libscols_line *line;

	if (!iter)
		return -ENOMEM;
	print_headings(table);
	while (sym_scols_table_next_line(table->scols, iter, &line) == 0)
		print_raw_line(table, line);
	sym_scols_free_iter(iter);
	return 0;
}

static int print(const struct table *table)
{
	if (table->failed)
		return -ENOMEM;
	if (table->options->raw)
		return print_raw(table);
	/* libsmartcols prints nothing then, which leaves one wondering. */
	if (sym_scols_table_is_empty(table->scols) && !table->options->json)
		print_headings(table);
	return sym_scols_print_table(table->scols);
}

int table_print(struct table *table)
{
	int r = print(table);

	/* What is said on stderr next shall not come before it. */
	fflush(stdout);
	sym_scols_unref_table(table->scols);
	text_free(&table->cell);
	free(table);
	return r < 0 ? fail(r, "can't print the table") : EXIT_DONE;
}
