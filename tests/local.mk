# SPDX-License-Identifier: GPL-2.0-or-later
# unit-*: the library, against a fake kernel      cli-*.bats: the tool on any kernel
# guest-*.bats: both, in the guest                check-*.sh: documentation, ABI, layers, other compilers
TEST_EXTENSIONS = .bats .sh
LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
BATS_LOG_DRIVER = $(LOG_DRIVER)
SH_LOG_DRIVER = $(LOG_DRIVER)
BATS_LOG_COMPILER = $(top_srcdir)/%D%/run-bats
SH_LOG_COMPILER = bash
AM_TESTS_ENVIRONMENT = \
	CMOCKA_MESSAGE_OUTPUT=TAP; export CMOCKA_MESSAGE_OUTPUT; \
	top_builddir='$(abs_top_builddir)'; export top_builddir; \
	top_srcdir='$(abs_top_srcdir)'; export top_srcdir; \
	PATH='$(abs_top_builddir)':"$$PATH"; export PATH;

CLI_TESTS = \
	%D%/cli-completion.bats \
	%D%/cli-confine.bats \
	%D%/cli-doctor.bats \
	%D%/cli-errors.bats \
	%D%/cli-spawn.bats

GUEST_TESTS = \
	%D%/guest-doctor.bats \
	%D%/guest-examples.bats \
	%D%/guest-seal.bats

CHECKS = \
	%D%/check-abi.sh \
	%D%/check-docs.sh \
	%D%/check-layers.sh \
	%D%/check-style.sh

dist_check_SCRIPTS = %D%/run-bats
EXTRA_DIST += $(CLI_TESTS) %D%/complete.bash %D%/complete.zsh
TESTS += $(CLI_TESTS)
EXTRA_DIST += $(CHECKS) %D%/tap.bash
TESTS += $(CHECKS)
EXTRA_DIST += $(GUEST_TESTS)
TESTS += $(GUEST_TESTS)

# Filters to run commands under, and a try at getting past one.
check_PROGRAMS += %D%/block-prctl %D%/try-abis
%C%_block_prctl_SOURCES = %D%/block-prctl.c
%C%_block_prctl_CFLAGS = $(AM_CFLAGS) $(LIBSECCOMP_CFLAGS)
%C%_block_prctl_LDADD = $(LIBSECCOMP_LIBS)
%C%_try_abis_SOURCES = %D%/try-abis.c

include %D%/bench/local.mk
