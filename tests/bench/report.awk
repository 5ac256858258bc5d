# SPDX-License-Identifier: GPL-2.0-or-later
# What benchmarks print: rows of ours, a baseline, their ratio, and the bar that it must keep.

function heading(ours, baseline) {
	printf "%-46s %10s %10s %7s %6s\n", "", ours, baseline, "ratio", "bar"
}

# A bar of 0: only to know.
function row(what, ours, baseline, bar,    ratio, verdict) {
	ratio = baseline > 0 ? ours / baseline : 0
	verdict = bar == 0 ? "" : ratio > 0 && ratio <= bar ? "ok" : "over"
	missed += verdict == "over"
	printf "%-46s %10.2f %10.2f %7.4f %6s %s\n", what, ours, baseline, ratio, bar ? bar : "-", verdict
}

# The figure, which counts as a missed bar when nobody measured it.
function known(figures, name) {
	if (name in figures)
		return figures[name]
	printf "no figure: %s\n", name
	missed++
	return 0
}

function finish() {
	if (missed)
		printf "%d bars missed\n", missed
	exit missed > 0
}
