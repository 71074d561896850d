#!/bin/sh
# Lines of Go code by room, then by wing: the product, tools and tests. Blank lines and comments do not count.
set -eu
cd "$(dirname "$0")/.."
git ls-files '*.go' | grep -v /testdata/ | xargs awk '
FNR == 1 {
	inComment = 0
	depth = split(FILENAME, folder, "/")
	wing = folder[1] ~ /^tools$/ ? folder[1] : "product"
	room = depth == 1 ? "." : folder[1]
	if (depth > 2 && folder[1] ~ /^(internal|tools)$/) room = folder[1] "/" folder[2]
	isTest = FILENAME ~ /_test\.go$/ || room == "internal/boardtest"
}
/^[ \t]*\/\*/ { inComment = 1 }
!inComment && !/^[ \t]*(\/\/.*)?$/ {
	if (isTest) tests++
	else { rooms[room]++; wings[wing]++ }
}
/\*\// { inComment = 0 }
END {
	for (r in rooms) printf "%6d %s\n", rooms[r], r | "sort -rn"
	close("sort -rn")
	printf "%6d product (goal 48000)\n", wings["product"]
	printf "%6d tools\n%6d tests\n", wings["tools"], tests
}'
printf '%6d lines of JavaScript\n' "$(git ls-files 'play/web/*.js' | xargs cat | wc -l)"
printf '%6d words in docs/\n' "$(git ls-files 'docs/*.md' | xargs cat | wc -w)"
