# SPDX-License-Identifier: GPL-2.0-or-later
# doctor where core scheduling works, and why a task is out of reach.
# guest: --smp 1,2,2
bats_require_minimum_version 1.5.0

as_nobody=(setpriv --reuid 65534 --regid 65534 --clear-groups)

teardown() {
	[ -z "${sleeper:-}" ] || kill "$sleeper"
}

# Start a program and wait until it runs; its pid is in $sleeper.
start() {
	"$@" 3>&- &
	sleeper=$!
	until [ "$(cat /proc/$sleeper/comm)" = sleep ]; do :; done
}

# What get says as the last word on $sleeper, run by what is given.
remedy() {
	run -1 --separate-stderr "$@" coreschedctl get $sleeper
	[ "$output" = '?' ]
	[[ $stderr == "coreschedctl: can't read the cookie of task $sleeper: "* ]]
	echo "${stderr##*; }"
}

@test "usable: status 0, and the caller's cookie stays what it was" {
	run -0 coreschedctl doctor
	[[ $output == *"ok    kernel "*"ok    smt "*"4 hardware threads on 2 cores, 2 of them"*"ok    sandbox "*"ok    hash "* ]]
	[[ $output == *"ok    access "*"ok    yama "*"no matter for cookies"*"ok    cgroup "* ]]
	[ "$(coreschedctl spawn sh -c 'coreschedctl get; coreschedctl doctor >/dev/null; coreschedctl get' | uniq | wc -l)" -eq 1 ]
	[ "$(coreschedctl get)" = 0x0 ]
}

@test "what doctor says to do helps: schedstats, and a cgroup to look for tags in" {
	root=$(findmnt -n -o TARGET -t cgroup2)
	[[ "$(coreschedctl doctor)" == *"warn  schedstats "*"sysctl kernel.sched_schedstats=1"* ]]
	sysctl -q kernel.sched_schedstats=1
	echo +cpu >"$root/cgroup.subtree_control"
	mkdir "$root/doctor"
	run -0 coreschedctl doctor
	sysctl -q kernel.sched_schedstats=0
	rmdir "$root/doctor"
	[[ $output == *"ok    schedstats "*"warn  cgroup-tags "*"need the patched kernel"* ]]
}

@test "siblings that the kernel denies, as a filter in its place does" {
	run -3 "$top_builddir/tests/block-prctl" ENODEV all coreschedctl doctor
	[[ $output == *"fail  smt "*"the kernel says there are none"* ]]
}

@test "SMT switched off: status 3, and on again by what doctor says" {
	echo off >/sys/devices/system/cpu/smt/control
	run -3 coreschedctl doctor
	[[ $output == *"ok    kernel "*"fail  smt "*"-> echo on > /sys/devices/system/cpu/smt/control"* ]]
	run -3 --separate-stderr coreschedctl get
	[ "$output" = '?' ]
	echo on >/sys/devices/system/cpu/smt/control
	coreschedctl doctor
}

@test "out of reach: another user's task" {
	start sleep 1000
	[ "$(remedy "${as_nobody[@]}")" = "its real user id is 0 and your real one 65534, so you need CAP_SYS_PTRACE" ]
}

@test "out of reach: another group's, a superset of capabilities, not dumpable" {
	start setpriv --reuid 65534 --regid 1 --clear-groups sleep 1000
	[ "$(remedy "${as_nobody[@]}")" = "its real group id is 1 and your real one 65534, so you need CAP_SYS_PTRACE" ]
	kill $sleeper
	start sleep 1000
	[ "$(remedy setpriv --bounding-set -sys_ptrace)" = "it has capabilities that you have not, so you need CAP_SYS_PTRACE" ]
	kill $sleeper
	# A program whose file its user can't read is not dumpable; setpriv itself could still read it.
	install -m 711 "$(command -v sleep)" "$BATS_TEST_TMPDIR/sleep"
	chmod 711 "$BATS_RUN_TMPDIR"
	start "${as_nobody[@]}" sh -c 'exec "$0" 1000' "$BATS_TEST_TMPDIR/sleep"
	[[ "$(remedy "${as_nobody[@]}")" == "it is not dumpable"*"CAP_SYS_PTRACE" ]]
}

@test "out of reach: CAP_SYS_PTRACE of another user namespace" {
	start sleep 1000
	[[ "$(remedy unshare -Ur)" == "it is in a user namespace where your CAP_SYS_PTRACE does not count" ]]
	run unshare -Ur coreschedctl doctor
	[[ $output == *"warn  access "*"this user namespace only"* ]]
}
