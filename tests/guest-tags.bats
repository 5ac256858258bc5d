# SPDX-License-Identifier: GPL-2.0-or-later
# What the patched kernel adds, by the tool: tags of cgroups, clear, seal, effective ids.
# guest: --kernel patched --smp 1,2,2
bats_require_minimum_version 1.5.0

setup_file() {
	ROOT=$(findmnt -n -o TARGET -t cgroup2)
	export ROOT
}

setup() {
	echo +cpu >"$ROOT/cgroup.subtree_control"
	mkdir -p "$ROOT/t/a" "$ROOT/t/b"
	echo +cpu >"$ROOT/t/cgroup.subtree_control"
	pids=()
}

teardown() {
	kill -9 "${pids[@]}" 2>/dev/null || true
	wait 2>/dev/null || true
	for cgroup in t/a/x t/a t/b t new/deep new; do
		[[ ! -d $ROOT/$cgroup ]] || until rmdir "$ROOT/$cgroup"; do sleep 0.1; done
	done
}

# sleeper CGROUP: a process in it, whose id is in $pid.
sleeper() {
	sleep 1000 3>&- &
	pid=$!
	pids+=("$pid")
	echo "$pid" >"$ROOT$1/cgroup.procs"
}

@test "tag -c tags the cgroup: tasks are in its domain, those that move in later too" {
	sleeper /t/a
	first=$pid
	run -0 --separate-stderr coreschedctl tag -c /t/a
	[[ $output =~ ^"cgroup /t/a: tag "([0-9]+)" on 1 task"$ ]]
	domain=${BASH_REMATCH[1]}
	[ "$(cat "$ROOT/t/a/cpu.core_tag")" = 1 ]
	[ "$(cat "$ROOT/t/a/cpu.core_tag.effective")" = "$domain" ]
	[ "$(coreschedctl get "$first")" = 0x0 ]
	sleeper /t/a
	run -0 coreschedctl get --effective "$first" "$pid" $$
	[ "${lines[0]}" = "${lines[1]}" ]
	[ "${lines[0]}" != 0x0 ]
	[ "${lines[2]}" = 0x0 ]
}

@test "clear -c takes tag and cookies off" {
	sleeper /t/a
	coreschedctl tag "$pid"
	coreschedctl tag -c /t/a
	run -0 coreschedctl clear -c /t/a
	[ "${lines[0]}" = "cgroup /t/a: no tag on 1 task" ]
	[ "${lines[1]}" = "cgroup /t/a: no cookie on 1 task" ]
	[ "$(coreschedctl get --effective "$pid")" = 0x0 ]
}

@test "clear --kernel-tag leaves cookies, clear --cookie-only leaves the tag" {
	sleeper /t/a
	coreschedctl tag "$pid"
	coreschedctl tag -c /t/a
	coreschedctl clear --cookie-only -c /t/a
	[ "$(coreschedctl get "$pid")" = 0x0 ]
	[ "$(cat "$ROOT/t/a/cpu.core_tag")" = 1 ]
	coreschedctl tag "$pid"
	coreschedctl clear --kernel-tag -c /t/a
	[ "$(coreschedctl get "$pid")" != 0x0 ]
	[ "$(cat "$ROOT/t/a/cpu.core_tag")" = 0 ]
}

@test "nested: a tag below divides, and clear says what is still in force" {
	sleeper /t/a
	coreschedctl tag -c /t
	run -0 coreschedctl tag -c /t/a
	run -0 coreschedctl clear -c /t
	[[ ${lines[0]} == "cgroup /t: no tag on 1 task, 1 cgroup below it with a tag of its own" ]]
	coreschedctl tag -c /t
	run -0 coreschedctl clear --kernel-tag -c /t/a
	[[ $output =~ ^"cgroup /t/a: no tag on 1 task, still in domain "[0-9]+" of a cgroup above"$ ]]
}

@test "--each tags each cgroup; several without it get one cookie" {
	sleeper /t/a
	sleeper /t/b
	run -0 coreschedctl tag --each -c /t/a -c /t/b
	[ "$(cat "$ROOT"/t/[ab]/cpu.core_tag | xargs)" = "1 1" ]
	[ "$(sort -u "$ROOT"/t/[ab]/cpu.core_tag.effective | wc -l)" -eq 2 ]
	coreschedctl clear -c /t/a -c /t/b
	run -0 coreschedctl tag -c /t/a -c /t/b
	[ "$(cat "$ROOT"/t/[ab]/cpu.core_tag | xargs)" = "0 0" ]
	[ "$(coreschedctl get "${pids[@]}" | sort -u | wc -l)" -eq 1 ]
}

