# SPDX-License-Identifier: GPL-2.0-or-later
# What commands cost, in the guest: not a test of `make check`, for it takes minutes and all of the machine.
bench_binaries = \
	%D%/crowd \
	%D%/minimal \
	%D%/mix \
	%D%/push \
	%D%/stopwatch \
	%D%/switches \
	%D%/toggle \
	%D%/walk

EXTRA_PROGRAMS += $(bench_binaries)
CLEANFILES += $(bench_binaries)
EXTRA_DIST += %D%/bench %D%/bench.h %D%/kernels %D%/measure %D%/meet %D%/mingle \
	%D%/report.awk %D%/sharing %D%/tags %D%/window

# Bare baselines: plain -O2, none of the tool's hardening.
%C%_minimal_CFLAGS = -O2

.PHONY: bench
bench: all $(bench_binaries) tests/spin
	$(srcdir)/%D%/bench $(builddir)
	$(srcdir)/%D%/sharing $(builddir)
	$(srcdir)/%D%/kernels $(builddir)
	$(srcdir)/%D%/tags $(builddir)
	$(srcdir)/%D%/window $(builddir)
