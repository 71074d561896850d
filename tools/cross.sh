#!/bin/sh
# usage: tools/cross.sh GOOS/GOARCH...
#
# Compiles everything for every platform and for browsers, and the tests for each system.
set -eu
export CGO_ENABLED=0
# What compiles to WebAssembly: all but the parts that need a server or other processes.
not_in_browsers='/cmd/|/bench$|/examples/'

for platform in "$@" js/wasm; do
	echo "== $platform"
	export GOOS="${platform%/*}" GOARCH="${platform#*/}"
	packages=./...
	[ "$platform" != js/wasm ] || packages=$(go list -e ./... 2>/dev/null | grep -vE "$not_in_browsers")
	go build $packages
	[ "$platform" = js/wasm ] || go -C codes build ./...
	case $platform in windows/amd64 | darwin/arm64 | freebsd/amd64 | linux/386) go vet ./... ;; esac
done
