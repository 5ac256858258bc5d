# SPDX-License-Identifier: GPL-2.0-or-later
bin_PROGRAMS += coreschedctl

# To look up each of 140 functions before main() would cost a plain spawn 4 % of its time, and it calls 30.
coreschedctl_LDFLAGS = $(AM_LDFLAGS) -Wl,-z,lazy

coreschedctl_SOURCES = \
	%D%/bench-args.c \
	%D%/bench-cgroup.c \
	%D%/bench-load.c \
	%D%/bench-mode.c \
	%D%/bench-neighbours.c \
	%D%/bench-output.c \
	%D%/bench-run.c \
	%D%/bench-show.c \
	%D%/bench-smt.c \
	%D%/bench-start.c \
	%D%/bench-svg.c \
	%D%/bench-undo.c \
	%D%/bench-verdict.c \
	%D%/bench.c \
	%D%/bench.h \
	%D%/change.c \
	%D%/change.h \
	%D%/clear.c \
	%D%/command.h \
	%D%/commands.def \
	%D%/confine.c \
	%D%/confine.h \
	%D%/details.c \
	%D%/details.h \
	%D%/doctor-cpu.c \
	%D%/doctor-host.c \
	%D%/doctor-kernel.c \
	%D%/doctor-patched.c \
	%D%/doctor.c \
	%D%/doctor.h \
	%D%/dump.c \
	%D%/explain.c \
	%D%/explain.h \
	%D%/fail.c \
	%D%/fail.h \
	%D%/file.c \
	%D%/file.h \
	%D%/get.c \
	%D%/isolation-show.c \
	%D%/isolation-watch.c \
	%D%/isolation.c \
	%D%/isolation.h \
	%D%/list-cgroups.c \
	%D%/list-find.c \
	%D%/list-ids.c \
	%D%/list-mixed.c \
	%D%/list-view.c \
	%D%/list.c \
	%D%/list.h \
	%D%/main.c \
	%D%/names.c \
	%D%/names.h \
	%D%/number.c \
	%D%/number.h \
	%D%/seal.c \
	%D%/seal.h \
	%D%/share.c \
	%D%/spawn.c \
	%D%/statistics.c \
	%D%/statistics.h \
	%D%/table-options.c \
	%D%/table.c \
	%D%/table.h \
	%D%/tag.c \
	%D%/targets.c \
	%D%/targets.h \
	%D%/text.c \
	%D%/text.h \
	%D%/warn.c \
	%D%/warn.h \
	%D%/way.c \
	%D%/way.h
coreschedctl_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/%D% \
	$(LIBCAP_CFLAGS) $(LIBSECCOMP_CFLAGS) $(LIBSMARTCOLS_CFLAGS)
coreschedctl_LDADD = libcoresched-static.la
