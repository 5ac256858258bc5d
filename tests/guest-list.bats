# SPDX-License-Identifier: GPL-2.0-or-later
# list on a real kernel, held against what the kernel told the tasks themselves.
# guest: --smp 1,2,2
bats_require_minimum_version 1.5.0

# A world of tasks that sleep. $x, $y, $z, $w: cookies; $alpha, $comma, $evil, $mixed, $half, ...: processes and threads.
setup_file() {
	root=$(findmnt -n -o TARGET -t cgroup2)
	mkdir "$root/list" "$root/list/a" "$root/list/"$'\e[1mb y\xff'
	world=$BATS_FILE_TMPDIR/world
	python3 "$BATS_TEST_DIRNAME/guest-list.py" "$root/list" >"$world" 3>&- &
	echo $! >"$world.pid"
	until grep -qs '^ready' "$world"; do sleep 0.2; done
}

teardown_file() {
	kill "$(cat "$BATS_FILE_TMPDIR/world.pid")"
}

setup() {
	# shellcheck disable=SC1090 # made by setup_file
	. <(grep '=' "$BATS_FILE_TMPDIR/world")
}

# Lines of stdout, whatever the order of cookies.
lines_are() {
	[ -z "$stderr" ]
	diff <(printf '%s\n' "$@" | LC_ALL=C sort) <(LC_ALL=C sort <<<"$output")
}

@test "a row a cookie: processes, tasks, those with differing threads, cgroups, commands" {
	run -0 --separate-stderr coreschedctl list -n -r
	lines_are "$x 3 3 0 /list/\x1b[1mb\x20y\xff,/list/a \x1b[31m)\x0aé,a\x2cb\x20\x5c,alpha" \
		"$y 1 2 1 /list mixed" "$z 1 1 1 /list mixed" "$w 1 1 1 /list half"
}

@test "a row a task: its own name and cgroup, and the mark of its process" {
	run -0 --separate-stderr coreschedctl list --tasks -n -r -o cookie,pid,tid,user,mixed,cgroup,command
	lines_are "$x $alpha $alpha root 0 /list/a alpha" \
		"$x $comma $comma root 0 /list/a a,b\x20\x5c" \
		"$x $evil $evil nobody 0 /list/\x1b[1mb\x20y\xff \x1b[31m)\x0aé" \
		"$y $mixed $mixed root 1 /list mixed" "$y $mixed $mixed1 root 1 /list \"\x09\xc2\x9b\xe2\x80\xae)" \
		"$z $mixed $mixed2 root 1 /list mixed" "$w $half $half1 root 1 /list half"
	run -0 coreschedctl list --tasks -n -r -o cpu "$alpha"
	[[ $output =~ ^[0-3]$ ]]
}

