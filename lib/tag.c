// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The tags of cgroups, which the patched kernel has: cpu.core_tag, which one writes, and cpu.core_tag.effective, the id
 * of the domain that is in force. Each is one file of one line, read and written directly: libcgroup 2.0.2 does it right
 * where the file is, but says the same, ECGROUPVALUENOTEXIST, of a cgroup that is not there, of one without the
 * controller, of the root and of a kernel without tags; and loading it takes as long as changing a thousand tasks.
 */
#include <errno.h>
#include <limits.h>
#include <string.h>

#include "cgroup.h"
#include "sys.h"
#include "util.h"

enum { CONTROLLERS_ROOM = 4096 };

/* Read a file of the cgroup at @path, which is left as it was. */
static int read_here(char *path, int length, const char *file, char *text, size_t size)
{
	ssize_t r = cgroup_append(path, length, file);

	if (r > 0)
		r = sys_read_file(path, text, size);
	path[length] = '\0';
	return r < 0 ? cgroup_error((int)r) : 0;
}

/* Whether a cgroup's file of controllers has "cpu", among others with blanks between. */
static int names_cpu(char *path, int length, const char *file)
{
	char text[CONTROLLERS_ROOM], *rest = text, *name;
	int r = read_here(path, length, file, text, sizeof(text));

	if (r < 0)
		return r;
	while ((name = strsep(&rest, " \n")))
		if (strcmp(name, "cpu") == 0)
			return 1;
	return 0;
}

static bool is_root(int length)
{
	return (size_t)length == cgroup_root_length();
}

/* A cgroup lacks the file: there may be no such cgroup, no cpu controller in it, or no such kernel. */
static int why_no_tag(char *path, int length)
{
	int r = names_cpu(path, length, "cgroup.controllers");

	if (r < 0)
		return r;
	return r == 0 && coresched_features() & CORESCHED_CAN_TAG ? -EUNATCH : -ENOPKG;
}

static int read_number(char *path, int length, const char *file, uint64_t *ret_number)
{
	char text[32];
	int r = read_here(path, length, file, text, sizeof(text));

	if (r < 0)
		return r;
	*ret_number = strtoull(text, NULL, 10);
	return 0;
}

/* -ENOENT also means that the cgroup has no tag to read. */
static int read_tag(char *path, int length, bool *ret_tagged, uint64_t *ret_effective)
{
	uint64_t tag, effective;
	int r;

	r = read_number(path, length, "cpu.core_tag", &tag);
	if (r == 0)
		r = read_number(path, length, "cpu.core_tag.effective", &effective);
	if (r < 0)
		return r;
	*ret_tagged = tag;
	*ret_effective = effective;
	return 0;
}

int coresched_cgroup_get_tag(const char *cgroup, bool *ret_tagged, uint64_t *ret_effective)
{
	char path[PATH_MAX];
	int length, r;

	length = cgroup_path(cgroup, path, sizeof(path));
	if (length < 0)
		return length;
	if (is_root(length))
		return -EDOM;
	r = read_tag(path, length, ret_tagged, ret_effective);
	return r == -ENOENT ? why_no_tag(path, length) : r;
}

int coresched_cgroup_set_tag(const char *cgroup, bool tagged)
{
	char path[PATH_MAX];
	uint64_t effective = 0;
	bool now = false;
	int length, r;

	length = cgroup_path(cgroup, path, sizeof(path));
	if (length < 0)
		return length;
	if (is_root(length))
		return -EDOM;
	r = cgroup_append(path, length, "cpu.core_tag");
	if (r < 0)
		return r;
	r = cgroup_error(sys_write_file(path, tagged ? "1" : "0"));
	path[length] = '\0';
	if (r == 0)
		r = read_tag(path, length, &now, &effective);
	if (r < 0)
		return r == -ENOENT ? why_no_tag(path, length) : r;
	return now == tagged && (effective || !tagged) ? 0 : -EREMCHG;
}

/*
 * The kernel would turn this controller on where there are processes, but make the cgroups below invalid for
 * processes, as only a threaded subtree could have both.
 */
static int has_processes(char *path, int length)
{
	autotasks struct tasks tasks = { 0 };
	char type[32] = "";
	ssize_t r = cgroup_append(path, length, "cgroup.type");

	if (r > 0)
		r = sys_read_file(path, type, sizeof(type));
	path[length] = '\0';
	/* The root has no type, and may have processes beside controllers. */
	if (r < 0 || strcmp(type, "domain\n") != 0)
		return r == -ENOENT || r >= 0 ? 0 : (int)r;
	r = cgroup_list_here(path, length, &tasks);
	return r < 0 ? (int)r : tasks.n > 0;
}

