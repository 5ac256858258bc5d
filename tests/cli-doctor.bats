# SPDX-License-Identifier: GPL-2.0-or-later
# doctor on machines that are made up: other files are mounted over the kernel's.
bats_require_minimum_version 1.5.0

setup() {
	fake=$BATS_TEST_TMPDIR/fake
	mkdir "$fake"
}

# Run a command with a file or directory of the kernel replaced by what $fake holds.
run_with() {
	local path=$1
	shift
	[ "$(id -u)" -eq 0 ] && unshare -m true || skip "takes a mount to make up a machine"
	[ -e "$path" ] || skip "this kernel has no $path"
	run --separate-stderr unshare -m sh -c 'mount --bind "$1" "$2" && shift 2 && exec "$@"' - "$fake" "$path" "$@"
}

doctor_with() {
	run_with "$1" coreschedctl doctor
	[ "$status" -eq 0 ] || [ "$status" -eq 3 ]
	[ -z "$stderr" ]
}

# A bare '!' does not end a test.
no() {
	! "$@"
}

# What was said of a check: its line and, for warn and fail, the remedy.
line() {
	grep -A1 -E "^(ok|warn|fail) +$1 " <<<"$output"
}

@test "each check is a line, each warning and failure has a remedy" {
	run --separate-stderr coreschedctl doctor
	[ "$status" -eq 0 ] || [ "$status" -eq 3 ]
	no grep -vE '^((ok  |warn|fail)  [a-z0-9_-]+ +[^ ]|      -> [^ ])' <<<"$output"
	[ "$(grep -cE '^(warn|fail)' <<<"$output")" -eq "$(grep -c -- '^      ->' <<<"$output")" ]
	no grep -Pzq '\nok [^\n]*\n      ->' <<<"$output"
}

@test "status 3 goes with a failed check, 0 without" {
	run coreschedctl doctor
	if grep -q ^fail <<<"$output"; then
		[ "$status" -eq 3 ]
	else
		[ "$status" -eq 0 ]
	fi
}

@test "an old version number does not matter: only the call decides" {
	run coreschedctl doctor
	expected=$(grep -A1 -E '^[a-z]+ +(kernel|cgroup-tags|kernel-seal) ' <<<"$output")
	run setarch --uname-2.6 coreschedctl doctor
	[ "$(grep -A1 -E '^[a-z]+ +(kernel|cgroup-tags|kernel-seal) ' <<<"$output")" = "$expected" ]
}

@test "flaws that siblings can use: the kernel's words, and a warning where they are open" {
	cat >"$BATS_TEST_TMPDIR/flaws" <<-'END'
		l1tf|warn|Mitigation: PTE Inversion; VMX: conditional cache flushes, SMT vulnerable
		mds|warn|Mitigation: Clear CPU buffers; SMT Host state unknown
		tsx_async_abort|ok|Mitigation: Clear CPU buffers; SMT disabled
		mmio_stale_data|warn|Unknown: No mitigations
		gather_data_sampling|warn|Vulnerable: No microcode
		retbleed|ok|Mitigation: untrained return thunk; SMT enabled with STIBP protection
		spectre_v2|ok|Mitigation: Enhanced / Automatic IBRS; IBPB: conditional; BHI: Vulnerable
		vmscape|warn|Vulnerable
	END
	while IFS='|' read -r name verdict words; do
		echo "$words" >"$fake/$name"
	done <"$BATS_TEST_TMPDIR/flaws"
	echo Not affected >"$fake/spec_rstack_overflow"
	doctor_with /sys/devices/system/cpu/vulnerabilities
	while IFS='|' read -r name verdict words; do
		[[ "$(line $name)" == "$verdict "*" $name "*" $words"* ]]
	done <"$BATS_TEST_TMPDIR/flaws"
	[[ "$(line spec_rstack_overflow)" == ok*"not affected"* ]]
	# None of them makes the machine unusable.
	no grep -E '^fail +(l1tf|mds|mmio_stale_data|vmscape)' <<<"$output"
}

@test "a flaw that the kernel does not know of is not called absent" {
	doctor_with /sys/devices/system/cpu/vulnerabilities
	no grep -q ' l1tf ' <<<"$output"
}

