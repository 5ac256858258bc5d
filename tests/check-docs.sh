#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The manual, --help and the tests against the binary's own tables (coreschedctl --dump-cli, see cmd/dump.c).
# shellcheck disable=SC2317 # claim calls functions by name
set -u
cd "${top_srcdir:-$(dirname "$0")/..}" || exit 1
. tests/tap.bash
ctl=${top_builddir:-.}/coreschedctl
dump=$("$ctl" --dump-cli) || exit 1

# rows KIND COMMAND FIELD...: these fields of the rows, by awk's numbers.
rows() {
	local kind=$1 command=$2
	shift 2
	awk -F '\t' -v OFS='\t' -v kind="$kind" -v command="$command" -v fields="$*" '
	$1 == kind && (command == "" || $2 == command) {
		n = split(fields, f, " ")
		for (i = 1; i <= n; i++) printf "%s%s", $f[i], i < n ? OFS : "\n"
	}' <<<"$dump"
}

page() {
	if [[ $1 == - ]]; then echo man/coreschedctl.8; else echo "man/coreschedctl-$1.8"; fi
}

# section PAGE NAME: its source, subsections included.
section() {
	awk -v name="$2" '/^\.Sh / { inside = substr($0, 5) == name; next } inside' "$1"
}

# Options that a page's text has anywhere: "-x" and "--word" a line.
page_options() {
	grep -E '^\.(It )?.*\bFl\b' "$1" | sed 's/\\&//g; s/\\-/-/g' |
		awk '{ for (i = 1; i < NF; i++) if ($i == "Fl" || $i == ".Fl") print "-" $(i + 1) }' | grep -vx -- -- | sort -u
}

# The heads of a page's OPTIONS: "LONG SHORT ARGUMENT" a line, as the dump has them.
page_option_heads() {
	section "$1" OPTIONS | grep '^\.It Fl' | sed 's/\\&//g; s/\\-/-/g' | awk '{
		long = short = argument = "-"
		for (i = 1; i < NF; i++) {
			if ($i == "Ar") argument = (argument == "-" || argument == $(i + 1) ? "" : argument "/") $(i + 1)
			if ($i == "Fl" && $(i + 1) ~ /^-/) long = "-" $(i + 1)
			else if ($i == "Fl") short = "-" $(i + 1)
		}
		print long "\t" short "\t" argument
	}'
}

commands=$(rows command '' 2)

lists_commands() {
	same "$commands" "$(grep -o '^\.It Xr coreschedctl\\-[a-z]* 8' man/coreschedctl.8 | sed 's/.*-//; s/ 8//')"
}

tells_summaries() {
	local name summary
	rows command '' 2 4 | while IFS=$'\t' read -r name summary; do
		grep -A 1 "^\.It Xr coreschedctl\\\\-$name 8" man/coreschedctl.8 | grep -Fxq "$summary" ||
			echo "coreschedctl(8) on $name: not '$summary'"
		grep -Fxq ".Nd $summary" "$(page "$name")" || echo "$(page "$name"): not '.Nd $summary'"
	done
}

helps() {
	local name
	for name in $commands; do
		"$ctl" "$name" --help | grep -q "^Usage: coreschedctl $name " || echo "no usage of $name"
		"$ctl" --help | grep -q "^  $name " || echo "--help does not list $name"
	done
}

describes_options() {
	same "$(rows option "$1" 3 4 5)" "$(page_option_heads "$(page "$1")")"
}

# No page names an option that no command has.
knows_options() {
	comm -13 <(rows option '' 3 4 | tr '\t' '\n' | sort -u) <(page_options "$(page "$1")")
}

describes_columns() {
	same "$(rows column "$1" 3)" "$(section "$(page "$1")" COLUMNS | sed -n 's/\\-/-/g; s/^\.It Cm //p')"
}

describes_checks() {
	same "$(sed -nE 's/^\t\{ "([^"]+)", +check_.*/\1/p' cmd/doctor-*.c)" \
		"$(section "$(page doctor)" CHECKS | sed -n 's/\\-/-/g; s/^\.It Cm //p')"
}

# Each page tells its exit status and has examples, and each status that the sources name.
tells_status() {
	local told name value
	told=$(section "$(page "$1")" 'EXIT STATUS' | sed -n 's/^\.It \([0-9]*\)$/\1/p')
	[[ $1 == spawn || $told == 0* ]] || echo "no success"
	while read -r name value; do
		[[ $1 == - ]] || grep -qw "$name" cmd/"$1"*.c || continue
		[[ $1 == spawn && $value -lt 125 ]] || grep -qx "$value" <<<"$told" || echo "not $name, $value"
	done < <(sed -nE 's/^\t(EXIT_[A-Z_]+) = ([0-9]+),/\1 \2/p' cmd/command.h)
	[[ $(section "$(page "$1")" EXAMPLES) ]] || echo "no examples"
}

# Every option is used in a line of some test that names the command; one that commands share, with one of them.
tested() {
	local long short argument help users
	while IFS=$'\t' read -r long short argument help; do
		users=$(rows option '' 2 3 4 5 6 | grep -F $'\t'"$long"$'\t'"$short"$'\t'"$argument"$'\t'"$help" | cut -f 1)
		[[ $short == - ]] && short=$long
		grep -Eqw -e "(${users//$'\n'/|})\b.* ($long|$short)" tests/cli-*.bats tests/guest-*.bats ||
			echo "no test has $1 $long"
	done < <(rows option "$1" 3 4 5 6)
}

# Command lines that a page or README shows: after a prompt, up to a pipe or the like.
examples() {
	{
		sed -nE 's/\\-/-/g; s/\\&//g; s/^(\.Dl )?[$#] (.*)/\2/p' man/coresched.7 man/*.8
		sed -n 's/\$!/1/g; s/^\$ //p' README.md
	} | grep -oE 'coreschedctl [^|&;>()]*'
}

# The words of $@, options of a command that ends in a program, up to that: the rest is not ours to parse.
up_to_program() {
	local command=$1 word
	shift
	while (($#)); do
		word=$1
		[[ $word == -?* && $word != -- ]] || return
		echo "$word"
		shift
		[[ $word == *=* || $(rows option "$command" 3 4 5 | grep -Fw -e "$word") != *[A-Z] ]] && continue
		echo "$1"
		shift
	done
}

# The parser takes them: asked for --help behind the rest, it answers unless something before was wrong.
parses_examples() {
	local example words
	while read -r example; do
		read -ra words <<<"$example"
		[[ ${words[1]-} != @(spawn|bench|isolation) ]] ||
			mapfile -t words < <(printf '%s\n' "${words[@]:0:2}"; up_to_program "${words[@]:1}")
		"$ctl" "${words[@]:1}" --help >/dev/null || echo "wrong: $example"
	done < <(examples | sort -u)
}

claim "coreschedctl(8) lists all commands" lists_commands
claim "their summaries are the same everywhere" tells_summaries
claim "--help lists the commands and each has its own" helps
claim "coreschedctl(8) describes the common options" describes_options -
claim "coreschedctl(8) tells all exit statuses" tells_status -
for command in $commands; do
	claim "coreschedctl-$command(8) describes its options" describes_options "$command"
	claim "coreschedctl-$command(8) names no option that does not exist" knows_options "$command"
	claim "coreschedctl-$command(8) describes its columns" describes_columns "$command"
	claim "coreschedctl-$command(8) tells exit statuses and has examples" tells_status "$command"
	claim "tests use each option of $command" tested "$command"
done
claim "coreschedctl-doctor(8) describes all checks" describes_checks
claim "the parser takes every example of the manual and README.md" parses_examples
conclude
