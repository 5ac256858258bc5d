// SPDX-License-Identifier: GPL-2.0-or-later
#include "list.h"

/* What can't be read is unknown. A stock kernel has no effective ids and no tags, so these columns stay empty there. */
void list_set_ids(const struct list_args *args, struct table *table, struct row *row, const struct coresched_task *task)
{
	uint64_t effective;

	if (task->error)
		table_unknown(table, row, LIST_COOKIE);
	else
		table_cookie(table, row, LIST_COOKIE, task->cookie);
	if (!args->groups)
		return;
	if (task->error)
		table_unknown(table, row, LIST_TAG);
	else
		table_number(table, row, LIST_TAG, task->group);
	if (!table_shows(&args->table, LIST_EFFECTIVE))
		return;
	if (task->error || coresched_get_effective(task->tid, &effective) < 0)
		table_unknown(table, row, LIST_EFFECTIVE);
	else
		table_cookie(table, row, LIST_EFFECTIVE, effective);
}

void list_set_top(const struct list_args *args, struct table *table, struct row *row, const struct coresched_task *task)
{
	uint64_t id = task->cookie;

	if (task->error || (args->groups && coresched_get_effective(task->tid, &id) < 0))
		table_unknown(table, row, LIST_ID);
	else
		table_cookie(table, row, LIST_ID, id);
}
