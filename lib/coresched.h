/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * libcoresched - core scheduling on Linux
 *
 * A cookie is the kernel's 64-bit id of a group of tasks that may share a core; 0 means none. Only tasks
 * with equal cookies run on the hardware threads of one core at the same time. See coresched(7).
 *
 * Every call returns 0 or more on success and a negative errno on failure. Outputs come last, are called
 * ret_x, and are written only on success. No call prints, exits, keeps a descriptor open (an observation of
 * isolation does), or changes the calling task's own cookie unless that is its purpose. All calls are
 * thread-safe, but an observation is one thread's at a time.
 *
 * Errors that every call which asks the kernel about a task may return:
 *   -ESRCH       no such task
 *   -EPERM       the caller may not read that task (ptrace access mode PTRACE_MODE_READ_REALCREDS, ptrace(2))
 *   -ENODEV      the kernel can, but no core has a second hardware thread in use (SMT is absent or off)
 *   -EOPNOTSUPP  the kernel has no core scheduling (CONFIG_SCHED_CORE)
 *   -ENOSYS      a sandbox (seccomp) keeps the call from the kernel
 *   -EXDEV       /proc shows another PID namespace than the caller's, so that its numbers mean other tasks
 *   -ENOMEM      out of memory
 *   -ENOKEY      the patched kernel, early in boot: its random pool is not ready, so it can't show ids yet
 *   -ENOPKG      this kernel has core scheduling, but not what the project's patches add
 */
#ifndef CORESCHED_H
#define CORESCHED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/* What one call of the kernel covers. The values are the kernel's PR_SCHED_CORE_SCOPE_*. */
enum coresched_scope {
	CORESCHED_THREAD = 0,
	CORESCHED_PROCESS = 1,
	CORESCHED_PROCESS_GROUP = 2
};

/* What this machine offers. */
enum coresched_support {
	CORESCHED_WORKS,		/* cookies can be set and are obeyed */
	CORESCHED_NO_SMT,		/* built in, but no core has siblings to keep apart */
	CORESCHED_NOT_BUILT_IN,		/* kernel older than 5.14 or without CONFIG_SCHED_CORE */
	CORESCHED_BLOCKED		/* a seccomp filter answers instead of the kernel */
};

/**
 * coresched_probe - tell whether core scheduling can be used here
 *
 * Asks the kernel for the caller's own cookie; nothing is guessed from a version.
 * Returns one of enum coresched_support; never fails.
 * Since 1.0
 */
enum coresched_support coresched_probe(void);

/* What the project's patches add to a kernel; bits of coresched_features() */
#define CORESCHED_CAN_CLEAR 1u	/* coresched_remove() works, and coresched_clear() needs no task without a cookie */
#define CORESCHED_CAN_SEAL  2u	/* coresched_seal(), coresched_is_sealed() */
#define CORESCHED_CAN_GROUP 4u	/* coresched_get_group(), coresched_get_effective() */
#define CORESCHED_CAN_TAG   8u	/* cgroups have tags, where the cpu controller is on */

/**
 * coresched_features - tell what the kernel has beyond mainline
 *
 * Asks for each operation in a form that changes nothing. Without SMT the kernel answers none of these, so that
 * only tags can be found.
 * Returns bits CORESCHED_CAN_*, 0 for a stock kernel; never fails.
 * Since 1.0
 */
unsigned int coresched_features(void);

/**
 * coresched_get - read the cookie of one task
 * @tid:        the task, or 0 for the calling one
 * @ret_cookie: its cookie; 0 means that it may share a core with any other task without one
 *
 * Returns 0, or one of the errors above.
 * Source: prctl(2), PR_SCHED_CORE_GET; kernel/sched/core_sched.c
 * Since 1.0
 */
int coresched_get(pid_t tid, uint64_t *ret_cookie);

/**
 * coresched_create - give tasks a fresh cookie that no other task has
 * @id:    a task, or 0 for the calling one; with CORESCHED_PROCESS_GROUP a process group's leader
 * @scope: which tasks beside it change, all in one step
 *
 * Changes the caller where it is within @scope. When one of the tasks may not be changed, none is.
 * Returns 0, one of the errors above, or -EINVAL for an unknown scope.
 * Source: prctl(2), PR_SCHED_CORE_CREATE
 * Since 1.0
 */
