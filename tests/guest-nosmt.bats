# SPDX-License-Identifier: GPL-2.0-or-later
# A machine whose cores have one hardware thread: said so, status 3, and --if-supported runs the program.
# guest: --smp 1,2,1
bats_require_minimum_version 1.5.0

@test "get, tag, share and clear say that there is no SMT, status 3" {
	for command in "get $$" "tag $$" "share 1 $$" "clear $$" list; do
		run -3 --separate-stderr coreschedctl $command
		[[ $stderr == *"SMT is absent or off"* ]]
		[[ $output != *0x0* ]]
	done
}

@test "spawn is strict by default" {
	run -125 --separate-stderr coreschedctl spawn touch "$BATS_TEST_TMPDIR/ran"
	[[ $stderr == *"SMT is absent or off"* ]]
	[ ! -e "$BATS_TEST_TMPDIR/ran" ]
}

@test "spawn --if-supported runs the program and says so once" {
	run --separate-stderr coreschedctl spawn --if-supported sh -c 'echo ran; exit 7'
	[ "$status" -eq 7 ]
	[ "$output" = ran ]
	[ "${#stderr_lines[@]}" -eq 1 ]
	[[ $stderr == *"runs without a cookie"*"SMT"* ]]
	run --separate-stderr coreschedctl spawn --if-supported -c /nosmt sh -c 'cat /proc/self/cgroup'
	[[ $output == *"0::/nosmt" ]]
}

@test "doctor: not usable, status 3" {
	run -3 coreschedctl doctor
	[[ $output == *SMT* ]]
}
