# SPDX-License-Identifier: GPL-2.0-or-later
# The library finds tasks in two ways: where ids are scarce it asks about each, elsewhere it lists /proc.
# guest: --smp 1,2,2
bats_require_minimum_version 1.5.0

setup_file() {
	# Among so few ids the some 60 tasks of a guest are dense.
	echo 600 >/proc/sys/kernel/pid_max
}

setup() {
	setsid python3 -c 'import threading
for i in range(3): threading.Thread(target=threading.Event().wait).start()' 3>&- &
	pid=$!
	disown	# bash need not tell of its end
	until [ "$(ls /proc/$pid/task | wc -l)" -eq 4 ]; do :; done
}

teardown() {
	kill -KILL "$pid"
}

# Call a command with each way in turn: "$scarce" is what came out where ids are scarce, "$plenty" where not.
both_ways() {
	scarce=$("$@")
	echo 4194304 >/proc/sys/kernel/pid_max
	plenty=$("$@")
	echo 600 >/proc/sys/kernel/pid_max
}

threads() {
	ps -L -o tid=,pid= -p "$pid" | awk '{ print $1, $2 }'
}

@test "both ways see all threads of a process group and a session, and whose they are" {
	coreschedctl tag "$pid"
	for option in -g -s; do
		both_ways coreschedctl list --tasks -n -r -o TID,PID "$option" "$pid"
		[ "$scarce" = "$(threads)" ]
		[ "$plenty" = "$scarce" ]
	done
}

@test "both ways see every cookie of the machine" {
	coreschedctl tag -g "$pid"
	both_ways coreschedctl list --tasks -n -r -o TID,PID,COOKIE
	[ "$scarce" = "$(threads | sed "s/$/ $(coreschedctl get "$pid")/")" ]
	[ "$plenty" = "$scarce" ]
}

@test "both ways count a process group as tasks and processes" {
	both_ways coreschedctl tag -g "$pid"
	[[ $scarce == *" on 4 tasks of 1 process" ]]
	[[ $plenty == *" on 4 tasks of 1 process" ]]
}
