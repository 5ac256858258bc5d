# SPDX-License-Identifier: LGPL-2.1-or-later
lib_LTLIBRARIES += libcoresched.la
include_HEADERS += %D%/coresched.h
pkgconfig_DATA += %D%/libcoresched.pc
EXTRA_DIST += %D%/libcoresched.map

# The tool and the unit tests link the objects themselves: a start that only spawns maps no library of ours either.
noinst_LTLIBRARIES += libcoresched-static.la

libcoresched_static_la_SOURCES = \
	%D%/cgroup.c \
	%D%/cgroup.h \
	%D%/change.c \
	%D%/change.h \
	%D%/cookie.c \
	%D%/coresched.h \
	%D%/fact.c \
	%D%/index.h \
	%D%/isolation-trace.c \
	%D%/isolation.c \
	%D%/join.c \
	%D%/member.c \
	%D%/names.c \
	%D%/neighbour.c \
	%D%/neighbour.h \
	%D%/proc.c \
	%D%/proc.h \
	%D%/roster.c \
	%D%/roster.h \
	%D%/scan.c \
	%D%/settle.c \
	%D%/source.h \
	%D%/support.c \
	%D%/support.h \
	%D%/sweep.c \
	%D%/sweep.h \
	%D%/sys.c \
	%D%/sys.h \
	%D%/tag.c \
	%D%/target.c \
	%D%/target.h \
	%D%/topology.c \
	%D%/trace.c \
	%D%/trace.h \
	%D%/util.h
libcoresched_static_la_CPPFLAGS = $(AM_CPPFLAGS) $(LIBCGROUP_CFLAGS) $(LIBTRACEFS_CFLAGS) $(LIBTRACEEVENT_CFLAGS)

libcoresched_la_SOURCES =
libcoresched_la_LIBADD = libcoresched-static.la
# current:revision:age: raise as libtool's manual says, at each release that changes the interface.
libcoresched_la_LDFLAGS = $(AM_LDFLAGS) -version-info 1:0:0 -no-undefined \
	-Wl,--version-script=$(srcdir)/%D%/libcoresched.map
EXTRA_libcoresched_la_DEPENDENCIES = %D%/libcoresched.map
