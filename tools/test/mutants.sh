#!/bin/sh
# usage: tools/test/mutants.sh PACKAGE...
#
# Changes the packages in small ways, and lists the changes that no test of the first tier notices. The timeout is a
# multiple of the run that measures coverage, which therefore must not come from the cache.
set -eu
export GOFLAGS='-short -failfast -count=1'
for package; do
	go run github.com/go-gremlins/gremlins/cmd/gremlins@v0.6.0 unleash -S l --workers 1 --timeout-coefficient 5 "$package"
done
