# SPDX-License-Identifier: GPL-2.0-or-later
# The library on a real kernel.
# guest: --smp 1,2,2
# guest: --smp 1,1,4
bats_require_minimum_version 1.5.0

@test "all that tests/guest-lib.c claims" {
	run -0 "$top_builddir/tests/guest-lib"
	[[ $output != *"not ok"* ]]
}