static int enable_cpu_below(char *path, int length)
{
	int r = names_cpu(path, length, "cgroup.subtree_control");

	if (r != 0)
		return r < 0 ? r : 0;
	r = has_processes(path, length);
	if (r != 0)
		return r < 0 ? r : -EBUSY;
	r = cgroup_append(path, length, "cgroup.subtree_control");
	/* The cgroup is there, so ENOENT is about the controller: v1 has it, or the kernel lacks it. */
	if (r > 0)
		r = cgroup_error(sys_write_file(path, "+cpu"));
	return r == -ENOENT ? -EUNATCH : r;
}

int coresched_cgroup_enable_cpu(const char *cgroup)
{
	char path[PATH_MAX], above[PATH_MAX];
	int length, r;

	length = cgroup_path(cgroup, path, sizeof(path));
	if (length < 0)
		return length;
	if (!sys_is_there(path))
		return -ENOENT;
	/* In each cgroup above, from the root on: a controller is on where it is on in all of them. */
	for (int end = (int)cgroup_root_length(); end < length; end += 1 + (int)strcspn(path + end + 1, "/")) {
		memcpy(above, path, (size_t)end);
		above[end] = '\0';
		r = enable_cpu_below(above, end);
		if (r < 0)
			return r;
	}
	return 0;
}

bool cgroup_has_tags(void)
{
	autoclosedir DIR *dir = NULL;
	char path[PATH_MAX];
	const char *name;
	int length, r;

	length = cgroup_path("/", path, sizeof(path));
	if (length < 0 || sys_opendir(path, &dir) < 0)
		return false;
	/* Those below the root have the cpu controller all or none. */
	if (sys_next_directory(dir, &name) <= 0)
		return false;
	r = cgroup_append(path, length, name);
	if (r > 0)
		r = cgroup_append(path, r, "cpu.core_tag");
	return r > 0 && sys_is_there(path);
}

struct walk {
	int (*see)(const struct coresched_cgroup *cgroup, void *arg);
	void *arg;
	bool groups;	/* whether tasks can be asked for theirs */
	char path[PATH_MAX];
};

static int count_tasks(struct walk *walk, int length, struct coresched_cgroup *cgroup)
{
	autotasks struct tasks tasks = { 0 };
	int r;

	r = cgroup_list_here(walk->path, length, &tasks);
	if (r < 0)
		return r;
	for (size_t i = 0; i < tasks.n && walk->groups; i++) {
		uint64_t group;

		/* Of one that exited, or may not be read, nothing can be said. */
		if (coresched_get_group(tasks.items[i].tid, &group) == 0 && group != cgroup->effective)
			cgroup->strays++;
	}
	cgroup->tasks = tasks.n;
	return 0;
}

static int walk_from(struct walk *walk, int length, const struct coresched_cgroup *parent)
{
	struct coresched_cgroup cgroup = { .depth = parent ? parent->depth + 1 : 0 };
	autoclosedir DIR *dir = NULL;
	const char *name;
	int r;

	r = read_tag(walk->path, length, &cgroup.tagged, &cgroup.effective);
	cgroup.has_tag = r == 0;
	/* Without the controller it is in the domain of the one above. */
	if (r == -ENOENT && parent)
		cgroup.effective = parent->effective;
	if (r < 0 && r != -ENOENT)
		return r;
	r = count_tasks(walk, length, &cgroup);
	if (r < 0)
		return r;
	cgroup.name = is_root(length) ? "/" : walk->path + cgroup_root_length();
	r = walk->see(&cgroup, walk->arg);
	if (r == 0)
		r = sys_opendir(walk->path, &dir);
	if (r < 0)
		return cgroup_error(r);
	while ((r = sys_next_directory(dir, &name)) > 0) {
		int below = cgroup_append(walk->path, length, name);

		r = below < 0 ? below : walk_from(walk, below, &cgroup);
		walk->path[length] = '\0';
		/* One that was removed meanwhile has no tasks. */
		if (r < 0 && r != -ENOENT)
			return r;
	}
	return cgroup_error(r);
}

/* Where the cgroup itself has no tag to read, the nearest above that has one says in which domain it is. */
static uint64_t domain_above(char *path, int length)
{
	uint64_t effective = 0;
	bool tagged;

	while (!is_root(length) && read_tag(path, length, &tagged, &effective) == -ENOENT) {
		while (path[length] != '/')
			length--;
		path[length] = '\0';
	}
	return effective;
}

int coresched_cgroup_walk(const char *cgroup, int (*see)(const struct coresched_cgroup *cgroup, void *arg), void *arg)
{
	struct walk walk = { .see = see, .arg = arg, .groups = sys_sched_core_has(SYS_GET_GROUP) };
	char above[PATH_MAX];
	struct coresched_cgroup parent = { .depth = UINT_MAX };
	int length;

	length = cgroup_path(cgroup, walk.path, sizeof(walk.path));
	if (length < 0)
		return length;
	memcpy(above, walk.path, (size_t)length + 1);
	parent.effective = domain_above(above, length);
	/* Depths count from here: one below UINT_MAX is 0. */
	return walk_from(&walk, length, &parent);
}
