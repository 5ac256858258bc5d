// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A cgroup for each copy and one for the noise, below one that is the bench's own. They count what the copies cost, with
 * all that they start, and nothing gets away from them. Who may not make cgroups does without.
 */
#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <coresched.h>

#include "bench.h"
#include "command.h"
#include "fail.h"
#include "file.h"
#include "util.h"

static int write_in(const char *cgroup, const char *name, const char *text)
{
	char file[PATH_MAX];

	if (snprintf(file, sizeof(file), "%s/%s", cgroup, name) >= (int)sizeof(file))
		return -ENAMETOOLONG;
	return write_text(file, text);
}

/* The copy's, or the background's. */
static void name_of(size_t copy, char *path, size_t size)
{
	if (copy == BACKGROUND)
		snprintf(path, size, "%s/background", undo->cgroups);
	else
		snprintf(path, size, "%s/%zu", undo->cgroups, copy + 1);
}

static bool has_cpu(const char *path)
{
	char file[PATH_MAX], controllers[256];

	snprintf(file, sizeof(file), "%s/cgroup.subtree_control", path);
	if (read_text(file, controllers, sizeof(controllers)) < 0)
		return true;	/* above the mount point */
	for (char *save, *name = strtok_r(controllers, " ", &save); name; name = strtok_r(NULL, " ", &save))
		if (strcmp(name, "cpu") == 0)
			return true;
	return false;
}

/* Tags take the cpu controller in all cgroups above; the topmost one that lacks it is where that will be undone. */
static int enable_cpu(const char *first_copy)
{
	char path[sizeof(undo->cgroups)];

	strcpy(path, undo->cgroups);
	do {
		strcpy(undo->controllers, path);
		*strrchr(path, '/') = '\0';
	} while (!has_cpu(path));
	return coresched_cgroup_enable_cpu(first_copy);
}

static int make(const char *parent, const struct bench *bench)
{
	char name[PATH_MAX], path[PATH_MAX];
	autofree char *made = NULL;
	int r;

	if (snprintf(name, sizeof(name), "%s/coreschedctl-bench.%d", parent, getpid()) >= (int)sizeof(name))
		return -ENAMETOOLONG;
	r = coresched_cgroup_path(name, &made);
	if (r == 0 && strlen(made) >= sizeof(undo->cgroups))
		r = -ENAMETOOLONG;
	if (r < 0)
		return r;
	strcpy(undo->cgroups, made);
	for (size_t i = 0; i <= bench->groups && r == 0; i++) {
		name_of(i == bench->groups ? BACKGROUND : i, path, sizeof(path));
		r = coresched_cgroup_create(path);
	}
	name_of(0, path, sizeof(path));
	return r == 0 && bench->tags ? enable_cpu(path) : r;
}

int cgroups_open(const struct bench *bench)
{
	autofree char *own = NULL;
	const char *parent = bench->cgroup;
	int r = parent ? 0 : coresched_cgroup_of(0, &own);

	if (r == 0)
		r = make(parent ? parent : own, bench);
	if (r == 0)
		return EXIT_DONE;
	if (bench->tags || bench->cgroup)
		return fail(r, "can't make cgroups%s for the copies below %s", bench->tags ? " with a tag" : "",
			    parent ? parent : own ? own : "the own one");
	r = cgroups_remove();
	return r < 0 ? fail_system(r, "can't take away what was made below %s", undo->cgroups) : EXIT_DONE;
}

bool cgroups_are_there(void)
{
	return *undo->cgroups;
}

int cgroups_enter(size_t copy)
{
	char path[PATH_MAX];

	if (!*undo->cgroups)
		return 0;
	name_of(copy, path, sizeof(path));
	return coresched_cgroup_attach(path, 0);
}

int cgroups_tag(const struct bench *bench, bool tagged)
{
	char path[PATH_MAX];

	for (size_t i = 0; i < bench->groups; i++) {
		int r;

		name_of(i, path, sizeof(path));
		r = coresched_cgroup_set_tag(path, tagged);
		if (r < 0)
			return r;
	}
	return 0;
}

/* Of cpu.stat, in seconds; NAN when it is not there. */
static double read_usec(size_t copy, const char *key)
{
	char path[PATH_MAX], text[4096], *at;

	name_of(copy, path, sizeof(path) - 16);
	strcat(path, "/cpu.stat");
	if (read_text(path, text, sizeof(text)) < 0)
		return NAN;
	at = strstr(text, key);
	return at ? (double)strtoull(at + strlen(key), NULL, 10) / 1e6 : NAN;
}

double cgroups_seconds(const struct bench *bench, const char *key)
{
	double sum = *undo->cgroups ? 0 : NAN;

	for (size_t i = 0; i < bench->groups && *undo->cgroups; i++)
		sum += read_usec(i, key);
	return sum;
}

void cgroups_kill(void)
{
	if (*undo->cgroups)
		write_in(undo->cgroups, "cgroup.kill", "1");
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st, (void)ftw;
	return type == FTW_DP && rmdir(path) < 0 && errno != ENOENT ? errno : 0;
}

/* The killed are gone when they got to run once more, which may take a moment. */
static int remove_tree(void)
{
	const struct timespec pause = { .tv_nsec = 20000000 };
	int r = 0;

	for (int i = 0; i < 500; i++) {
		r = nftw(undo->cgroups, remove_one, 16, FTW_DEPTH | FTW_PHYS);
		if (r != EBUSY)
			break;
		nanosleep(&pause, NULL);
	}
	/* -1: it is not there. */
	return r > 0 ? -r : 0;
}

int cgroups_remove(void)
{
	char path[sizeof(undo->cgroups)];
	int r;

	if (!*undo->cgroups)
		return 0;
	r = remove_tree();
	if (r < 0)
		return r;
	strcpy(path, undo->cgroups);
	while (*undo->controllers) {
		*strrchr(path, '/') = '\0';
		if (strlen(path) < strlen(undo->controllers))
			break;
		/* From below, since none can give up what those below it have. EBUSY: others have come to need it. */
		write_in(path, "cgroup.subtree_control", "-cpu");
	}
	*undo->cgroups = *undo->controllers = '\0';
	return 0;
}
