# SPDX-License-Identifier: GPL-2.0-or-later
# The command line of list, which is the same on every kernel.
bats_require_minimum_version 1.5.0

# An error of usage that says WORDS, and nothing on stdout: refused WORDS ARG...
refused() {
	run -2 --separate-stderr coreschedctl list "${@:2}"
	[ -z "$output" ]
	[[ $stderr == "coreschedctl list: "*"$1"* ]]
}

# Status 0, or 3 where the kernel can't.
accepted() {
	run --separate-stderr coreschedctl list "$@"
	[ "$status" -eq 0 ] || [ "$status" -eq 3 ]
}

@test "an unknown column is refused, and the known ones are named" {
	refused "there is no column 'colour' here, only EFFECTIVE COOKIE TAG PROCS TASKS MIXED CGROUPS COMMANDS" -o cookie,colour
	refused "there is no column 'colour'" -o +colour
	refused "there is no column ''" -o ''
	refused "there is no column ''" -o cookie,
	refused "there is no column '+'" -o cookie,+,procs
	accepted -o CoOkIe,procs,PROCS
}

@test "a column that says nothing in a view is refused there" {
	refused "there is no column 'pid' here" -o pid
	refused "there is no column 'procs' here" --tasks -o procs
	refused "there is no column 'commands' here" --tree -o +commands
	accepted --tasks -o pid
}

@test "options that exclude each other are refused" {
	refused "give only one of --tasks, --tree and --cgroups" --tasks --tree
	refused "give only one of --raw and --json" --raw --json
	refused "give --output once" -o cookie -o procs
}

@test "a cookie is 0x and hex digits, or decimal" {
	for cookie in '' 0x 0xg 0x1g x1 1f ' 1' '1 ' +1 -1 0x-1 '0x 1' 0x10000000000000000 18446744073709551616; do
		refused "'$cookie' is no cookie" --cookie "$cookie"
	done
	accepted --cookie 0x0 --cookie 0XFF --cookie 0xffffffffffffffff --cookie 18446744073709551615
}

@test "an id of 0 is refused: to the kernel it would mean the caller" {
	refused "'0' is no id" 0
	refused "'0' is no id" -t 0
}

@test "--help names each column, with what it holds" {
	help=$(coreschedctl list --help)
	coreschedctl --dump-cli | awk -F '\t' '$1 == "column" && $2 == "list"' >"$BATS_TEST_TMPDIR/columns"
	[ -s "$BATS_TEST_TMPDIR/columns" ]
	while IFS=$'\t' read -r _ _ name text; do
		[[ $help == *"  $name "*" ${text%% (*}"* ]]
	done <"$BATS_TEST_TMPDIR/columns"
}

@test "where there are no cookies it says why, with status 3, and prints nothing, least of all 0" {
	"$top_builddir/tests/block-prctl" EPERM all true || skip "no seccomp filter can be set here"
	while IFS='|' read -r error words; do
		for view in --all --tasks --tree --json; do
			run -3 --separate-stderr "$top_builddir/tests/block-prctl" $error all coreschedctl list $view
			[ -z "$output" ]
			[[ $stderr == "coreschedctl: can't list cookies: "*"$words"* ]]
		done
	done <<-'END'
		EINVAL|the kernel has no core scheduling
		ENODEV|SMT is absent or off
		EPERM|a sandbox (seccomp) keeps the call from the kernel
		ENOSYS|a sandbox (seccomp) keeps the call from the kernel
	END
}
