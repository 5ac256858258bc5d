# SPDX-License-Identifier: GPL-2.0-or-later
# kernel/vm keeps its word: the command's arguments, streams, directory and status, and a fault is never a success.
bats_require_minimum_version 1.5.0

setup_file() {
	[ -e /usr/src/linux-source-6.12.tar.xz ] || [ "${CORESCHED_GUEST:-}" = required ] ||
		skip "no kernel source: ./quickstart build installs it"
	export vm=$top_srcdir/kernel/vm
	"$top_srcdir/kernel/build" 2>&3 >/dev/null
}

guest() {
	"$vm" --timeout 120 -- "$@"
}

@test "arguments and environment arrive byte for byte" {
	args=('' 'a b' $'new\nline' $'tab\t' "'" '"' '\' '$HOME' '*' -- --timeout ü $'\x01\xff')
	TEXT=$'two\nlines \xfe' guest bash -c 'printf "%s\0" "$@" "$TEXT"' - "${args[@]}" >"$BATS_TEST_TMPDIR/there"
	printf '%s\0' "${args[@]}" $'two\nlines \xfe' >"$BATS_TEST_TMPDIR/here"
	cmp "$BATS_TEST_TMPDIR/there" "$BATS_TEST_TMPDIR/here"
}

@test "stdout and stderr stay apart, and nothing else is in them" {
	run --separate-stderr guest sh -c 'echo one; echo two >&2; echo three'
	[ "$status" -eq 0 ]
	[ "$output" = $'one\nthree' ]
	[ "$stderr" = two ]
}

@test "stdin arrives whole and ends; output waits for a slow reader" {
	seq 200000 >"$BATS_TEST_TMPDIR/in"
	guest cat <"$BATS_TEST_TMPDIR/in" | { sleep 6; cat; } >"$BATS_TEST_TMPDIR/out"
	cmp "$BATS_TEST_TMPDIR/in" "$BATS_TEST_TMPDIR/out"
}

@test "output is live" {
	mkfifo "$BATS_TEST_TMPDIR/answer"
	# The guest's second line depends on its first one having come through.
	guest sh -c 'echo ping; read -r word; echo "$word"' <"$BATS_TEST_TMPDIR/answer" | {
		exec 4>"$BATS_TEST_TMPDIR/answer"
		read -r word
		[ "$word" = ping ]
		echo pong >&4
		read -r word
		[ "$word" = pong ]
	}
}

@test "a reader that leaves ends the writer" {
	run -0 bash -c '"$vm" --timeout 120 -- sh -c "yes; echo \$? >&2" 2>"$1" | head -n 1' - "$BATS_TEST_TMPDIR/err"
	[ "$output" = y ]
	[ "$(tail -n 1 "$BATS_TEST_TMPDIR/err")" = 141 ]
}

@test "output of children that outlive the command arrives" {
	run -0 guest sh -c '(sleep 0.1; echo late) & echo early'
	[ "$output" = $'early\nlate' ]
}

@test "the status is the command's" {
	run -7 guest sh -c 'exit 7'
	run -137 guest sh -c 'kill -KILL $$'
	run -143 guest sh -c 'kill -TERM $$'
	run -127 --separate-stderr guest /no/such/program
	[[ $stderr == *"/no/such/program: No such file"* ]]
	run -126 guest /etc/passwd
	run -125 guest sh -c 'exit 125'
	[ -z "$output" ]
}

@test "124 when the command runs out of time" {
	run -124 "$vm" --timeout 1 -- sleep 100
}

@test "a signal to kernel/vm ends the guest" {
	guest sleep 1000 3>&- &
	sleep 1
	kill -TERM $!
	status=0
	wait $! || status=$?
	[ "$status" -eq 143 ]
}

@test "nothing of a guest outlives kernel/vm, even when that is killed" {
	TMPDIR=$BATS_TEST_TMPDIR "$vm" --memory 333 --timeout 120 -- sleep 1000 3>&- &
	until pgrep -f 'qemu.* -m 333 '; do sleep 0.1; done
	kill -KILL $!
	for _ in {1..50}; do
		pgrep -f 'qemu.* -m 333 ' || return 0
		sleep 0.1
	done
	return 1
}

@test "the source tree is writable, the rest is thrown away, the directory is the same" {
	cd "$BATS_TEST_TMPDIR"
	echo host >file
	run -0 guest sh -c 'pwd; cat file; echo guest >file; cat file'
	[ "$output" = "$BATS_TEST_TMPDIR"$'\nhost\nguest' ]
	[ "$(cat file)" = host ]
	tree=$BATS_TEST_TMPDIR/'tree, with blanks'
	mkdir "$tree"
	cp -r "$top_srcdir/kernel" "$tree/kernel"
	cd "$tree/kernel"
	run -0 "$tree/kernel/vm" --timeout 120 -- sh -c 'pwd; echo kept >"$0"/file' "$tree"
	[ "$output" = "$tree/kernel" ]
	[ "$(cat "$tree/file")" = kept ]
}

@test "a terminal when there is one, of its size" {
	run -0 script -qec "stty rows 33 cols 101; $vm --timeout 120 -- sh -c 'test -t 0 && test -t 1 && test -t 2; echo \$?; stty size'" /dev/null </dev/null
	[[ $output == *0*"33 101"* ]]
	run -0 guest sh -c 'test -t 0; echo $?' </dev/null
	[ "$output" = 1 ]
}

@test "the machine is as asked for" {
	for smp in 1,2,2 1,1,4 2,1,2 1,2,1; do
		IFS=, read -r sockets cores threads <<<"$smp"
		run -0 "$vm" --timeout 120 --smp "$smp" -- lscpu
		[[ $output =~ Thread\(s\)\ per\ core:\ +$threads ]]
		[[ $output =~ Core\(s\)\ per\ socket:\ +$cores ]]
		[[ $output =~ Socket\(s\):\ +$sockets ]]
	done
	run -0 "$vm" --timeout 120 --memory 512 --append 'maxcpus=1 word=x' -- sh -c 'nproc; free -m; cat /proc/cmdline'
	[[ $output == 1$'\n'* ]]
	[[ $output =~ Mem:\ +[34][0-9][0-9]\  ]]
	[[ $output == *word=x* ]]
}

@test "core scheduling, cgroups, tracing and loopback are there" {
	run -0 guest bash -ec '
		[ "$(findmnt -n -o FSTYPE,OPTIONS /sys/fs/cgroup)" = "cgroup2 rw,nosuid,nodev,noexec,relatime,nsdelegate" ]
		mkdir /sys/fs/cgroup/x
		ls /sys/fs/cgroup/x/cpu.weight /sys/fs/cgroup/x/cpuset.cpus /sys/fs/cgroup/x/pids.max
		ls -d /sys/kernel/tracing/events/sched/sched_switch /sys/kernel/debug/sched
		grep -q se.sum_exec_runtime /proc/self/sched
		(echo >/dev/tcp/127.0.0.1/9) 2>&1 | grep -q refused
		cat < <(echo /dev/fd works)'
}

@test "--icount counts: the same work takes the same time" {
	work='t() { read -r up _ </proc/uptime; echo $((10#${up/./})); }
		a=$(t); for ((i = 0; i < 20000; i++)); do :; done; b=$(t); echo $((b - a))'
	one=$("$vm" --icount --timeout 300 -- bash -c "$work")
	two=$("$vm" --icount --timeout 300 -- bash -c "$work")
	[ "$one" -gt 5 ]
	[ $(((one - two) * (one - two))) -le 9 ]
}

@test "two at once" {
	guest sh -c 'sleep 1; echo one' >"$BATS_TEST_TMPDIR/one" 3>&- &
	run -0 guest echo two
	[ "$output" = two ]
	wait $!
	[ "$(cat "$BATS_TEST_TMPDIR/one")" = one ]
}

# fault TEXT COMMAND...: 125, the log is named, kept and holds TEXT.
fault() {
	local text=$1 log
	shift
	run -125 --separate-stderr guest "$@"
	[[ $stderr == *"the guest failed"* ]]
	log=${stderr##*its log is in }
	grep -qaE "$text" "$log"/{console,dmesg}
	rm -r "$log"
}

provoke() {
	fault "$2" sh -c "echo $1 >/sys/kernel/debug/provoke-crash/DIRECT; echo survived"
}

@test "125: panic" {
	fault 'Kernel panic.*sysrq' sh -c 'echo before; sleep 2; echo c >/proc/sysrq-trigger'
	[ "$output" = before ]
}

@test "125: warning" { provoke WARNING 'WARNING: .*lkdtm_WARNING'; }
@test "125: BUG" { provoke BUG 'invalid opcode'; }
@test "125: oops" { provoke EXCEPTION 'BUG: kernel NULL pointer dereference'; }
@test "125: stack overflow" { provoke EXHAUST_STACK 'stack guard page was hit'; }

@test "125: hung task" {
	fault 'INFO: task .* blocked for more than' sh -c '
		echo 1 >/proc/sys/kernel/hung_task_timeout_secs
		echo 1 >/proc/sys/kernel/hung_task_check_interval_secs
		(echo HUNG_TASK >/sys/kernel/debug/provoke-crash/DIRECT) & sleep 6'
}

@test "125: what only a debug kernel reports, by its words" {
	while IFS= read -r line; do
		fault "${line%% *}" sh -c 'echo "$1" >/dev/kmsg' - "$line"
	done <<-END
	WARNING: possible circular locking dependency detected
	BUG: KASAN: slab-use-after-free in x
	UBSAN: shift-out-of-bounds in x
	INFO: rcu_preempt self-detected stall on CPU
	refcount_t: underflow; use-after-free.
	watchdog: BUG: soft lockup - CPU#1 stuck for 22s!
	kmemleak: 1 new suspected memory leaks (see /sys/kernel/debug/kmemleak)
	END
}

@test "125: lockdep and KASAN in the debug kernel, which boots without a report" {
	"$top_srcdir/kernel/build" --flavour debug --print >/dev/null || [ "${CORESCHED_GUEST:-}" = required ] ||
		skip "no debug image: kernel/build --flavour debug makes it"
	guest() { "$vm" --kernel debug --timeout 600 -- "$@"; }
	run -0 guest true
	provoke SPINLOCKUP 'lock held when returning to user space'
	provoke READ_AFTER_FREE 'KASAN: slab-use-after-free in lkdtm'
}

@test "125: the guest's kernel cannot be started" {
	head -c 100000 /dev/zero >"$BATS_TEST_TMPDIR/image"
	run -125 --separate-stderr "$vm" --kernel "$BATS_TEST_TMPDIR/image" -- true
	[[ $stderr == *"its log is in "* ]]
	rm -r "${stderr##*its log is in }"
	run -125 "$vm" --kernel /no/such/image -- true
}

@test "a log without a fault is no fault, and nothing is left behind" {
	export TMPDIR=$BATS_TEST_TMPDIR/tmp
	mkdir "$TMPDIR"
	run -0 guest sh -c 'sh -c "kill -SEGV \$\$"; echo "all is well" >/dev/kmsg'
	[ -z "$(ls "$TMPDIR")" ]
}

@test "misuse is refused with a reason" {
	for bad in "" "--smp 1,2" "--smp 0,1,1" "--memory x" "--timeout -1" "--no-such true" --kernel; do
		run -125 --separate-stderr "$vm" $bad
		[[ $stderr == "kernel/vm: "* ]]
	done
}