int coresched_create(pid_t id, enum coresched_scope scope);

/**
 * coresched_share_to - push the calling task's cookie, or its lack of one, onto other tasks
 * @id:    as for coresched_create()
 * @scope: as for coresched_create()
 *
 * Returns 0, one of the errors above, or -EINVAL for an unknown scope.
 * Source: prctl(2), PR_SCHED_CORE_SHARE_TO
 * Since 1.0
 */
int coresched_share_to(pid_t id, enum coresched_scope scope);

/**
 * coresched_share_from - pull another task's cookie, or its lack of one, onto the calling task
 * @tid: the task whose cookie is taken
 *
 * It takes no scope, for the kernel pulls onto one task only.
 * Returns 0 or one of the errors above.
 * Source: prctl(2), PR_SCHED_CORE_SHARE_FROM
 * Since 1.0
 */
int coresched_share_from(pid_t tid);

/**
 * coresched_remove - take the cookie off tasks
 * @id:    as for coresched_create()
 * @scope: as for coresched_create()
 *
 * A cgroup's tag stays in force. Returns 0, one of the errors above, or -EINVAL for an unknown scope; -EPERM also
 * for a sealed task.
 * Source: the patched kernel's prctl(PR_SCHED_CORE), PR_SCHED_CORE_CLEAR (64)
 * Since 1.0
 */
int coresched_remove(pid_t id, enum coresched_scope scope);

/**
 * coresched_seal - make the cookie of tasks final, whether they have one or not
 * @id:    as for coresched_create()
 * @scope: as for coresched_create()
 *
 * From then on nobody without CAP_SYS_ADMIN in the initial user namespace changes it (-EPERM), neither the task
 * nor others. It can't be taken back, is inherited by children and kept over exec. Tags of cgroups still apply.
 * Returns 0, one of the errors above, or -EINVAL for an unknown scope.
 * Source: the patched kernel's prctl(PR_SCHED_CORE), PR_SCHED_CORE_SEAL (65)
 * Since 1.0
 */
int coresched_seal(pid_t id, enum coresched_scope scope);

/**
 * coresched_is_sealed - tell whether the cookie of a task is final
 * @tid: the task, or 0 for the calling one
 *
 * Returns 1, 0, or one of the errors above.
 * Source: the patched kernel's prctl(PR_SCHED_CORE), PR_SCHED_CORE_GET_FLAGS (68)
 * Since 1.0
 */
int coresched_is_sealed(pid_t tid);

/**
 * coresched_get_group - read which domain the cgroup of a task puts it in
 * @tid:       the task, or 0 for the calling one
 * @ret_group: what cpu.core_tag.effective of its cgroup shows; 0 when no cgroup from there upwards has a tag
 *
 * Returns 0, or one of the errors above.
 * Source: the patched kernel's prctl(PR_SCHED_CORE), PR_SCHED_CORE_GET_GROUP (66)
 * Since 1.0
 */
int coresched_get_group(pid_t tid, uint64_t *ret_group);

/**
 * coresched_get_effective - read one id that stands for cookie and domain of a task
 * @tid:           the task, or 0 for the calling one
 * @ret_effective: tasks may share a core when theirs are equal; 0 when it has neither
 *
 * Returns 0, or one of the errors above.
 * Source: the patched kernel's prctl(PR_SCHED_CORE), PR_SCHED_CORE_GET_EFFECTIVE (67)
 * Since 1.0
 */
int coresched_get_effective(pid_t tid, uint64_t *ret_effective);

/* A way to name tasks. */
enum coresched_kind {
	CORESCHED_TARGET_PROCESS,	/* id: any thread's id; all threads of its process */
	CORESCHED_TARGET_THREAD,	/* id: one thread */
	CORESCHED_TARGET_PROCESS_GROUP,	/* id: a process group */
	CORESCHED_TARGET_SESSION,	/* id: a session */
	CORESCHED_TARGET_USER,		/* id: an effective user id */
	CORESCHED_TARGET_CGROUP,	/* cgroup: a cgroup v2 and all below it */
	CORESCHED_TARGET_CGROUP_ONLY	/* cgroup: a cgroup v2 without what is below it */
};

