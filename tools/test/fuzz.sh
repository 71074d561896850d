#!/bin/bash
# usage: tools/test/fuzz.sh TIME
#
# Runs every fuzz target for that long. An input that fails is kept in testdata/fuzz.
set -u
cd "$(dirname "$0")/../.."
failed=
while read -r package target; do
	if said=$(go -C "$package" test -run '^$' -fuzz "^$target\$" -fuzztime "$1" . 2>&1); then
		echo "$package $target: $(grep -v '^ok ' <<< "$said" | tail -n 1)"
	elif grep -q 'context deadline exceeded' <<< "$said" && ! grep -q 'Failing input' <<< "$said"; then
		# Go stops its workers at the end of the time, and now and then counts that as a failure.
		echo "$package $target: $(tail -n 1 <<< "$said")"
	else
		echo "$package $target: $said"
		failed="$failed $target"
	fi
done < <(grep -roE --include='*_test.go' '^func Fuzz[A-Za-z0-9]+' . | sed -E 's,/[^/]*:func , ,' | sort -u)
[ -z "$failed" ] || { echo "failed:$failed"; exit 1; }
