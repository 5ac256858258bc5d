// SPDX-License-Identifier: GPL-2.0-or-later
/* From tasks and pairs to rows, and rows to a table. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "fail.h"
#include "isolation.h"
#include "names.h"
#include "util.h"

struct view {
	const struct isolation_args *args;
	const struct coresched_isolation_task *tasks;
	size_t n_tasks;
	struct isolation_row *rows;
	size_t *row_of;		/* of each task: its row, or n_tasks for none */
	size_t n_rows;
};

static uint64_t run_time(const struct coresched_isolation_task *task)
{
	uint64_t ns = 0;

	for (size_t i = 0; i < ARRAY_SIZE(task->beside_ns); i++)
		ns += task->beside_ns[i];
	return ns;
}

static bool is_shown(const struct isolation_args *args, const struct coresched_isolation_task *task)
{
	return run_time(task) && (!args->targets.n || task->target >= 0);
}

/* Those who go into one row are next to each other in this order. */
static int by_row(const void *p, const void *q, void *arg)
{
	const struct view *view = arg;
	const struct coresched_isolation_task *a = &view->tasks[*(const size_t *)p], *b = &view->tasks[*(const size_t *)q];

	if (view->args->tasks)
		return *(const size_t *)p < *(const size_t *)q ? -1 : *(const size_t *)p > *(const size_t *)q;
	if (view->args->by_target)
		return a->target - b->target;
	if (a->cookie != b->cookie)
		return a->cookie < b->cookie ? -1 : 1;
	if (a->group != b->group)
		return a->group < b->group ? -1 : 1;
	return a->kernel_thread - b->kernel_thread;
}

static void add_to_row(struct isolation_row *row, const struct coresched_isolation_task *task)
{
	if (!row->first)
		row->first = task;
	row->tasks++;
	row->run_ns += run_time(task);
	for (size_t i = 0; i < ARRAY_SIZE(row->beside_ns); i++)
		row->beside_ns[i] += task->beside_ns[i];
	row->periods += task->foreign_periods;
	if (task->foreign_longest_ns > row->longest_ns)
		row->longest_ns = task->foreign_longest_ns;
}

static int make_rows(struct view *view)
{
	autofree size_t *order = calloc(view->n_tasks + 1, sizeof(*order));
	size_t n = 0;

	view->rows = calloc(view->n_tasks + 1, sizeof(*view->rows));
	view->row_of = calloc(view->n_tasks + 1, sizeof(*view->row_of));
	if (!order || !view->rows || !view->row_of)
		return -ENOMEM;
	for (size_t i = 0; i < view->n_tasks; i++) {
		view->row_of[i] = view->n_tasks;
		if (is_shown(view->args, &view->tasks[i]))
			order[n++] = i;
	}
	qsort_r(order, n, sizeof(*order), by_row, view);
	for (size_t i = 0; i < n; i++) {
		if (i == 0 || by_row(&order[i - 1], &order[i], view) != 0)
			view->n_rows++;
		view->row_of[order[i]] = view->n_rows - 1;
		add_to_row(&view->rows[view->n_rows - 1], &view->tasks[order[i]]);
	}
	return 0;
}

static void find_worst(struct view *view, const struct coresched_isolation *isolation)
{
	const struct coresched_isolation_pair *pairs;
	size_t n;

	coresched_isolation_pairs(isolation, &pairs, &n);
	for (size_t i = 0; i < n; i++) {
		size_t row = view->row_of[pairs[i].task];

		if (row < view->n_tasks && (!view->rows[row].worst || pairs[i].ns > view->rows[row].worst->ns))
			view->rows[row].worst = &pairs[i];
	}
}

static void name_task(const struct coresched_isolation_task *task, char *text, size_t size)
{
	snprintf(text, size, task->kernel_thread ? "[%s]" : "%s", task->name);
}

static void show_worst(const struct view *view, struct table *table, struct row *line, const struct isolation_row *row)
{
	const struct coresched_isolation_task *task, *beside;
	char name[32], beside_name[32], text[160];

	if (!row->worst)
		return;
	task = &view->tasks[row->worst->task];
	beside = &view->tasks[row->worst->beside];
	name_task(task, name, sizeof(name));
	name_task(beside, beside_name, sizeof(beside_name));
	if (view->args->tasks)
		snprintf(text, sizeof(text), "%s %d", beside_name, beside->tid);
	else
		snprintf(text, sizeof(text), "%s %d beside %s %d", name, task->tid, beside_name, beside->tid);
	table_text(table, line, ISOLATION_WORST, text);
	table_decimal(table, line, ISOLATION_WORST_TIME, (double)row->worst->ns / 1e9, 6);
}