@test "in a virtual machine the guarantee is the host's to give" {
	fake=$BATS_TEST_TMPDIR/cpuinfo
	printf 'processor\t: 0\nflags\t\t: fpu hypervisor smep\nbugs\t\t: smt_rsb\n' >"$fake"
	doctor_with /proc/cpuinfo
	[[ "$(line machine)" == warn*"the guarantee is the host's to give"*"->"* ]]
	[[ "$(line smt_rsb)" == ok*Mitigation* ]]
	printf 'processor\t: 0\nflags\t\t: fpu hypervisor_like smep\nbugs\t\t:\n' >"$fake"
	doctor_with /proc/cpuinfo
	[[ "$(line machine)" == ok* ]]
	[[ "$(line smt_rsb)" == ok*"not affected"* ]]
}

@test "an active BPF scheduler is a warning, with its name" {
	mkdir -p "$fake/sched_ext/root"
	echo enabled >"$fake/sched_ext/state"
	echo scx_rusty >"$fake/sched_ext/root/ops"
	doctor_with /sys/kernel
	[[ "$(line sched_ext)" == warn*"enabled (scx_rusty)"*"->"* ]]
	echo disabled >"$fake/sched_ext/state"
	doctor_with /sys/kernel
	[[ "$(line sched_ext)" == ok* ]]
}

@test "commands that set cookies warn of it, once, and go on" {
	mkdir -p "$fake/sched_ext"
	echo enabled >"$fake/sched_ext/state"
	for command in "spawn --if-supported true" "tag $$" "share 1 $$"; do
		run_with /sys/kernel coreschedctl $command
		[ "$(grep -c 'warning: a sched_ext scheduler is active' <<<"$stderr")" -eq 1 ]
	done
	run_with /sys/kernel coreschedctl spawn --if-supported echo ran
	[ "$output" = ran ]
	run_with /sys/kernel coreschedctl get
	no grep -q sched_ext <<<"$stderr"
}

@test "schedstats off: forced idle is not accounted, with the sysctl" {
	cp /proc/sys/kernel/pid_max "$fake"
	echo 0 >"$fake/sched_schedstats"
	doctor_with /proc/sys/kernel
	[[ "$(line schedstats)" == warn*"not accounted"*"sysctl kernel.sched_schedstats=1"* ]]
	echo 1 >"$fake/sched_schedstats"
	doctor_with /proc/sys/kernel
	[[ "$(line schedstats)" == ok* ]]
}

@test "no SMT: the reason decides what to do" {
	mkdir -p "$fake/smt" "$fake/cpu0/topology"
	echo 0 | tee "$fake/online" "$fake/cpu0/topology/thread_siblings_list" >"$fake/smt/active"
	for state in 'off|echo on > ' 'forceoff|nosmt' 'notsupported|firmware' 'on|online'; do
		echo "${state%|*}" >"$fake/smt/control"
		doctor_with /sys/devices/system/cpu
		[ "$status" -eq 3 ]
		[[ "$(line smt)" == fail*"nothing meets on a core"*"-> "*"${state#*|}"* ]]
	done
}

@test "Yama is told not to matter" {
	[ -e /proc/sys/kernel/yama/ptrace_scope ] || skip "this kernel has no Yama"
	run coreschedctl doctor
	[[ "$(line yama)" == ok*"no matter"* ]]
}

@test "arguments are refused" {
	run -2 coreschedctl doctor 1
	run -2 coreschedctl doctor --nonsense
}

@test "tables and JSON hold the same" {
	run --separate-stderr coreschedctl doctor --json
	[ "$status" -eq 0 ] || [ "$status" -eq 3 ]
	json=$(jq -r '.doctor[] | .status + " " + .check' <<<"$output")
	[ "$(jq '.doctor[] | select(.status != "ok" and .remedy == null)' <<<"$output")" = "" ]
	run coreschedctl doctor --noheadings --raw -o STATUS,CHECK
	[ "$output" = "$json" ]
	run coreschedctl doctor
	[ "$(sed -nE 's/^([a-z]+) +([^ ]+) .*/\1 \2/p' <<<"$output")" = "$json" ]
	[ "$(sed -nE 's/^[a-z]+ +[^ ]+ +//p' <<<"$output")" = "$(coreschedctl doctor --json | jq -r '.doctor[].why')" ]
}

@test "in raw output nothing is -, so that no column takes the next one's place" {
	run coreschedctl doctor --noheadings --raw -o STATUS,REMEDY,CHECK
	((${#lines[@]} > 3))
	for line in "${lines[@]}"; do
		read -ra words <<<"$line"
		((${#words[@]} == 3))
		[[ ${words[0]} != ok || ${words[1]} == - ]]
	done
	[[ " ${lines[*]} " == *" ok - "* ]]
}
