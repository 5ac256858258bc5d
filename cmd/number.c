// SPDX-License-Identifier: GPL-2.0-or-later
#include "number.h"

#include <fcntl.h>
#include <unistd.h>

#include "util.h"

/* What the kernel allows at most on 64 bits, PID_MAX_LIMIT of include/linux/threads.h */
#define PID_MAX_LIMIT (4 * 1024 * 1024)

int parse_digits(const char *text, uint64_t max, uint64_t *ret_number)
{
	uint64_t number = 0;

	if (!*text)
		return -1;
	for (; *text; text++) {
		uint64_t digit = (uint64_t)(*text - '0');

		if (*text < '0' || *text > '9' || number > (max - digit) / 10)
			return -1;
		number = number * 10 + digit;
	}
	if (number > max)
		return -1;
	*ret_number = number;
	return 0;
}

static uint64_t pid_max(void)
{
	autoclose int fd = open("/proc/sys/kernel/pid_max", O_RDONLY | O_CLOEXEC);
	uint64_t max = PID_MAX_LIMIT;
	char text[32];
	ssize_t n;

	n = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);
	if (n > 1) {
		text[n - 1] = '\0';	/* the line's end */
		parse_digits(text, PID_MAX_LIMIT, &max);
	}
	return max;
}

pid_t parse_id(const struct argp_state *state, const char *what, const char *text)
{
	uint64_t id, max = pid_max();

	if (parse_digits(text, max, &id) < 0 || id == 0)
		argp_error(state, "%s '%s' is no id: digits only, 1 to %ju", what, text, (uintmax_t)max);
	return (pid_t)id;
}
