/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parts of the bench command: the same work in several modes of the machine, compared. */
#ifndef BENCH_H
#define BENCH_H

#include <regex.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

#include "statistics.h"
#include "table.h"
#include "text.h"

enum mode {
	MODE_SMT,	/* as the machine is, without cookies */
	MODE_CORE,	/* each copy has a cookie, or a tagged cgroup, of its own */
	MODE_NOSMT,	/* one hardware thread a core */
	MODES
};

enum { METRICS_MAX = 8, GROUPS_MAX = 1024, RUNS_MAX = 10000, BACKGROUND = GROUPS_MAX /* stands where copies do */ };

/* A number that the program prints. */
struct metric {
	const char *pattern;
	char label[32];
	regex_t regex;
	bool lower;	/* is better */
};

struct load;

struct bench {
	enum mode modes[MODES];
	size_t n_modes;
	size_t runs;
	size_t groups;
	struct metric metrics[METRICS_MAX];
	size_t n_metrics;
	bool allow_nosmt;
	bool tags;
	const char *cgroup;	/* where the copies' cgroups go; NULL: the caller's own */
	const char *background;
	const struct load *load;
	size_t tasks;		/* of a load, in each copy */
	size_t seconds;		/* that a load lasts */
	const char *svg;
	FILE *picture;		/* the same, opened */
	struct table_options table;
	char **program;
	cpu_set_t cpus;		/* hardware threads that we may use, with SMT on */
	struct sample *samples[MODES];	/* by position in @modes, one for each run; the last is for a run apart */
};

/* What one run came to; all copies together, and NAN where it can't be known. */
enum field {
	SECONDS,	/* until the last copy ended */
	CPU,		/* seconds of CPU time */
	SWITCHES,
	FORCE_IDLE,	/* seconds */
	LOCAL,		/* neighbours: share of the run time, % */
	IDLE,
	FORCED,
	FOREIGN,
	STACKED,	/* switches within one hardware thread, %: of the loads that know */
	METRIC,		/* the first of those that were asked for: mean of the copies */
	FIELDS = METRIC + METRICS_MAX
};

struct sample {
	double of[FIELDS];
};

struct copy {
	pid_t pid;
	int output;	/* a file in memory */
	bool ended;
};

/* bench.c: as fail(), for what the C library says of its calls */
int fail_system(int error, const char *what, ...) __attribute__((format(printf, 2, 3)));

/* bench-args.c */
extern const struct argp bench_argp;
extern const struct column bench_columns[];
enum {
	COLUMN_METRIC, COLUMN_MODE, COLUMN_RUNS, COLUMN_MEAN, COLUMN_STD, COLUMN_SEM, COLUMN_CHANGE, COLUMN_CPU,
	COLUMN_LOCAL, COLUMN_IDLE, COLUMN_FORCED, COLUMN_FOREIGN, COLUMN_FORCE_IDLE, COLUMN_SWITCHES, COLUMN_VERDICT
};

/* bench-mode.c: all that speak return an exit status */
const char *mode_name(enum mode mode);
int mode_parse(const char *name, size_t length, enum mode *ret_mode);	/* 0 or -1 */
int modes_check(const struct bench *bench);	/* whether this machine has them */
int mode_enter(const struct bench *bench, enum mode mode);
int mode_verify(const struct bench *bench, enum mode mode, const struct copy *copies);

/* bench-smt.c */
int smt_read(char *control, size_t size);	/* 0 or -errno */
int smt_off(void);				/* 0 or -errno */
int smt_restore(void);				/* 0 or -errno */

/*
 * bench-undo.c: what has to be undone whatever becomes of the tool. It is written down before it is done, in memory
 * that a second process shares; that one outlives us, and undoes it when we end in any way.
 */
struct undo {
	char smt[16];			/* what the control said, "" when it says so */
	char online[4096];		/* the CPUs that were online with that */
	char cgroups[4000];		/* directory of the copies' cgroups, or "" */
	char controllers[4000];		/* the topmost cgroup above it where we turned the cpu controller on, or "" */
	pid_t groups[GROUPS_MAX + 1];	/* process groups: the copies', and the background's as the last */
};
extern struct undo *undo;
int undo_open(void);		/* start watching */
int undo_close(void);		/* undo all, now */
bool undo_is_guard(pid_t pid);
void undo_leave(void);		/* for children: be none of this */

/* bench-cgroup.c */
int cgroups_open(const struct bench *bench);
bool cgroups_are_there(void);
int cgroups_enter(size_t copy);			/* for the copy's process; 0 or -errno */
int cgroups_tag(const struct bench *bench, bool tagged);
double cgroups_seconds(const struct bench *bench, const char *key);	/* of the copies' cpu.stat, or NAN */
void cgroups_kill(void);
int cgroups_remove(void);			/* 0 or -errno */

/* bench-run.c */
int run_once(struct bench *bench, size_t mode, size_t run);

/* bench-neighbours.c */
void neighbours_read(const struct bench *bench, struct sample *sample);	/* what was counted so far, in seconds */
void neighbours_share(const struct sample *before, const struct sample *after, struct sample *sample);
int neighbours_complete(struct bench *bench);	/* after all runs */

/* bench-start.c */
int start_background(const struct bench *bench, struct copy *background);
/* All get ready, and begin with start_all(). */
int start_copies(const struct bench *bench, enum mode mode, size_t run, struct copy *copies);
int start_all(const struct bench *bench);
void start_end(void);

/* bench-output.c */
int metric_init(struct metric *metric, const char *pattern, char *error, size_t size);	/* 0 or -1 */
int output_open(void);
char *output_read(int fd);	/* to be released; NULL when memory runs out */
bool output_find(const char *output, const struct metric *metric, double *ret_number);
void output_show_tail(const char *output);

/* bench-load.c */
struct load {
	const char *name;
	const char *help;
	void (*task)(size_t task);
	const char *metric;	/* a pattern: "^LABEL: (NUMBER)" */
	bool lower;
};
extern const struct load bench_loads[];		/* ends with a nameless one */
const struct load *load_find(const char *name);
void load_run(const struct bench *bench, size_t copy);	/* in the copy's own process */
double load_stacked(const char *output);	/* %, or NAN */

/* bench-verdict.c */
struct result {
	struct summary summary;
	enum { VERDICT_NONE, VERDICT_BEST, VERDICT_TIED, VERDICT_WORSE } verdict;
};
size_t measures(const struct bench *bench);	/* metrics, or 1: the time */
const char *measure_name(const struct bench *bench, size_t measure);
bool measure_lower(const struct bench *bench, size_t measure);
void judge(const struct bench *bench, size_t measure, struct result *results, struct text *verdict);

/* bench-show.c */
double mean_of(const struct bench *bench, size_t mode, enum field field);	/* NAN if one run's is */
int digits_for(double number);		/* behind the point, that a mean is worth */
int bench_show(const struct bench *bench);

/* bench-svg.c */
int bench_svg(const struct bench *bench);

#endif
