#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Print what bash offers for the line $1 with the cursor at its end. Words are broken as readline breaks them.
[[ -r /usr/share/bash-completion/bash_completion ]] && . /usr/share/bash-completion/bash_completion
# shellcheck source=completions/coreschedctl
. "$top_srcdir/completions/coreschedctl"

compopt() { :; }	# works only below a TAB

COMP_LINE=$1 COMP_POINT=${#1} COMP_TYPE=63 COMP_KEY=9
COMP_WORDBREAKS=$' \t\n"\'><=;|&(:@'
COMP_WORDS=()
rest=$1
while [[ $rest =~ ^([[:space:]]*)([=@:]+|[^[:space:]=@:]*) && $rest ]]; do
	[[ ! ${BASH_REMATCH[1]} && ! ${BASH_REMATCH[2]} ]] && break
	COMP_WORDS+=("${BASH_REMATCH[2]}")
	rest=${rest:${#BASH_REMATCH[0]}}
done
# shellcheck disable=SC2034 # bash-completion and the completion read it
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_coreschedctl
((${#COMPREPLY[@]} == 0)) || printf '%s\n' "${COMPREPLY[@]}"
