// SPDX-License-Identifier: GPL-2.0-or-later
/* The tree of the cgroups that have a tag, as systemd-cgls shows all: which domains there are, and how many tasks in each. */
#include <stdlib.h>

#include "command.h"
#include "fail.h"
#include "list.h"
#include "util.h"

/* A cgroup that is shown, while those below it are walked. */
struct shown {
	struct row *row;
	unsigned int depth;
	size_t tasks;	/* in it and below it, down to the next that is shown */
};

struct tree {
	const struct list_args *args;
	struct table *table;
	struct shown *stack;
	size_t n, room;
};

/* Leave those that are not above @depth. */
static void leave(struct tree *tree, unsigned int depth)
{
	while (tree->n && tree->stack[tree->n - 1].depth >= depth) {
		const struct shown *shown = &tree->stack[--tree->n];

		table_number(tree->table, shown->row, LIST_TASKS, shown->tasks);
	}
}

static int show(struct tree *tree, const struct coresched_cgroup *cgroup)
{
	struct row *parent = tree->n ? tree->stack[tree->n - 1].row : NULL;
	struct row *row = table_add(tree->table, parent);

	if (tree->n == tree->room) {
		size_t room = 2 * tree->room + 16;
		struct shown *stack = reallocarray(tree->stack, room, sizeof(*stack));

		if (!stack)
			return -ENOMEM;
		tree->stack = stack;
		tree->room = room;
	}
	tree->stack[tree->n++] = (struct shown) { .row = row, .depth = cgroup->depth };
	table_text(tree->table, row, LIST_CGROUP, cgroup->name);
	if (cgroup->has_tag)
		table_number(tree->table, row, LIST_REQUESTED, cgroup->tagged);
	table_number(tree->table, row, LIST_TAG, cgroup->effective);
	return 0;
}

static int see(const struct coresched_cgroup *cgroup, void *arg)
{
	struct tree *tree = arg;
	bool starts_inside = !cgroup->depth && cgroup->effective;
	int r = 0;

	leave(tree, cgroup->depth);
	if (cgroup->tagged || starts_inside || tree->args->all)
		r = show(tree, cgroup);
	if (r == 0 && tree->n)
		tree->stack[tree->n - 1].tasks += cgroup->tasks;
	return r;
}

static int show_below(struct tree *tree, const char *cgroup)
{
	int r = coresched_cgroup_walk(cgroup, see, tree);

	leave(tree, 0);
	return r < 0 ? fail(r, "can't list cgroup %s", cgroup) : EXIT_DONE;
}

int list_show_cgroups(const struct list_args *args)
{
	struct tree tree = { .args = args };
	const struct targets *targets = &args->targets;
	int status = EXIT_DONE, printed;
	size_t failed = 0;

	if (!(coresched_features() & CORESCHED_CAN_TAG))
		return fail(-ENOPKG, "there are no tags of cgroups to list");
	tree.table = table_open("cgroups", list_columns, &args->table);
	if (!tree.table)
		return EXIT_FAILED;
	if (!targets->n)
		status = show_below(&tree, "/");
	for (size_t i = 0; i < targets->n; i++) {
		int one = show_below(&tree, targets->items[i].cgroup);

		failed += one != EXIT_DONE;
		if (one != EXIT_DONE)
			status = one;
	}
	free(tree.stack);
	printed = table_print(tree.table);
	if (printed != EXIT_DONE)
		return printed;
	return failed && failed < targets->n ? EXIT_SOME_FAILED : status;
}
