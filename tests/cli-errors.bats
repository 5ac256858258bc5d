# SPDX-License-Identifier: GPL-2.0-or-later
# Every error that the kernel's call can give, injected by a filter, is shown as what it means.
bats_require_minimum_version 1.5.0

blocked() {
	"$top_builddir/tests/block-prctl" "$@"
}

setup_file() {
	"$top_builddir/tests/block-prctl" EPERM all true || skip "no seccomp filter can be set here"
}

# error, words, status of get
cases() {
	cat <<-'END'
		EINVAL|the kernel has no core scheduling|3
		ENODEV|SMT is absent or off|3
		EPERM|a sandbox (seccomp) keeps the call from the kernel|3
		EACCES|a sandbox (seccomp) keeps the call from the kernel|3
		ENOSYS|a sandbox (seccomp) keeps the call from the kernel|3
		ESRCH|no such task|1
		ENOMEM|memory|1
	END
}

@test "get: the words and status for each error, and ? instead of a cookie" {
	while IFS='|' read -r error words status; do
		run "-$status" --separate-stderr blocked $error all coreschedctl get $$
		[ "$output" = '?' ]
		[[ $stderr == "coreschedctl: can't read the cookie of task $$: "*"$words"* ]]
	done < <(cases)
}

@test "spawn: the words for each error, status 125, and the program does not run" {
	while IFS='|' read -r error words status; do
		run -125 --separate-stderr blocked $error all coreschedctl spawn echo ran
		[ -z "$output" ]
		[[ $stderr == "coreschedctl: can't make a cookie for echo: "*"$words"* ]]
	done < <(cases)
}

@test "spawn --if-supported runs the program for want of support, not for other errors" {
	while IFS='|' read -r error words status; do
		if [ "$status" -eq 3 ]; then
			run -0 --separate-stderr blocked $error all coreschedctl spawn --if-supported echo ran
			[ "$output" = ran ]
			[ "${#stderr_lines[@]}" -eq 1 ]
		else
			run -125 blocked $error all coreschedctl spawn --if-supported echo ran
		fi
	done < <(cases)
}

@test "doctor: the check that fails for each error, status 3" {
	while read -r error check; do
		run -3 blocked $error all coreschedctl doctor
		grep -q "^fail  $check " <<<"$output"
	done <<-'END'
		EINVAL kernel
		ENODEV smt
		EPERM sandbox
		EACCES sandbox
		ENOSYS sandbox
		ESRCH sandbox
		ENOMEM sandbox
	END
}

@test "doctor: reads let through and changes not is 'sealed'" {
	run -3 blocked EPERM changes coreschedctl doctor
	[[ $output == *"fail  sandbox "*"sealed"* ]]
}

@test "a tag is for one cgroup: what can't be one is refused" {
	for wrong in '--kernel-tag 1' '--kernel-tag -c /a -c /b' '--kernel-tag --from 1 -c /a' \
		'--kernel-tag --no-recursive -c /a' '--enable-controller 1' '--kernel-tag --cookie-only -c /a' \
		'--enable-controller --cookie-only -c /a'; do
		# shellcheck disable=SC2086 # words
		run -2 coreschedctl tag $wrong
	done
	run -2 coreschedctl clear --kernel-tag 1
	run -125 coreschedctl spawn --kernel-tag true
}
