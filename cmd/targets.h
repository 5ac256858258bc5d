/* SPDX-License-Identifier: GPL-2.0-or-later */
/* TARGET on the command line: PIDs as arguments, everything else by options; an argp child of the commands that take it. */
#ifndef TARGETS_H
#define TARGETS_H

#include <argp.h>
#include <stdbool.h>

#include <coresched.h>

struct targets {
	struct coresched_target *items;	/* owned; their cgroups are the command line's */
	size_t n;
	bool no_recursive;
};

extern const struct argp targets_argp;	/* its input is a struct targets */

/* Name one for a message ("process 12", "cgroup /a"), to be freed; NULL when out of memory. */
char *target_name(const struct coresched_target *target);

/* A cgroup as an option gives it, or an error in the message of argp_error(). */
const char *parse_cgroup(const struct argp_state *state, const char *text);

void targets_free(struct targets *targets);

#endif
