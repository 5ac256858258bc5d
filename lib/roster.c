// SPDX-License-Identifier: LGPL-2.1-or-later
#include "roster.h"

#include <string.h>

void roster_free(struct roster *roster)
{
	free(roster->tasks);
	free(roster->states);
	free(roster->pairs);
	free(roster->by_tid.slots);
	free(roster->by_pair.slots);
}

long roster_find(const struct roster *roster, pid_t tid)
{
	size_t place = index_find(&roster->by_tid, (uint64_t)tid);

	return place == (size_t)-1 ? NOBODY : (long)place;
}

static int grow(struct roster *roster)
{
	size_t room = roster->room ? 2 * roster->room : 64;
	struct coresched_isolation_task *tasks = reallocarray(roster->tasks, room, sizeof(*tasks));
	struct state *states;

	if (!tasks)
		return -ENOMEM;
	roster->tasks = tasks;
	states = reallocarray(roster->states, room, sizeof(*states));
	if (!states)
		return -ENOMEM;
	roster->states = states;
	roster->room = room;
	return 0;
}

static void set_name(struct coresched_isolation_task *task, const char *name)
{
	memset(task->name, 0, sizeof(task->name));
	memcpy(task->name, name, strnlen(name, sizeof(task->name) - 1));
}

void roster_identify(struct coresched_isolation_task *task, const struct identity *identity)
{
	task->target = identity->target;
	task->cookie = identity->cookie;
	task->group = identity->group;
	task->kernel_thread = identity->kernel_thread;
}

long roster_add(struct roster *roster, pid_t tid, const char *name, const struct identity *identity)
{
	size_t place = roster->n_tasks;

	if (place == roster->room && grow(roster) < 0)
		return -ENOMEM;
	if (index_put(&roster->by_tid, (uint64_t)tid, place) < 0)
		return -ENOMEM;
	roster->tasks[place] = (struct coresched_isolation_task){ .tid = tid };
	roster->states[place] = (struct state){ .waits_on = NOBODY, .runs_on = NOBODY };
	set_name(&roster->tasks[place], name);
	roster_identify(&roster->tasks[place], identity);
	roster->n_tasks++;
	return (long)place;
}

long roster_find_or_add(struct roster *roster, pid_t tid, const char *name)
{
	static const struct identity unknown = { .target = -1 };
	long place = roster_find(roster, tid);

	if (place == NOBODY)
		return roster_add(roster, tid, name, &unknown);
	if (*name)
		set_name(&roster->tasks[place], name);
	return place;
}

static int grow_pairs(struct roster *roster)
{
	size_t room = roster->room_pairs ? 2 * roster->room_pairs : 64;
	struct coresched_isolation_pair *pairs = reallocarray(roster->pairs, room, sizeof(*pairs));

	if (!pairs)
		return -ENOMEM;
	roster->pairs = pairs;
	roster->room_pairs = room;
	return 0;
}

int roster_pair(struct roster *roster, size_t task, size_t beside, uint64_t ns)
{
	uint64_t key = (uint64_t)task << 32 | beside;
	size_t place = index_find(&roster->by_pair, key);

	if (place == (size_t)-1) {
		place = roster->n_pairs;
		if (place == roster->room_pairs && grow_pairs(roster) < 0)
			return -ENOMEM;
		if (index_put(&roster->by_pair, key, place) < 0)
			return -ENOMEM;
		roster->pairs[place] = (struct coresched_isolation_pair){ task, beside, 0 };
		roster->n_pairs++;
	}
	roster->pairs[place].ns += ns;
	return 0;
}