@test "--cookie-only and --no-recursive set cookies" {
	sleeper /t/a
	coreschedctl tag --cookie-only -c /t/a
	[ "$(coreschedctl get "$pid")" != 0x0 ]
	coreschedctl clear --cookie-only -c /t/a
	coreschedctl tag --no-recursive -c /t/a
	[ "$(coreschedctl get "$pid")" != 0x0 ]
	[ "$(cat "$ROOT/t/a/cpu.core_tag")" = 0 ]
}

@test "--dry-run tags and clears nothing" {
	sleeper /t/a
	run -0 coreschedctl tag --dry-run -c /t/a
	[ "$output" = "cgroup /t/a: would have a tag on 1 task" ]
	[ "$(cat "$ROOT/t/a/cpu.core_tag")" = 0 ]
	coreschedctl tag -c /t/a
	run -0 coreschedctl clear --dry-run --kernel-tag -c /t/a
	[ "$output" = "cgroup /t/a: would have no tag on 1 task" ]
	[ "$(cat "$ROOT/t/a/cpu.core_tag")" = 1 ]
}

@test "without the cpu controller: cookies and a note, --kernel-tag fails, --enable-controller turns it on" {
	mkdir "$ROOT/t/a/x"
	sleeper /t/a/x
	run -0 --separate-stderr coreschedctl tag -c /t/a/x
	[[ $output == "cgroup /t/a/x: cookie 0x"* ]]
	[[ $stderr == *"none that move in later"*"--enable-controller"* ]]
	run -1 --separate-stderr coreschedctl tag --kernel-tag -c /t/a/x
	[[ $stderr == *"the cpu controller is not on in the cgroup; --enable-controller turns it on" ]]
	run -0 coreschedctl tag --dry-run --enable-controller -c /t/a/x
	[ ! -e "$ROOT/t/a/x/cpu.core_tag" ]
	run -0 --separate-stderr coreschedctl tag --enable-controller -c /t/a/x
	[[ $output == "cgroup /t/a/x: tag "* ]]
	[ "$(cat "$ROOT/t/a/x/cpu.core_tag")" = 1 ]
}

@test "--enable-controller where a cgroup above has processes: the reason" {
	mkdir "$ROOT/t/a/x"
	sleeper /t/a
	run -1 --separate-stderr coreschedctl tag --enable-controller -c /t/a/x
	[[ $stderr == *"can't tag cgroup /t/a/x: "*"processes of its own"* ]]
}

@test "the root has no tag, and a cgroup that is not there neither" {
	run -1 --separate-stderr coreschedctl tag --kernel-tag -c /
	[[ $stderr == *"the root cgroup can have no tag" ]]
	run -1 --separate-stderr coreschedctl tag --kernel-tag -c /nowhere
	[[ $stderr == *"no such cgroup" ]]
}

@test "spawn -c tags the cgroup and gives no cookie, not even the caller's" {
	run -0 coreschedctl spawn coreschedctl spawn -c /t/b sh -c 'coreschedctl get; cat /proc/self/cgroup'
	[ "${lines[0]}" = 0x0 ]
	[[ ${lines[1]} == *:/t/b ]]
	[ "$(cat "$ROOT/t/b/cpu.core_tag")" = 1 ]
}

@test "spawn -c --enable-controller makes and tags; --cookie-only does not; --kernel-tag insists" {
	run -0 coreschedctl spawn --enable-controller -c /new/deep true
	[ "$(cat "$ROOT/new/deep/cpu.core_tag")" = 1 ]
	run -0 coreschedctl spawn --cookie-only -c /t/b coreschedctl get
	[ "$output" != 0x0 ]
	[ "$(cat "$ROOT/t/b/cpu.core_tag")" = 0 ]
	run -125 --separate-stderr coreschedctl spawn --kernel-tag -c /t/a/x true
	[[ $stderr == *"can't run in cgroup /t/a/x: the cpu controller is not on"* ]]
}

