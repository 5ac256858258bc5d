# SPDX-License-Identifier: GPL-2.0-or-later
# The seal on a real kernel: what worked before is refused after, through each ABI, and reads go on.
# guest: --smp 1,1,2
bats_require_minimum_version 1.5.0

try=$top_builddir/tests/try-abis

@test "unsealed, every operation works through x86-64, x32 and i386" {
	run -0 "$try" open
	[ "${#lines[@]}" -eq 4 ]
	[ "$(grep -c ': 535 operations' <<<"$output")" -eq 4 ]
}

@test "sealed, only reads do, and the cookie stays what it was" {
	run -0 --separate-stderr coreschedctl spawn -S sh -c '
		coreschedctl get
		"$1" sealed || exit
		coreschedctl get' - "$try"
	[ "$(grep -c ': 535 operations' <<<"$output")" -eq 4 ]
	[[ ${lines[0]} =~ ^0x[0-9a-f]+$ ]]
	[ "${lines[0]}" != 0x0 ]
	[ "${lines[5]}" = "${lines[0]}" ]
}

@test "sealed, the tool says what keeps it from changing cookies" {
	run -125 --separate-stderr coreschedctl spawn -S coreschedctl spawn true
	[[ $stderr == *"a sandbox (seccomp) keeps the call from the kernel"* ]]
	run -3 --separate-stderr coreschedctl spawn -S coreschedctl doctor
	[[ $output == *"ok    kernel "*"fail  sandbox "*"sealed"*"ok    seal "* ]]
}

@test "sealed without privilege: the same, with no_new_privs" {
	run -0 --separate-stderr setpriv --reuid 65534 --regid 65534 --clear-groups \
		coreschedctl spawn -S sh -c 'grep NoNewPrivs /proc/self/status; "$1" sealed' - "$try"
	[ "${lines[0]}" = $'NoNewPrivs:\t1' ]
	[ "$(grep -c ': 535 operations' <<<"$output")" -eq 4 ]
}
