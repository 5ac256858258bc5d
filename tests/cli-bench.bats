# SPDX-License-Identifier: GPL-2.0-or-later
# bench on any kernel: its command line, its numbers from a program that prints known ones, and that it leaves nothing behind.
bats_require_minimum_version 1.5.0

bench() {
	coreschedctl bench --modes smt "$@"
}

# An error of usage that says WORDS, and nothing on stdout: refused WORDS ARG...
refused() {
	run -2 --separate-stderr coreschedctl bench "${@:2}"
	[ -z "$output" ]
	[[ $stderr == "coreschedctl bench: "*"$1"* ]]
}

# A program that prints the next line of FILE each time: canned LINE...
canned() {
	printf '%s\n' "$@" >"$BATS_TEST_TMPDIR/canned"
	printf '#!/bin/sh\nsed -n "${CORESCHED_BENCH_RUN}p" %s\n' "$BATS_TEST_TMPDIR/canned" >"$BATS_TEST_TMPDIR/program"
	chmod +x "$BATS_TEST_TMPDIR/program"
}

# No process of this test is left: neither a copy, nor what it started, nor the one that undoes.
nothing_left() {
	local pid
	for _ in {1..50}; do
		for pid in $(cat "$BATS_TEST_TMPDIR"/pids); do
			[ -e "/proc/$pid" ] && [[ $(ps -o stat= "$pid") != Z* ]] && { sleep 0.1; continue 2; }
		done
		return 0
	done
	return 1
}

# Start a bench in the background whose copies never end; return when they run. $bench is its pid, $guard the other's.
start_endless() {
	: >"$BATS_TEST_TMPDIR/pids"
	env --default-signal=INT,HUP,TERM,QUIT coreschedctl bench --modes smt --background 'echo $$ >>'"$BATS_TEST_TMPDIR/pids; exec sleep 300" \
		-- sh -c 'sleep 300 & setsid sleep 300 & echo $$ $! >>"$0"; wait' "$BATS_TEST_TMPDIR/pids" \
		2>"$BATS_TEST_TMPDIR/stderr" 3>&- &
	bench=$!
	until (($(wc -l <"$BATS_TEST_TMPDIR/pids") == 3)); do
		kill -0 $bench
		sleep 0.1
	done
	guard=$(pgrep -P $bench -x bench-guard)
	echo "$guard" >>"$BATS_TEST_TMPDIR/pids"
}

has_cgroups() {
	local root
	root=$(findmnt -n -o TARGET -t cgroup2 | head -n 1)
	[ -n "$root" ] && mkdir "$root/try.$$" 2>/dev/null && rmdir "$root/try.$$"
}

@test "modes: known ones, each once" {
	refused "there is no mode 'off', only smt, core and nosmt" --modes smt,off -- true
	refused "there is no mode ''" --modes smt, -- true
	refused "give mode smt once" --modes smt,smt -- true
	refused "give --modes once" --modes smt --modes core -- true
}

@test "nosmt is refused without --allow-nosmt" {
	refused "give --allow-nosmt" --modes smt,nosmt -- touch "$BATS_TEST_TMPDIR/ran"
	refused "give --allow-nosmt" --modes nosmt --load spin
	[ ! -e "$BATS_TEST_TMPDIR/ran" ]
}

@test "numbers are digits, and not zero" {
	for number in 0 -1 +1 ' 1' 1x '' 1000000; do
		refused "is no number from 1 to" -r "$number" -- true
		refused "is no number from 1 to" --groups "$number" -- true
		refused "is no number from 1 to" --load spin --tasks "$number"
		refused "is no number from 1 to" --load spin -d "$number"
	done
}

@test "a program or a load, and what belongs to it" {
	refused "give either a program to run or --load"
	refused "give either a program to run or --load" --load spin -- true
	refused "there is no load 'dance'" --load dance
	refused "are about a --load" --tasks 2 -- true
	refused "are about a --load" -d 2 -- true
	refused "has its own metric" --load spin --metric x
}

@test "metrics are regular expressions, and --lower-is-better comes behind one" {
	refused "'(' is no regular expression" --metric '(' -- true
	refused "give --metric something" --metric '' -- true
	refused "behind the --metric" --lower-is-better -- true
}

@test "options behind the program are the program's" {
	run -0 --separate-stderr bench -r 1 --groups 1 --metric 'r([0-9])' -n --raw -o MEAN -- echo -r5 --groups --help
	[ "$output" = 5.0000 ]
}

@test "mean, standard deviation and standard error of a known series" {
	canned 'rate 2' 'rate 4' 'rate 4' 'rate 4' 'rate 5' 'rate 5' 'rate 7' 'rate 9'
	run -0 --separate-stderr bench -r 8 --groups 1 --metric 'rate ([0-9]+)' -n --raw -o METRIC,MODE,RUNS,MEAN,STD%,SEM%,CHANGE%,VERDICT \
		-- "$BATS_TEST_TMPDIR/program"
	[ "$output" = "rate smt 8 5.0000 42.76 15.12 - -" ]
	[ -z "$stderr" ]
}

