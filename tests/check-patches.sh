#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The kernel series is one that can be sent: complete, in order, signed, and it applies to Debian's source.
# shellcheck disable=SC2317 # claim calls functions by name
set -u
cd "${top_srcdir:-$(dirname "$0")/..}" || exit 1
. tests/tap.bash
patches=(kernel/patches/[0-9]*.patch)
last=$((${#patches[@]} - 1))

numbers() {
	local i
	for ((i = 0; i <= last; i++)); do
		[[ ${patches[i]} == kernel/patches/$(printf %04d "$i")-* ]] || echo "${patches[i]} is number $i"
		grep -q "^Subject: \[PATCH $i/$last\] " "${patches[i]}" || echo "${patches[i]} is not called [PATCH $i/$last]"
	done
}

signed() {
	grep -L '^Signed-off-by: ' "${patches[@]:1}"
	return 0
}

based() {
	grep -q '^base-commit: [0-9a-f]\{40\}$' "${patches[0]}" || echo "${patches[0]} has no base-commit"
}

applies() {
	local tree patch
	tree=$(mktemp -d)
	# What the series touches, and nothing else of the source.
	tar -xf /usr/src/linux-source-6.12.tar.xz -C "$tree" --strip-components=1 --wildcards --no-anchored \
		'*/kernel/sched/*' '*/include/linux/sched.h' '*/include/uapi/linux/prctl.h' '*/Documentation/admin-guide/*' \
		'*/tools/testing/selftests/sched/*' '*/tools/include/uapi/linux/*'
	for patch in "${patches[@]:1}"; do
		patch -d "$tree" -p1 -s --no-backup-if-mismatch -F0 -i "$PWD/$patch" || break
	done
	rm -r "$tree"
}

claim "the numbers have no gap and say how many there are" numbers
claim "each patch is signed off" signed
claim "the cover letter names the base" based
if [[ -e /usr/src/linux-source-6.12.tar.xz ]]; then
	claim "each applies to the source of Debian's package, without fuzz" applies
else
	echo "ok $((++claims)) - it applies # SKIP linux-source-6.12 is not installed"
fi
conclude
