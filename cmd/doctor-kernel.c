// SPDX-License-Identifier: GPL-2.0-or-later
/* What the kernel has built in, and whether it is kept from us. Only a call decides that, never a version. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <coresched.h>

#include "confine.h"
#include "doctor.h"
#include "file.h"
#include "util.h"

static void check_kernel(const char *name, struct finding *f)
{
	(void)name;
	switch (coresched_probe()) {
	case CORESCHED_NOT_BUILT_IN:
		found(f, DOCTOR_FAIL, "boot one of 5.14 or later with CONFIG_SCHED_CORE=y; this project's 'kernel/build --deb' makes one",
		      "the kernel has no core scheduling");
		return;
	case CORESCHED_BLOCKED:
		found(f, DOCTOR_WARN, "see 'sandbox'", "the kernel could not be asked");
		return;
	default:
		found(f, DOCTOR_OK, NULL, "core scheduling is built in");
	}
}

static const struct {
	const char *control;	/* what /sys/devices/system/cpu/smt/control says */
	const char *why;
	const char *remedy;
} smt_states[] = {
	{ "off", "SMT is switched off: nothing meets on a core",
	  "echo on > /sys/devices/system/cpu/smt/control, if siblings are wanted" },
	{ "forceoff", "SMT was switched off at boot: nothing meets on a core",
	  "boot without nosmt=force and mitigations=auto,nosmt, if siblings are wanted" },
	{ "notsupported", "no core has a second hardware thread: nothing meets on a core",
	  "nothing; or look whether the firmware, or the virtual machine's settings, hide them" },
	{ "on", "no core has two hardware threads online: nothing meets on a core",
	  "echo 1 > /sys/devices/system/cpu/cpuN/online for the siblings, if they are wanted" },
};

static size_t count_cores(const struct coresched_cpu *cpus, size_t n, bool with_siblings)
{
	size_t cores = 0;

	for (size_t i = 0; i < n; i++)
		cores += cpus[i].cpu == cpus[i].core && (!with_siblings || cpus[i].siblings > 1);
	return cores;
}

static void check_smt(const char *name, struct finding *f)
{
	autofree struct coresched_cpu *cpus = NULL;
	char control[64] = "";
	size_t n, siblings;
	int r;

	(void)name;
	r = coresched_topology(&cpus, &n);
	if (r < 0) {
		found(f, DOCTOR_WARN, "mount sysfs on /sys", "the topology can't be read: %s", coresched_strerror(r));
		return;
	}
	siblings = count_cores(cpus, n, true);
	if (siblings && coresched_probe() == CORESCHED_NO_SMT) {
		found(f, DOCTOR_FAIL, "look for a sandbox that answers in its place",
		      "siblings are online, but the kernel says there are none");
		return;
	}
	if (siblings) {
		found(f, DOCTOR_OK, NULL, "%zu hardware threads on %zu cores, %zu of them with siblings",
		      n, count_cores(cpus, n, false), siblings);
		return;
	}
	read_text("/sys/devices/system/cpu/smt/control", control, sizeof(control));
	for (size_t i = 0; i < ARRAY_SIZE(smt_states); i++) {
		if (strcmp(control, smt_states[i].control) != 0)
			continue;
		found(f, DOCTOR_FAIL, smt_states[i].remedy, "%s", smt_states[i].why);
		return;
	}
	found(f, DOCTOR_FAIL, NULL, "no core has a second hardware thread: nothing meets on a core");
}

static int try_create(void)
{
	return -coresched_create(0, CORESCHED_THREAD);
}

static void check_sandbox(const char *name, struct finding *f)
{
	const char *remedy = "run it outside of the sandbox, or let prctl(PR_SCHED_CORE) through";
	int error;

	(void)name;
	if (coresched_probe() == CORESCHED_BLOCKED) {
		found(f, DOCTOR_FAIL, remedy, "a seccomp filter keeps all calls from the kernel");
		return;
	}
	error = in_child(try_create);
	if (error == EPERM && coresched_is_sealed(0) == 1)
		found(f, DOCTOR_FAIL, "run it outside of what was sealed, or with CAP_SYS_ADMIN",
		      "sealed: cookies can be read, but the kernel lets this task set none");
	else if (error == ENOSYS)
		found(f, DOCTOR_FAIL, remedy, "sealed: cookies can be read, but a seccomp filter lets none be set");
	else if (error == 0 || error == ENODEV || error == EOPNOTSUPP)
		found(f, DOCTOR_OK, NULL, "no filter between here and the kernel");
	else
		found(f, DOCTOR_WARN, NULL, "a cookie can't be made: %s", coresched_strerror(error > 0 ? -error : error));
}

