# SPDX-License-Identifier: GPL-2.0-or-later
# spawn on a real kernel.
# guest: --smp 1,2,2
# guest: --smp 1,1,4
bats_require_minimum_version 1.5.0

setup() {
	root=$(findmnt -n -o TARGET -t cgroup2 | head -n 1)
	group=/spawn-$BATS_TEST_NUMBER
	own=$(coreschedctl get)
	[ "$own" = 0x0 ]
}

teardown() {
	[ -n "${sleeper:-}" ] && kill "$sleeper"
	[ -d "$root$group" ] && echo 1 >"$root$group/cgroup.kill"
	# What a command did must not stick to its caller.
	[ "$(coreschedctl get)" = 0x0 ]
}

# Start a sleeper by spawn with OPTIONS and wait until it runs; its pid is in $sleeper.
sleep_under() {
	coreschedctl spawn "$@" sleep 1000 3>&- &
	sleeper=$!
	until [ "$(cat /proc/$sleeper/comm)" = sleep ]; do :; done
}

@test "a fresh cookie each time, kept by descendants" {
	run coreschedctl spawn sh -c 'coreschedctl get; sh -c "coreschedctl get; :"'
	[ "$status" -eq 0 ]
	[[ ${lines[0]} =~ ^0x[0-9a-f]+$ ]]
	[ "${lines[0]}" != 0x0 ]
	[ "${lines[1]}" = "${lines[0]}" ]
	run coreschedctl spawn coreschedctl get
	[ "$output" != 0x0 ]
	run coreschedctl spawn coreschedctl spawn coreschedctl get
	[ "$output" != 0x0 ]
}

@test "two spawns don't share" {
	first=$(coreschedctl spawn sh -c 'coreschedctl get; coreschedctl spawn coreschedctl get')
	[ "$(wc -l <<<"$first")" -eq 2 ]
	[ "$(uniq <<<"$first" | wc -l)" -eq 2 ]
}

@test "--from shares, and refuses a task without a cookie" {
	sleep_under
	cookie=$(coreschedctl get $sleeper)
	[ "$(coreschedctl spawn -f $sleeper coreschedctl get)" = "$cookie" ]
	# From a tagged caller too.
	[ "$(coreschedctl spawn coreschedctl spawn -f $sleeper coreschedctl get)" = "$cookie" ]
	run -125 --separate-stderr coreschedctl spawn -f $$ touch "$BATS_TEST_TMPDIR/ran"
	[[ $stderr == *"task $$"*"no cookie"* ]]
	[ ! -e "$BATS_TEST_TMPDIR/ran" ]
	run -125 --separate-stderr coreschedctl spawn -f 32767 true
	[[ $stderr == *"task 32767"*"no such task"* ]]
}

@test "--cgroup places the program and shares the group's cookie" {
	sleep_under -c $group/deep
	[ "$(cat "$root$group/deep/cgroup.procs")" = $sleeper ]
	cookie=$(coreschedctl get $sleeper)
	[ "$cookie" != 0x0 ]
	[ "$(coreschedctl spawn -c $group/deep coreschedctl get)" = "$cookie" ]
	# A group without a common cookie gives a fresh one.
	sleep 1000 3>&- & echo $! >"$root$group/deep/cgroup.procs"
	other=$(coreschedctl spawn -c "$root$group/deep" coreschedctl get)
	[ "$other" != 0x0 ]
	[ "$other" != "$cookie" ]
}

@test "ten at once into a new cgroup share one cookie" {
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		{
			until [ -e "$BATS_TEST_TMPDIR/go" ]; do :; done
			exec coreschedctl spawn -c $group sh -c 'coreschedctl get; exec sleep 1000'
		} 3>&- >>"$BATS_TEST_TMPDIR/cookies" &
	done
	touch "$BATS_TEST_TMPDIR/go"
	until [ "$(wc -l <"$BATS_TEST_TMPDIR/cookies")" -eq 10 ]; do sleep 0.1; done
	[ "$(sort -u "$BATS_TEST_TMPDIR/cookies" | wc -l)" -eq 1 ]
	run ! grep -q 0x0 "$BATS_TEST_TMPDIR/cookies"
}

@test "a cgroup that can't be is refused before anything runs" {
	for bad in '' /a/../b .. $'/a\nb'; do
		run -125 --separate-stderr coreschedctl spawn -c "$bad" touch "$BATS_TEST_TMPDIR/ran"
		[ -n "$stderr" ]
		[ ! -e "$BATS_TEST_TMPDIR/ran" ]
	done
}
