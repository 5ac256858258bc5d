# SPDX-License-Identifier: GPL-2.0-or-later
# bench --cgroup-tags: in mode core a domain for each copy, by the tag of its cgroup, and no cookie.
# guest: --kernel patched --smp 1,2,2
bats_require_minimum_version 1.5.0

root=$(findmnt -n -o TARGET -t cgroup2)

setup() {
	echo -cpu >"$root/cgroup.subtree_control"
}

@test "each copy is in a domain of its own; tags, cgroups and the controller are gone afterwards" {
	before=$(cat "$root/cgroup.subtree_control")
	run -0 --separate-stderr coreschedctl bench --modes smt,core,nosmt --allow-nosmt --cgroup-tags -r 2 -n --raw -o MODE -- bash -c '
		echo $CORESCHED_BENCH_MODE $(coreschedctl get 2>&1) $(cat '"$root"'$(cut -d : -f 3 /proc/self/cgroup)/cpu.core_tag{,.effective})  $CORESCHED_BENCH_RUN >>"$0"' \
		"$BATS_TEST_TMPDIR/notes"
	[ -z "$stderr" ]
	cd "$BATS_TEST_TMPDIR"
	[ "$(grep -c '^smt 0x0 0 0 .$' notes)" -eq 4 ]
	[ "$(grep -c '^nosmt .* 0 0 .$' notes)" -eq 4 ]
	# The kernel may give the ids of one run to the next.
	[ "$(grep '^core 0x0 1 ' notes | grep -v ' 0 .$' | cut -d ' ' -f 4,5 | sort -u | wc -l)" -eq 4 ]
	[ "$(cat "$root/cgroup.subtree_control")" = "$before" ]
	run ! ls -d "$root"/coreschedctl-bench*
}

@test "the controller stays on where it was, and is off again where it was not" {
	mkdir "$root/up"
	echo +cpu >"$root/cgroup.subtree_control"
	run -0 coreschedctl bench --modes core --cgroup-tags -c /up -r 1 -- true
	[[ " $(cat "$root/cgroup.subtree_control") " == *" cpu "* ]]
	[[ " $(cat "$root/up/cgroup.subtree_control") " != *" cpu "* ]]
	echo -cpu >"$root/cgroup.subtree_control"
	rmdir "$root/up"
}

@test "after kill -9 too" {
	cd "$BATS_TEST_TMPDIR"
	run sh -c 'echo $$ >tool; exec coreschedctl bench --modes core --cgroup-tags -- sh -c "kill -KILL \$(cat tool); sleep 9"'
	[ "$status" -eq 137 ]
	for _ in {1..100}; do
		ls -d "$root"/coreschedctl-bench* 2>/dev/null || break
		sleep 0.1
	done
	run ! ls -d "$root"/coreschedctl-bench*
	[[ " $(cat "$root/cgroup.subtree_control") " != *" cpu "* ]]
}

@test "who ran beside the copies, in all modes: hardly anybody foreign where they have tags" {
	grep -q neighbor_foreign "$root/cpu.stat" || skip "this kernel does not count it"
	run -0 --separate-stderr coreschedctl bench --modes smt,core,nosmt --allow-nosmt --cgroup-tags -r 2 -d 2 --load spin --tasks 3 \
		-n --raw -o MODE,LOCAL%,IDLE%,FORCED%,FOREIGN%
	awk '
	$2 + $3 + $4 + $5 < 99.9 || $2 + $3 + $4 + $5 > 100.1 { exit 1 }
	$1 == "smt" && $5 < 20 || $1 == "core" && ($5 > 10 || $2 < 50) || $1 == "nosmt" && $5 != 0 { exit 1 }' <<<"$output"
}
