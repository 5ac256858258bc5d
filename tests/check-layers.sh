#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The layers of CONTRIBUTING.md: who may include what, and who alone may say some words.
# shellcheck disable=SC2317 # claim calls functions by name
set -u
cd "${top_srcdir:-$(dirname "$0")/..}" || exit 1
. tests/tap.bash

# nowhere PATTERN FILE...: the extended regular expression matches no code in these files.
nowhere() {
	local pattern=$1
	shift
	code "$@" | grep -E -- "$pattern"
	return 0
}

# only_in FILE PATTERN FILE...: if anywhere, then in that one.
only_in() {
	local allowed=$1 pattern=$2
	shift 2
	nowhere "$pattern" "$@" | grep -v "^$allowed:"
	return 0
}

# Own headers that files include: "FILE HEADER" a line.
own_includes() {
	code "$@" | sed -nE 's/^([^:]*):[0-9]*:[[:space:]]*#[[:space:]]*include "([^"]*)".*/\1 \2/p'
}

# own_from FILES FOLDER [HEADER...]: own headers come from this folder, or are among these.
own_from() {
	local files=$1 folder=$2 file header
	shift 2
	# shellcheck disable=SC2086 # a list of files
	own_includes $files | while read -r file header; do
		[[ -e $folder/$header || " config.h $* " == *" $header "* ]] || echo "$file includes $header"
	done
}

library=$(echo lib/*.[ch])
tool=$(echo cmd/*.[ch])
units=$(echo tests/unit-*.[ch])
fakes=$(cd tests && echo *.h)
commands=$(sed -n 's/^COMMAND(\(.*\))$/\1/p' cmd/commands.def)

# printf into memory is no output.
speaks='\b(v?f?printf|vprintf|puts|fputs|putc|fputc|putchar|fwrite|perror|v?syslog|v?warnx?|v?errx?)[[:space:]]*\('
leaves='\b(exit|_exit|_Exit|quick_exit|abort|exec[lv][a-z]*)[[:space:]]*\('

# A command's own header is for its own files: doctor.h for doctor*.c.
no_foreign_commands() {
	local name
	for name in $commands; do
		# shellcheck disable=SC2086
		own_includes $tool | grep -E " $name(-.*)?\.h$" | grep -Ev "^cmd/$name(-[a-z]*)?\.[ch] "
		# shellcheck disable=SC2086
		only_in "cmd/$name.c" "\bcmd_$name\b" $tool
	done
	return 0
}

# Names of commands and options stand in no second list.
no_second_list() {
	local name
	for name in $commands; do
		# The completions ask 'list' for cookies.
		[[ $name == list || $name == get ]] || sed 's/#.*//' completions/*coreschedctl* | grep -w "$name"
	done
	sed 's/#.*//' completions/*coreschedctl* | grep -E -- '--(seal|if-supported|each|dry-run|pgid|session|cgroup)\b'
	grep -E '"(spawn|tag|share|clear|get|list|doctor)"' cmd/main.c cmd/dump.c
	return 0
}

public_includes() {
	code lib/coresched.h | grep '#include' | grep -Ev '<(stdbool|stddef|stdint|sys/types)\.h>'
	nowhere '\b(config\.h|HAVE_[A-Z_]*)\b' lib/coresched.h
}

# shellcheck disable=SC2086 # lists of files
{
claim "lib/coresched.h includes types of the C library alone" public_includes
claim "lib/ includes its own headers" own_from "$library" lib
claim "lib/ does not print, log or ask" nowhere "$speaks" $library
claim "lib/ does not end or replace the program" nowhere "$leaves" $library
claim "in lib/ only sys.c reads errno" only_in lib/sys.c '(^|[^<a-z_.])errno\b([^.]|$)' $library
claim "in lib/ only sys.c spells PR_SCHED_CORE" only_in lib/sys.c 'PR_SCHED_CORE' $library
claim "in lib/ only cgroup.c sees libcgroup" only_in lib/cgroup.c '<libcgroup\.h>|LIBCGROUP_|ECG[A-Z]' $library
claim "in lib/ only trace.c sees libtracefs and libtraceevent" \
	only_in lib/trace.c '<(tracefs|event-parse|kbuffer)\.h>|LIBTRACE(FS|EVENT)_' $library
claim "cmd/ includes its helpers, <coresched.h> and util.h" own_from "$tool" cmd util.h
claim "cmd/ does not see libcgroup" nowhere '<libcgroup\.h>|LIBCGROUP_' $tool
claim "cmd/ sees the library as its users do" nowhere '"coresched\.h"' $tool
claim "in cmd/ only confine.c sees libcap and libseccomp" \
	only_in cmd/confine.c '<(sys/capability|seccomp)\.h>|LIB(CAP|SECCOMP)_' $tool
claim "in cmd/ only confine.c names PR_SCHED_CORE, to forbid it" only_in cmd/confine.c '^[^"]*PR_SCHED_CORE' $tool
claim "in cmd/ only table.c sees libsmartcols" only_in cmd/table.c '<libsmartcols\.h>|LIBSMARTCOLS_' $tool
claim "no command includes or calls another" no_foreign_commands
claim "commands.def and the argp tables are the only lists" no_second_list
claim "shared libraries are loaded in one way" only_in lib/util.h '\bdl(open|sym|close)[[:space:]]*\(' $library $tool
[[ $units == *\** ]] || claim "tests/unit-* see lib/, their own fakes, and statistics.h" own_from "$units" lib $fakes statistics.h
}
conclude
