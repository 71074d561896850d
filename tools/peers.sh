#!/bin/sh
# usage: tools/peers.sh              what the second tier of tests and the benchmarks need, from Debian
#        tools/peers.sh PROGRAM:PACKAGE...    only these
#
# Installs the packages whose program, or file, is missing. Where that is impossible it says so, and their tests fail
# (that of the image does without buildah).
# Glucose, Kissat, Mace4 and Prover9 are asked too where they are on the path; not every Debian has them.
set -u
[ $# -gt 0 ] || set -- minisat:minisat cadical:cadical cryptominisat5:cryptominisat picosat:picosat clasp:clasp \
	glpsol:glpk-utils cbc:coinor-cbc z3:z3 minizinc:minizinc eprover:eprover /usr/games/sgt-flip:sgt-puzzles \
	chromium:chromium firefox-esr:firefox-esr npm:npm qpdf:qpdf pdfinfo:poppler-utils \
	rsvg-convert:librsvg2-bin mandoc:mandoc zsh:zsh fish:fish \
	sqlite3:sqlite3 python3:python3 bash:bash setsid:util-linux buildah:buildah /usr/include/m4ri/m4ri.h:libm4ri-dev
missing=
for p; do
	command -v "${p%%:*}" >/dev/null 2>&1 || [ -e "${p%%:*}" ] || missing="$missing ${p#*:}"
done
[ -n "$missing" ] || exit 0
if ! command -v apt-get >/dev/null 2>&1; then
	echo "not installed (no apt-get), their tests will fail:$missing"
	exit 0
fi
sudo=
[ "$(id -u)" = 0 ] || sudo="sudo -n"
echo "installing$missing"
$sudo apt-get update -qq &&
	DEBIAN_FRONTEND=noninteractive $sudo apt-get install -qq -y --no-install-recommends $missing >/dev/null ||
	echo "could not install$missing: their tests will fail"