enum { READS_RIGHT, READS_ZERO, READS_NOTHING, NO_COOKIE };

static int try_read_created(void)
{
	uint64_t cookie = 0;
	int r = coresched_create(0, CORESCHED_THREAD);

	if (r == 0)
		r = coresched_get(0, &cookie);
	if (r < 0)
		return r == -ENOKEY ? READS_NOTHING : NO_COOKIE;
	return cookie ? READS_RIGHT : READS_ZERO;
}

/*
 * Before the random pool is ready the kernel shows 0 for every cookie: ptr_to_hashval() fails, which GET overlooks. The
 * patched kernel does not.
 */
static void check_hash(const char *name, struct finding *f)
{
	const char *remedy = "wait, or give the machine entropy: a CPU with RDRAND, virtio-rng";
	int answer = in_child(try_read_created);

	(void)name;
	if (answer == READS_ZERO)
		found(f, DOCTOR_WARN, remedy, "the random pool is not ready: every cookie reads as 0 until then");
	else if (answer == READS_NOTHING)
		found(f, DOCTOR_WARN, remedy, "the random pool is not ready: no cookie can be read until then");
	else if (answer == READS_RIGHT)
		found(f, DOCTOR_OK, NULL, "cookies read as what they are");
}

static void check_sched_ext(const char *name, struct finding *f)
{
	char state[32], ops[64] = "?";

	(void)name;
	if (read_text("/sys/kernel/sched_ext/state", state, sizeof(state)) < 0 || strcmp(state, "disabled") == 0) {
		found(f, DOCTOR_OK, NULL, "no BPF scheduler is active");
		return;
	}
	read_text("/sys/kernel/sched_ext/root/ops", ops, sizeof(ops));
	found(f, DOCTOR_WARN, "stop it before setting cookies: end the program that loaded it, at worst by SysRq-S",
	      "a BPF scheduler is %s (%s); it may ignore cookies or hang the host with them", state, ops);
}

static void check_schedstats(const char *name, struct finding *f)
{
	char value[32];

	(void)name;
	if (read_text("/proc/sys/kernel/sched_schedstats", value, sizeof(value)) < 0)
		found(f, DOCTOR_WARN, "boot a kernel with CONFIG_SCHEDSTATS=y", "forced idle can't be accounted");
	else if (strcmp(value, "0") == 0)
		found(f, DOCTOR_WARN, "sysctl kernel.sched_schedstats=1",
		      "forced idle is not accounted: core_sched.force_idle_usec stays 0");
	else
		found(f, DOCTOR_OK, NULL, "forced idle is accounted");
}

/* Sealing is proven on a child: what a sealed program may not is tried there. */
static int try_seal(void)
{
	int r = confine_try_seal();

	if (r < 0)
		return -r;
	return coresched_create(0, CORESCHED_THREAD) == -ENOSYS ? 0 : EREMOTEIO;
}

static void check_seal(const char *name, struct finding *f)
{
	int error = in_child(try_seal);

	(void)name;
	if (error == 0)
		found(f, DOCTOR_OK, NULL, "'spawn --seal' works, by a seccomp filter");
	else if (error == ELIBACC)
		found(f, DOCTOR_WARN, "install it (Debian: libseccomp2)", "'spawn --seal' needs libseccomp");
	else if (error == EREMOTEIO)
		found(f, DOCTOR_WARN, "don't rely on 'spawn --seal' here", "a seal was set, and cookies could be set all the same");
	else
		found(f, DOCTOR_WARN, "boot a kernel with CONFIG_SECCOMP_FILTER=y", "'spawn --seal' can't work: %s",
		      coresched_strerror(error > 0 ? -error : error));
}

const struct check doctor_kernel_checks[] = {
	{ "kernel",     check_kernel },
	{ "smt",        check_smt },
	{ "sandbox",    check_sandbox },
	{ "hash",       check_hash },
	{ "sched_ext",  check_sched_ext },
	{ "schedstats", check_schedstats },
	{ "seal",       check_seal },
	{ NULL, NULL }
};
