/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables, trees and JSON, by libsmartcols: the only file that sees it is table.c. */
#ifndef TABLE_H
#define TABLE_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a column holds. */
enum {
	COLUMN_NUMBER = 1 << 0,
	COLUMN_LIST = 1 << 1,	/* any number of names: joined by commas, or an array in JSON */
	COLUMN_FREE = 1 << 8,	/* from this bit on, flags mean what the command likes */
};

struct column {
	const char *name;	/* as -o takes it and as the heading shows it */
	const char *help;
	unsigned int flags;
};

enum { TABLE_COLUMNS = 24 };	/* at most */

/* What the user asked for. */
struct table_options {
	const char *output;
	bool noheadings;
	bool raw;
	bool json;
	unsigned int shown[TABLE_COLUMNS];	/* columns, in this order; filled by table_choose() */
	size_t n_shown;
};

extern const struct argp table_argp;	/* -o, -n, -r, --json; its input is a struct table_options */

/*
 * Choose the columns by what -o said, or by @defaults ("A,B,C"): for a command's ARGP_KEY_END. Only those with one
 * of the bits of @usable among their flags can be chosen; 0 means all.
 */
void table_choose(struct table_options *options, const struct argp_state *state, const struct column *columns,
		  const char *defaults, unsigned int usable);

bool table_shows(const struct table_options *options, unsigned int column);

/* For a command's help_filter: the columns, behind the rest of --help. */
char *table_help(int key, const char *text, const struct column *columns);

struct table;
struct row;

/*
 * Start a table, called @name in JSON. Returns NULL after it has said what failed. When memory runs out later on,
 * only table_print() says so: the calls between need no checks.
 */
struct table *table_open(const char *name, const struct column *columns, const struct table_options *options);

/* Add a row below @parent, or at the top; a row that has been added can be dropped again, once it has no rows below. */
struct row *table_add(struct table *table, struct row *parent);
void table_drop(struct table *table, struct row *row);

/*
 * Fill a cell. Columns that are not shown are passed over, and any text is made safe. A cell left alone is empty,
 * and null in JSON. A number is a string in JSON where the column holds other things too.
 */
void table_text(struct table *table, struct row *row, unsigned int column, const char *text);
void table_number(struct table *table, struct row *row, unsigned int column, uint64_t number);
void table_decimal(struct table *table, struct row *row, unsigned int column, double number, int digits);	/* NAN: unknown */
void table_cookie(struct table *table, struct row *row, unsigned int column, uint64_t cookie);
void table_list(struct table *table, struct row *row, unsigned int column, const char *const *names, size_t n);
/* "?", or null in JSON */
void table_unknown(struct table *table, struct row *row, unsigned int column);

/* Memory ran out while its content was put together: table_print() says so and prints nothing. */
void table_fail(struct table *table);

/* Print it and release it. Returns an exit status. */
int table_print(struct table *table);

#endif
