#!/usr/bin/env zsh
# SPDX-License-Identifier: GPL-2.0-or-later
# Print what zsh offers for the line $1 with the cursor at its end: a real zsh on a pseudo-terminal is typed at.
zmodload zsh/zpty
matches=$(mktemp -u)
mkfifo $matches
trap 'rm -f $matches' EXIT
zpty shell "zsh -f -i"
zpty -w shell "exec 9>$matches; PROMPT=; LISTMAX=1000000; fpath=($top_srcdir/completions \$fpath)
autoload -Uz compinit; compinit -u -C -d $HOME/zcompdump
compadd() {
	local -a hits
	if [[ \${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
		builtin compadd -O hits \"\$@\"
		(( \$#hits )) && print -rl -u 9 -- \$hits
	fi
	builtin compadd \"\$@\"
}
list() { zle list-choices; print -u 9 '# done' }
zle -N list; bindkey '^I' list"
zpty -w -n shell $1$'\t'
while read -r -t 20 match; do
	[[ $match == '# done' ]] && exit 0
	print -r -- $match
done <$matches
exit 1
