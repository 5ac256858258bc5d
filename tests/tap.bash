# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# TAP for the check-*.sh: each claim is a line, and what speaks against it stands above, as a comment.
claims=0 broken=0

# claim TEXT COMMAND [ARG...]: it holds when the command succeeds and has nothing to say.
claim() {
	local text=$1 complaint status
	shift
	complaint=$("$@" 2>&1)
	status=$?
	((++claims))
	if ((status == 0)) && [[ ! $complaint ]]; then
		echo "ok $claims - $text"
		return
	fi
	((++broken))
	complaint=${complaint:-$1 ended with status $status}
	echo "# ${complaint//$'\n'/$'\n# '}"
	echo "not ok $claims - $text"
}

# Claim it, but only where the program $1 is installed.
claim_with() {
	local program=$1
	shift
	if command -v "$program" >/dev/null; then
		claim "$@"
	else
		echo "ok $((++claims)) - $1 # SKIP $program is not installed"
	fi
}

# All claims have been made.
conclude() {
	echo "1..$claims"
	exit $((broken > 0))
}

# same LIST LIST: complain about lines that only one of two texts has; < and > say which.
same() {
	diff <(sort <<<"$1") <(sort <<<"$2") | grep '^[<>]'
	return 0
}

# C sources $@ without comments, "FILE:LINE:" before each line; strings stay.
code() {
	awk '
	{
		line = $0
		out = ""
		while (line != "") {
			if (inside) {
				i = index(line, "*/")
				if (!i) { line = ""; break }
				line = substr(line, i + 2)
				inside = 0
			} else if (match(line, /\/\*|\/\//)) {
				out = out substr(line, 1, RSTART - 1)
				if (substr(line, RSTART, 2) == "//") break
				line = substr(line, RSTART + 2)
				inside = 1
			} else {
				out = out line
				break
			}
		}
		if (out ~ /[^ \t]/) print FILENAME ":" FNR ":" out
	}' "$@"
}
