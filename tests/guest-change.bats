# SPDX-License-Identifier: GPL-2.0-or-later
# tag, share and clear on a real kernel.
# guest: --smp 1,2,2
# guest: --smp 2,1,2
bats_require_minimum_version 1.5.0

as_nobody=(setpriv --reuid 65534 --regid 65534 --clear-groups)

setup() {
	root=$(findmnt -n -o TARGET -t cgroup2 | head -n 1)
	group=/change-$BATS_TEST_NUMBER
	started=()
	[ "$(coreschedctl get)" = 0x0 ]
}

teardown() {
	[ -d "$root$group" ] && echo 1 >"$root$group/cgroup.kill"
	((${#started[@]} == 0)) || kill -KILL "${started[@]}" 2>/dev/null || :
	# Whatever a command did, it did not stick to its caller.
	[ "$(coreschedctl get)" = 0x0 ]
}

# Start a program in a session of its own and wait until it runs; its pid is in $pid.
start() {
	setsid "$@" 3>&- &
	pid=$!
	started+=("$pid")
	disown	# bash need not tell of its end
	until [ "$(ps -o sid= $pid | tr -d ' ')" = $pid ] && [ "$(cat /proc/$pid/comm)" != setsid ]; do :; done
}

start_threads() {
	start "$top_builddir/tests/idle-threads" 4
	until [ "$(ls /proc/$pid/task | wc -l)" -eq 4 ]; do :; done
}

# Wait until CGROUP holds as many tasks.
until_tasks() {
	until [ "$(wc -l <"$root$1/cgroup.threads")" -ge "$2" ]; do :; done
}

cookie() { coreschedctl get "$1"; }

@test "tag gives all targets one cookie that nobody else has" {
	start sleep 1000; a=$pid
	start sleep 1000; b=$pid
	run -0 --separate-stderr coreschedctl tag $a $b
	[ -z "$stderr" ]
	[ "$(cookie $a)" != 0x0 ]
	[ "$(cookie $a)" = "$(cookie $b)" ]
	[ "${lines[0]}" = "process $a: cookie $(cookie $a) on 1 task of 1 process" ]
	[ "${#lines[@]}" -eq 2 ]
	first=$(cookie $a)
	coreschedctl tag --quiet $a
	[ "$(cookie $a)" != "$first" ]
	[ "$(cookie $b)" = "$first" ]
}

@test "tag --each gives each target its own" {
	start sleep 1000; a=$pid
	start sleep 1000; b=$pid
	run -0 coreschedctl tag --each $a $b
	[ "$(cookie $a)" != 0x0 ]
	[ "$(cookie $b)" != 0x0 ]
	[ "$(cookie $a)" != "$(cookie $b)" ]
	[[ ${lines[1]} == *"cookie $(cookie $b) on"* ]]
}

@test "tag --each changes nothing when one can't be changed" {
	start sleep 1000
	run -1 coreschedctl tag --each $pid 2
	[ "$(cookie $pid)" = 0x0 ]
}

@test "share and tag --from hand on a cookie, and refuse one who has none" {
	start sleep 1000; a=$pid
	start sleep 1000; b=$pid
	run -1 --separate-stderr coreschedctl share $a $b
	[[ $stderr == *"task $a"*"no cookie"* ]]
	coreschedctl tag -q $a
	coreschedctl share $a $b
	[ "$(cookie $b)" = "$(cookie $a)" ]
	coreschedctl clear $b
	coreschedctl tag --from $a $b
	[ "$(cookie $b)" = "$(cookie $a)" ]
	run -0 coreschedctl share $a $b
	[ "$output" = "process $b: cookie $(cookie $a) on 1 task of 1 process, 0 changed" ]
	run -1 --separate-stderr coreschedctl share 32767 $b
	[[ $stderr == *"task 32767"*"no such task"* ]]
}

@test "clear takes the cookie off, also from a caller that has one" {
	start sleep 1000
	coreschedctl tag -q $pid
	run -0 coreschedctl spawn sh -c "coreschedctl get; coreschedctl clear $pid; coreschedctl get"
	[ "$(cookie $pid)" = 0x0 ]
	[ "${lines[0]}" != 0x0 ]
	[ "${lines[2]}" = "${lines[0]}" ]
	[ "${lines[1]}" = "process $pid: no cookie on 1 task of 1 process" ]
}

@test "the caller's cookie takes no part" {
	start sleep 1000
	run -0 coreschedctl spawn sh -c "coreschedctl get; coreschedctl tag -q $pid $pid; coreschedctl get $pid; coreschedctl get"
	[ "${lines[0]}" = "${lines[2]}" ]
	[ "${lines[1]}" != "${lines[0]}" ]
	[ "${lines[1]}" != 0x0 ]
}

@test "a PID stands for all threads; a thread's id is resolved, and said so" {
	start_threads
	for tid in /proc/$pid/task/*; do tid=${tid##*/}; done
	run -0 coreschedctl tag $tid
	[ "$output" = "process $pid (of thread $tid): cookie $(cookie $pid) on 4 tasks of 1 process" ]
	run -0 bash -c "coreschedctl get $(ls /proc/$pid/task | tr '\n' ' ') | sort -u"
	[ "$output" = "$(cookie $pid)" ]
	run -0 coreschedctl tag -t $tid
	[[ $output == "thread $tid: cookie $(cookie $tid) on 1 task"* ]]
	[ "$(cookie $tid)" != "$(cookie $pid)" ]
}

@test "process groups, sessions, users" {
	start sh -c 'sleep 1000 & sleep 1000 & wait'
	run -0 coreschedctl tag -g $pid
	[[ $output == "process group $pid: cookie $(cookie $pid) on 3 tasks of 3 processes" ]]
	run -0 coreschedctl tag -s $pid
	[[ $output == "session $pid: cookie $(cookie $pid) on 3 tasks of 3 processes" ]]
	start "${as_nobody[@]}" sleep 1000
	run -0 coreschedctl tag -u nobody
	[[ $output == "user 65534: cookie $(cookie $pid) on 1 task of 1 process" ]]
}

@test "a cgroup with what is below it, or --no-recursive" {
	mkdir -p "$root$group/below"
	start sleep 1000; a=$pid
	start sleep 1000; b=$pid
	echo $a >"$root$group/cgroup.procs"
	echo $b >"$root$group/below/cgroup.procs"
	run -0 coreschedctl tag --no-recursive -c $group
	[ "$(cookie $a)" != 0x0 ]
	[ "$(cookie $b)" = 0x0 ]
	run -0 coreschedctl tag --cookie-only -c "$root$group"
	[ "$(cookie $b)" = "$(cookie $a)" ]
	[[ $output == "cgroup $root$group: cookie $(cookie $a) on 2 tasks"* ]]
	run -1 --separate-stderr coreschedctl tag -c /nowhere
	[[ $stderr == *"cgroup /nowhere: no such cgroup"* ]]
}

@test "a cgroup that forks; -v says how many passes it took" {
	mkdir -p "$root$group"
	start bash -c "echo \$BASHPID >$root$group/cgroup.procs; for i in 1 2 3 4; do (while :; do (:); done) & done; wait"
	until_tasks $group 5
	run -0 coreschedctl tag -v --cookie-only -c $group
	[[ $output =~ ,\ [0-9]+\ passes ]]
	for _ in 1 2 3 4 5; do
		# One that exits before it is asked is shown as "?".
		run bash -c "coreschedctl get \$(cat $root$group/cgroup.threads) 2>/dev/null | grep -v '?' | sort -u"
		[ "$output" = "$(cookie $pid)" ]
	done
}

@test "one out of reach: nothing changes, and it is named" {
	start sleep 1000; root_pid=$pid
	start "${as_nobody[@]}" sleep 1000
	run -1 --separate-stderr "${as_nobody[@]}" coreschedctl tag $pid $root_pid
	[[ $stderr == *"process $root_pid: task $root_pid: "*CAP_SYS_PTRACE*"nothing was changed"* ]]
	[ "$(cookie $pid)" = 0x0 ]
	# A member of a group, too.
	mkdir -p "$root$group"
	echo $pid >"$root$group/cgroup.procs"
	echo $root_pid >"$root$group/cgroup.procs"
	run -1 --separate-stderr "${as_nobody[@]}" coreschedctl tag -c $group
	[[ $stderr == *"cgroup $group: task $root_pid: "* ]]
	[ "$(cookie $pid)" = 0x0 ]
	# What is one's own needs no privilege.
	"${as_nobody[@]}" coreschedctl tag -q $pid
	[ "$(cookie $pid)" != 0x0 ]
}

@test "some targets fail: status 4, the others change" {
	start sleep 1000
	run -4 --separate-stderr coreschedctl tag 32767 $pid
	[[ $stderr == "coreschedctl: process 32767: no such task" ]]
	[ "$(cookie $pid)" != 0x0 ]
	run -1 --separate-stderr coreschedctl tag 32767
	[[ $stderr == *"process 32767: no such task"* ]]
}

@test "kernel threads only with --kernel-threads" {
	run -1 --separate-stderr coreschedctl tag 2
	[[ $stderr == *"task 2: it is a kernel thread"*"--kernel-threads"* ]]
	[ "$(cookie 2)" = 0x0 ]
	run -0 coreschedctl tag --dry-run -u 0
	[[ $output =~ ", "[0-9]+" kernel threads left alone" ]]
	run -0 coreschedctl tag --kernel-threads 2
	[ "$(cookie 2)" != 0x0 ]
	coreschedctl clear --kernel-threads 2
	[ "$(cookie 2)" = 0x0 ]
	run -2 coreschedctl tag -g 0
	run -2 coreschedctl tag 0
}

@test "--dry-run says what would change, and changes nothing" {
	start sleep 1000
	run -0 coreschedctl tag --dry-run $pid
	[ "$output" = "process $pid: would have a fresh cookie on 1 task of 1 process" ]
	[ "$(cookie $pid)" = 0x0 ]
	coreschedctl tag -q $pid
	before=$(cookie $pid)
	run -0 coreschedctl clear --dry-run $pid
	[ "$output" = "process $pid: would have no cookie on 1 task of 1 process" ]
	[ "$(cookie $pid)" = "$before" ]
	run -1 coreschedctl tag --dry-run $pid 2
}

@test "--quiet prints errors alone" {
	start sleep 1000
	run -0 coreschedctl tag --quiet $pid
	[ -z "$output" ]
	run -4 --separate-stderr coreschedctl clear -q $pid 32767
	[ -z "$output" ]
	[[ $stderr == *32767* ]]
}

@test "a warning while a sched_ext scheduler is active" {
	start sleep 1000
	# shellcheck disable=SC2016
	run -0 --separate-stderr unshare -m sh -c 'mount -t tmpfs none /sys/kernel && mkdir /sys/kernel/sched_ext &&
		echo enabled >/sys/kernel/sched_ext/state && coreschedctl tag -q "$1" && coreschedctl share -q "$1" "$1"' sh $pid
	[ "$(grep -c 'warning: a sched_ext scheduler is active' <<<"$stderr")" -eq 2 ]
}
