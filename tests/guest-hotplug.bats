# SPDX-License-Identifier: GPL-2.0-or-later
# The series' storm while hardware threads come and go. With four on a core the kernel has crashed here: see
# kernel/README.md, "Known to fail".
# guest: --kernel patched --smp 1,2,2
# guest: --kernel patched --smp 1,2,4
# guest: --kernel patched --smp 2,2,2

setup_file() {
	selftests=$("$top_srcdir/kernel/build" --flavour patched --selftests --print)
	export selftests
}

# Every case passes, and none is skipped.
passes() {
	"$selftests/$1" >"$BATS_TEST_TMPDIR/ktap" || { cat "$BATS_TEST_TMPDIR/ktap"; false; }
	grep '^# Totals' "$BATS_TEST_TMPDIR/ktap"
	grep -q '^ok 1 ' "$BATS_TEST_TMPDIR/ktap"
	! grep -E '# SKIP|^not ok' "$BATS_TEST_TMPDIR/ktap"
}

# When nobody has a tag or a cookie any more, core scheduling is off everywhere.
teardown() {
	[ "$(head -n 1 /sys/kernel/debug/sched/core)" = "users 0" ]
}

@test "a storm of moves, forks, exits and tags while hardware threads come and go" {
	CORE_STORM_SECONDS=${CORE_STORM_SECONDS:-10} CORE_STORM_HOTPLUG=1 passes core_tag_storm_test
}
