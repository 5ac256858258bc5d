# SPDX-License-Identifier: GPL-2.0-or-later
# kernel/build: one image per content, never half of one, and never one that lacks what was asked for.
bats_require_minimum_version 1.5.0

setup() {
	[ -e /usr/src/linux-source-6.12.tar.xz ] || [ "${CORESCHED_GUEST:-}" = required ] ||
		skip "no kernel source: ./quickstart build installs it"
	real=${XDG_CACHE_HOME:-$HOME/.cache}/coreschedctl
	export XDG_CACHE_HOME=$BATS_TEST_TMPDIR
	cache=$BATS_TEST_TMPDIR/coreschedctl
	cp -r "$top_srcdir/kernel" "$BATS_TEST_TMPDIR/kernel"
	cd "$BATS_TEST_TMPDIR/kernel"
	rm -f patches/*.patch
}

image() {
	./build --print "$@" || [ $? -eq 1 ]
}

@test "--print tells the path, whether it is there, and makes nothing" {
	run -1 ./build --print
	[[ $output == "$cache"/kernel/*/vmlinux ]]
	[ ! -e "$cache" ]
	mkdir -p "${output%/*}"
	touch "$output"
	run -0 ./build --print
	run -0 ./build
	[ -e "$output" ]
}

@test "an image is named by what goes into it" {
	stock=$(image)
	[ "$(image --flavour patched)" = "$stock" ]
	[ "$(image --flavour debug)" != "$stock" ]
	sed -i 's/#.*/# another reason/' config
	[ "$(image)" = "$stock" ]
	echo 'a patch' >patches/0001-a.patch
	[ "$(image)" = "$stock" ]
	patched=$(image --flavour patched)
	[ "$patched" != "$stock" ]
	echo 'the letter' >patches/0000-cover-letter.patch
	[ "$(image --flavour patched)" = "$patched" ]
	echo 'another' >patches/0001-a.patch
	[ "$(image --flavour patched)" != "$patched" ]
	sed -i 's/NR_CPUS=16/NR_CPUS=32/' config
	[ "$(image)" != "$stock" ]
}

@test "an option that does not survive fails the build by name" {
	mkdir -p "$cache"
	[ ! -e "$real/linux/.made-of" ] || ln -s "$real/linux" "$cache/linux"
	# No such option; one whose menu is missing; one that something else turns on.
	printf '%s\n' CONFIG_NO_SUCH=y CONFIG_KVM_INTEL=y CONFIG_SCHED_SMT=n >>config
	run -1 ./build
	[[ $output == *"configuring failed"*"the log is $cache/build-stock.log"* ]]
	[[ $output == *"CONFIG_NO_SUCH=y (is n)"* ]]
	[[ $output == *"CONFIG_KVM_INTEL=y (is n)"* ]]
	[[ $output == *"CONFIG_SCHED_SMT=n (is y)"* ]]
	[[ $output != *"CONFIG_SMP"* ]]
	[ -z "$(ls "$cache/kernel")" ]
}

@test "of two at once the second waits and takes what the first made" {
	mkdir -p "$cache"
	path=$(image)
	exec 8>"$cache/lock"
	flock 8
	./build >"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/err" 3>&- 8>&- &
	until grep -q waiting "$BATS_TEST_TMPDIR/err"; do sleep 0.1; done
	mkdir -p "${path%/*}"
	touch "$path"
	exec 8>&-
	wait $!
	[ "$(cat "$BATS_TEST_TMPDIR/out")" = "$path" ]
	run ! grep -q building "$BATS_TEST_TMPDIR/err"
}

@test "misuse is refused" {
	run -2 ./build --flavour vanilla
	run -2 ./build --no-such
	run ./build --flavour
	[ "$status" -ne 0 ]
}
