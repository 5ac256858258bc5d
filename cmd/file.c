// SPDX-License-Identifier: GPL-2.0-or-later
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "util.h"

int write_text(const char *path, const char *text)
{
	autoclose int fd = open(path, O_WRONLY | O_CLOEXEC);

	return fd < 0 || write(fd, text, strlen(text)) < 0 ? -errno : 0;
}

int read_text(const char *path, char *text, size_t size)
{
	autofclose FILE *file = fopen(path, "re");
	size_t length;

	if (!file)
		return -errno;
	length = fread(text, 1, size - 1, file);
	if (ferror(file))
		return errno ? -errno : -EIO;
	if (length && text[length - 1] == '\n')
		length--;
	text[length] = '\0';
	return 0;
}
