# SPDX-License-Identifier: GPL-2.0-only
EXTRA_DIST += %D%/README.md %D%/patches %D%/build %D%/vm %D%/step.bash \
	%D%/config %D%/config.debug %D%/config.host \
	%D%/init.c %D%/job.c %D%/job.h %D%/port.c %D%/port.h \
	%D%/relay.c %D%/root.c %D%/root.h %D%/wire.h

# The tests in the guest rely on it.
TESTS += tests/kernel-build.bats
EXTRA_DIST += tests/kernel-build.bats

# For the demonstration, which is a test as well.
check_PROGRAMS += tests/spin
