// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Details are read for shown columns of shown tasks alone, and rows of libsmartcols are made for what is printed
 * alone: by cookie, a host with 10,000 tasks costs little more than finding them.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "details.h"
#include "fail.h"
#include "list.h"
#include "names.h"
#include "util.h"

struct view {
	const struct list_args *args;
	const struct list_found *found;
	struct table *table;
	struct details details;
	struct names commands;
	struct names cgroups;
};

/* Tasks that stand next to each other: those of one cookie, or among them those of one process. */
struct range {
	const struct coresched_task *first, *end;
};

static bool shows(const struct view *view, unsigned int column)
{
	return table_shows(&view->args->table, column);
}

static bool same_cookie(const struct coresched_task *a, const struct coresched_task *b)
{
	/* What could not be read stands together, but equals nothing. */
	return a->error || b->error ? a->error && b->error : a->cookie == b->cookie && a->group == b->group;
}

/* The tasks from @first on that have one cookie. */
static struct range cookie_range(const struct coresched_task *first, const struct coresched_task *end)
{
	const struct coresched_task *task = first;

	while (task < end && same_cookie(task, first))
		task++;
	return (struct range) { first, task };
}

/* The tasks from @first on that are of one process. */
static struct range process_range(const struct coresched_task *first, const struct coresched_task *end)
{
	const struct coresched_task *task = first;

	while (task < end && task->pid == first->pid)
		task++;
	return (struct range) { first, task };
}

static bool is_mixed(struct view *view, struct range threads)
{
	return shows(view, LIST_MIXED) && !threads.first->error &&
	       list_is_mixed(view->found, &view->details, threads.first, (size_t)(threads.end - threads.first));
}

static void set_mixed(struct view *view, struct row *row, const struct coresched_task *task, size_t mixed)
{
	if (task->error)
		table_unknown(view->table, row, LIST_MIXED);
	else
		table_number(view->table, row, LIST_MIXED, mixed);
}

/* Set the columns that processes and threads have in common. Returns 0, or -ESRCH when it has exited meanwhile. */
static int set_details(struct view *view, struct row *row, pid_t id)
{
	static const struct {
		unsigned int column;
		int (*read)(struct details *details, pid_t id, const char **ret_text);
	} texts[] = {
		{ LIST_COMMAND, details_command },
		{ LIST_CGROUP, details_cgroup },
		{ LIST_USER, details_user },
	};

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		const char *text;
		int r;

		if (!shows(view, texts[i].column))
			continue;
		r = texts[i].read(&view->details, id, &text);
		if (r == -ESRCH)
			return r;
		if (r < 0)
			table_unknown(view->table, row, texts[i].column);
		else
			table_text(view->table, row, texts[i].column, text);
	}
	return 0;
}

static int set_cpu(struct view *view, struct row *row, pid_t tid)
{
	unsigned int cpu;
	int r;

	if (!shows(view, LIST_CPU))
		return 0;
	r = details_cpu(&view->details, tid, &cpu);
	if (r == -ESRCH)
		return r;
	if (r < 0)
		table_unknown(view->table, row, LIST_CPU);
	else
		table_number(view->table, row, LIST_CPU, cpu);
	return 0;
}

/* Returns whether it is still there. */
static bool add_thread(struct view *view, struct row *parent, const struct coresched_task *task, bool mixed)
{
	struct row *row = table_add(view->table, parent);

	if (set_details(view, row, task->tid) < 0 || set_cpu(view, row, task->tid) < 0) {
		table_drop(view->table, row);
		return false;
	}
	table_number(view->table, row, LIST_ID, (uint64_t)task->tid);
	table_number(view->table, row, LIST_PID, (uint64_t)task->pid);
	table_number(view->table, row, LIST_TID, (uint64_t)task->tid);
	list_set_ids(view->args, view->table, row, task);
	set_mixed(view, row, task, mixed);
	return true;
}

static void show_tasks(struct view *view, struct range tasks)
{
	while (tasks.first < tasks.end) {
		struct range threads = process_range(tasks.first, tasks.end);
		bool mixed = is_mixed(view, threads);

		for (const struct coresched_task *task = threads.first; task < threads.end; task++)
			add_thread(view, NULL, task, mixed);
		tasks.first = threads.end;
	}
}