struct coresched_target {
	enum coresched_kind kind;
	unsigned int id;	/* an id_t, which C99 alone does not have */
	const char *cgroup;	/* from the root of the hierarchy ("/a/b"), or a path below its mount point */
};

/* A task and what was read of it. */
struct coresched_task {
	pid_t tid;
	pid_t pid;		/* its process: the thread group's id */
	int error;		/* 0, or why the cookie could not be read (-errno) */
	uint64_t cookie;
	uint64_t group;		/* as coresched_get_group(); 0 on a stock kernel */
};

/* Flags of coresched_scan() */
#define CORESCHED_SCAN_ALL 1u	/* also the tasks that have neither cookie nor group */

/**
 * coresched_scan - find tasks and read their cookies
 * @target:    whose tasks; NULL for all that can be seen
 * @flags:     without CORESCHED_SCAN_ALL only tasks with a cookie or a group, and those not readable
 * @ret_tasks: array sorted by process, then thread; to be released with free()
 * @ret_n:     its length, may be 0
 *
 * Tasks that exit meanwhile are left out. Whole-machine scans need 32 bytes a task found.
 * Returns 0, -ESRCH or -ENOENT when the target does not exist, or an error above (not -EPERM: a task that
 * can't be read is in the result, with its error).
 * Since 1.0
 */
int coresched_scan(const struct coresched_target *target, unsigned int flags,
		   struct coresched_task **ret_tasks, size_t *ret_n);

/* Flags of coresched_tag(), coresched_share() and coresched_clear() */
#define CORESCHED_DRY_RUN        1u	/* check and count, change nothing */
#define CORESCHED_KERNEL_THREADS 2u	/* change kernel threads too */

/* What became of one target. */
struct coresched_result {
	int error;		/* 0, or why this target failed (-errno) */
	pid_t tid;		/* with an error: the task that stood in the way, or 0 */
	unsigned int passes;	/* how often its tasks were looked at until nothing was left to do */
	size_t tasks;		/* tasks that have the cookie now (in a dry run: would have) */
	size_t processes;	/* of these their processes; 0 for a cgroup, of which only tasks are counted */
	size_t changed;		/* of these, the ones that did not have it before */
	size_t gone;		/* tasks that exited meanwhile */
	size_t kernel_threads;	/* kernel threads left alone */
};

/**
 * coresched_tag - give all targets one fresh cookie
 * @targets:     what to change
 * @n:           how many
 * @flags:       CORESCHED_DRY_RUN, CORESCHED_KERNEL_THREADS
 * @results:     array of @n, filled in whatever is returned
 * @ret_cookie:  the cookie; 0 in a dry run
 *
 * First every task of every target is checked for access: when one may not be changed, nothing is. A target
 * that does not exist is left out. Then the targets change, those that can fork away (all but thread,
 * process and process group, which the kernel changes in one step) over and over until a pass finds nothing
 * left to do; every task is read back.
 *
 * Returns 0 when all targets have the cookie; -ECANCELED when nothing was changed, since a check failed or no
 * target exists; -EREMOTEIO when some targets failed. The results tell which and why:
 *   -ESRCH, -ENOENT  no such task, process group, session, user with processes / no such cgroup
 *   -EPERM           result.tid may not be changed by the caller
 *   -EPROTOTYPE      result.tid is a kernel thread
 *   -EAGAIN          the target forked faster than it could be changed; some of its tasks lack the cookie
 *   -ESTALE          the id result.tid was reused for another task while it was changed
 *   -EREMCHG         result.tid has another cookie when read back: somebody else sets cookies here
 *   -ENXIO           no cgroup v2 hierarchy is mounted
 *   -EREMOTE         a cgroup has tasks outside the caller's PID namespace, which can't be reached
 * or -EDQUOT when no helper thread can be started (ulimit -u, pids.max), or one of the errors above, with nothing
 * changed, when the kernel can't at all.
 * Since 1.0
 */
int coresched_tag(const struct coresched_target *targets, size_t n, unsigned int flags,
		  struct coresched_result *results, uint64_t *ret_cookie);

/**
 * coresched_share - give all targets the cookie of one task
 * @from: the task; one that has no cookie is refused
 *
 * Else as coresched_tag(); also returns -ENODATA when @from has no cookie, and -ESRCH or -EPERM when it does
 * not exist or may not be read. The caller's own cookie stays as it is.
 * Since 1.0
 */
