// SPDX-License-Identifier: GPL-2.0-or-later
#include "config.h"

#include "confine.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/capability.h>
#include <sys/prctl.h>

#include <seccomp.h>

#include "command.h"
#include "fail.h"
#include "util.h"

#ifndef PR_SCHED_CORE
#define PR_SCHED_CORE 62
#endif

#define SECCOMP_CALLS(X) \
	X(seccomp_init) X(seccomp_release) X(seccomp_load) X(seccomp_attr_set) \
	X(seccomp_arch_add) X(seccomp_arch_native) X(seccomp_rule_add_array)
SECCOMP_CALLS(LOAD_POINTER)
static const struct load_symbol seccomp_symbols[] = { SECCOMP_CALLS(LOAD_ROW) { NULL, NULL } };

/* The other ABIs by which programs reach one kernel; a call through one that is not listed kills. */
static const struct {
	uint32_t native;
	uint32_t other;
} abis[] = {
	{ SCMP_ARCH_X86_64,   SCMP_ARCH_X86 },
	{ SCMP_ARCH_X86_64,   SCMP_ARCH_X32 },
	{ SCMP_ARCH_AARCH64,  SCMP_ARCH_ARM },
	{ SCMP_ARCH_PPC64,    SCMP_ARCH_PPC },
	{ SCMP_ARCH_S390X,    SCMP_ARCH_S390 },
	{ SCMP_ARCH_PARISC64, SCMP_ARCH_PARISC },
	{ SCMP_ARCH_MIPS64,   SCMP_ARCH_MIPS },
	{ SCMP_ARCH_MIPS64,   SCMP_ARCH_MIPS64N32 },
	{ SCMP_ARCH_MIPSEL64, SCMP_ARCH_MIPSEL },
	{ SCMP_ARCH_MIPSEL64, SCMP_ARCH_MIPSEL64N32 },
};

static int add_abis(scmp_filter_ctx filter)
{
	for (size_t i = 0; i < ARRAY_SIZE(abis); i++) {
		int r;

		if (abis[i].native != sym_seccomp_arch_native())
			continue;
		r = sym_seccomp_arch_add(filter, abis[i].other);
		if (r < 0 && r != -EEXIST)
			return r;
	}
	return 0;
}

/* The operations that only look: mainline's GET; GET_GROUP, GET_EFFECTIVE and GET_FLAGS of the patched kernel. */
static const uint32_t reads[] = { 0, 66, 67, 68 };

static bool is_read(uint32_t operation)
{
	for (size_t i = 0; i < ARRAY_SIZE(reads); i++)
		if (reads[i] == operation)
			return true;
	return false;
}

/*
 * Refuse the operations that have @value in the bits of @mask. prctl's option and the operation are 32 bits wide
 * for the kernel, so whatever the upper halves of the registers hold must not matter here either.
 */
static int deny(scmp_filter_ctx filter, uint32_t mask, uint32_t value)
{
	const struct scmp_arg_cmp args[] = {
		{ .arg = 0, .op = SCMP_CMP_MASKED_EQ, .datum_a = UINT32_MAX, .datum_b = PR_SCHED_CORE },
		{ .arg = 1, .op = SCMP_CMP_MASKED_EQ, .datum_a = mask, .datum_b = value },
	};

	return sym_seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(prctl), ARRAY_SIZE(args), args);
}

/* Refuse all operations but the reads, those too that no kernel has yet. */
static int deny_changes(scmp_filter_ctx filter)
{
	uint32_t used = 0;	/* the bits that occur in reads */
	int r = 0;

	for (size_t i = 0; i < ARRAY_SIZE(reads); i++)
		used |= reads[i];
	for (uint32_t bit = 1; bit && r == 0; bit <<= 1)
		if (!(bit & used))
			r = deny(filter, bit, bit);
	/* What is left is made of those bits alone: count down through their combinations. 0 is a read. */
	for (uint32_t operation = used; operation && r == 0; operation = (operation - 1) & used)
		if (!is_read(operation))
			r = deny(filter, used, operation);
	return r;
}

