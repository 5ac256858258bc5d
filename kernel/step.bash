# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154
#
# Long steps of a script: shown while they run, logged, timed, and named when
# they fail. The script sets $me, its name, and $log, a file.

trap 'exit 130' INT
trap 'exit 143' TERM HUP

say() {
	printf '%s: %s\n' "$me" "$*" >&2
}

die() {
	say "$@"
	exit 1
}

# step NAME COMMAND...
step() {
	local name=$1 start=$SECONDS job watcher status=0
	shift
	# Each a process group of its own, which an interrupted script takes along.
	set -m
	"$@" </dev/null >>"$log" 2>&1 9>&- &
	job=$!
	show_life "$name" 9>&- &
	watcher=$!
	set +m
	# shellcheck disable=SC2064 # these two, not what the names say later
	trap "kill -TERM -- -$job -$watcher 2>/dev/null" EXIT
	wait "$job" || status=$?
	trap - EXIT
	kill -TERM -- -"$watcher"
	wait "$watcher" 2>/dev/null || :
	((status == 0)) || {
		tail -n 20 "$log" >&2
		die "$name failed (status $status); the log is $log"
	}
	say "$name took $((SECONDS - start)) s"
}

# A line that keeps counting on a terminal, one a minute elsewhere.
show_life() {
	local start=$SECONDS pause=60 end='\n'
	[[ ! -t 2 ]] || pause=2 end='\r'
	trap - EXIT
	while sleep "$pause"; do
		printf "%s: %s: %d s, %d lines of log$end" \
			"$me" "$1" $((SECONDS - start)) "$(wc -l <"$log")" >&2
	done
}