@test "spawn -S seals by the kernel too: another who is no administrator can't change it" {
	coreschedctl spawn -S setpriv --reuid 65534 --regid 65534 --clear-groups sleep 1000 3>&- &
	pid=$!
	pids+=("$pid")
	until [[ $(cat "/proc/$pid/comm") == sleep ]]; do sleep 0.1; done
	cookie=$(coreschedctl get "$pid")
	[ "$cookie" != 0x0 ]
	nobody() { setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; }
	run -1 --separate-stderr nobody "$(type -P coreschedctl)" clear "$pid"
	[[ $stderr == *"it is sealed, so you need CAP_SYS_ADMIN"* ]]
	[ "$(coreschedctl get "$pid")" = "$cookie" ]
	# It is found before any other is changed.
	setpriv --reuid 65534 --regid 65534 --clear-groups sleep 1000 3>&- &
	other=$!
	pids+=("$other")
	until [[ $(cat "/proc/$other/comm") == sleep ]]; do sleep 0.1; done
	run -1 --separate-stderr nobody "$(type -P coreschedctl)" tag "$other" "$pid"
	[[ $stderr == *"nothing was changed"* ]]
	[ "$(coreschedctl get "$other")" = 0x0 ]
}

@test "tag --seal seals running tasks and their children; a dry run does not" {
	bash -c 'sleep 1000 & wait' 3>&- &
	pid=$!
	pids+=("$pid")
	until child=$(pgrep -P "$pid"); do sleep 0.1; done
	pids+=("$child")
	coreschedctl tag --dry-run --seal "$pid"
	run -0 coreschedctl tag --seal "$pid"
	[ "${lines[1]}" = "process $pid: sealed 1 task" ]
	run -0 coreschedctl tag --each --seal -t "$child"
	[ "${lines[1]}" = "thread $child: sealed 1 task" ]
}

@test "clear works although no task is without a cookie" {
	sleeper /t/a
	coreschedctl tag -u 0
	run -0 coreschedctl clear "$pid"
	[ "$(coreschedctl get "$pid")" = 0x0 ]
	coreschedctl clear -u 0
}

@test "list groups by what keeps apart: cookie and tag" {
	sleeper /t/a
	one=$pid
	sleeper /t/a
	two=$pid
	coreschedctl tag "$two"
	coreschedctl tag -c /t/a
	domain=$(cat "$ROOT/t/a/cpu.core_tag.effective")
	# Another domain, and no cookie either.
	sleeper /t/b
	coreschedctl tag -c /t/b
	run -0 coreschedctl list -r -n
	[ "${#lines[@]}" -eq 3 ]
	[ "${lines[0]}" = "$(coreschedctl get --effective "$one") 0x0 $domain 1 1 0 /t/a sleep" ]
	[ "${lines[1]}" = "$(coreschedctl get --effective "$pid") 0x0 $(cat "$ROOT/t/b/cpu.core_tag.effective") 1 1 0 /t/b sleep" ]
	[ "${lines[2]}" = "$(coreschedctl get --effective "$two") $(coreschedctl get "$two") $domain 1 1 0 /t/a sleep" ]
	run -0 coreschedctl list --tasks -r -n -o pid,tag,cookie
	[ "${lines[0]}" = "$one $domain 0x0" ]
	run -0 coreschedctl list --tree -r -n -o id,tag
	[ "${lines[0]}" = "$(coreschedctl get --effective "$one") $domain" ]
	run -0 coreschedctl list --json
	[ "$(grep -c "\"tag\": $domain," <<<"$output")" -eq 2 ]
}

@test "list --cgroups shows the tree of tags, with tasks, requested and effective" {
	sleeper /t/a
	sleeper /t/b
	sleeper /t/b
	coreschedctl tag -q -c /t
	coreschedctl tag -q -c /t/a
	outer=$(cat "$ROOT/t/cpu.core_tag.effective")
	inner=$(cat "$ROOT/t/a/cpu.core_tag.effective")
	run -0 coreschedctl list --cgroups
	[ "$(tr -s ' ' <<<"$output")" = "CGROUP REQUESTED TAG TASKS
/t 1 $outer 2
\`-/t/a 1 $inner 1" ]
	run -0 coreschedctl list --cgroups -r -n -c /t/b
	[ "$output" = "/t/b 0 $outer 2" ]
	run -0 coreschedctl list --cgroups --all -r -n -c /t
	[ "${#lines[@]}" -eq 3 ]
	run -2 coreschedctl list --cgroups --tree
}

@test "doctor finds tags, clear and seal" {
	run coreschedctl doctor
	[[ $output == *"ok    cgroup-tags "*"ok    clear "*"ok    kernel-seal "* ]]
}
