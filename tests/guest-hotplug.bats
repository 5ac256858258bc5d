# SPDX-License-Identifier: GPL-2.0-or-later
# The series' storm while hardware threads come and go. With four on a core the kernel has crashed here: see
# kernel/README.md, "Known to fail".
# guest: --kernel patched --smp 1,2,2
# guest: --kernel patched --smp 1,2,4
# guest: --kernel patched --smp 2,2,2

load selftests

@test "a storm of moves, forks, exits and tags while hardware threads come and go" {
	CORE_STORM_SECONDS=${CORE_STORM_SECONDS:-10} CORE_STORM_HOTPLUG=1 passes core_tag_storm_test
}
