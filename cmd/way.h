/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two ways to isolate a cgroup: the tag that the patched kernel gives it, or a cookie on each of its tasks. */
#ifndef WAY_H
#define WAY_H

#include <argp.h>
#include <stdbool.h>

#include "change.h"

struct way {
	bool tag;	/* nothing but the tag will do */
	bool cookie;	/* no tag */
	bool enable;	/* turn the cpu controller on where it takes that */
};

extern const struct argp way_argp;		/* --kernel-tag, --cookie-only; its input is a struct way */
extern const struct argp way_enable_argp;	/* these and --enable-controller */

/* Whether all targets are cgroups with all that is below them, which is what a tag covers. */
bool way_covers(const struct targets *targets);

/* Whether an error means that a cgroup can't have a tag, rather than that setting it failed. */
bool way_has_none(int error);

/* See whether a cgroup can have a tag, and turn the controller on for that if @way says so. Returns 0 or an error of the library. */
int way_open(const struct way *way, const char *cgroup);

/* Choose between tag and cookies for all targets, and say what cookies don't cover. Returns an exit status. */
int way_choose(const struct way *way, const struct change *change, bool *ret_tag);

/* Set or take off the tag of a target, see that all its tasks are where they belong, and report. */
void way_set(struct change *change, size_t i, bool tagged);

#endif
