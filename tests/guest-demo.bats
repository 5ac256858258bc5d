# SPDX-License-Identifier: GPL-2.0-or-later
# The demonstration shows what it claims: busy groups meet without cookies, and part with them.
# guest: --icount
# guest: --icount --smp 1,1,4

@test "two groups that met on a core no longer do" {
	run "$top_srcdir/tests/demo"
	echo "$output"
	[ "$status" -eq 0 ]
	[[ $output == *"FOREIGN%"*"process group"*"0x"*"FOREIGN%"*"process group"*"Foreign was "*" without cookies, and is "* ]]
}
