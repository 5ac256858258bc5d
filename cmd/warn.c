// SPDX-License-Identifier: GPL-2.0-or-later
#include "warn.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "fail.h"
#include "util.h"

void warn_sched_ext(void)
{
	autoclose int fd = open("/sys/kernel/sched_ext/state", O_RDONLY | O_CLOEXEC);
	char state[16] = "";

	if (fd < 0 || read(fd, state, sizeof(state) - 1) < 0 || strncmp(state, "enabled", 7) != 0)
		return;
	note("warning: a sched_ext scheduler is active; it may ignore cookies or hang with them");
}
