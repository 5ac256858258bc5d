# SPDX-License-Identifier: GPL-2.0-or-later
# bench on a real kernel: the modes are what they say, and all is as before afterwards, also after kill -9.
# guest: --smp 1,2,2
bats_require_minimum_version 1.5.0

control=/sys/devices/system/cpu/smt/control
root=$(findmnt -n -o TARGET -t cgroup2)

# Prints "MODE RUN COPY COOKIE CPUS" for each copy.
notes() {
	printf '#!/bin/sh\necho $CORESCHED_BENCH_MODE $CORESCHED_BENCH_RUN $CORESCHED_BENCH_COPY $(coreschedctl get 2>/dev/null) %s >>%s\n' \
		'$(cat /sys/devices/system/cpu/online)' "$BATS_TEST_TMPDIR/notes" >"$BATS_TEST_TMPDIR/program"
	chmod +x "$BATS_TEST_TMPDIR/program"
}

as_before() {
	[ "$(cat $control)" = on ]
	[ "$(cat /sys/devices/system/cpu/online)" = "${online:-0-3}" ]
	run ! ls -d "$root"/coreschedctl-bench*
}

# As as_before, which may take a moment when nobody waited.
soon_as_before() {
	for _ in {1..100}; do
		[ "$(cat $control)" = on ] && ! ls -d "$root"/coreschedctl-bench* 2>/dev/null && break
		sleep 0.1
	done
	as_before
}

@test "by turns, in each mode: no cookies, a cookie for each copy, one hardware thread a core" {
	notes
	run -0 --separate-stderr coreschedctl bench --modes smt,core,nosmt --allow-nosmt -r 2 --groups 3 -n --raw -o MODE,CHANGE% \
		-- "$BATS_TEST_TMPDIR/program"
	[[ $output == "smt -"$'\n'"core "*$'\n'"nosmt "* ]]
	cd "$BATS_TEST_TMPDIR"
	[ "$(cut -d ' ' -f 1,2 notes | uniq | paste -sd ,)" = "smt 1,core 1,nosmt 1,smt 2,core 2,nosmt 2" ]
	[ "$(grep -c '^smt . . 0x0 0-3$' notes)" -eq 6 ]
	[ "$(grep -c '^nosmt . . ? 0,2$' notes)" -eq 6 ]
	# The kernel may give the cookies of one run to the next.
	[ "$(grep '^core . . 0x[0-9a-f]* 0-3$' notes | grep -vw 0x0 | cut -d ' ' -f 2,4 | sort -u | wc -l)" -eq 6 ]
	as_before
}

@test "a cookie inherited from the caller is no copy's in mode smt" {
	notes
	run -0 --separate-stderr coreschedctl spawn coreschedctl bench --modes smt,core -r 1 -- "$BATS_TEST_TMPDIR/program"
	[ "$(grep -c '^smt 1 . 0x0 ' "$BATS_TEST_TMPDIR/notes")" -eq 2 ]
	[ "$(grep '^core' "$BATS_TEST_TMPDIR/notes" | grep -vw 0x0 | cut -d ' ' -f 4 | sort -u | wc -l)" -eq 2 ]
}

@test "SMT is put back after the end, a failure, signals, and kill -9" {
	for way in 'sleep 0.3; exit 1' 'kill -KILL $(cat tool)' 'kill -INT $(cat tool); sleep 9' 'kill -TERM $(cat tool); sleep 9' \
		'kill -SEGV $(cat tool); sleep 9'; do
		cd "$BATS_TEST_TMPDIR"
		printf 'cat %s >seen; %s' "$control" "$way" >way
		run env --default-signal=INT,HUP,TERM,QUIT sh -c 'echo $$ >tool; exec coreschedctl bench --modes nosmt --allow-nosmt -- sh way'
		[ "$status" -ne 0 ]
		[ "$(cat seen)" = off ]
		soon_as_before
	done
}

@test "a sibling that was off line by itself is so afterwards" {
	echo 0 >/sys/devices/system/cpu/cpu3/online
	run -0 --separate-stderr coreschedctl bench --modes smt,nosmt --allow-nosmt -r 2 -- cat /sys/devices/system/cpu/online
	seen=$(cat /sys/devices/system/cpu/online)
	echo 1 >/sys/devices/system/cpu/cpu3/online
	[ "$seen" = 0-2 ]
	as_before
}

@test "what binds the tool to siblings binds the copies, also after these were off line" {
	run -0 taskset -c 1,3 coreschedctl bench --modes nosmt,smt --allow-nosmt -r 1 --groups 1 -- \
		sh -c 'echo $CORESCHED_BENCH_MODE $(taskset -cp $$) >>"$0"' "$BATS_TEST_TMPDIR/notes"
	grep -q '^smt .*: 1,3$' "$BATS_TEST_TMPDIR/notes"
	as_before
}

