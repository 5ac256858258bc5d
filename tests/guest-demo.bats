# SPDX-License-Identifier: GPL-2.0-or-later
# The demonstration shows what it claims: busy groups meet without cookies, and part with them.
# guest: --icount

@test "two groups that met on a core no longer do" {
	run "$top_srcdir/tests/demo"
	echo "$output"
	[ "$status" -eq 0 ]
	before=$(sed -n 's/^Without cookies: .* for \([0-9.]*\) %.*/\1/p' <<<"$output")
	after=$(sed -n 's/^With cookies: .* for \([0-9.]*\) %.*/\1/p' <<<"$output")
	awk "BEGIN { exit !($before > 30 && $after < 2) }"
}
