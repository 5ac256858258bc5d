#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Other builds than the one that is tested: another compiler, sanitizers, a release tarball. Each has its own folder
# below the build, where a second run finds most of its work done.
# shellcheck disable=SC2317 # claim calls functions by name
set -u
top_srcdir=$(cd "${top_srcdir:-$(dirname "$0")/..}" && pwd) || exit 1
cd "${top_builddir:-.}" || exit 1
. "$top_srcdir/tests/tap.bash"
if [[ -e $top_srcdir/config.status ]]; then
	echo "1..0 # SKIP the sources are configured in place, which bars other builds: use a build folder"
	exit
fi
unset MAKEFLAGS MFLAGS MAKELEVEL TESTS	# of the make that runs this
jobs=-j$(nproc)
ccache=$(command -v ccache)

# Say what COMMAND... had to say only when it fails, and of that the end.
quietly() {
	local log=$PWD/check-builds.log
	"$@" >"$log" 2>&1 && return
	grep -E 'warning:|error:|Error |^(not ok|FAIL|ERROR|XPASS)|==ERROR|runtime error' "$log" | head -n 30
	tail -n 15 "$log"
	return 1
}

# configured FOLDER ARGUMENT...: a folder that is configured so, again only when configure or the arguments changed.
configured() {
	local folder=$1
	shift
	mkdir -p "$folder" && cd "$folder" || return
	[[ -f Makefile && ! $top_srcdir/configure -nt Makefile && $(cat arguments) == "$*" ]] && return
	printf '%s\n' "$*" >arguments
	quietly "$top_srcdir/configure" "$@"
}

with_clang() {
	configured builds/clang CC="$ccache clang" CFLAGS='-O1 -Werror' && quietly make "$jobs" check TESTS=
}

# What neither looks into a guest nor asks for a build of its own.
quick_tests() {
	(cd "$top_srcdir" && echo tests/cli-*.bats) | tr ' ' '\n' | grep -v completion
	sed -nE 's/^\t%D%\/(unit-[a-z-]+)( \\)?$/tests\/\1/p' "$top_srcdir"/tests/*.mk
}

# Preloaded fakes come before the sanitizer's library. A traced program can't look for leaks, nor can one that gave
# up its privileges.
with_sanitizers() {
	export ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=${1:-1} UBSAN_OPTIONS=print_stacktrace=1
	configured builds/sanitizers CC="$ccache gcc" \
		CFLAGS='-O1 -g -Werror -fsanitize=address,undefined -fno-sanitize-recover=all' &&
		quietly make "$jobs" check TESTS="$(quick_tests | tr '\n' ' ')"
}

# What 'make dist' packs is complete: it builds, passes what it can tell quickly, installs and leaves nothing behind.
release() {
	quietly make "$jobs" distcheck TESTS="tests/check-abi.sh tests/check-docs.sh tests/check-layers.sh"
}

claim_with clang "clang builds everything without a warning" with_clang
claim "gcc with address and undefined behaviour sanitizers passes unit and command line tests" with_sanitizers
claim "make distcheck" release
conclude
