# SPDX-License-Identifier: GPL-2.0-or-later
# For bats files that run the selftests of the series, in the guest.

setup_file() {
	selftests=$("$top_srcdir/kernel/build" --flavour patched --selftests --print)
	export selftests
}

# Every case passes, and none is skipped.
passes() {
	"$selftests/$1" "${@:2}" >"$BATS_TEST_TMPDIR/ktap" || { cat "$BATS_TEST_TMPDIR/ktap"; false; }
	grep '^# Totals' "$BATS_TEST_TMPDIR/ktap"
	grep -q '^ok 1 ' "$BATS_TEST_TMPDIR/ktap"
	! grep -E '# SKIP|^not ok' "$BATS_TEST_TMPDIR/ktap"
}

# When nobody has a tag or a cookie any more, core scheduling is off everywhere.
teardown() {
	[ "$(head -n 1 /sys/kernel/debug/sched/core)" = "users 0" ]
}
