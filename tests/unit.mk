# SPDX-License-Identifier: GPL-2.0-or-later
# The library's own tests: unit-* against a fake kernel, guest-lib on a real one. And tag, share and clear.
check_PROGRAMS += %D%/idle-threads
TESTS += %D%/guest-change.bats
EXTRA_DIST += %D%/guest-change.bats

if HAVE_CMOCKA
UNIT_TESTS = \
	%D%/unit-call \
	%D%/unit-cgroup \
	%D%/unit-change \
	%D%/unit-find \
	%D%/unit-forks \
	%D%/unit-isolation \
	%D%/unit-patched \
	%D%/unit-statistics
LIBRARY_TESTS = %D%/guest-lib.bats

check_PROGRAMS += $(UNIT_TESTS) %D%/guest-lib
check_LTLIBRARIES += libfake.la
TESTS += $(UNIT_TESTS) $(LIBRARY_TESTS)
EXTRA_DIST += $(LIBRARY_TESTS)

libfake_la_SOURCES = %D%/fake-kernel.c %D%/fake-kernel.h
libfake_la_LIBADD = libcoresched-static.la $(CMOCKA_LIBS)

WITH_CMOCKA = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
WRAP_PRCTL = $(AM_LDFLAGS) -Wl,--wrap=prctl

%C%_unit_call_CFLAGS = $(WITH_CMOCKA)
%C%_unit_call_LDFLAGS = $(WRAP_PRCTL)
%C%_unit_call_LDADD = libfake.la
%C%_unit_cgroup_CFLAGS = $(WITH_CMOCKA)
%C%_unit_cgroup_LDFLAGS = $(WRAP_PRCTL)
%C%_unit_cgroup_LDADD = libfake.la
%C%_unit_change_CFLAGS = $(WITH_CMOCKA)
%C%_unit_change_LDFLAGS = $(WRAP_PRCTL)
%C%_unit_change_LDADD = libfake.la
%C%_unit_find_CFLAGS = $(WITH_CMOCKA)
%C%_unit_find_LDFLAGS = $(WRAP_PRCTL)
%C%_unit_find_LDADD = libfake.la
%C%_unit_forks_CFLAGS = $(WITH_CMOCKA)
%C%_unit_forks_LDFLAGS = $(WRAP_PRCTL)
%C%_unit_forks_LDADD = libfake.la

%C%_unit_isolation_CFLAGS = $(WITH_CMOCKA)
%C%_unit_isolation_LDADD = libcoresched-static.la $(CMOCKA_LIBS)

%C%_unit_patched_CFLAGS = $(WITH_CMOCKA)
%C%_unit_patched_LDFLAGS = $(WRAP_PRCTL)
%C%_unit_patched_LDADD = libfake.la

%C%_unit_statistics_SOURCES = %D%/unit-statistics.c cmd/statistics.c cmd/statistics.h
%C%_unit_statistics_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/cmd
%C%_unit_statistics_CFLAGS = $(WITH_CMOCKA)
%C%_unit_statistics_LDADD = $(CMOCKA_LIBS)

%C%_guest_lib_CFLAGS = $(WITH_CMOCKA)
%C%_guest_lib_LDADD = libcoresched-static.la $(CMOCKA_LIBS)
endif