int coresched_share(pid_t from, const struct coresched_target *targets, size_t n, unsigned int flags,
		    struct coresched_result *results, uint64_t *ret_cookie);

/**
 * coresched_clear - take the cookie off all targets
 *
 * A stock kernel can't clear; it can only copy the lack of a cookie from a task that has none. Such a task is
 * looked for, and what it gave is verified before it is passed on: the caller's own cookie does not matter,
 * and stays as it is. The patched kernel takes cookies off by itself.
 * Else as coresched_tag(); on a stock kernel also returns -EADDRNOTAVAIL when no readable task is without a
 * cookie.
 * Since 1.0
 */
int coresched_clear(const struct coresched_target *targets, size_t n, unsigned int flags,
		    struct coresched_result *results);

/**
 * coresched_cgroup_create - make a cgroup v2, with the ones above it
 * @cgroup: as in struct coresched_target
 *
 * Returns 0, also when it is there already; -EINVAL for a name with ".." or a control character in it, -ENXIO
 * when no cgroup v2 hierarchy is mounted, -EACCES or another errno of mkdir(2).
 * Since 1.0
 */
int coresched_cgroup_create(const char *cgroup);

/**
 * coresched_cgroup_attach - move a process into a cgroup v2
 * @cgroup: as in struct coresched_target
 * @pid:    the process, or 0 for the caller's
 *
 * Returns 0, -EINVAL and -ENXIO as above, -ENOENT, -ESRCH, -EACCES when a file of the cgroup may not be written,
 * or -EBUSY when the cgroup's controllers ("no internal processes", cgroups(7)) or its type bar it from having
 * processes.
 * Since 1.0
 */
int coresched_cgroup_attach(const char *cgroup, pid_t pid);

/**
 * coresched_cgroup_join - run among the tasks of a cgroup v2, with their cookie
 * @cgroup: as in struct coresched_target
 *
 * The calling task takes the cookie that all tasks of the cgroup and of those below it have in common, or a
 * fresh one where they have none in common; then its process moves into the cgroup. Those who join at the same
 * time wait for each other, so that they end up with one cookie. For processes with one thread.
 * Returns 0, or an error of coresched_cgroup_attach() or of coresched_create().
 * Since 1.0
 */
int coresched_cgroup_join(const char *cgroup);

/**
 * coresched_cgroup_of - name the cgroup v2 of a task
 * @tid:        the task, or 0 for the caller
 * @ret_cgroup: from the root of the hierarchy; to be released with free()
 *
 * Returns 0, -ESRCH, or -ENXIO when no cgroup v2 hierarchy is mounted.
 * Since 1.0
 */
int coresched_cgroup_of(pid_t tid, char **ret_cgroup);

/**
 * coresched_cgroup_path - tell where the files of a cgroup v2 are
 * @cgroup:   as in struct coresched_target; whether it exists is not looked at
 * @ret_path: its directory below the mount point; to be released with free()
 *
 * Returns 0, -EINVAL or -ENXIO as above.
 * Since 1.0
 */
int coresched_cgroup_path(const char *cgroup, char **ret_path);

/**
 * coresched_cgroup_set_tag - make a cgroup v2 a domain of its own, or no more
 * @cgroup: as in struct coresched_target
 * @tagged: whether a domain starts there
 *
 * With a tag, the tasks in the cgroup and below it share a core only with each other, those that come later too. A
 * tag further down divides them once more; without one of its own a cgroup is in the domain of the next above that
 * has one. The tag lives with the cgroup, and is lost when the cpu controller is turned off there. It is read back.
 *
 * Returns 0, -EINVAL and -ENXIO as above; -ENOENT for no such cgroup; -EDOM for the root; -EUNATCH when the cpu
 * controller is not on in the cgroup, see coresched_cgroup_enable_cpu(); -ENOPKG when the kernel has no tags;
 * -EREMCHG when it has changed back at once; -EACCES or -EPERM when the caller may not write it.
 * Since 1.0
 */
int coresched_cgroup_set_tag(const char *cgroup, bool tagged);

