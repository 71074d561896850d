package main

import (
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// Without --timeout no result depends on the clock or on the number of cores, not even on which of two bounds or
// searches is ready first. (docs/limits.md)
func TestResultsDoNotDependOnTheNumberOfCores(t *testing.T) {
	seconds := regexp.MustCompile(`"(\w+_)?seconds":[^,}]*`)
	for _, call := range []string{
		"solve --min --json",
		"solve -b 4x4 --all --min --json",
		"solve -b 19x19 --on random --min --json",
		"solve -b torus:6x6x4 --on random --min --json",
		"solve -b torus:3x3x3x3 --on random --min --json",
		"solve -b 20x20,pattern=king --on random --min --json",
		"solve -b toric:7 --on random --min --json",
		"solve -b toric:9 --on random --seed 1 --min --json",  // by search
		"solve -b toric:9 --on random --seed 3 --min --json",  // over a tree
		"solve -b toric:10 --on random --seed 1 --min --json", // by packing
		"solve -b toric:10 --on random --seed 2 --min --json",
		"solve -b toric:11 --on random --seed 3 --min --json",
		"solve -b hexcolor:11 --on random --min --json",
		"solve -b octcolor:11 --on random --min --json",
		"solve -b 5x5 --on 1 --nearest --min --json",
		"solve -b 5x5,mod=3 --on random --min --json",
		"solve -b 6x6 --engine sat --min --json",
		"info -b toric:3 --columns nullity,min --on random --json",
		"info -b grid:MxN --m 1-9 --n 1-9 --columns nullity,min,min-answers --format jsonl",
		"info -b toric:N --n 3-10 --columns min --on random --seed 3 --format jsonl",
	} {
		t.Run(call, func(t *testing.T) {
			first := ""
			for round, cores := range []int{1, 2, 2} {
				before := runtime.GOMAXPROCS(cores)
				code, out, complaint := run(strings.Fields(call)...)
				runtime.GOMAXPROCS(before)
				out = seconds.ReplaceAllString(out, "")
				switch {
				case code != 0:
					t.Fatalf("exit code %d: %s", code, complaint)
				case round == 0:
					first = out
				case out != first:
					t.Errorf("on one core\n%son %d\n%s", first, cores, out)
				}
			}
		})
	}
}
