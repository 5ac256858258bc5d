// SPDX-License-Identifier: GPL-2.0-or-later
/* What a copy prints is kept in memory: numbers are taken from it, and its end is shown when the copy fails. */
#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench.h"
#include "util.h"

enum { TAIL_LINES = 10 };

/* A name for the table: the pattern up to the first sign that means something there. */
static void make_label(struct metric *metric)
{
	const char *start = metric->pattern + strspn(metric->pattern, "^ ");
	size_t length = strcspn(start, "^.[]$()|*+?{}\\");

	while (length && !isalnum((unsigned char)start[length - 1]))
		length--;
	snprintf(metric->label, sizeof(metric->label), "%.*s", length ? (int)length : (int)sizeof(metric->label),
		 length ? start : metric->pattern);
}

int metric_init(struct metric *metric, const char *pattern, char *error, size_t size)
{
	int r = regcomp(&metric->regex, pattern, REG_EXTENDED | REG_NEWLINE);

	if (r != 0) {
		regerror(r, &metric->regex, error, size);
		return -1;
	}
	metric->pattern = pattern;
	make_label(metric);
	return 0;
}

int output_open(void)
{
	return memfd_create("coreschedctl-bench", MFD_CLOEXEC);
}

char *output_read(int fd)
{
	struct stat st;
	size_t length = 0;
	char *text;
	ssize_t n = 0;

	if (fstat(fd, &st) < 0)
		return NULL;
	text = malloc((size_t)st.st_size + 1);
	if (!text)
		return NULL;
	while (length < (size_t)st.st_size &&
	       (n = pread(fd, text + length, (size_t)st.st_size - length, (off_t)length)) > 0)
		length += (size_t)n;
	text[length] = '\0';
	/* To be searched as one string. */
	for (char *nul = text; (nul = memchr(nul, '\0', length - (size_t)(nul - text))); )
		*nul = ' ';
	return text;
}

/* What the first group has in the last match, or all of it: sums come last. NULL without a match. */
static char *last_match(const char *output, const regex_t *regex)
{
	const char *start = NULL;
	size_t length = 0;
	regmatch_t match[2];

	for (const char *at = output; regexec(regex, at, 2, match, at > output && at[-1] != '\n' ? REG_NOTBOL : 0) == 0; ) {
		const regmatch_t *part = &match[match[1].rm_so >= 0];

		start = at + part->rm_so;
		length = (size_t)(part->rm_eo - part->rm_so);
		if (!at[match[0].rm_eo])
			break;
		at += match[0].rm_eo ? match[0].rm_eo : 1;
	}
	return start ? strndup(start, length) : NULL;
}

bool output_find(const char *output, const struct metric *metric, double *ret_number)
{
	autofree char *text = last_match(output, &metric->regex);
	double number;
	char *end;

	if (!text)
		return false;
	number = strtod(text, &end);
	/* "inf" and "nan" are no measurements. */
	if (end == text || *end || number - number != 0)
		return false;
	*ret_number = number;
	return true;
}

void output_show_tail(const char *output)
{
	size_t length = strlen(output);
	const char *start = output + length;
	struct text line = { 0 };

	for (int lines = 0; start > output; start--)
		if (start[-1] == '\n' && start != output + length && ++lines == TAIL_LINES)
			break;
	while (*start) {
		size_t n = strcspn(start, "\n");
		autofree char *one = strndup(start, n);

		text_clear(&line);
		text_add_safe(&line, one ? one : "", "");
		fprintf(stderr, "  | %s\n", line.bytes ? line.bytes : "");
		start += n + (start[n] == '\n');
	}
	text_free(&line);
}
