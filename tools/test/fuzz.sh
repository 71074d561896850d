#!/bin/bash
# usage: tools/test/fuzz.sh TIME [TARGET...]
#
# Runs these fuzz targets, or all, for that long each. An input that fails is kept in testdata/fuzz.
set -u
cd "$(dirname "$0")/../.."
time=$1 failed=
shift
while read -r package target; do
	[ $# = 0 ] || [[ " $* " == *" $target "* ]] || continue
	if said=$(go -C "$package" test -run '^$' -fuzz "^$target\$" -fuzztime "$time" . 2>&1); then
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
