/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef FILE_H
#define FILE_H

#include <stddef.h>

/* Read the start of a small text file, such as those of /sys, as a string without its last newline. Returns 0 or -errno. */
int read_text(const char *path, char *text, size_t size);

/* Write into a file that is there, such as those of /sys. Returns 0 or -errno. */
int write_text(const char *path, const char *text);

#endif