@test "a metric is the mean of the copies, and its last match counts" {
	run -0 bench -r 2 --metric '^total: ([0-9.]+)$' -n --raw -o MEAN,STD% \
		-- sh -c 'echo total: 1; echo "total: 7 x"; echo total: "$CORESCHED_BENCH_COPY"0'
	[ "$output" = "15.000 0.00" ]
}

@test "several metrics, a row each; without a group all of the match is the number" {
	run -0 bench -r 1 --groups 1 --metric 'a=(-?[0-9.e+]+)' --metric 2[0-9] --lower-is-better -n --raw -o METRIC,MEAN \
		-- echo a=-1.5e+2 b=23
	[ "$output" = $'a= -150.00\n2 23.000' ] || [ "$output" = $'a -150.00\n2 23.000' ]
}

@test "a metric that does not match, or is no number, fails and names run and copy" {
	run -1 --separate-stderr bench --groups 3 --metric 'rate ([0-9]+)' \
		-- sh -c 'echo hello; [ $CORESCHED_BENCH_RUN$CORESCHED_BENCH_COPY = 22 ] || echo rate 5'
	[ -z "$output" ]
	[[ $stderr == "coreschedctl: run 2 of mode smt, copy 2: no number in its output matches 'rate ([0-9]+)'"$'\n'"  | hello" ]]
	run -1 --separate-stderr bench --metric 'rate (.*)' -- echo rate fast
	[[ $stderr == *"no number in its output matches"* ]]
	run -1 --separate-stderr bench --metric 'rate (.*)' -- echo rate nan
	[[ $stderr == *"no number in its output matches"* ]]
}

@test "a program that fails fails the bench, which shows the end of what it printed, made safe" {
	run -1 --separate-stderr bench --groups 1 -- sh -c 'seq 20; printf "\033[31mred"; exit 7'
	[ -z "$output" ]
	[[ ${stderr_lines[0]} == "coreschedctl: run 1 of mode smt, copy 1: sh failed with status 7" ]]
	[ "${#stderr_lines[@]}" -eq 11 ]
	[ "${stderr_lines[1]}" = "  | 12" ]
	[ "${stderr_lines[10]}" = '  | \x1b[31mred' ]
	run -1 --separate-stderr bench --groups 1 -- sh -c 'kill -SEGV $$'
	[[ $stderr == *"sh was killed by signal 11"* ]]
	run -1 --separate-stderr bench -- /nonexistent/program
	[ "$stderr" = "coreschedctl: can't run /nonexistent/program: No such file or directory" ]
}

@test "one copy that fails ends the others" {
	run -1 --separate-stderr timeout 20 coreschedctl bench --modes smt -- sh -c '[ $CORESCHED_BENCH_COPY = 1 ] && exit 1; exec sleep 300'
	[[ $stderr == *"copy 1: sh failed with status 1"* ]]
}

@test "noise that ends too early is no noise" {
	run -1 --separate-stderr bench --background 'echo tired' -- sleep 5
	[[ $stderr == "coreschedctl: run 1 of mode smt, background: it ended before the copies did"*"| tired"* ]]
}

@test "noise begins and ends with each run" {
	run -0 --separate-stderr bench -r 3 --groups 1 --background 'echo $$ >>'"$BATS_TEST_TMPDIR/pids; exec sleep 300" -- sh -c '
		sleep 0.3; for pid in $(cat "$0"); do [ ! -d /proc/$pid ] || echo alive; done >"$0".$CORESCHED_BENCH_RUN' "$BATS_TEST_TMPDIR/pids"
	[ "$(wc -l <"$BATS_TEST_TMPDIR/pids")" -eq 3 ]
	[ "$(cat "$BATS_TEST_TMPDIR"/pids.? | wc -l)" -eq 3 ]
	nothing_left
}

@test "wall time is until the last copy ends, and CPU time is the copies'" {
	run -0 --separate-stderr bench -r 2 --json -o METRIC,MEAN,CPU%,SWITCHES -- sh -c 'sleep 0.$((CORESCHED_BENCH_COPY * 3))'
	jq -e '.bench[0] | .metric == "seconds" and .mean > 0.59 and .mean < 3 and .["cpu%"] < 50 and .switches > 1' <<<"$output"
}

@test "what is not known is ?, and null in JSON, never 0" {
	run -0 --separate-stderr bench -r 1 -n --raw -o STD%,SEM% -- true
	[ "$output" = "? ?" ]
	run -0 --separate-stderr bench -r 1 --json -- true
	jq -e '.bench[0] | has("foreign%") and .["std%"] == null and .["foreign%"] == null' <<<"$output"
}

