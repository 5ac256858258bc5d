// SPDX-License-Identifier: GPL-2.0-or-later
#include "details.h"

#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "util.h"

/* A cgroup's path may have 4096 bytes, and on a host with cgroup v1 there is one a line for each controller. */
enum { FILE_ROOM = 64 * 1024 };

struct user {
	uid_t uid;
	char name[36];
};

int details_open(struct details *details)
{
	*details = (struct details) { .proc = -1 };
	details->file = malloc(FILE_ROOM);
	if (!details->file)
		return -ENOMEM;
	details->proc = open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC);
	return details->proc < 0 ? -errno : 0;
}

void details_close(struct details *details)
{
	cleanup_close(&details->proc);
	free(details->file);
	free(details->users);
}

struct path {
	char name[32];
};

/* "ID/NAME", by hand: printf takes as long as the kernel's share of a small call. */
static struct path path_of(pid_t id, const char *name)
{
	struct path path;
	char digits[12];
	size_t i = sizeof(digits), n;

	do
		digits[--i] = (char)('0' + id % 10);
	while (id /= 10);
	n = sizeof(digits) - i;
	memcpy(path.name, digits + i, n);
	path.name[n] = '/';
	strcpy(path.name + n + 1, name);
	return path;
}

/* A task that is gone has no files any more. Neither has one that hidepid of proc(5) keeps from us. */
static int why_not(pid_t id, int error)
{
	if (error != ENOENT && error != ESRCH)
		return -error;
	return kill(id, 0) < 0 && errno == ESRCH ? -ESRCH : -EACCES;
}

/* Read a file whole, as a string. Returns its length or -errno. */
static ssize_t read_file(struct details *details, pid_t id, const char *name)
{
	struct path path = path_of(id, name);
	autoclose int fd = openat(details->proc, path.name, O_RDONLY | O_CLOEXEC);
	ssize_t length;

	if (fd < 0)
		return why_not(id, errno);
	length = read(fd, details->file, FILE_ROOM - 1);
	if (length < 0)
		return why_not(id, errno);
	details->file[length] = '\0';
	return length;
}

int details_command(struct details *details, pid_t id, const char **ret_command)
{
	ssize_t length = read_file(details, id, "comm");

	if (length < 0)
		return (int)length;
	/* Only the last newline is the file's, others are the name's. */
	if (length)
		details->file[length - 1] = '\0';
	*ret_command = details->file;
	return 0;
}

int details_cgroup(struct details *details, pid_t id, const char **ret_cgroup)
{
	ssize_t length = read_file(details, id, "cgroup");
	char *line;

	if (length < 0)
		return (int)length;
	/* cgroups(7): hierarchy 0 is that of v2; a name can't have a newline. */
	line = strncmp(details->file, "0::", 3) == 0 ? details->file : strstr(details->file, "\n0::");
	if (!line)
		return -ENOENT;
	line = strchr(line, '/');
	if (!line)
		return -ENOENT;
	line[strcspn(line, "\n")] = '\0';
	*ret_cgroup = line;
	return 0;
}

int details_cpu(struct details *details, pid_t id, unsigned int *ret_cpu)
{
	ssize_t length = read_file(details, id, "stat");
	const char *field;

	if (length < 0)
		return (int)length;
	/* proc_pid_stat(5): the name is field 2 and may hold anything, but no later field has a bracket; we want 39. */
	field = strrchr(details->file, ')');
	for (int i = 2; field && i < 39; i++)
		field = strchr(field + 1, ' ');
	if (!field)
		return -ENOENT;
	*ret_cpu = (unsigned int)strtoul(field + 1, NULL, 10);
	return 0;
}

static int look_up(struct details *details, uid_t uid)
{
	struct user *users = reallocarray(details->users, details->n_users + 1, sizeof(*users));
	const struct passwd *known = getpwuid(uid);

	if (!users)
		return -ENOMEM;
	details->users = users;
	users += details->n_users++;
	users->uid = uid;
	if (known)
		snprintf(users->name, sizeof(users->name), "%s", known->pw_name);
	else
		snprintf(users->name, sizeof(users->name), "%u", uid);
	return 0;
}

int details_user(struct details *details, pid_t id, const char **ret_user)
{
	struct path path = path_of(id, "");
	struct stat st;
	size_t i = 0;

	/* The directory's owner is the effective user, even of a task that is not dumpable; not so of the files in it. */
	if (fstatat(details->proc, path.name, &st, 0) < 0)
		return why_not(id, errno);
	while (i < details->n_users && details->users[i].uid != st.st_uid)
		i++;
	if (i == details->n_users && look_up(details, st.st_uid) < 0)
		return -ENOMEM;
	*ret_user = details->users[i].name;
	return 0;
}

int details_threads(struct details *details, pid_t pid, size_t *ret_threads)
{
	struct path path = path_of(pid, "task");
	struct stat st;

	if (fstatat(details->proc, path.name, &st, 0) < 0)
		return why_not(pid, errno);
	/* Beside the directory itself and its entry above. */
	*ret_threads = st.st_nlink - 2;
	return 0;
}
