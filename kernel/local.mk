# SPDX-License-Identifier: GPL-2.0-only
EXTRA_DIST += %D%/README.md %D%/patches/README %D%/build %D%/vm %D%/step.bash \
	%D%/config %D%/config.debug %D%/config.host \
	%D%/init.c %D%/job.c %D%/job.h %D%/port.c %D%/port.h \
	%D%/relay.c %D%/root.c %D%/root.h %D%/wire.h

# What the kernel and the guest promise; the tests in the guest rely on it.
TESTS += tests/kernel-build.bats tests/vm.bats
EXTRA_DIST += tests/kernel-build.bats tests/vm.bats

# The demonstration, which is a test as well.
check_PROGRAMS += tests/spin
tests_spin_SOURCES = tests/spin.c
TESTS += tests/guest-demo.bats
EXTRA_DIST += tests/demo tests/guest-demo.bats