/**
 * coresched_cgroup_get_tag - read the tag of a cgroup v2
 * @cgroup:        as in struct coresched_target
 * @ret_tagged:    whether a domain starts there
 * @ret_effective: the id of the domain in force, its own or that of a cgroup above it; 0 for none
 *
 * Returns 0, or an error of coresched_cgroup_set_tag().
 * Since 1.0
 */
int coresched_cgroup_get_tag(const char *cgroup, bool *ret_tagged, uint64_t *ret_effective);

/**
 * coresched_cgroup_enable_cpu - turn the cpu controller on, so that a cgroup v2 can have a tag
 * @cgroup: as in struct coresched_target
 *
 * Writes +cpu to cgroup.subtree_control of all cgroups above it where it is not on. That also divides CPU time by
 * cgroups there.
 * Returns 0, -EINVAL, -ENXIO and -ENOENT as above, -EUNATCH when the controller is not to be had in this hierarchy,
 * -EBUSY when a cgroup above has processes of its own, -EACCES or -EPERM when the caller may not.
 * Since 1.0
 */
int coresched_cgroup_enable_cpu(const char *cgroup);

/* A cgroup v2 as coresched_cgroup_walk() finds it. */
struct coresched_cgroup {
	const char *name;	/* from the root of the hierarchy; gone after the call */
	unsigned int depth;	/* how far below the first one */
	bool has_tag;		/* whether it can be tagged: the cpu controller is on, and the kernel has tags */
	bool tagged;		/* whether a domain starts here */
	uint64_t effective;	/* the domain in force, 0 for none */
	size_t tasks;		/* in it, without those below */
	size_t strays;		/* of these, the ones that are in another domain; at rest there are none */
};

/**
 * coresched_cgroup_walk - look at the tags of a cgroup v2 and of all below it
 * @cgroup: as in struct coresched_target
 * @see:    called for each, parents first; another value than 0 ends the walk
 * @arg:    for @see
 *
 * Cgroups that are removed meanwhile are left out. Returns 0, what @see returned, -EINVAL, -ENXIO and -ENOENT as
 * above, -ENOMEM, or -EACCES.
 * Since 1.0
 */
int coresched_cgroup_walk(const char *cgroup, int (*see)(const struct coresched_cgroup *cgroup, void *arg),
			  void *arg);

/* A hardware thread (a Linux "CPU") and the core it is part of. */
struct coresched_cpu {
	int cpu;
	int core;	/* the lowest number among its online siblings, itself included */
	int siblings;	/* how many hardware threads of the core are online */
};

/**
 * coresched_topology - list the online hardware threads and their cores
 * @ret_cpus: array sorted by core, then hardware thread; to be released with free()
 * @ret_n:    its length
 *
 * Returns 0, -ENOMEM, or an errno of open(2) when /sys is not there.
 * Source: /sys/devices/system/cpu/cpuN/topology/thread_siblings_list
 * Since 1.0
 */
int coresched_topology(struct coresched_cpu **ret_cpus, size_t *ret_n);

/* Beside whom a task ran: what its siblings did meanwhile, the worst of them counting. From best to worst. */
enum coresched_neighbour {
	CORESCHED_IDLE,		/* they had nothing to do */
	CORESCHED_LOCAL,	/* one ran a task that may share the core */
	CORESCHED_FORCED_IDLE,	/* one was kept idle although tasks waited for it */
	CORESCHED_FOREIGN	/* one ran a task that may not share the core, or that is of another target */
};

/* A task that was watched, and its run time beside each kind of neighbour. */
struct coresched_isolation_task {
	pid_t tid;
	char name[16];
	bool kernel_thread;
	int target;		/* the first of the targets that has it, or -1 */
	uint64_t cookie;
	uint64_t group;		/* as coresched_get_group(); 0 on a stock kernel */
	uint64_t beside_ns[4];	/* by enum coresched_neighbour; their sum is its run time */
	uint64_t foreign_periods;	/* how often it had a foreign neighbour, without a break */
	uint64_t foreign_longest_ns;
};

/* Two tasks that were foreign to each other on one core; indices of coresched_isolation_tasks(). */
struct coresched_isolation_pair {
	size_t task;
	size_t beside;
	uint64_t ns;
};

struct coresched_isolation;	/* an observation, which traces until it is stopped */

