// SPDX-License-Identifier: GPL-2.0-or-later
#include "targets.h"

#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"
#include "util.h"

enum { OPTION_NO_RECURSIVE = 0x200 };

static const struct argp_option options[] = {
	{ NULL, 0, NULL, 0, "Targets, beside PID (a whole process); give as many as you like:", 8 },
	{ "thread", 't', "TID", 0, "one thread", 8 },
	{ "pgid", 'g', "PGID", 0, "a process group", 8 },
	{ "session", 's', "SID", 0, "a session", 8 },
	{ "user", 'u', "USER", 0, "all processes of a user, by effective user id", 8 },
	{ "cgroup", 'c', "CGROUP", 0, "a cgroup and all below it", 8 },
	{ "no-recursive", OPTION_NO_RECURSIVE, NULL, 0, "leave out what is below the cgroups", 8 },
	{ 0 }
};

/* The largest uid; (uid_t)-1 means "no change" to the kernel. */
#define UID_LAST (UINT32_MAX - 1)

static id_t parse_user(const struct argp_state *state, const char *text)
{
	const struct passwd *user;
	uint64_t uid = 0;

	if (parse_digits(text, UID_LAST, &uid) == 0)
		return (id_t)uid;
	user = getpwnam(text);
	if (user)
		return user->pw_uid;
	argp_error(state, "there is no user '%s'", text);
	return 0;
}

const char *parse_cgroup(const struct argp_state *state, const char *text)
{
	if (!*text)
		argp_error(state, "an empty name is no cgroup; the root is '/'");
	for (const char *p = strstr(text, ".."); p; p = strstr(p + 1, ".."))
		if ((p == text || p[-1] == '/') && (p[2] == '/' || !p[2]))
			argp_error(state, "'..' is no part of a cgroup's name; give it from the root of the hierarchy");
	return text;
}

static error_t add(struct targets *targets, enum coresched_kind kind, id_t id, const char *cgroup)
{
	struct coresched_target *items = reallocarray(targets->items, targets->n + 1, sizeof(*items));

	if (!items)
		return ENOMEM;
	items[targets->n++] = (struct coresched_target) { .kind = kind, .id = id, .cgroup = cgroup };
	targets->items = items;
	return 0;
}

static void stay_in_cgroups(struct targets *targets)
{
	for (size_t i = 0; i < targets->n; i++)
		if (targets->items[i].kind == CORESCHED_TARGET_CGROUP)
			targets->items[i].kind = CORESCHED_TARGET_CGROUP_ONLY;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct targets *targets = state->input;

	switch (key) {
	case ARGP_KEY_ARG:
		return add(targets, CORESCHED_TARGET_PROCESS, (id_t)parse_id(state, "PID", arg), NULL);
	case 't':
		return add(targets, CORESCHED_TARGET_THREAD, (id_t)parse_id(state, "TID", arg), NULL);
	case 'g':
		return add(targets, CORESCHED_TARGET_PROCESS_GROUP, (id_t)parse_id(state, "PGID", arg), NULL);
	case 's':
		return add(targets, CORESCHED_TARGET_SESSION, (id_t)parse_id(state, "SID", arg), NULL);
	case 'u':
		return add(targets, CORESCHED_TARGET_USER, parse_user(state, arg), NULL);
	case 'c':
		return add(targets, CORESCHED_TARGET_CGROUP, 0, parse_cgroup(state, arg));
	case OPTION_NO_RECURSIVE:
		targets->no_recursive = true;
		return 0;
	case ARGP_KEY_END:
		if (targets->no_recursive)
			stay_in_cgroups(targets);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp targets_argp = { .options = options, .parser = parse };

char *target_name(const struct coresched_target *target)
{
	static const char *const words[] = {
		[CORESCHED_TARGET_PROCESS]       = "process",
		[CORESCHED_TARGET_THREAD]        = "thread",
		[CORESCHED_TARGET_PROCESS_GROUP] = "process group",
		[CORESCHED_TARGET_SESSION]       = "session",
		[CORESCHED_TARGET_USER]          = "user",
		[CORESCHED_TARGET_CGROUP]        = "cgroup",
		[CORESCHED_TARGET_CGROUP_ONLY]   = "cgroup",
	};
	char *name = NULL;
	int r;

	if (target->cgroup)
		r = asprintf(&name, "%s %s", words[target->kind], target->cgroup);
	else
		r = asprintf(&name, "%s %u", words[target->kind], (unsigned int)target->id);
	return r < 0 ? NULL : name;
}

void targets_free(struct targets *targets)
{
	free(TAKE(targets->items));
	targets->n = 0;
}
