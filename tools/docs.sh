#!/bin/sh
# usage: tools/docs.sh figures     the plots and points of docs
#        tools/docs.sh pictures    the pictures of README and docs/pictures.md
#        tools/docs.sh study       measures the study of docs/benchmarks.md into bench/results:
#                                  a quiet machine, half an hour of one core
set -eu
cd "$(dirname "$0")/.."
case ${1:-} in
figures)
	go test ./census -run TestDocumentedFigure -update
	go test ./encode -run TestProofFigure -update-docs
	go -C codes run ./cmd/codes simulate hexcolor:D --d 5,9,13,17,21 --p 0.06-0.13:0.005 --shots 10000 \
		--json | grep board > codes/threshold.jsonl
	;;
pictures)
	go run -C tools/pictures .
	go test ./cmd/lightsout -run TestDocumentedDrawings -update
	;;
study)
	for suite in study study-counting; do
		results=bench/results/$suite
		bin/lightsout bench --suite $suite -o $results --resume
		gzip -9 -n -c $results/results.jsonl >> $results/results.jsonl.gz
		rm $results/results.jsonl
		bin/lightsout bench report $results
	done
	;;
*)
	echo "usage: tools/docs.sh figures, pictures or study"
	exit 2
	;;
esac
