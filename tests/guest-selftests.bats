# SPDX-License-Identifier: GPL-2.0-or-later
# The tests that the series brings for itself, and mainline's own.
# guest: --kernel patched --smp 1,2,2
# guest: --kernel patched --smp 1,2,4
# guest: --kernel patched --smp 2,2,2

load selftests

@test "mainline's prctl test" {
	"$selftests/cs_prctl_test" >"$BATS_TEST_TMPDIR/out" || { grep FAILED "$BATS_TEST_TMPDIR/out"; false; }
	# It ends without waiting for its children.
	for _ in {1..100}; do
		[ "$(head -n 1 /sys/kernel/debug/sched/core)" != "users 0" ] || break
		sleep 0.1
	done
}

@test "cpu.core_tag: files, nesting, forks, threads, delegation, ways out" { passes core_tag_test; }

@test "clear and seal: scopes, errors, inheritance" { passes core_seal_test; }

@test "a tag reaches tasks in every state, and 10,000 of them" { passes core_tag_states_test; }

@test "siblings run what belongs together" { passes core_tag_apart_test; }

@test "a storm of moves, forks, exits and tags" { CORE_STORM_SECONDS=${CORE_STORM_SECONDS:-10} passes core_tag_storm_test; }
