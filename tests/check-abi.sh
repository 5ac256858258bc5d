#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The public calls of libcoresched stand in the header, the symbol map, the library and the manual: all say the same.
# shellcheck disable=SC2317 # claim calls functions by name
set -u
cd "${top_srcdir:-$(dirname "$0")/..}" || exit 1
. tests/tap.bash
header=lib/coresched.h
library=${top_builddir:-.}/.libs/libcoresched.so

# One way to write a prototype.
blanks() {
	sed -E 's/[[:space:]]+/ /g; s/ ?([*(),]) ?/\1/g; s/^ //'
}

# Prototypes of the header, each on a line.
header_prototypes() {
	code "$header" | cut -d : -f 3- | grep -v '^#' | tr '\n' ' ' | grep -o '[^;{}]*([^;{}]*);' | tr -d ';' | blanks
}

# The same of a manual page's SYNOPSIS.
page_prototypes() {
	awk '
	/^\.Sh / { synopsis = $2 == "SYNOPSIS" }
	!synopsis { next }
	/^\.Ft / { type = substr($0, 5) }
	/^\.Fn / {
		name = $2
		rest = substr($0, index($0, name) + length(name))
		gsub(/" *"/, ",", rest)
		print type " " name "(" rest ")"
	}
	/^\.Fo / { name = $2; arguments = "" }
	/^\.Fa / { arguments = arguments (arguments == "" ? "" : ",") substr($0, 5) }
	/^\.Fc/ { print type " " name "(" arguments ")" }
	' "$@" | tr -d '"' | blanks
}

# Structures, "NAME{members;}" a line, of C text on stdin.
structures() {
	tr '\n' ' ' | grep -o 'struct [a-z_]* {[^}]*}' | sed -E 's/[[:space:]]+/ /g; s/ ?([{};*]) ?/\1/g' | sort
}

header_structures() {
	code "$header" | cut -d : -f 3- | structures
}

page_structures() {
	sed '/^\.Bd -literal$/,/^\.Ed$/!d' man/coresched_*.3 | structures
}

header_errors() {
	grep -Eo -e '-E[A-Z]{3,}' "$header" | sort -u
}

page_errors() {
	sed -E 's/\\-/-/g' man/*.3 | grep -E '^\.(It )?Er ' | grep -Eo -e '-E[A-Z]{3,}' | sort -u
}

names() {
	grep -o 'coresched_[a-z_]*(' | tr -d '('
}

calls=$(header_prototypes | names)

has_calls() {
	[[ $(wc -l <<<"$calls") -gt 10 ]]
}

# What stands at NAME in section 3, with the page that each call has to itself or shares.
page_names() {
	awk '/^\.Sh / { name = $2 == "NAME" } name && /^\.Nm coresched_/ { print $2 }' man/*.3
}

each_once() {
	sort | uniq -d | sed 's/^/twice: /'
}

exported() {
	nm --dynamic --defined-only "$library" | awk '$2 != "A" { print $3 }'
}

compiles_as() {
	"$@" -Ilib -Wall -Wextra -Wpedantic -Werror -fsyntax-only - <<-END
		#include <coresched.h>
		int main(void) { return coresched_probe() == CORESCHED_WORKS ? 0 : 1; }
	END
}

documented() {
	local call
	for call in $calls; do
		grep -Eq "^ \* (coresched_[a-z_]+, )*$call( -|,)" "$header" || echo "$call has no comment"
	done
}

since() {
	awk '/^\/\*\*/ { since = 0; name = "" } /^ \* coresched_/ && name == "" { name = $2 } / \* Since / { since = 1 }
	     /^ \*\// && name != "" { if (!since) print name " does not say since when"; name = "" }' "$header"
}

claim "the header declares calls" has_calls
claim "each call is explained in the header" documented
claim "each says since when" since
claim "the symbol map has the header's calls" same "$calls" "$(grep -o '\bcoresched_[a-z_]*;' lib/libcoresched.map | tr -d ';')"
claim "the library exports them" same "$calls" "$(exported | sed 's/@.*//')"
claim "each under a version" eval 'exported | grep -v "@@CORESCHED_[0-9]" || true'
claim "section 3 of the manual has a page for each" same "$calls" "$(page_names)"
claim "and not two" eval 'page_names | each_once'
claim "those pages show the header's prototypes" same "$(header_prototypes)" "$(page_prototypes man/coresched_*.3)"
claim "and so does libcoresched(3)" same "$(header_prototypes)" "$(page_prototypes man/libcoresched.3)"
claim "section 3 shows its structures" same "$(header_structures)" "$(page_structures)"
claim "section 3 tells its errors" same "$(header_errors)" "$(page_errors)"
claim "the header is C99" compiles_as "${CC:-cc}" -std=c99 -xc
claim_with c++ "the header is C++98" compiles_as c++ -std=c++98 -xc++
conclude
