# SPDX-License-Identifier: GPL-2.0-or-later
# isolation, held against an independent reader of the same events.
# guest: --smp 1,2,2 --icount
# guest: --smp 1,1,4 --icount
bats_require_minimum_version 1.5.0

setup_file() {
	tracing=/sys/kernel/tracing
	mountpoint -q $tracing || mount -t tracefs nodev $tracing
	export tracing
}

setup() {
	cd "$BATS_TEST_TMPDIR" || exit 1
	helper=$BATS_TEST_DIRNAME/guest-isolation.py
}

teardown() {
	[ ! -e spinners ] || xargs kill -KILL -- <spinners || true
	echo 1 >/sys/devices/system/cpu/cpu1/online
	# Its own instance is gone whatever happened.
	! compgen -G "$tracing/instances/coreschedctl*"
}

# Busy until the test ends; $! is it.
busy() {
	setsid sh -c 'while :; do :; done' >/dev/null 2>&1 3>&- &
	echo $! >>spinners
}

@test "an independent reader of the same bytes agrees within 0.01 %, on tasks that live a millisecond too" {
	strace -qq -y -xx -s 65536 -e trace=read -e signal=none -o capture \
		coreschedctl isolation --tasks --json -o +local-time,idle-time,forced-time,foreign-time -- sh -c "
			coreschedctl spawn /usr/bin/python3 $helper load cookies 2 3 8 &
			coreschedctl spawn /usr/bin/python3 $helper load cookies 2 3 8 &
			wait" >result
	python3 "$helper" compare capture cookies result
}

@test "the worst hardware thread is told, and exit status 1 says that a limit is exceeded" {
	busy; a=$!
	busy; b=$!
	busy; busy
	run -0 coreschedctl isolation -d 2 --by-target -n -r -o target,foreign%,run "$a" "$b"
	[ "${#lines[@]}" -eq 2 ]
	run -1 --separate-stderr coreschedctl isolation -d 1 --by-target --fail-on-foreign "$a" "$b"
	[[ $stderr == "coreschedctl: up to "*" % of the run time was beside foreign tasks, more than 0 %" ]]
	run -0 --separate-stderr coreschedctl isolation -d 1 --by-target --max-foreign 100 "$a" "$b"
	[ -z "$stderr" ]
}

@test "cookies keep two groups of busy tasks on one core apart" {
	core=$(cat /sys/devices/system/cpu/cpu0/topology/thread_siblings_list)
	# Busy as this one is, and not as a shell's loop: the emulator then delivers interrupts when they should arrive.
	for group in 1 2; do
		setsid taskset -c "$core" "$top_builddir/tests/spin" 3 >/dev/null 2>&1 3>&- &
		echo "-$!" >>spinners
		groups+=(-g $!)
	done
	sleep 0.5
	# Three of each on few hardware threads: unless kept apart, they meet.
	run -1 --separate-stderr coreschedctl isolation -d 2 --by-target --max-foreign 20 -n -r -o foreign%,run "${groups[@]}"
	[ "${#lines[@]}" -eq 2 ]
	coreschedctl tag -q "${groups[@]:0:2}"
	coreschedctl tag -q "${groups[@]:2}"
	run -0 --separate-stderr coreschedctl isolation -d 2 --max-foreign 10 -n -r -o cookie,tasks,forced% "${groups[@]}"
	[ -z "$stderr" ]
	[ "${#lines[@]}" -eq 2 ]
	# Three leave one of four hardware threads idle, though others wait.
	awk -v core="$core" '
		$1 == "0x0" || $2 != 3 || (core == "0-3" && $3 < 50) { exit 1 }' <<<"$output"
}

@test "reading ends, though it makes more events than it reads" {
	run -0 timeout 60 strace -qq -e trace=read -e signal=none -o /dev/null coreschedctl isolation -d 1 -n -o run
}

@test "a hardware thread goes and comes while it is watched" {
	# Each says what the kernel counted as its run time. All of their lives are watched.
	run -0 --separate-stderr coreschedctl isolation -n -r --tasks -o tid,run -- bash -c '
		for i in 1 2 3 4; do
			(until [[ -e done ]]; do :; done; read -r ns _ </proc/$BASHPID/schedstat
			 echo "$BASHPID $ns" >counted.$i) &
		done
		cpu=/sys/devices/system/cpu/cpu1/online
		sleep 0.3; echo 0 >$cpu; sleep 0.3; echo 1 >$cpu; sleep 0.3; touch done; wait'
	[ -z "$stderr" ]
	echo "$output"
	awk 'NR == FNR { counted[$1] = $2 / 1e9; next }
		$1 in counted { print $0, counted[$1]; n++; if ($2 < 0.97 * counted[$1] - 0.01 || $2 > 1.03 * counted[$1] + 0.01) bad = 1 }
		END { exit bad || n != 4 }' <(cat counted.*) <(echo "$output")
}

@test "events that are lost are told, and prove nothing" {
	run -1 --separate-stderr coreschedctl isolation --buffer 8 --max-foreign 100 -- \
		sh -c 'for i in 1 2 3 4; do (yes | head -c 30000000 | cat | cat >/dev/null) & done; wait'
	[[ $stderr == *"the result is incomplete: "*" events or more were lost; a larger --buffer may help" ]]
}

@test "others' tracing is left alone" {
	echo 1 >$tracing/events/sched/sched_waking/enable
	echo 1000 >$tracing/buffer_size_kb
	before=$(cat $tracing/trace_clock $tracing/set_event $tracing/buffer_size_kb $tracing/tracing_on)
	run -0 coreschedctl isolation -d 1
	after=$(cat $tracing/trace_clock $tracing/set_event $tracing/buffer_size_kb $tracing/tracing_on)
	echo 0 >$tracing/events/sched/sched_waking/enable
	[ "$before" = "$after" ]
}

@test "a program's failure is told" {
	run -1 --separate-stderr coreschedctl isolation -- sh -c 'exit 3'
	[[ $stderr == "coreschedctl: sh ended with status 3" ]]
	run -1 --separate-stderr coreschedctl isolation -- /nowhere
	[[ $stderr == "coreschedctl: can't run /nowhere: No such file or directory"* ]]
}

@test "who may not trace is told so" {
	run -1 --separate-stderr setpriv --reuid 65534 --clear-groups coreschedctl isolation -d 1
	[[ $stderr == "coreschedctl: can't watch the scheduler: "* ]]
	[ "${#stderr_lines[@]}" -eq 1 ]
}