@test "each load prints its number" {
	for load in spin pipe pipe-same pipe-siblings fork wakeup; do
		run -0 --separate-stderr bench --load $load -r 1 -d 1 --tasks 2 -n --raw -o METRIC,MEAN
		[[ $output =~ ^[a-z/\ x0-9\\]+\ [0-9]+\.?[0-9]*$ ]]
	done
	[[ $(coreschedctl bench --help) == *"Loads:"*" pipe-siblings "*"Columns:"* ]]
}

@test "--svg draws a picture" {
	run -0 --separate-stderr bench -r 2 --metric '<(.)>' --svg "$BATS_TEST_TMPDIR/x.svg" -- echo '<5>'
	python3 -c 'import sys, xml.dom.minidom as x; d = x.parse(sys.argv[1]); assert len(d.getElementsByTagName("rect")) == 2' \
		"$BATS_TEST_TMPDIR/x.svg"
	run -1 --separate-stderr bench -r 1 --svg /nonexistent/x.svg -- true
	[[ $stderr == "coreschedctl: can't write /nonexistent/x.svg: No such file or directory" ]]
}

@test "where it can't be had, a mode is said to be unsupported, status 3, before anything runs" {
	"$top_builddir/tests/block-prctl" EPERM all true || skip "no seccomp filter can be set here"
	run -3 --separate-stderr "$top_builddir/tests/block-prctl" EINVAL all coreschedctl bench -- touch "$BATS_TEST_TMPDIR/ran"
	[[ $stderr == "coreschedctl: can't run mode core: the kernel has no core scheduling"* ]]
	run -3 --separate-stderr "$top_builddir/tests/block-prctl" ENODEV all coreschedctl bench -- touch "$BATS_TEST_TMPDIR/ran"
	[[ $stderr == "coreschedctl: can't run mode core: "*"SMT is absent or off"* ]]
	[ ! -e "$BATS_TEST_TMPDIR/ran" ]
}

@test "mode nosmt where there is nothing to switch off: status 3" {
	[[ $(cat /sys/devices/system/cpu/smt/control 2>/dev/null) != on ]] || skip "SMT is on here"
	run -3 --separate-stderr coreschedctl bench --modes nosmt --allow-nosmt -- true
	[ -n "$stderr" ]
}

@test "killed with SIGKILL, it leaves neither copies nor noise" {
	start_endless
	kill -KILL $bench
	nothing_left
}

@test "ended by a signal, it has undone all by the time that it is gone" {
	for signal in INT TERM HUP; do
		start_endless
		kill -$signal $bench
		wait $bench || status=$?
		((status == 128 + $(kill -l $signal)))
		[ ! -e "/proc/$guard" ]
		nothing_left
	done
}

@test "what undoes is not in reach of what ends the tool: another name, session and process group" {
	start_endless
	[ "$(ps -o pgid=,sid= "$guard" | tr -s ' ' | sed 's/^ //')" = "$guard $guard" ]
	[ "$(ps -o comm= "$guard")" = bench-guard ]
	for signal in INT TERM HUP QUIT; do
		kill -$signal "$guard"
	done
	kill -KILL $bench
	nothing_left
}

@test "without it the tool does not go on, and undoes by itself" {
	start_endless
	kill -KILL "$guard"
	wait $bench || status=$?
	((status == 1))
	[[ $(cat "$BATS_TEST_TMPDIR/stderr") == *"the process that undoes everything was killed"* ]]
	nothing_left
}

@test "the copies' cgroups go, with all that hides in them" {
	has_cgroups || skip "no cgroup v2 can be made here"
	run -0 bench -r 2 -c /bench-test --groups 1 -- sh -c 'setsid sleep 300 & echo $! >>"$0"
		grep -q "^0::/bench-test/coreschedctl-bench[.0-9]*/1$" /proc/self/cgroup' "$BATS_TEST_TMPDIR/pids"
	nothing_left
	root=$(findmnt -n -o TARGET -t cgroup2 | head -n 1)
	[ -d "$root/bench-test" ]
	run ! ls -d "$root/bench-test"/coreschedctl-bench*
	rmdir "$root/bench-test"
}

@test "who may not make cgroups does without, but --cgroup insists" {
	run -0 setpriv --reuid 65534 --clear-groups coreschedctl bench --modes smt -r 1 -n --raw -o MODE -- true
	[ "$output" = smt ]
	run --separate-stderr setpriv --reuid 65534 --clear-groups coreschedctl bench --modes smt -c /none -- true
	[ "$status" -eq 1 ]
	[[ $stderr == *"can't make cgroups for the copies below /none"* ]]
	run --separate-stderr setpriv --reuid 65534 --clear-groups coreschedctl bench --modes smt --cgroup-tags -- true
	[ "$status" -ne 0 ]
}