/* Where an observation knows from who shared a core with whom */
enum coresched_isolation_source {
	CORESCHED_SOURCE_TRACE	/* the scheduler's events, traced as they happen */
};

/* Bits of struct coresched_isolation_options */
#define CORESCHED_BY_TARGET 1u	/* those of one target are local to each other and foreign to all others */

/* What is wanted of an observation. */
struct coresched_isolation_options {
	enum coresched_isolation_source source;
	unsigned int flags;
	size_t buffer_kib;	/* of each hardware thread's trace, for what happens between two reads */
};

/**
 * coresched_isolation_open - begin to watch who shares a core with whom
 * @targets:       whose tasks; what they fork meanwhile is theirs too
 * @n:             how many, 0 when nobody matters more than others
 * @options:       what is wanted
 * @ret_isolation: to be released with coresched_isolation_close()
 *
 * Traces the scheduler in an instance of its own, so that no other tracing is disturbed. All tasks of the machine are
 * watched. Cookies are read when it begins, at each exec and move to another cgroup, and are inherited by fork.
 * Returns 0, -EINVAL for a source or flag that there is not, -ELIBACC when libtracefs or libtraceevent is not there,
 * -EPROTONOSUPPORT when the kernel does not describe the events, -ESRCH or -ENOENT when a target does not exist,
 * -EACCES, -EPERM or another errno when the caller may not trace, or an error above.
 * Source: tracefs, events of sched and cgroup
 * Since 1.0
 */
int coresched_isolation_open(const struct coresched_target *targets, size_t n,
			     const struct coresched_isolation_options *options,
			     struct coresched_isolation **ret_isolation);

/**
 * coresched_isolation_read - take in what happened since
 * @isolation: the observation
 *
 * To be called often enough that the buffers do not run over: ten times a second will do.
 * Returns 0, -ENOMEM, or an errno of read(2).
 * Since 1.0
 */
int coresched_isolation_read(struct coresched_isolation *isolation);

/**
 * coresched_isolation_stop - end tracing, and account for all that happened until then
 * @isolation: the observation
 *
 * Returns as coresched_isolation_read().
 * Since 1.0
 */
int coresched_isolation_stop(struct coresched_isolation *isolation);

/**
 * coresched_isolation_tasks - tell beside whom each task ran
 * @isolation: the observation
 * @ret_tasks: in the order in which they were first seen, which stays; it is @isolation's, until the next call
 * @ret_n:     its length
 *
 * A task whose cookie, group or target changed is there once for each.
 * Returns the number of events that were lost: when it is not 0, the result is not to be relied on.
 * Since 1.0
 */
uint64_t coresched_isolation_tasks(const struct coresched_isolation *isolation,
				   const struct coresched_isolation_task **ret_tasks, size_t *ret_n);

/**
 * coresched_isolation_pairs - tell who was foreign to whom
 * @isolation: the observation
 * @ret_pairs: in no order; it is @isolation's, until the next call
 * @ret_n:     its length
 *
 * Since 1.0
 */
void coresched_isolation_pairs(const struct coresched_isolation *isolation,
			       const struct coresched_isolation_pair **ret_pairs, size_t *ret_n);

/**
 * coresched_isolation_close - end an observation and release it
 * @isolation: may be NULL
 *
 * Since 1.0
 */
void coresched_isolation_close(struct coresched_isolation *isolation);

/**
 * coresched_scope_name, coresched_support_name - stable names for machines to read
 *
 * Return "thread", "process", "process-group"; "works", "no-smt", "not-built-in", "blocked"; NULL for a value
 * that has no name.
 * Since 1.0
 */
const char *coresched_scope_name(enum coresched_scope scope);
const char *coresched_support_name(enum coresched_support support);

/**
 * coresched_scope_parse - the other way round
 * @name:      what coresched_scope_name() returns
 * @ret_scope: its value
 *
 * Returns 0, or -EINVAL for a name that is none.
 * Since 1.0
 */
int coresched_scope_parse(const char *name, enum coresched_scope *ret_scope);

/**
 * coresched_strerror - say what an error of this library means
 * @error: negative, as returned
 *
 * Returns a constant English string without a full stop; for an errno that this library gives no meaning of
 * its own, the C library's words.
 * Since 1.0
 */
const char *coresched_strerror(int error);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
