# SPDX-License-Identifier: GPL-2.0-or-later
# The series under lockdep, KASAN and kmemleak, and where memory runs out. What these report makes kernel/vm fail.
# guest: --kernel debug --smp 1,2,2

debug=/sys/kernel/debug
group=/sys/fs/cgroup/debug

load selftests

setup() {
	mkdir -p $group/below
	echo +cpu >$group/cgroup.subtree_control
}

teardown() {
	echo 1 >$group/cgroup.kill
	while grep -q 'populated 1' $group/cgroup.events; do sleep 0.1; done
	rmdir $group/below $group
	[ "$(head -n 1 $debug/sched/core)" = "users 0" ]
	# lockdep turns itself off with its first report.
	[ "$(awk '/debug_locks/ { print $2 }' /proc/lockdep_stats)" = 1 ]
}

# All allocations, also those that may wait for memory.
may_fail() {
	echo N >$debug/failslab/ignore-gfp-wait
	# Its traces would look like a fault.
	echo 0 >$debug/failslab/verbose
	run "$top_builddir/tests/fail-nth" "$@"
	echo "$output"
	[ "$status" -eq 0 ]
}

@test "a storm" {
	CORE_STORM_SECONDS=${CORE_STORM_SECONDS:-40} passes core_tag_storm_test
}

@test "tags" { passes core_tag_test; }

@test "clear and seal" { passes core_seal_test; }

# Its other case kills throttled tasks, which here takes longer than the 5 s that it waits for them.
@test "many threads" { CORE_TAG_THREADS=500 passes core_tag_states_test -t many_threads; }

@test "a tag that can't be made for want of memory leaves the old state in force" {
	sleep 1000 3>&- &
	echo $! >$group/below/cgroup.procs
	may_fail write $group/below/cpu.core_tag 1
	[ "$(cat $group/below/cpu.core_tag.effective)" != 0 ]
	may_fail write $group/cpu.core_tag 1
	echo 0 >$group/cpu.core_tag
	echo 0 >$group/below/cpu.core_tag
}

@test "nor does a cookie that can't be made" {
	may_fail create
}

@test "nothing has leaked" {
	# A second scan, for what the first one met on its way between two owners.
	for _ in 1 2; do
		sleep 5
		echo scan >$debug/kmemleak
	done
	cat $debug/kmemleak
	[ ! -s $debug/kmemleak ]
}