/* Returns how many of its threads are still there. */
static size_t add_process(struct view *view, struct row *parent, struct range threads, bool mixed)
{
	struct row *row = table_add(view->table, parent);
	size_t n = 0;

	if (set_details(view, row, threads.first->pid) == 0)
		for (const struct coresched_task *task = threads.first; task < threads.end; task++)
			n += add_thread(view, row, task, mixed);
	if (n == 0) {
		table_drop(view->table, row);
		return 0;
	}
	table_number(view->table, row, LIST_ID, (uint64_t)threads.first->pid);
	table_number(view->table, row, LIST_PID, (uint64_t)threads.first->pid);
	table_number(view->table, row, LIST_PROCS, 1);
	table_number(view->table, row, LIST_TASKS, n);
	list_set_ids(view->args, view->table, row, threads.first);
	set_mixed(view, row, threads.first, mixed);
	return n;
}

struct count {
	size_t processes, tasks, mixed;
};

static void set_counts(struct view *view, struct row *row, const struct coresched_task *task, struct count count)
{
	list_set_ids(view->args, view->table, row, task);
	table_number(view->table, row, LIST_PROCS, count.processes);
	table_number(view->table, row, LIST_TASKS, count.tasks);
	set_mixed(view, row, task, count.mixed);
}

static void show_tree(struct view *view, struct range tasks)
{
	const struct coresched_task *task = tasks.first;
	struct row *row = table_add(view->table, NULL);
	struct count count = { 0 };

	while (task < tasks.end) {
		struct range threads = process_range(task, tasks.end);
		bool mixed = is_mixed(view, threads);
		size_t n = add_process(view, row, threads, mixed);

		count.processes += n > 0;
		count.tasks += n;
		count.mixed += n > 0 && mixed;
		task = threads.end;
	}
	if (!count.tasks) {
		table_drop(view->table, row);
		return;
	}
	list_set_top(view->args, view->table, row, tasks.first);
	set_counts(view, row, tasks.first, count);
}

/* Returns 0, or -ESRCH when it has exited meanwhile. */
static int add_names(struct view *view, const struct coresched_task *task)
{
	const char *text;
	int r = 0;

	if (shows(view, LIST_COMMANDS)) {
		r = details_command(&view->details, task->pid, &text);
		if (r == 0)
			names_add(&view->commands, text);
	}
	/* Of the thread: in a threaded cgroup it may be elsewhere than its process. */
	if (r != -ESRCH && shows(view, LIST_CGROUPS)) {
		r = details_cgroup(&view->details, task->tid, &text);
		if (r == 0)
			names_add(&view->cgroups, text);
	}
	return r == -ESRCH ? r : 0;
}

static void set_names(struct view *view, struct row *row, unsigned int column, struct names *names)
{
	if (names->failed)
		table_fail(view->table);
	names_sort(names);
	table_list(view->table, row, column, names->set, names->n);
}

static void show_cookie(struct view *view, struct range tasks)
{
	const struct coresched_task *task = tasks.first;
	struct count count = { 0 };
	struct row *row;

	names_start(&view->commands);
	names_start(&view->cgroups);
	while (task < tasks.end) {
		struct range threads = process_range(task, tasks.end);

		task = threads.end;
		while (threads.first < threads.end && add_names(view, threads.first) < 0)
			threads.first++;
		if (threads.first == threads.end)
			continue;
		count.processes++;
		count.tasks += (size_t)(threads.end - threads.first);
		count.mixed += is_mixed(view, threads);
	}
	if (!count.tasks)
		return;
	row = table_add(view->table, NULL);
	set_counts(view, row, tasks.first, count);
	set_names(view, row, LIST_CGROUPS, &view->cgroups);
	set_names(view, row, LIST_COMMANDS, &view->commands);
}

static int show_all(struct view *view)
{
	const struct list_args *args = view->args;
	void (*show)(struct view *, struct range) = args->tasks ? show_tasks : args->tree ? show_tree : show_cookie;
	const struct coresched_task *end = view->found->tasks + view->found->n;

	view->table = table_open(args->tasks ? "tasks" : "cookies", list_columns, &args->table);
	if (!view->table)
		return EXIT_FAILED;
	for (struct range tasks = { .end = view->found->tasks }; tasks.end < end; show(view, tasks))
		tasks = cookie_range(tasks.end, end);
	return table_print(view->table);
}

int list_show(const struct list_args *args, const struct list_found *found)
{
	struct view view = { .args = args, .found = found };
	int r, status;

	r = details_open(&view.details);
	status = r < 0 ? fail(r, "can't read /proc") : show_all(&view);
	details_close(&view.details);
	names_free(&view.commands);
	names_free(&view.cgroups);
	return status;
}
