#!/bin/bash
# Lines of Go code by room, beside their goals: no tests, no blank lines, no comments. And what else grows unseen.
set -eu
cd "$(dirname "$0")/.."
files() { git ls-files "$@" | tr '\n' '\0'; }

files '*.go' ':!**/testdata/**' | xargs -0 awk '
FNR == 1 {
	inside = 0
	depth = split(FILENAME, folder, "/")
	wing = folder[1] ~ /^(codes|tools)$/ ? folder[1] : "product"
	room = depth == 1 ? "." : folder[1]
	if (depth > 2 && folder[1] ~ /^(internal|codes|tools)$/) room = folder[1] "/" folder[2]
	test = FILENAME ~ /_test\.go$/ || FILENAME ~ /^internal\/boardtest\//
}
/^[ \t]*\/\*/ { inside = 1 }
!inside && !/^[ \t]*(\/\/.*)?$/ {
	if (test) tests[wing]++
	else { rooms[room]++; lines[wing]++ }
	if (columns($0) > 120) wide[test ? "tests" : wing]++
}
/\*\// { inside = 0 }
END {
	for (r in rooms) printf "%6d %s\n", rooms[r], r | "sort -rn"
	close("sort -rn")
	printf "%6d product (goal 48000), %d lines over 120 columns (goal 0)\n", lines["product"], wide["product"]
	printf "%6d tests (goal 41000), %d lines over 120 columns\n", tests["product"] + tests["tools"], wide["tests"]
	printf "%6d codes (goal 3000), %d lines over 120 columns; %d of tests\n", lines["codes"], wide["codes"], tests["codes"]
	printf "%6d tools (goal 1200), %d lines over 120 columns\n", lines["tools"], wide["tools"]
}
function columns(line) { gsub(/\t/, "    ", line); return length(line) }'
files 'play/web/js/*.js' ':!play/web/js/lang/*' | xargs -0 -r awk '
!/^[ \t]*(\/\/|\/?\*|$)/ { code++; if (length($0) > 120) wide++ }
END { printf "%6d lines of js in the page, without its languages (goal 3900), %d over 120 columns\n", code, wide }'
for kind in css html; do
	printf '%6d lines of %s in the page\n' "$(files "play/web/*.$kind" | xargs -0 -r cat | wc -l)" "$kind"
done
printf '%6d words in docs/\n' "$(files 'docs/*.md' | xargs -0 -r cat | wc -w)"
printf '%6d files of test data (goal 300)\n' "$(git ls-files | grep -c /testdata/)"