@test "where SMT is off already, mode nosmt has nothing to compare: status 3" {
	echo off >$control
	run -3 --separate-stderr coreschedctl bench --modes smt,nosmt --allow-nosmt -- true
	[[ $stderr == *"says 'off'"* ]]
	run -3 --separate-stderr coreschedctl bench --modes core -- true
	[[ $stderr == *"SMT is absent or off"* ]]
	echo on >$control
}

@test "waker and wakee stacked on one hardware thread: a warning for the mode, and none for siblings" {
	run -0 --separate-stderr taskset -c 0 coreschedctl bench --modes smt -r 1 --groups 1 -d 1 --load pipe
	[[ $stderr == *"warning: in mode smt waker and wakee were stacked on one hardware thread for 100 %"* ]]
	run -0 --separate-stderr coreschedctl bench --modes smt,core,nosmt --allow-nosmt -r 1 --groups 1 -d 1 --load pipe-siblings
	[[ $stderr == *"in mode nosmt waker and wakee were stacked"* ]]
	[[ $stderr != *"mode smt waker"* ]]
	[[ $stderr != *"mode core waker"* ]]
}

@test "force-idle time is the copies', and ? while the kernel does not account it" {
	echo 0 >/proc/sys/kernel/sched_schedstats
	run -0 --separate-stderr taskset -c 0,1 coreschedctl bench --modes core -r 1 -d 1 --load spin -n --raw -o FIDLE
	[ "$output" = '?' ]
	[[ $stderr == *"sysctl kernel.sched_schedstats=1"* ]]
	echo 1 >/proc/sys/kernel/sched_schedstats
	run -0 --separate-stderr taskset -c 0,1 coreschedctl bench --modes smt,core -r 1 -d 2 --load spin -n --raw -o FIDLE
	# Two copies of one spinner each on one core: one runs, the other hardware thread idles by force.
	awk 'NR == 1 { if ($1 != 0) exit 1 } NR == 2 { if ($1 < 1 || $1 > 3) exit 1 }' <<<"$output"
	[ -z "$stderr" ]
}

@test "who ran beside the copies: known where SMT is off, and elsewhere what the kernel counts, or ?" {
	run -0 --separate-stderr coreschedctl bench --modes smt,core,nosmt --allow-nosmt -r 1 -d 1 --load spin -n --raw \
		-o MODE,LOCAL%,IDLE%,FORCED%,FOREIGN%
	[ "$output" = $'smt ? ? ? ?\ncore ? ? ? ?\nnosmt 0.00 100.00 0.00 0.00' ]
}

@test "the verdict says which mode is best and by how much, or that it can't be told" {
	printf '#!/bin/sh\necho n=$(($(expr index "$CORESCHED_BENCH_MODE" n) * 100 + CORESCHED_BENCH_RUN))\n' >"$BATS_TEST_TMPDIR/program"
	chmod +x "$BATS_TEST_TMPDIR/program"
	# smt: 0, core: 0, nosmt: 1, which is far beyond what differs between runs.
	run -0 --separate-stderr coreschedctl bench --modes smt,core,nosmt --allow-nosmt -r 4 --groups 1 --metric 'n=([0-9]+)' \
		-o MODE,MEAN,CHANGE%,VERDICT -- "$BATS_TEST_TMPDIR/program"
	[ "${lines[1]}" = "smt   2.5000         worse" ]
	[ "${lines[2]}" = "core  2.5000     0.0 worse" ]
	[ "${lines[3]}" = "nosmt 102.50  4000.0 best" ]
	[[ ${lines[4]} == "n: nosmt is best: 4000.0 % more than smt ("*"), 4000.0 % more than core ("*") [95 % confidence, Welch's t-test]" ]]
	run -0 --separate-stderr coreschedctl bench --modes smt,core,nosmt --allow-nosmt -r 4 --groups 1 --metric 'n=([0-9]+)' \
		--lower-is-better -o MODE,VERDICT -- "$BATS_TEST_TMPDIR/program"
	[[ ${lines[4]} == "n: smt and core are best, with no difference that these runs can show; smt is 97.6 % less than nosmt ("* ]]
	run -0 --separate-stderr coreschedctl bench --modes smt,core -r 4 --groups 1 --metric 'n=([0-9]+)' -- "$BATS_TEST_TMPDIR/program"
	[[ ${lines[3]} == "n: no difference that these runs can show [95 % confidence, Welch's t-test]" ]]
}
