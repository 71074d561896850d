#!/bin/sh
# Measures everything in bench/results, one child at a time: about half an hour on an idle machine.
#
#	make build && bench/measure.sh new && cp -r new/. bench/results && make figures
#	make build && bench/measure.sh new scale && cp -r new/. bench/results && make figures
#
# The second line measures only the folder scale. Run it again to continue after an interruption.
set -eu
out=${1:?usage: bench/measure.sh FOLDER [WHICH...]}
shift
which=$*
lightsout=$(dirname "$0")/../bin/lightsout

measure() {
	folder=$1
	shift
	case " ${which:-$folder} " in *" $folder "*) ;; *) return ;; esac
	echo "== $folder"
	"$lightsout" bench --out "$out/$folder" --resume --jobs 1 "$@"
	# Compressed parts can be appended; the last result of a pair counts.
	gzip -9 -n -c "$out/$folder/results.jsonl" >>"$out/$folder/results.jsonl.gz"
	rm "$out/$folder/results.jsonl"
}

measure decoding --suite decoding --peers
measure planning --suite planning --peers --timeout 10s --max-memory 1000MB
# Prover9 and Mace4 themselves, where make prover9 built them; seven presses take Prover9 some 1.1 GB.
measure planning --suite planning --peers --timeout 60s --max-memory 1200MB --filter '^5x5-presses-[0-9]+-any (prover9|mace4)'
measure generators --suite generators --peers --timeout 10s
measure scale --suite scale --timeout 20s --max-memory 4000MB
# The same boards by the program as it was before large boards had methods of their own, if it is on the path:
#	git worktree add /tmp/before 9f8f5fb && (cd /tmp/before && go build -o ~/bin/lightsout-9f8f5fb ./cmd/lightsout)
if command -v lightsout-9f8f5fb >/dev/null; then
	measure scale --suite scale --timeout 60s --max-memory 6000MB --filter 'any before lo$' \
		--solver 'before=env GOMAXPROCS=1 lightsout-9f8f5fb solve {lo} --json --list-presses'
fi
measure engines --suite engines --timeout 5s
measure hypercube --suite hypercube --peers --repeat 1 --timeout 10s
measure hypercube-longer --suite hypercube --peers --repeat 1 --timeout 40s --filter '^3-to-the-4-any (gini|minisat) (arith|direct)$'
measure counting --suite counting --timeout 10s
measure colours --suite colours --peers --repeat 1
measure encodings --suite encodings --timeout 10s
measure peers --suite encodings --peers --timeout 5s --filter '^grid-[0-9]+-any (gini (direct|kernel:4)$|glpsol lp|[^g])'
# Glucose and Kissat take part where they are on the path.
measure solvers --suite solvers
