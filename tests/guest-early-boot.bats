# SPDX-License-Identifier: GPL-2.0-or-later
# Early in a boot, before the random pool is ready, the kernel shows every cookie as 0. Here it stays that way.
# guest: --smp 1,1,2 --append random.trust_cpu=off
bats_require_minimum_version 1.5.0

@test "doctor knows that cookies read as 0" {
	[ "$(coreschedctl spawn coreschedctl get)" = 0x0 ]
	run -0 coreschedctl doctor
	[[ $output == *"warn  hash "*"every cookie reads as 0 until then"*"-> wait"* ]]
}
