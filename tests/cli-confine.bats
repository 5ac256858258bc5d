# SPDX-License-Identifier: GPL-2.0-or-later
# What the tool gives up and what it leaves alone, on any kernel.
bats_require_minimum_version 1.5.0

# Run a command where LIBRARY can't be loaded.
without() {
	local library
	library=$(ldconfig -p | awk -v name="$1" '$1 == name { print $NF; exit }')
	shift
	unshare -m sh -c 'mount --bind /dev/null "$1" && shift && exec "$@"' - "$library" "$@"
}

need_root() {
	[ "$(id -u)" -eq 0 ] && unshare -m true || skip "$1"
}

@test "spawn gives the program exactly the caller's capabilities" {
	need_root "takes capabilities to pass on"
	for drop in '' 'setpriv --inh-caps +sys_ptrace,+chown --ambient-caps +chown --bounding-set -sys_time'; do
		caps=$($drop grep -E '^(Cap|NoNewPrivs|Seccomp)' /proc/self/status)
		run -0 --separate-stderr $drop coreschedctl spawn --if-supported grep -E '^(Cap|NoNewPrivs|Seccomp)' /proc/self/status
		[ "$output" = "$caps" ]
	done
}

@test "doctor and list hold two capabilities, and can't regain others" {
	need_root "takes capabilities to give up"
	mkfifo "$BATS_TEST_TMPDIR/full"
	exec 4<>"$BATS_TEST_TMPDIR/full"
	# It can't end before it has written, and there is no room: a still picture.
	head -c 65536 /dev/zero >&4
	for command in doctor list; do
		coreschedctl $command >&4 2>&1 3>&- &
		for _ in {1..50}; do
			! grep -q 'NoNewPrivs:.1' /proc/$!/status || break
			sleep 0.1
		done
		status=$(cat /proc/$!/status)
		kill $!
		# 2: CAP_DAC_READ_SEARCH, 19: CAP_SYS_PTRACE
		grep -q 'CapPrm:.0*80004$' <<<"$status"
		grep -q 'CapEff:.0*80004$' <<<"$status"
		grep -q 'CapInh:.0*$' <<<"$status"
		grep -q 'CapAmb:.0*$' <<<"$status"
		grep -q 'NoNewPrivs:.1$' <<<"$status"
	done
}

@test "doctor gains no capability that its caller lacks" {
	need_root "takes capabilities to lose"
	run setpriv --reuid 65534 --regid 65534 --clear-groups coreschedctl doctor
	grep -q '^warn  access .*65534.*CAP_SYS_PTRACE is missing' <<<"$output"
}

@test "without libcap doctor refuses to run with all privileges" {
	need_root "takes a mount to hide a library"
	run -1 --separate-stderr without libcap.so.2 coreschedctl doctor
	[ -z "$output" ]
	[[ $stderr == *"libcap.so.2"*"install"* ]]
}

@test "without libseccomp spawn works, and spawn --seal says what to install" {
	need_root "takes a mount to hide a library"
	run -0 without libseccomp.so.2 coreschedctl spawn --if-supported true
	run -125 without libseccomp.so.2 coreschedctl spawn --if-supported -S touch "$BATS_TEST_TMPDIR/ran"
	[[ $output == *"libseccomp.so.2"*"install"* ]]
	[ ! -e "$BATS_TEST_TMPDIR/ran" ]
}

@test "a seal refuses all but reads through every ABI, whatever the upper halves hold" {
	run -0 --separate-stderr coreschedctl spawn --if-supported -S "$top_builddir/tests/try-abis" sealed
	[[ $output == *"libc: 535 operations"* ]]
	# It reaches descendants.
	run -0 --separate-stderr coreschedctl spawn --if-supported -S sh -c "$top_builddir/tests/try-abis sealed; exit \$?"
}

@test "a seal sets no_new_privs only where the caller lacks CAP_SYS_ADMIN" {
	need_root "takes privilege to compare"
	seal=(coreschedctl spawn --if-supported -S grep NoNewPrivs /proc/self/status)
	run -0 --separate-stderr "${seal[@]}"
	[ "${output##*	}" = 0 ]
	run -0 --separate-stderr setpriv --bounding-set -sys_admin "${seal[@]}"
	[ "${output##*	}" = 1 ]
	run -0 --separate-stderr setpriv --reuid 65534 --regid 65534 --clear-groups "${seal[@]}"
	[ "${output##*	}" = 1 ]
}

@test "a sealed setuid program still gains its user" {
	need_root "takes a setuid program"
	cp "$(command -v id)" "$BATS_TEST_TMPDIR/id"
	chown 65534 "$BATS_TEST_TMPDIR/id"
	chmod 4755 "$BATS_TEST_TMPDIR/id"
	run -0 --separate-stderr coreschedctl spawn --if-supported -S "$BATS_TEST_TMPDIR/id" -un
	[ "$output" = nobody ]
}
