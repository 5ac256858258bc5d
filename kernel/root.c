// SPDX-License-Identifier: GPL-2.0-only
/*
 * The guest's root: the host's files, a throw-away layer over them, the source
 * tree writable in its place, and what a kernel offers as file systems.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "port.h"
#include "root.h"

static void make_dirs(const char *path)
{
	char part[PATH_MAX];

	snprintf(part, sizeof(part), "%s/", path);
	for (char *slash = part; (slash = strchr(slash + 1, '/')); *slash = '/') {
		*slash = '\0';
		mkdir(part, 0755);
	}
}

static void mount_or_die(const char *what, const char *where, const char *type,
			 unsigned long flags, const char *data)
{
	make_dirs(where);
	if (mount(what, where, type, flags, data) < 0)
		die("mount %s", where);
}

static void lay_root(const char *tree)
{
	char where[PATH_MAX];

	mount_or_die("root", "/host", "9p", MS_RDONLY,
		     "trans=virtio,version=9p2000.L,msize=512000,cache=loose");
	mount_or_die("layer", "/layer", "tmpfs", 0, "mode=755");
	make_dirs("/layer/upper");
	make_dirs("/layer/work");
	mount_or_die("layer", "/new", "overlay", 0,
		     "lowerdir=/host,upperdir=/layer/upper,workdir=/layer/work");
	snprintf(where, sizeof(where), "/new%s", tree);
	mount_or_die("tree", where, "9p", 0,
		     "trans=virtio,version=9p2000.L,msize=512000,cache=mmap");
	if (chdir("/new") < 0 || mount("/dev", "dev", NULL, MS_MOVE, NULL) < 0 ||
	    mount(".", "/", NULL, MS_MOVE, NULL) < 0 || chroot(".") < 0)
		die("cannot move to the new root");
}

static void mount_kernel(void)
{
	static const struct {
		const char *type, *where, *data;
		unsigned long flags;
	} table[] = {
		{ "proc", "/proc", NULL, MS_NOSUID | MS_NODEV | MS_NOEXEC },
		{ "sysfs", "/sys", NULL, MS_NOSUID | MS_NODEV | MS_NOEXEC },
		{ "devpts", "/dev/pts", "mode=620,gid=5,ptmxmode=666", MS_NOSUID | MS_NOEXEC },
		{ "tmpfs", "/dev/shm", "mode=1777", MS_NOSUID | MS_NODEV },
		{ "mqueue", "/dev/mqueue", NULL, MS_NOSUID | MS_NODEV | MS_NOEXEC },
		{ "tmpfs", "/run", "mode=755", MS_NOSUID | MS_NODEV },
		{ "cgroup2", "/sys/fs/cgroup", "nsdelegate", MS_NOSUID | MS_NODEV | MS_NOEXEC },
		{ "debugfs", "/sys/kernel/debug", NULL, MS_NOSUID | MS_NODEV | MS_NOEXEC },
		{ "tracefs", "/sys/kernel/tracing", NULL, MS_NOSUID | MS_NODEV | MS_NOEXEC },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++)
		mount_or_die(table[i].type, table[i].where, table[i].type,
			     table[i].flags, table[i].data);
	if (symlink("/proc/self/fd", "/dev/fd") < 0 || symlink("fd/0", "/dev/stdin") < 0 ||
	    symlink("fd/1", "/dev/stdout") < 0 || symlink("fd/2", "/dev/stderr") < 0)
		die("links in /dev");
}

/* cpu.* files exist in a child only once its parent hands the controller on. */
static void enable_controllers(void)
{
	FILE *list = fopen("/sys/fs/cgroup/cgroup.controllers", "re");
	int fd = open("/sys/fs/cgroup/cgroup.subtree_control", O_WRONLY | O_CLOEXEC);
	char name[64];

	if (!list || fd < 0)
		die("cgroup controllers");
	while (fscanf(list, "%63s", name) == 1)
		if (dprintf(fd, "+%s", name) < 0)
			die("cgroup controller %s", name);
	fclose(list);
	close(fd);
}

static void name_host(void)
{
	struct ifreq lo = { .ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING };
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	if (fd < 0 || ioctl(fd, SIOCSIFFLAGS, &lo) < 0)
		die("lo");
	close(fd);
	if (sethostname("guest", 5) < 0)
		die("host name");
}

void root_open_devices(void)
{
	mount_or_die("dev", "/dev", "devtmpfs", MS_NOSUID, "mode=755");
}

void root_enter(const char *tree)
{
	lay_root(tree);
	mount_kernel();
	enable_controllers();
	name_host();
}
