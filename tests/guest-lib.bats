# SPDX-License-Identifier: GPL-2.0-or-later
# The library on a real kernel.
# guest: --smp 1,2,2
# guest: --smp 1,1,4

@test "all that tests/guest-lib.c claims" {
	"$top_builddir/tests/guest-lib"
}
