#!/bin/sh
# usage: tools/module.sh NAME, as in example.org/you/lightsout
#
# Renames the module for whoever publishes it: in go.mod, imports and documentation.
set -eu
new=${1:-}
if ! echo "$new" | grep -qE '^[a-z0-9-]+(\.[a-z0-9-]+)+(/[A-Za-z0-9._~-]+)+$'; then
	echo "\"$new\" is not a module's name: write MODULE=example.org/you/lightsout"
	exit 2
fi
cd "$(dirname "$0")/.."
old=$(go list -m)
packages=$(git ls-files '*.go' | sed 's,/[^/]*$,,' | sort -u | paste -sd '|')
git ls-files -z '*.go' '*go.mod' '*.md' '*.yml' '*.yaml' '*.sh' '*.txtar' '*.txt' Makefile ':!bench/results' |
	xargs -0 sed -Ei \
		-e "s,^(module|require|replace) $old([/ ]|$),\1 $new\2," \
		-e ":again; s,(^|[^A-Za-z0-9_./~-])$old/($packages)($|[^A-Za-z0-9_/-]),\1$new/\2\3,; t again"
git diff --name-only '*.go' | xargs -r gofmt -w
go build ./...
echo "the module is called $new"
