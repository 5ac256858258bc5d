# SPDX-License-Identifier: GPL-2.0-or-later
# Hosts and neighbours that are not as one would like them: nothing escapes, and nobody else is hit.
# guest: --smp 1,2,2
bats_require_minimum_version 1.5.0

root=/sys/fs/cgroup

setup() {
	group=/hostile-$BATS_TEST_NUMBER
	mkdir -p $root$group
}

teardown() {
	echo 1 >$root$group/cgroup.kill
}

# Sleep in a cgroup; the process is in $sleeper.
sleep_in() {
	mkdir -p "$root$1"
	sleep 1000 3>&- &
	sleeper=$!
	echo $sleeper >"$root$1/cgroup.procs"
}

@test "a cgroup whose name begins with a dot does not hide its tasks" {
	sleep_in "$group/.hidden" && hidden=$sleeper
	sleep_in "$group/..x" && more=$sleeper
	coreschedctl tag -q -c $group
	run coreschedctl get $hidden $more
	[ "${lines[0]}" != 0x0 ]
	[ "${lines[1]}" = "${lines[0]}" ]
	[ "$(coreschedctl list -nr -o TASKS -c $group)" = 2 ]
}

@test "a cgroup with an escape sequence in its name can be tagged, and is spelled out" {
	sleep_in "$group/"$'\e[31m'
	run --separate-stderr coreschedctl tag -c $group/$'\e[31m'
	[ "$status" -eq 0 ]
	[ "$(coreschedctl get $sleeper)" != 0x0 ]
	run --separate-stderr coreschedctl tag -c $group/$'\e[32m'
	[ "$status" -eq 1 ]
	[[ $stderr == *"\\x1b[32m: no such cgroup"* ]]
	[[ $stderr != *$'\e'* ]]
}

@test "without cgroup v2 the kernel is not blamed" {
	run -1 --separate-stderr unshare -m sh -c "umount -l $root; coreschedctl tag -c /a"
	[[ $stderr == *"no cgroup v2 hierarchy is mounted"* ]]
	run -125 --separate-stderr unshare -m sh -c "umount -l $root; coreschedctl spawn --if-supported -c /a true"
	[[ $stderr == *"no cgroup v2 hierarchy is mounted"* ]]
}

@test "nor is it for a cgroup of a type that can't have processes" {
	mkdir -p $root$group/threaded $root$group/invalid
	echo threaded >$root$group/threaded/cgroup.type
	run -125 --separate-stderr coreschedctl spawn --if-supported -c $group/invalid true
	[[ $stderr == *"can't have processes of its own"* ]]
}

@test "more targets than descriptors" {
	for _ in $(seq 300); do sleep 1000 3>&- & pids+=($!); done
	printf '%s\n' "${pids[@]}" | while read -r pid; do echo "$pid" >$root$group/cgroup.procs; done
	run --separate-stderr bash -c "ulimit -n 64; coreschedctl tag -q ${pids[*]}"
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	[ "$(coreschedctl list -nr -o TASKS -c $group)" = 300 ]
}

@test "in a PID namespace that sees the outer /proc nobody is mistaken for another" {
	sleep_in $group
	run -1 --separate-stderr unshare -fp sh -c "coreschedctl tag $sleeper; coreschedctl tag -u root"
	[[ $stderr == *"/proc shows another PID namespace"*"/proc shows another PID namespace"* ]]
	[ "$(coreschedctl get $sleeper)" = 0x0 ]
	run -1 --separate-stderr unshare -fp coreschedctl list
	[ -z "$output" ]
}

@test "a cgroup with tasks of an outer PID namespace is left alone, and said to be" {
	sleep_in $group
	run -1 --separate-stderr unshare -fp --mount-proc sh -c \
		"sleep 10 & echo \$! >$root$group/cgroup.procs; coreschedctl tag -c $group; r=\$?; kill \$!; exit \$r"
	[[ $stderr == *"outside the caller's PID namespace"*"nothing was changed"* ]]
	[ "$(coreschedctl get $sleeper)" = 0x0 ]
}

@test "hidepid: a process that can't be seen is not said to be none" {
	sleep_in $group
	run -1 --separate-stderr unshare -m sh -c "mount -t proc -o hidepid=2 proc /proc
		setpriv --reuid 65534 --regid 65534 --clear-groups coreschedctl tag $sleeper"
	[[ $stderr == *"not permitted"* ]]
}

@test "help that can't be written is a failure" {
	run -1 --separate-stderr sh -c 'coreschedctl list --help >/dev/full'
	[[ $stderr == *"can't write the output"* ]]
	run -1 sh -c 'coreschedctl --version >/dev/full'
}

# A process that forks and exits, over and over: each lives for $1 seconds.
start_relay() {
	setsid perl -e '$SIG{CHLD} = "IGNORE"; $end = time + 60;
		while (time < $end) { fork and exit; select undef, undef, undef, $ARGV[0] }' "$1" 3>&- &
	relay=$!
	sleep 0.5
}

# What is said to be caught is, each time; the most must be.
catch_relay() {
	local caught=0 cookie others
	for _ in {1..12}; do
		run --separate-stderr coreschedctl tag "$@"
		echo "$status $output $stderr"
		if [ "$status" -eq 0 ]; then
			cookie=$(grep -o '0x[0-9a-f]*' <<<"$output")
			others=$(coreschedctl list -a --tasks -nr -o COOKIE "$@" | grep -vc "^$cookie$" || true)
			[ "$others" -eq 0 ]
			caught=$((caught + 1))
		else
			[[ $stderr == *"forked faster"* ]]
		fi
	done
	[ "$caught" -ge 8 ]
}

@test "a relay of processes that fork and exit does not slip out of its session" {
	start_relay 0.0003
	catch_relay -s $relay
}

@test "nor out of its cgroup" {
	mkdir $root$group/relay
	echo 0 >$root$group/relay/cgroup.procs
	start_relay 0.0003
	echo 0 >$root/cgroup.procs
	catch_relay -c $group/relay
}

@test "nor out of its user's processes" {
	setpriv --reuid 4242 --clear-groups bash -c "$(declare -f start_relay); start_relay 0.0003"
	catch_relay -u 4242
}
