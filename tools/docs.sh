#!/bin/sh
# usage: tools/docs.sh pictures    every picture of README and docs: drawings, plots of what is measured, the page
#        tools/docs.sh study       measures the study of docs/benchmarks.md, all shards: two hours of two quiet cores
#        tools/docs.sh shard I/N   measures shard I of N of the suite encodings into bench/results/encodings,
#                                  two runs side by side. Stopped, it keeps what is measured, and goes on from there
#                                  the next time. LIGHTSOUT is the program: the same one for all shards. More
#                                  words go to lightsout bench.
#        tools/docs.sh threshold   measures codes/threshold.jsonl
#        tools/docs.sh joined      joins these shards and makes their report
set -eu
cd "$(dirname "$0")/.."
encodings=bench/results/encodings
case ${1:-} in
pictures)
	export LIGHTSOUT_TEST=all
	go run -C tools/pictures .
	go test ./cmd/lightsout -run TestDocumentedDrawings -update
	go test ./census -run TestDocumentedFigure -update
	go test ./encode -run TestProofFigure -update-docs
	go test ./bench -run TestPublishedPlots -update
	go test ./cmd/lightsout -run 'TestDatasets$' -update
	go test -tags browser ./play -run TestDocumentedScreens -update
	;;
threshold)
	go -C codes run ./cmd/codes simulate hexcolor:D --d 5,9,13,17,21 --p 0.06-0.13:0.005 --shots 10000 \
		--json | grep board > codes/threshold.jsonl
	;;
study)
	for i in 1 2 3 4; do "$0" shard $i/4; done
	"$0" joined
	rm -r $encodings/part-*
	;;
shard)
	first=$((2 * ${2%/*} - 1)) of=$((2 * ${2#*/})) jobs=
	shift 2
	trap 'kill $jobs 2>/dev/null || true' INT TERM HUP
	for i in $first $((first + 1)); do
		"${LIGHTSOUT:-bin/lightsout}" bench --suite encodings -o "$(printf '%s/part-%02d-of-%02d' $encodings $i $of)" \
			--shard $i/$of --resume "$@" >/dev/null &
		jobs="$jobs $!"
	done
	status=0
	for job in $jobs; do
		wait "$job" || status=$?
		while kill -0 "$job" 2>/dev/null; do wait "$job" || status=$?; done # a signal ended the first wait
	done
	for results in $encodings/part-*/results.jsonl; do
		[ -s "$results" ] || continue
		gzip -9 -n -c "$results" >>"$results.gz"
		rm "$results"
	done
	exit $status
	;;
joined)
	for file in plan.jsonl machine.jsonl results.jsonl.gz; do
		cat $encodings/part-*/$file >$encodings/$file
	done
	"${LIGHTSOUT:-bin/lightsout}" bench report $encodings
	;;
*)
	echo "usage: tools/docs.sh pictures, threshold, study, shard I/N or joined"
	exit 2
	;;
esac
