# SPDX-License-Identifier: GPL-2.0-or-later
# The command line of spawn and of the tool itself, which is the same on every kernel.
bats_require_minimum_version 1.5.0

# Run PROGRAM with and without spawn and compare what it prints.
same_under_spawn() {
	local bare wrapped

	bare=$("$@")
	wrapped=$(coreschedctl spawn --if-supported -- "$@" 2>/dev/null)
	[ -n "$bare" ]
	[ "$wrapped" = "$bare" ]
}

usage_error() { # STATUS TEXT ARG...
	local status_wanted=$1 text=$2
	shift 2
	run --separate-stderr coreschedctl "$@"
	[ "$status" -eq "$status_wanted" ]
	[ -z "$output" ]
	[[ $stderr == *"$text"* ]]
}

@test "options behind the program are the program's" {
	run --separate-stderr coreschedctl spawn --if-supported printf '%s|' -f --seal --help -- x
	[ "$status" -eq 0 ]
	[ "$output" = "-f|--seal|--help|--|x|" ]
	run --separate-stderr coreschedctl spawn --if-supported -- printf '%s|' -c '' $'a\nb' '*'
	[ "$output" = $'-c||a\nb|*|' ]
}

@test "POSIXLY_CORRECT changes nothing" {
	POSIXLY_CORRECT=1 run --separate-stderr coreschedctl spawn --if-supported printf '%s|' -f
	[ "$status" -eq 0 ]
	[ "$output" = "-f|" ]
	POSIXLY_CORRECT=1 usage_error 125 "invalid option -- 'd'" spawn -d true
	POSIXLY_CORRECT=1 usage_error 2 "no id" get 1 x
}

@test "environment, directory, descriptors, signals, niceness and affinity reach the program" {
	export CORESCHED_TEST=$'a b\n"c"'
	cd "$BATS_TEST_TMPDIR"
	exec 9<"$BATS_TEST_FILENAME"
	trap '' USR1
	same_under_spawn env -u _
	same_under_spawn pwd -P
	same_under_spawn ls /proc/self/fd
	same_under_spawn readlink /proc/self/fd/9
	same_under_spawn grep -E '^(Sig[^Q]|Shd|Cap|NoNewPrivs|Seccomp:|Cpus_allowed:)' /proc/self/status
	same_under_spawn sh -c 'nice; ulimit -a; umask'
}

@test "the program has the tool's pid" {
	# $$ of the outer shell and of what it becomes
	run --separate-stderr sh -c 'echo $$; exec coreschedctl spawn --if-supported sh -c "echo \$\$"'
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = "${lines[1]}" ]
}

@test "exit status: the program's, 126 not runnable, 127 not found" {
	run coreschedctl spawn --if-supported sh -c 'exit 3'
	[ "$status" -eq 3 ]
	run coreschedctl spawn --if-supported sh -c 'kill -TERM $$'
	[ "$status" -eq 143 ]
	run -126 --separate-stderr coreschedctl spawn --if-supported /etc/passwd
	[[ $stderr == *"can't run /etc/passwd: Permission denied"* ]]
	run -126 coreschedctl spawn --if-supported /
	run -127 --separate-stderr coreschedctl spawn --if-supported no-such-program
	[[ $stderr == *"can't run no-such-program: No such file"* ]]
}

@test "bad options of spawn are its own failure, 125" {
	usage_error 125 "give a program" spawn
	usage_error 125 "give a program" spawn --
	usage_error 125 "only one of --from and --cgroup" spawn -f 1 -c /x true
	usage_error 125 "give --from once" spawn -f 1 -f 1 true
	usage_error 125 "give --cgroup once" spawn -c a -c b true
	usage_error 125 "unrecognized option" spawn --nonsense true
}

@test "ids are strict" {
	local max
	max=$(cat /proc/sys/kernel/pid_max)
	for bad in '' 0 00 -1 +1 ' 12' '12 ' 12x x 0x12 1.0 $((max + 1)) 4294967297 18446744073709551617; do
		usage_error 125 "PID '$bad' is no id: digits only, 1 to $max" spawn -f "$bad" true
		usage_error 2 "PID '$bad' is no id" get -- "$bad"
	done
}

@test "the tool without a command, with a wrong one, and asked for help" {
	usage_error 2 "give a command"
	usage_error 2 "there is no command 'spwan'" spwan
	usage_error 2 "there is no command 'ge'" ge 1
	run --separate-stderr coreschedctl --help
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	[[ $output == *"spawn "*"run a program with a cookie of its own"* ]]
	run --separate-stderr coreschedctl --version
	[ "$status" -eq 0 ]
	[[ $output == "coreschedctl "* ]]
	run --separate-stderr coreschedctl spawn --help
	[ "$status" -eq 0 ]
	[[ ${lines[0]} == "Usage: coreschedctl spawn [OPTION...] [--] PROGRAM [ARG...]" ]]
}

@test "output that can't be written is a failure" {
	run --separate-stderr sh -c 'coreschedctl --dump-cli >/dev/full'
	[ "$status" -eq 1 ]
	[[ $stderr == *"can't write the output: No space left on device"* ]]
}

@test "a plain spawn maps libc and nothing else" {
	local binary
	binary=$(command -v coreschedctl)
	needed=$(LC_ALL=C objdump -p "$binary" | awk '$1 == "NEEDED" { print $2 }')
	[[ $needed != *libasan* ]] || skip "a sanitizer brings its own"
	[ "$needed" = libc.so.6 ]
	# strace tells what is opened, at the first exec only
	run strace -f -e trace=openat,execve -o "$BATS_TEST_TMPDIR/trace" coreschedctl spawn --if-supported /bin/true
	run ! grep -E 'lib(cap|cgroup|seccomp|smartcols)' <(sed '/execve.*\/bin\/true/,$d' "$BATS_TEST_TMPDIR/trace")
}
