# SPDX-License-Identifier: GPL-2.0-or-later
# Where the kernel has no tags of cgroups: cookies instead, and word of what they don't cover.
# guest: --smp 1,1,2
bats_require_minimum_version 1.5.0

setup() {
	ROOT=$(findmnt -n -o TARGET -t cgroup2)
	echo +cpu >"$ROOT/cgroup.subtree_control"
	mkdir -p "$ROOT/plain"
	sleep 1000 3>&- &
	pid=$!
	echo "$pid" >"$ROOT/plain/cgroup.procs"
}

teardown() {
	kill -9 "$pid"
	wait 2>/dev/null || true
	until rmdir "$ROOT/plain"; do sleep 0.1; done
}

@test "tag -c sets cookies and says what they don't cover; --cookie-only and --quiet say nothing" {
	run -0 --separate-stderr coreschedctl tag -c /plain
	[[ $output == "cgroup /plain: cookie 0x"*" on 1 task" ]]
	[[ $stderr == *"none that move in later; a cgroup tag covers these: it takes the patched kernel"* ]]
	run -0 --separate-stderr coreschedctl tag --cookie-only -c /plain
	[ -z "$stderr" ]
	run -0 --separate-stderr coreschedctl tag -q -c /plain
	[ -z "$stderr" ]
}

@test "clear -c clears cookies without a word" {
	coreschedctl tag --cookie-only -c /plain
	run -0 --separate-stderr coreschedctl clear -c /plain
	[ "$output" = "cgroup /plain: no cookie on 1 task" ]
	[ -z "$stderr" ]
}

@test "what only the patched kernel can do ends with status 3, and changes nothing" {
	run -3 --separate-stderr coreschedctl tag --kernel-tag -c /plain
	[[ $stderr == *"this kernel can't; it takes one with the project's patches"* ]]
	run -3 coreschedctl clear --kernel-tag -c /plain
	run -3 coreschedctl tag --seal "$pid"
	[ "$(coreschedctl get "$pid")" = 0x0 ]
	run -3 --separate-stderr coreschedctl get --effective
	[ "$output" = '?' ]
	run -125 coreschedctl spawn --kernel-tag -c /plain true
	run -3 --separate-stderr coreschedctl list --cgroups
	[ -z "$output" ]
}

@test "spawn -c gives a cookie" {
	run -0 coreschedctl spawn -c /plain coreschedctl get
	[[ $output =~ ^0x[0-9a-f]+$ && $output != 0x0 ]]
}

@test "list: columns of what the kernel lacks are empty" {
	coreschedctl tag -q --cookie-only -c /plain
	run -0 coreschedctl list --tasks --json -o pid,effective,tag,cookie
	[[ $output == *"\"effective\": null"*"\"tag\": null"*"\"cookie\": \"$(coreschedctl get "$pid")\""* ]]
}
