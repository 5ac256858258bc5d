// SPDX-License-Identifier: LGPL-2.1-or-later
/* An observation of who shares a core with whom: some targets, and a source that knows about them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "coresched.h"
#include "source.h"
#include "util.h"

static const struct source *const sources[] = {
	[CORESCHED_SOURCE_TRACE] = &source_trace,
};

struct coresched_isolation {
	struct coresched_target *targets;
	const struct source *source;
	void *state;	/* the source's */
};

int coresched_isolation_open(const struct coresched_target *targets, size_t n,
			     const struct coresched_isolation_options *options,
			     struct coresched_isolation **ret_isolation)
{
	struct coresched_isolation *isolation;
	int r;

	if ((unsigned int)options->source >= ARRAY_SIZE(sources) || options->flags & ~CORESCHED_BY_TARGET)
		return -EINVAL;
	isolation = calloc(1, sizeof(*isolation));
	if (!isolation)
		return -ENOMEM;
	isolation->source = sources[options->source];
	isolation->targets = calloc(n + 1, sizeof(*targets));
	if (isolation->targets && n)
		memcpy(isolation->targets, targets, n * sizeof(*targets));
	r = isolation->targets ? isolation->source->open(isolation->targets, n, options, &isolation->state) : -ENOMEM;
	if (r < 0) {
		coresched_isolation_close(isolation);
		return r;
	}
	*ret_isolation = isolation;
	return 0;
}

int coresched_isolation_read(struct coresched_isolation *isolation)
{
	return isolation->source->read(isolation->state);
}

int coresched_isolation_stop(struct coresched_isolation *isolation)
{
	return isolation->source->stop(isolation->state);
}

uint64_t coresched_isolation_tasks(const struct coresched_isolation *isolation,
				   const struct coresched_isolation_task **ret_tasks, size_t *ret_n)
{
	return isolation->source->tasks(isolation->state, ret_tasks, ret_n);
}

void coresched_isolation_pairs(const struct coresched_isolation *isolation,
			       const struct coresched_isolation_pair **ret_pairs, size_t *ret_n)
{
	*ret_pairs = isolation->source->pairs(isolation->state, ret_n);
}

void coresched_isolation_close(struct coresched_isolation *isolation)
{
	if (!isolation)
		return;
	if (isolation->state)
		isolation->source->close(isolation->state);
	free(isolation->targets);
	free(isolation);
}
