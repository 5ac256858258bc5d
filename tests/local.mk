# SPDX-License-Identifier: GPL-2.0-or-later
# unit-*: the library, against a fake kernel      cli-*.bats: the tool on any kernel
# guest-*.bats: both, in the guest                check-*.sh: documentation, ABI, layers, other compilers
TEST_EXTENSIONS = .bats .sh
LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
BATS_LOG_DRIVER = $(LOG_DRIVER)
SH_LOG_DRIVER = $(LOG_DRIVER)
# cmocka says "not ok" of a test that it skips.
LOG_COMPILER = bash -o pipefail -c '"$$0" | sed "s/^not ok \([0-9]* \# SKIP\)/ok \1/"'
BATS_LOG_COMPILER = $(top_srcdir)/%D%/run-bats
SH_LOG_COMPILER = bash
AM_TESTS_ENVIRONMENT = \
	CMOCKA_MESSAGE_OUTPUT=TAP; export CMOCKA_MESSAGE_OUTPUT; \
	top_builddir='$(abs_top_builddir)'; export top_builddir; \
	top_srcdir='$(abs_top_srcdir)'; export top_srcdir; \
	PATH='$(abs_top_builddir)':"$$PATH"; export PATH;

CLI_TESTS = \
	%D%/cli-bench.bats \
	%D%/cli-completion.bats \
	%D%/cli-confine.bats \
	%D%/cli-doctor.bats \
	%D%/cli-errors.bats \
	%D%/cli-list.bats \
	%D%/cli-spawn.bats

GUEST_TESTS = \
	%D%/guest-bench.bats \
	%D%/guest-bench-tags.bats \
	%D%/guest-demo.bats \
	%D%/guest-doctor.bats \
	%D%/guest-early-boot.bats \
	%D%/guest-examples.bats \
	%D%/guest-hostile.bats \
	%D%/guest-isolation.bats \
	%D%/guest-list.bats \
	%D%/guest-nosmt.bats \
	%D%/guest-seal.bats \
	%D%/guest-selftests.bats \
	%D%/guest-spawn.bats \
	%D%/guest-tags.bats \
	%D%/guest-untagged.bats \
	%D%/guest-sweep.bats \
	%D%/vm.bats

CHECKS = \
	%D%/check-abi.sh \
	%D%/check-builds.sh \
	%D%/check-docs.sh \
	%D%/check-layers.sh \
	%D%/check-patches.sh \
	%D%/check-style.sh

# The series for minutes, and under lockdep, KASAN and kmemleak: too long for each check.
KERNEL_TESTS = %D%/guest-debug.bats %D%/guest-hotplug.bats %D%/guest-selftests.bats
STORM_SECONDS = 300
check-kernel:
	CORE_STORM_SECONDS=$(STORM_SECONDS) $(MAKE) check TESTS='$(KERNEL_TESTS)'
.PHONY: check-kernel

TESTS += $(CLI_TESTS) $(GUEST_TESTS) $(CHECKS)
EXTRA_DIST += $(KERNEL_TESTS) $(CLI_TESTS) $(GUEST_TESTS) $(CHECKS) \
	%D%/complete.bash %D%/complete.zsh %D%/demo %D%/guest-isolation.py %D%/guest-list.py \
	%D%/selftests.bash %D%/tap.bash
dist_check_SCRIPTS = %D%/run-bats

# Filters to run commands under, and a try at getting past one.
check_PROGRAMS += %D%/block-prctl %D%/fail-nth %D%/try-abis
%C%_block_prctl_SOURCES = %D%/block-prctl.c
%C%_block_prctl_CFLAGS = $(AM_CFLAGS) $(LIBSECCOMP_CFLAGS)
%C%_block_prctl_LDADD = $(LIBSECCOMP_LIBS)
%C%_try_abis_SOURCES = %D%/try-abis.c

# Busy, as a well-behaved spinner: for the demonstration and for what is measured.
check_PROGRAMS += %D%/spin

include %D%/unit.mk
include %D%/bench/local.mk
