// SPDX-License-Identifier: GPL-2.0-or-later
#include "file.h"

#include <errno.h>
#include <stdio.h>

#include "util.h"

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