static int build_seal(scmp_filter_ctx filter)
{
	int r;

	r = sym_seccomp_attr_set(filter, SCMP_FLTATR_API_SYSRAWRC, 1);
	if (r == 0)
		r = sym_seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
	/* Kernels before 5.16 slow a filtered task by guards against speculation, unless told otherwise. */
	if (r == 0)
		r = sym_seccomp_attr_set(filter, SCMP_FLTATR_CTL_SSB, 1);
	if (r == 0)
		r = add_abis(filter);
	if (r == 0)
		r = deny_changes(filter);
	return r;
}

/* no_new_privs would take setuid programs their meaning, so it is a last resort. */
static int load_seal(scmp_filter_ctx filter)
{
	int r;

	r = sym_seccomp_attr_set(filter, SCMP_FLTATR_CTL_NNP, 0);
	if (r == 0)
		r = sym_seccomp_load(filter);
	if (r != -EACCES)
		return r;
	r = sym_seccomp_attr_set(filter, SCMP_FLTATR_CTL_NNP, 1);
	return r == 0 ? sym_seccomp_load(filter) : r;
}

int confine_try_seal(void)
{
	scmp_filter_ctx filter;
	int r;

	if (load(LIBSECCOMP_SONAME, seccomp_symbols) < 0)
		return -ELIBACC;
	filter = sym_seccomp_init(SCMP_ACT_ALLOW);
	r = filter ? build_seal(filter) : -ENOMEM;
	if (r == 0)
		r = load_seal(filter);
	sym_seccomp_release(filter);
	return r;
}

int confine_seal(void)
{
	int r = confine_try_seal();

	if (r == 0)
		return 0;
	if (r == -ELIBACC)
		note("can't seal: no usable " LIBSECCOMP_SONAME "; install it (Debian: libseccomp2)");
	else
		note("can't seal: the kernel takes no seccomp filter: %s", strerrordesc_np(-r));
	return EXIT_FAILED;
}

#define CAP_CALLS(X) X(cap_init) X(cap_free) X(cap_get_proc) X(cap_set_proc) X(cap_get_flag) X(cap_set_flag)
CAP_CALLS(LOAD_POINTER)
static const struct load_symbol cap_symbols[] = { CAP_CALLS(LOAD_ROW) { NULL, NULL } };

static const cap_value_t kept[] = {
	CAP_SYS_PTRACE,		/* to read the cookies of other users' tasks */
	CAP_DAC_READ_SEARCH,	/* to look into cgroups and kernel files that only their owner may list */
};

/* Lower the calling process to what it has of @kept, inheritable and ambient ones included. */
static int keep_only(cap_t now, cap_t then)
{
	static const cap_flag_t flags[] = { CAP_PERMITTED, CAP_EFFECTIVE };
	cap_flag_value_t value;

	for (size_t i = 0; i < ARRAY_SIZE(kept); i++)
		for (size_t f = 0; f < ARRAY_SIZE(flags); f++)
			if (sym_cap_get_flag(now, kept[i], flags[f], &value) < 0 ||
			    sym_cap_set_flag(then, flags[f], 1, &kept[i], value) < 0)
				return -errno;
	return sym_cap_set_proc(then) < 0 ? -errno : 0;
}

int confine_to_reading(void)
{
	cap_t now, then;
	int r = -ENOMEM;

	if (load(LIBCAP_SONAME, cap_symbols) < 0) {
		note("can't give up privileges: no usable " LIBCAP_SONAME "; install it (Debian: libcap2)");
		return EXIT_FAILED;
	}
	now = sym_cap_get_proc();
	then = sym_cap_init();
	if (now && then)
		r = keep_only(now, then);
	sym_cap_free(then);
	sym_cap_free(now);
	/* Root would get all back by executing anything. This also stands for emptying the bounding set. */
	if (r == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1UL, 0UL, 0UL, 0UL) < 0)
		r = -errno;
	if (r == 0)
		return 0;
	note("can't give up privileges: %s", strerrordesc_np(-r));
	return EXIT_FAILED;
}

int confine_may_ptrace(void)
{
	cap_flag_value_t value = CAP_CLEAR;
	cap_t now;

	if (load(LIBCAP_SONAME, cap_symbols) < 0)
		return -ELIBACC;
	now = sym_cap_get_proc();
	if (now)
		sym_cap_get_flag(now, CAP_SYS_PTRACE, CAP_EFFECTIVE, &value);
	sym_cap_free(now);
	return value == CAP_SET;
}
