#!/bin/sh
# usage: tools/test/arm64.sh PACKAGE...
#
# Tests the packages on arm64, under Debian's qemu-user if this is another processor.
set -eu
if [ "$(uname -m)" = aarch64 ]; then
	exec go test "$@"
fi
tools/peers.sh qemu-aarch64:qemu-user
if ! command -v qemu-aarch64 >/dev/null; then
	echo "test-arm64 skipped: qemu-user is not installed"
	exit 0
fi
GOARCH=arm64 go test -exec qemu-aarch64 -timeout 60m "$@"