static void show_times(struct table *table, struct row *line, const struct isolation_row *row)
{
	static const struct {
		enum coresched_neighbour neighbour;
		enum isolation_column share, time;
	} shown[] = {
		{ CORESCHED_LOCAL, ISOLATION_LOCAL, ISOLATION_LOCAL_TIME },
		{ CORESCHED_IDLE, ISOLATION_IDLE, ISOLATION_IDLE_TIME },
		{ CORESCHED_FORCED_IDLE, ISOLATION_FORCED, ISOLATION_FORCED_TIME },
		{ CORESCHED_FOREIGN, ISOLATION_FOREIGN, ISOLATION_FOREIGN_TIME },
	};

	table_decimal(table, line, ISOLATION_RUN, (double)row->run_ns / 1e9, 6);
	for (size_t i = 0; i < ARRAY_SIZE(shown); i++) {
		double ns = (double)row->beside_ns[shown[i].neighbour];

		table_decimal(table, line, shown[i].share, 100 * ns / (double)row->run_ns, 3);
		table_decimal(table, line, shown[i].time, ns / 1e9, 6);
	}
	table_number(table, line, ISOLATION_PERIODS, row->periods);
	table_decimal(table, line, ISOLATION_LONGEST, (double)row->longest_ns / 1e6, 3);
}

static void show_names(const struct view *view, struct table *table, struct row *line, size_t row, struct names *names)
{
	names_start(names);
	for (size_t i = 0; i < view->n_tasks; i++)
		if (view->row_of[i] == row) {
			char name[32];

			name_task(&view->tasks[i], name, sizeof(name));
			names_add(names, name);
		}
	names_sort(names);
	table_list(table, line, ISOLATION_COMMANDS, names->set, names->n);
	if (names->failed)
		table_fail(table);
}

static void show_row(const struct view *view, struct table *table, size_t number, struct names *names)
{
	const struct isolation_row *row = &view->rows[number];
	const struct coresched_isolation_task *first = row->first;
	struct row *line = table_add(table, NULL);
	char name[32];

	table_cookie(table, line, ISOLATION_COOKIE, first->cookie);
	if (view->args->groups)
		table_number(table, line, ISOLATION_TAG, first->group);
	if (first->target >= 0) {
		autofree char *target = target_name(&view->args->targets.items[first->target]);

		table_text(table, line, ISOLATION_TARGET, target ? target : "?");
	}
	table_number(table, line, ISOLATION_TID, (uint64_t)first->tid);
	table_number(table, line, ISOLATION_KERNEL, first->kernel_thread);
	table_number(table, line, ISOLATION_TASKS, row->tasks);
	show_times(table, line, row);
	show_worst(view, table, line, row);
	name_task(first, name, sizeof(name));
	table_text(table, line, ISOLATION_COMMAND, name);
	if (table_shows(&view->args->table, ISOLATION_COMMANDS))
		show_names(view, table, line, number, names);
}

/* The verdict, for those who asked for one. */
static int judge(const struct view *view, uint64_t lost)
{
	double worst = 0;

	for (size_t i = 0; i < view->n_rows; i++) {
		double share = 100 * (double)view->rows[i].beside_ns[CORESCHED_FOREIGN] / (double)view->rows[i].run_ns;

		worst = share > worst ? share : worst;
	}
	if (lost)
		note("the result is incomplete: %" PRIu64 " events or more were lost; a larger --buffer may help", lost);
	if (view->args->max_foreign < 0)
		return EXIT_DONE;
	if (worst > view->args->max_foreign)
		note("up to %.3f %% of the run time was beside foreign tasks, more than %g %%", worst,
		     view->args->max_foreign);
	else if (!view->n_rows)
		note("none of the tasks ran, so nothing is proved");
	return worst > view->args->max_foreign || !view->n_rows || lost ? EXIT_FAILED : EXIT_DONE;
}

int isolation_show(const struct isolation_args *args, const struct coresched_isolation *isolation)
{
	struct view view = { .args = args };
	struct names names = { 0 };
	uint64_t lost = coresched_isolation_tasks(isolation, &view.tasks, &view.n_tasks);
	struct table *table;
	int status;

	if (make_rows(&view) < 0) {
		status = fail(-ENOMEM, "can't put the result together");
	} else {
		find_worst(&view, isolation);
		table = table_open("isolation", isolation_columns, &args->table);
		for (size_t i = 0; table && i < view.n_rows; i++)
			show_row(&view, table, i, &names);
		status = table ? table_print(table) : EXIT_FAILED;
		if (status == EXIT_DONE)
			status = judge(&view, lost);
	}
	names_free(&names);
	free(view.rows);
	free(view.row_of);
	return status;
}
