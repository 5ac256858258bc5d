# SPDX-License-Identifier: GPL-2.0-or-later
# What the manual and README.md show is run as it stands, but for ids and cookies, which are never the same.
# guest: --smp 1,2,2
bats_require_minimum_version 1.5.0

# A stage on which the examples make sense: processes, cgroups, users and programs of the names that they use.
setup() {
	root=$(findmnt -n -o TARGET -t cgroup2 | head -n 1)
	mkdir -p "$BATS_TEST_TMPDIR/bin"
	cd "$BATS_TEST_TMPDIR/bin"
	for program in make untrusted helper workload; do
		printf '#!/bin/sh\nexec coreschedctl get\n' >"$program"
		chmod +x "$program"
	done
	PATH=$PWD:$PATH

	coreschedctl spawn setsid sleep 1000 3>&- &
	first=$!
	setsid sleep 1000 3>&- &
	second=$!
	players=("$first" "$second")
	for user in daemon nobody; do
		setpriv --reuid="$user" --regid=nogroup --clear-groups sleep 1000 3>&- &
		players+=($!)
	done
	for group in tenants/red system.slice/nginx.service; do
		mkdir -p "$root/$group"
		sleep 1000 3>&- &
		players+=($!)
		echo $! >"$root/$group/cgroup.procs"
	done
	until [ "$(coreschedctl get $first)" != 0x0 ]; do sleep 0.1; done
	cookie=$(coreschedctl get $first)
}

teardown() {
	kill "${players[@]}"
}

# The command lines of a manual page, behind a prompt.
examples() {
	sed -nE 's/\\-/-/g; s/\\&//g; s/\\e/\\/g; s/^(\.Dl )?[$#] ([a-z].*)/\2/p' "$1"
}

run_examples() {
	local example
	examples "$1" >"$BATS_TEST_TMPDIR/examples"
	[ -s "$BATS_TEST_TMPDIR/examples" ]
	while IFS= read -r example <&4; do
		example=${example//4711/$first}
		example=${example//4712/$second}
		example=${example//0x5d3c1f2a/$cookie}
		echo "\$ $example"
		bash -c "set -o pipefail; $example" 3>&- 4>&- </dev/null
	done 4<"$BATS_TEST_TMPDIR/examples"
	# What ran on in the background has been asked for.
	pkill -f '^sleep infinity' || true
}

@test "examples of coreschedctl(8)" { run_examples "$top_srcdir/man/coreschedctl.8"; }
@test "examples of coreschedctl-spawn(8)" { run_examples "$top_srcdir/man/coreschedctl-spawn.8"; }
@test "examples of coreschedctl-tag(8)" { run_examples "$top_srcdir/man/coreschedctl-tag.8"; }
@test "examples of coreschedctl-share(8)" { run_examples "$top_srcdir/man/coreschedctl-share.8"; }
@test "examples of coreschedctl-clear(8)" { run_examples "$top_srcdir/man/coreschedctl-clear.8"; }
@test "examples of coreschedctl-get(8)" { run_examples "$top_srcdir/man/coreschedctl-get.8"; }
@test "examples of coreschedctl-list(8)" { run_examples "$top_srcdir/man/coreschedctl-list.8"; }
@test "examples of coreschedctl-doctor(8)" { run_examples "$top_srcdir/man/coreschedctl-doctor.8"; }

@test "the program of libcoresched(3)" {
	sed '/^#include <coresched.h>/,/^\.Ed/!d; /^\.Ed/d; s/\\e/\\/g' "$top_srcdir/man/libcoresched.3" >example.c
	gcc -Wall -Wextra -Werror -I"$top_srcdir/lib" -o example example.c "$top_builddir/.libs/libcoresched.so"
	run -0 env LD_LIBRARY_PATH="$top_builddir/.libs" ./example coreschedctl get
	[[ $output == 0x?* && $output != 0x0 ]]
}

@test "README.md" {
	local lines
	lines=$(sed -n 's/^\$ //p' "$top_srcdir/README.md")
	[ "$(wc -l <<<"$lines")" -gt 5 ]
	# One shell runs them all, as a reader's would; what goes to the background gets the time that typing takes.
	sed 's/&$/& sleep 1/' <<<"$lines" >readme
	run bash -c 'trap "kill \$(jobs -p)" EXIT; . ./readme' 3>&-
	[[ $output == *"COOKIE"*"/tenants/blue sleep"*"no cookie on "*"a sandbox"* ]]
}