@test "a tree: cookie, process, thread" {
	run -0 --separate-stderr coreschedctl list --tree -o id,command,mixed "$mixed" --cookie "$y"
	[ "$output" = "$(printf '%-10s %-26s %s\n' ID COMMAND MIXED "$y" '' '    1' "\`-$mixed" mixed '    1' \
		"  |-$mixed" mixed '    1' "  \`-$mixed1" '"\x09\xc2\x9b\xe2\x80\xae)' '    1')" ]
}

@test "JSON is valid whatever the names, with each type as it should be" {
	for view in --all --tasks --tree; do
		coreschedctl list $view --json >"$BATS_TEST_TMPDIR/$view"
	done
	cd "$BATS_TEST_TMPDIR"
	python3 - "$x" "$alpha" "$mixed1" <<-'END'
		import json, sys
		x, alpha, mixed1 = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
		row = next(r for r in json.load(open("--all"))["cookies"] if r["cookie"] == x)
		assert row == {"cookie": x, "procs": 3, "tasks": 3, "mixed": 0,
			"cgroups": ["/list/\\x1b[1mb y\\xff", "/list/a"],
			"commands": ["\\x1b[31m)\\x0a\u00e9", "a,b \\x5c", "alpha"]}, row
		row = next(r for r in json.load(open("--tasks"))["tasks"] if r["tid"] == alpha)
		assert type(row.pop("cpu")) is int, row
		assert row == {"cookie": x, "pid": alpha, "tid": alpha, "user": "root", "mixed": 0,
			"cgroup": "/list/a", "command": "alpha"}, row
		row = next(r for r in json.load(open("--tasks"))["tasks"] if r["tid"] == mixed1)
		assert row["command"] == "\"\\x09\\xc2\\x9b\\xe2\\x80\\xae)", row
		row = next(r for r in json.load(open("--tree"))["cookies"] if r["id"] == x)
		assert row["command"] is None and len(row["children"]) == 3, row
		assert row["children"][0]["children"][0]["id"] == str(alpha), row
	END
}

@test "in columns, a name is one line, and UTF-8 is as wide as it looks" {
	run -0 --separate-stderr coreschedctl list -n -o commands,procs --cookie "$x"
	[ "$output" = '\x1b[31m)\x0aé,a\x2cb \x5c,alpha     3' ]
}

@test "targets: their union; cookies: their union; both: what is in both" {
	o=(-n -r --tasks -o tid)
	run -0 --separate-stderr coreschedctl list "${o[@]}" "$alpha" -t "$mixed2" -t "$alpha" -c /list/a
	lines_are "$alpha" "$comma" "$mixed2"
	run -0 --separate-stderr coreschedctl list "${o[@]}" -u nobody
	lines_are "$evil"
	run -0 --separate-stderr coreschedctl list "${o[@]}" -c list --no-recursive
	lines_are "$mixed" "$mixed1" "$mixed2" "$half1"
	run -0 --separate-stderr coreschedctl list "${o[@]}" --cookie "$z" --cookie $((w))
	lines_are "$mixed2" "$half1"
	run -0 --separate-stderr coreschedctl list "${o[@]}" --cookie "$y" -t "$mixed2" -t "$mixed"
	lines_are "$mixed"
	run -0 --separate-stderr coreschedctl list "${o[@]}" --cookie 0 "$half"
	lines_are "$half"
	run -0 --separate-stderr coreschedctl list "${o[@]}" -a "$half"
	lines_are "$half" "$half1"
}

@test "one thread of a process is marked by what the others have" {
	run -0 --separate-stderr coreschedctl list -n -r -o cookie,tasks,mixed -t "$half1"
	lines_are "$w 1 1"
}

@test "a target that is not there: status 4 beside others, else 1, and each is named" {
	run -4 --separate-stderr coreschedctl list -n -r -o cookie -c /nowhere "$alpha"
	[ "$output" = "$x" ]
	[[ $stderr == "coreschedctl: can't list cgroup /nowhere: "* ]]
	run -1 --separate-stderr coreschedctl list -c /nowhere
	[ -z "$output" ]
}

@test "what can't be read is ?, is counted, equals no cookie, and is never 0" {
	as_nobody=(setpriv --reuid 65534 --clear-groups)
	run -0 --separate-stderr "${as_nobody[@]}" coreschedctl list -a -n -r -o cookie,procs,tasks,mixed,commands \
		"$alpha" "$mixed" "$half"
	[ "$output" = "? 3 6 ? alpha,half,mixed" ]
	[[ $stderr == "coreschedctl: tasks that can't be read: 6, such as "*"CAP_SYS_PTRACE" ]]
	[ "${#stderr_lines[@]}" -eq 1 ]
	run -0 --separate-stderr "${as_nobody[@]}" coreschedctl list --tree --json "$half"
	[[ $output == *'"id": null,'*'"mixed": null,'*'"id": "'$half'",'* ]]
	run -0 --separate-stderr "${as_nobody[@]}" coreschedctl list --cookie "$x" --cookie 0 "$alpha"
	[ "$output" = "COOKIE PROCS TASKS MIXED CGROUPS COMMANDS" ]
	[[ $stderr == "coreschedctl: tasks that can't be read: 1, such as $alpha: "* ]]
}

@test "the same in every locale" {
	coreschedctl list >"$BATS_TEST_TMPDIR/c"
	for locale in C.UTF-8 en_US.UTF-8 de_DE.ISO-8859-1; do
		LC_ALL=$locale LANGUAGE=de coreschedctl list | cmp - "$BATS_TEST_TMPDIR/c"
	done
}

@test "tasks that exit meanwhile are passed over" {
	coreschedctl spawn python3 -c '
import os, random, signal, sys, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
open(sys.argv[1], "w").close()
while True:
	if os.fork() == 0:
		time.sleep(random.random() / 4)
		os._exit(0)
	time.sleep(0.01)' "$BATS_TEST_TMPDIR/up" 3>&- &
	storm=$!
	until [ -e "$BATS_TEST_TMPDIR/up" ]; do sleep 0.2; done
	for view in --tasks --tree --all; do
		run -0 --separate-stderr coreschedctl list $view
		[ -z "$stderr" ]
		[[ $output != *'?'* ]]
	done
	kill $storm
}

@test "SMT switched off while tasks hold cookies: explained, with status 3" {
	echo off >/sys/devices/system/cpu/smt/control
	run -3 --separate-stderr coreschedctl list -a
	echo on >/sys/devices/system/cpu/smt/control
	[ -z "$output" ]
	[[ $stderr == "coreschedctl: can't list cookies: "*"SMT is absent or off"* ]]
}
