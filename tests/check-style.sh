#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# What tools can say of the sources: scripts, C, manual pages, licences.
# shellcheck disable=SC2317 # claim calls functions by name
set -u
cd "${top_srcdir:-$(dirname "$0")/..}" || exit 1
. tests/tap.bash

# Text that is ours: no build results, and nothing below a build folder within the sources.
sources() {
	local path
	for path in autogen.sh quickstart .ci/run configure.ac Makefile.am \
		lib/* cmd/* kernel/* man/* completions/* tests/* tests/*/*; do
		case $path in
		*.o | *.lo | *.la | *.log | *.trs | *.pc | *~ | *.md) ;;
		*) [[ -f $path ]] && grep -Iq . "$path" && echo "$path" ;;
		esac
	done
}

shell_scripts() {
	sources | while read -r path; do
		case $path in
		*.bats) ;;
		*) head -n 3 "$path" | grep -Eq '^#!.*\b(ba)?sh$|^# shellcheck shell=' && echo "$path" ;;
		esac
	done
}

# SC2154: variables that come from the environment, or from who sources a file; set -u watches over them.
run_shellcheck() {
	local -a scripts
	mapfile -t scripts < <(shell_scripts)
	shellcheck --external-sources --source-path=. --exclude=SC2154 "${scripts[@]}"
}

# Tests leave words unquoted on purpose, stop at what fails (SC2164) and count without a use for the number (SC2034);
# so only warnings count, and "!", which bats does not see fail.
run_shellcheck_on_tests() {
	shellcheck --shell=bats --severity=warning --exclude=SC1090,SC2034,SC2154,SC2164 tests/*.bats
	shellcheck --shell=bats --include=SC2314,SC2315 tests/*.bats
}

# What autofree and its like own is released by the compiler, which cppcheck does not know; check-builds looks for leaks.
run_cppcheck() {
	cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr --error-exitcode=1 \
		--suppress=missingIncludeSystem --suppress=resourceLeak --suppress=memleak -D_GNU_SOURCE -Ilib -Icmd lib cmd
}

# Pages that are found by their index, which is this machine's, are not the page's fault.
run_mandoc() {
	# Findings are on stdout; what it says of its own database, on stderr, would come in the middle of a line.
	mandoc -T lint man/*.[0-9] 2>/dev/null | grep -v 'referenced manual not found'
	return 0
}

# Pages of ours that ours refer to.
broken_links() {
	local page section
	grep -ho '^\.Xr \(lib\)\?coresched[^ ]* [0-9]' man/*.[0-9] | sed 's/\\//g' | sort -u | while read -r _ page section; do
		[[ -f man/$page.$section ]] || grep -qx "\.Nm $page\( ,\)\?" man/*."$section" || echo "no $page($section)"
	done
}

licence_of() {
	case $1 in
	lib/* | man/*.3) echo LGPL-2.1-or-later ;;
	kernel/*) echo GPL-2.0-only ;;
	*) echo GPL-2.0-or-later ;;
	esac
}

# In the first line, or behind the one that names the interpreter.
wrong_licences() {
	sources | while read -r path; do
		case $path in
		cmd/commands.def | *.in) continue ;;
		esac
		head -n 2 "$path" | grep -q "SPDX-License-Identifier: $(licence_of "$path")\( \*/\)\?$" ||
			echo "$path should say $(licence_of "$path")"
	done
}

# Tests that nobody would run.
forgotten_tests() {
	local test
	for test in tests/*.bats tests/check-*.sh tests/unit-*.c; do
		cat ./*/local.mk tests/*.mk | grep -Eq "/$(basename "$test" .c)( |$)" || echo "$test is in no list of */*.mk"
	done
}

blanks() {
	sources | xargs grep -nE '[[:blank:]]+$' | grep -v '^man/'
	return 0
}

claim_with shellcheck "shellcheck finds nothing in scripts" run_shellcheck
claim_with shellcheck "and no mistake in tests" run_shellcheck_on_tests
claim_with cppcheck "cppcheck finds nothing" run_cppcheck
claim_with mandoc "mandoc's lint finds nothing" run_mandoc
claim "manual pages refer to pages that exist" broken_links
claim "each file says its folder's licence" wrong_licences
claim "each test is run by make check" forgotten_tests
claim "no blanks at the end of a line" blanks
conclude
