# SPDX-License-Identifier: GPL-2.0-or-later
# What bash, zsh and fish offer at TAB is what the binary says of itself. Each claim is tried in each shell that is here.

setup() {
	export HOME=$BATS_FILE_TMPDIR	# nobody's own settings
	unset XDG_CONFIG_HOME ZDOTDIR
}

# offered SHELL LINE: the values, one a line, without their explanations.
offered() {
	case $1 in
	bash) bash "$top_srcdir/tests/complete.bash" "$2" | sed 's/  (.*//' ;;
	zsh) zsh -f "$top_srcdir/tests/complete.zsh" "$2" ;;
	fish) line=$2 fish -c 'source $top_srcdir/completions/coreschedctl.fish; complete -C $line' | cut -f 1 ;;
	esac
}

shells() {
	local shell
	for shell in bash zsh fish; do
		command -v "$shell" >/dev/null && echo "$shell"
	done
}

# offers LINE VALUE...: every shell offers exactly these.
offers() {
	local line=$1 shell got want
	shift
	want=$(printf '%s\n' "$@" | sort -u)
	for shell in $(shells); do
		got=$(offered "$shell" "$line" | sort -u)
		[[ $got == "$want" ]] || {
			printf '%s offers for "%s":\n%s\ninstead of:\n%s\n' "$shell" "$line" "$got" "$want"
			return 1
		}
	done
}

# includes LINE VALUE: every shell offers it, among others.
includes() {
	local shell
	for shell in $(shells); do
		offered "$shell" "$1" | grep -Fxq -e "$2" || {
			echo "$shell does not offer \"$2\" for \"$1\", but: $(offered "$shell" "$1" | head)"
			return 1
		}
	done
}

rows() {
	coreschedctl --dump-cli | awk -F '\t' "$1"
}

@test "zsh is here to be tried" {
	command -v zsh >/dev/null || skip "zsh is not installed"
}

@test "fish is here to be tried" {
	command -v fish >/dev/null || skip "fish is not installed"
}

@test "all commands" {
	mapfile -t commands < <(rows '$1 == "command" { print $2 }')
	((${#commands[@]} > 1))
	offers "coreschedctl " "${commands[@]}"
}

@test "all options of each command" {
	for command in $(rows '$1 == "command" { print $2 }'); do
		mapfile -t options < <(rows '$1 == "option" && ($2 == "'"$command"'" || $2 == "-") { print $3 }')
		offers "coreschedctl $command --" "${options[@]}"
	done
}

@test "nothing behind a command that takes nothing" {
	for shell in $(shells); do
		[[ ! $(offered "$shell" "coreschedctl doctor " | grep -v '^-') ]]
	done
}

@test "processes, wherever an id of one is wanted" {
	for before in "get " "tag " "tag -t " "tag --thread=" "spawn -f " "share " "share $$ "; do
		for shell in $(shells); do
			# What a shell shows of --thread=ID depends on where it breaks words.
			offered "$shell" "coreschedctl $before${$:0:1}" | sed 's/^--thread=//' | grep -Fxq "$$"
		done
	done
}

@test "their names are shown beside them" {
	bash "$top_srcdir/tests/complete.bash" "coreschedctl tag " | grep -q "^$$  (ba"
	command -v fish >/dev/null || return 0
	fish -c 'source $top_srcdir/completions/coreschedctl.fish; complete -C "coreschedctl tag "' | grep -q "^$$"$'\t'"ba"
}

@test "no kernel thread" {
	for shell in $(shells); do
		for kthread in $(ps -e -o pid=,vsz= | awk '$2 == 0 { print $1 }' | head -n 3); do
			[[ ! $(offered "$shell" "coreschedctl tag " | grep -Fx "$kthread") ]]
		done
	done
}

@test "groups and sessions" {
	# The test's own may have begun outside this PID namespace: their ids are 0 then.
	setsid sleep 100 3>&- &
	until [[ $(ps -o sid= $!) -eq $! ]]; do sleep 0.01; done
	includes "coreschedctl clear -g " $!
	includes "coreschedctl clear -s " $!
	kill $!
}

@test "users" {
	includes "coreschedctl tag -u da" daemon
	offers "coreschedctl tag -u nosuchuse" ""
}

@test "columns, one after the other" {
	mapfile -t columns < <(rows '$1 == "column" && $2 == "list" { print $3 }')
	((${#columns[@]} > 3))
	offers "coreschedctl list -o " "${columns[@]}"
	for shell in $(shells); do
		for begun in "${columns[0]}," +; do
			offered "$shell" "coreschedctl list --output $begun${columns[1]:0:1}" | sed 's/.*[,+]//' |
				grep -Fxq "${columns[1]}"
		done
	done
}

@test "cgroups, with what systemd writes into their names" {
	[[ $EUID == 0 ]] || skip "needs root to make a cgroup"
	export name='completion\x2dtest@'$$
	export -f offered
	for shell in $(shells); do
		got=$(unshare -m bash -c '
			grep -q " cgroup2 " /proc/self/mounts || mount -t cgroup2 none /mnt || exit
			mount=$(awk "\$3 == \"cgroup2\" { print \$2; exit }" /proc/self/mounts)
			mkdir "$mount/$name" "$mount/$name/below"
			offered "$1" "coreschedctl tag -c /completion"
			rmdir "$mount/$name/below" "$mount/$name"' - "$shell")
		[[ $shell != bash ]] || read -r got < <(printf '%b\n' "${got//\\\\/\\\\}")
		[[ ${got%/} == "/$name" ]] || { echo "$shell: $got"; return 1; }
	done
}

@test "programs behind spawn, and what they offer themselves" {
	includes "coreschedctl spawn printen" printenv
	includes "coreschedctl spawn --seal -- printen" printenv
	for shell in $(shells); do
		[[ $shell != bash || -r /usr/share/bash-completion/bash_completion ]] || continue
		offered "$shell" "coreschedctl spawn -f $$ -- ls --si" | grep -Fxq -e --size
		offered "$shell" "coreschedctl spawn ls --si" | grep -Fxq -e --size
		[[ ! $(offered "$shell" "coreschedctl spawn ls --" | grep -Fx -e --seal) ]]
	done
}

@test "TAB in a real bash puts the value in" {
	cat >"$BATS_TEST_TMPDIR/rc" <<-'EOF'
		. "$top_srcdir/completions/coreschedctl"
		coreschedctl() {
			[[ $1 == --dump-cli ]] || { printf 'got=[%s]\n' "$*"; exit; }
			command coreschedctl --dump-cli
		}
	EOF
	for typed in 'tag --user=daemo' 'tag --thr'; do
		{
			sleep 1
			printf 'coreschedctl %s\t--\n' "$typed"
			sleep 2
		} | SHELL=/bin/bash script -qec "bash --rcfile $BATS_TEST_TMPDIR/rc -i" /dev/null >>"$BATS_TEST_TMPDIR/typed"
	done
	grep -Fq 'got=[tag --user=daemon --]' "$BATS_TEST_TMPDIR/typed"
	grep -Fq 'got=[tag --thread --]' "$BATS_TEST_TMPDIR/typed"
}
