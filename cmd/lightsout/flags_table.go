package main

import (
	"errors"
	"slices"
	"strings"

	"lightsout/bench"
	"lightsout/census"
	"lightsout/encode"
	"lightsout/internal/automorphism"
	"lightsout/internal/drawing"
	"lightsout/internal/paper"
	"lightsout/internal/suggest"
	"lightsout/puzzlefile"
)

// word is a flag. It means the same in every verb that takes it; help, completion, manual pages and refusals read it
// here.
type word struct {
	name  string
	short string
	value string // FILE, LIST, N, …; "" is yes or no
	kind  kind
	usual string // the default; a verb may have its own
	about string // for help; %s is what the verb applies a limit to
	words func() []string
	only  bool // it takes nothing else than these words
	file  bool // the value names a file: completion offers files, and tests try them
	span  span // of a number, a time or a size
}

// span is from where to where a value may go; to 0 is no end.
type span struct{ from, to uint64 }

// check refuses what is outside; text writes a bound.
func (s span) check(n uint64, text func(...any) string) error {
	switch {
	case s.from == 1 && n == 0:
		return errors.New("use more than 0")
	case n < s.from:
		return errors.New("use " + text(s.from) + " or more")
	case s.to > 0 && n > s.to:
		return errors.New("use at most " + text(s.to))
	}
	return nil
}

// kind is what a value is.
type kind int

const (
	textKind   kind = iota
	yesKind         // given or not
	textsKind       // may be given again
	wholeKind       // from 0 to 2^64-1
	numberKind      // from 0 to the largest int
	lapseKind       // a time
	sizeKind        // of memory
)

// flagTable has every flag.
func flagTable() []word {
	return []word{
		{name: "board", short: "b", value: "SPEC", kind: textsKind, words: boardNames,
			about: "the board, see lightsout help boards (default 5x5)"},
		{name: "on", value: "LIGHTS", usual: "all",
			about: "lights on at the start: all, none, random, 3,5-8, r2c3, 0/1 or ./#, 0x1ff"},
		{name: "goal", value: "LIGHTS", usual: "none",
			about: "lights on at the end, written as for --on; ? in a picture means either"},
		{name: "seed", value: "SEED", kind: wholeKind, usual: "1",
			about: "seed for everything random; the same seed gives the same result"},
		{name: "input", value: "KIND", only: true,
			about: "the kind of FILE, see lightsout help files (default: by content)"},

		{name: "min", kind: yesKind, about: "the fewest presses, proved"},
		{name: "all", kind: yesKind, about: "list all answers; with --min only those with the fewest presses"},
		{name: "limit", value: "N", kind: numberKind, usual: "1000", about: "list at most N answers, 0 for all"},
		{name: "count", kind: yesKind, about: "count the answers; with --min only those with the fewest presses"},
		{name: "hint", kind: yesKind, about: "one good next press"},
		{name: "steps", kind: yesKind, about: "press by press, with the lights before each"},
		{name: "nearest", kind: yesKind, about: "if the goal cannot be reached, leave as few lights wrong as possible"},
		{name: "explain", kind: yesKind, about: "how to solve it by hand, on small boards"},
		{name: "forbid", value: "LIST", about: "switches that must not be pressed"},
		{name: "require", value: "LIST", about: "switches that must be pressed"},
		{name: "at-most", value: "K", kind: numberKind, about: "only answers with at most K presses"},
		{name: "exactly", value: "K", kind: numberKind, about: "only answers with exactly K presses"},
		{name: "symmetric", value: "HOW", words: automorphism.Motions, only: true,
			about: "only what looks the same after this motion: " + joinWords(automorphism.Motions())},
		{name: "distinct", value: "WHAT", usual: "none", words: distincts, only: true,
			about: "leave out repeats: none, states, or symmetry (rotations and mirror images count as one)"},
		{name: "cost", value: "FILE", file: true,
			about: "one positive integer per switch; --min then looks for the cheapest answer"},
		{name: "engine", value: "NAME", about: "engine to use: "},
		{name: "xor", value: "NAME", words: xorNames,
			about: "how parities become clauses: " + joinWords(parityNames()) +
				"; with mod=K: " + joinWords(sumNames()) + " (help encodings)"},
		{name: "card", value: "NAME", words: countingNames,
			about: "how counts become clauses: " + joinWords(countingNames())},
		{name: "certificate", value: "FILE", file: true,
			about: "what solve --min wrote with --certificate: verify every claim"},
		{name: "explain-plan", kind: yesKind, about: "show the plan and its cost, and stop"},

		{name: "m", value: "LIST", about: "numbers for M in --board, e.g. 5,7-9 in grid:MxN"},
		{name: "n", value: "LIST",
			about: "numbers for N in --board, e.g. 4-20 in grid:NxN or hypercube:2N+1"},
		{name: "columns", value: "NAMES", words: census.ColumnNames,
			about: "a table with these columns, e.g. nullity,min, see lightsout help columns"},
		{name: "where", value: "CONDITION", about: "a table of the boards that meet it, e.g. 'nullity>0 && min<=5'"},
		{name: "quiet", kind: yesKind,
			about: "a basis of the quiet patterns: presses that change nothing"},
		{name: "chase-table", kind: yesKind,
			about: "for light chasing: what to press for what is left in the last row"},
		{name: "depth", kind: yesKind, about: "how many presses the hardest state needs, and such a state"},
		{name: "distribution", kind: yesKind, about: "how many solvable states need 0, 1, 2, … presses"},
		{name: "symmetries", kind: yesKind, about: "how many symmetries the board has"},

		{name: "presses", value: "LIST",
			about: "switches to press: 1,4-7 or r2c3,r2c4, a digit for each switch, @FILE or -"},
		{name: "model", value: "FILE", file: true,
			about: "what a solver printed for the encoded puzzle; - is standard input"},
		{name: "batch", value: "FILE", file: true, about: "puzzles with their answers, one JSON object per line"},
		{name: "answers", value: "FILE", file: true, about: "answers to the puzzles of --batch, by id"},
		{name: "free-text", kind: yesKind, about: "answers are texts that end in a final form, such as Answer: [0, 2]"},
		{name: "summary", value: "FILE", file: true, about: "write the summary of --batch to FILE, as JSON"},
		{name: "cnf", value: "FILE", file: true, about: "the formula, in DIMACS, that --proof is about"},
		{name: "proof", value: "FILE", file: true,
			about: "a proof that there is no model, .lrat, .drat or .frat"},
		{name: "binary", kind: yesKind, about: "write --proof in its binary form"},
		{name: "full", kind: yesKind, about: "verify every claim, however long that takes"},

		{name: "number", short: "n", value: "N", kind: wholeKind, usual: "1", about: "number of puzzles in the batch"},
		{name: "from", value: "I", kind: wholeKind, about: "begin with puzzle I, counted from 0"},
		{name: "shard", value: "i/n", about: "only part i of n; the first is 1/n"},
		{name: "levels", value: "HOW", words: levelWords,
			about: "ramp: --presses goes from easy to hard; N: easy to hard, " +
				"restarts every N puzzles; even: each number of presses equally often"},
		{name: "lit", value: "A-B", about: "only puzzles with A to B lights on; a range with 0 allows the goal itself"},
		{name: "unique", kind: yesKind, about: "only puzzles with a single shortest answer"},
		{name: "unsolvable", value: "SHARE",
			about: "share of puzzles without an answer, e.g. 0.1; --lit, --symmetric and --distinct hold for them too"},
		{name: "mix", value: "SHARES", about: "shares of the boards, such as 3,1 or 0.75,0.25 (default: equal)"},
		{name: "prompt", value: "WORDING", words: puzzlefile.Prompts, only: true,
			about: "jsonl: add the puzzle and its rules in words: " + joinWords(puzzlefile.Prompts())},
		{name: "split", value: "NAME:SHARE,…",
			about: "jsonl, csv: the parts of a data set, e.g. train:0.9,test:0.1; -o {split}.jsonl: a file each"},
		{name: "daily", value: "DATE", about: "the two daily puzzles of the page, e.g. of 2026-11-25, or today"},
		{name: "resume", kind: yesKind,
			about: "continue the file, or the folder of results, after its last whole record"},

		{name: "to", value: "FORMAT", usual: "cnf", words: formatNames,
			about: "what to write: " + strings.Join(solverFormats(), " ") + ", or a kind of graph file"},
		{name: "projected", kind: yesKind, about: "mark the switches, so that model counters count answers"},

		{name: "answer", kind: yesKind,
			about: "cross the fewest switches that solve it; with --sheet, on pages at the end"},
		{name: "numbers", kind: yesKind, about: "number the switches"},
		{name: "theme", value: "NAME", words: drawing.Themes, only: true,
			about: joinWords(drawing.Themes()) + " (default light, print for sheets)"},
		{name: "title", value: "TEXT", about: "title above the picture, or on every page"},
		{name: "sheet", value: "RxC",
			about: "pages with R rows of C puzzles; a page is turned if that makes them larger"},
		{name: "paper", value: "NAME", usual: "a4", words: paper.Papers, only: true,
			about: "paper size for --sheet: " + joinWords(paper.Papers())},
		{name: "width", value: "COLUMNS", kind: numberKind, span: span{from: 1},
			about: "draw on a grid this wide, with the proportions of the image (default: about 64)"},

		{name: "db", value: "FILE", file: true, about: "write all states into an SQLite database"},
		{name: "path", kind: yesKind, about: "for square grids: a shortest path from all on, as state: (row, col)"},

		{name: "suite", value: "NAME", file: true, words: func() []string { return bench.Suites },
			about: "what to measure: " + listing(bench.Suites) + ", or a FILE (default quick; none with --board)"},
		{name: "question", value: "LIST", about: "questions to ask: any, none, at-most, too-few, min (default any)"},
		{name: "solver", value: "NAME=COMMAND", kind: textsKind,
			about: "another solver, with {cnf} or another format, or a known NAME; may be given again"},
		{name: "list", kind: yesKind, about: "list what would be measured, and stop"},
		{name: "filter", value: "REGEXP", about: "only runs whose names match, as --list shows them"},
		{name: "peers", kind: yesKind, about: "run other solvers too, if they are installed"},
		{name: "wall", value: "TIME", kind: lapseKind, span: span{from: 1},
			about: "stop each run after this much wall-clock time (default: 30 times --timeout)"},
		{name: "keep", value: "DIR", about: "keep the files of all problems in DIR"},
		{name: "repeat", value: "N", kind: numberKind, span: span{from: 1},
			about: "measure N seeds (default: as many as the suite says)"},

		{name: "addr", value: "HOST:PORT", usual: "127.0.0.1:15115",
			about: "address to listen on; a port alone is on this machine, and port 0 takes a free one"},
		{name: "public-url", value: "URL",
			about: "address of the page behind a proxy, for the links that players share"},
		{name: "no-open", kind: yesKind, about: "do not open the browser"},

		{name: "timeout", value: "TIME", kind: lapseKind, usual: "0",
			about: "time limit for %s, e.g. 30s"},
		{name: "max-memory", value: "SIZE", kind: sizeKind, usual: "0",
			about: "memory limit for %s, e.g. 2GiB"},
		{name: "jobs", short: "j", value: "J", kind: numberKind,
			about: "how many jobs run at once (default: by the number of cores)"},
		{name: "format", value: "FORMAT", only: true, about: "output format: "},
		{name: "json", kind: yesKind, about: "short for --format json"},
		{name: "output", short: "o", value: "FILE", file: true,
			about: "write the result to FILE, - for standard output (see lightsout help exit)"},
	}
}

func xorNames() []string { return slices.Concat(parityNames(), sumNames()) }

func parityNames() []string {
	return suggest.Names(encode.Parities(), func(p encode.Parity) string { return p.Name })
}

func sumNames() []string {
	return suggest.Names(encode.Sums(), func(p encode.Parity) string { return p.Name })
}

func countingNames() []string { return suggest.Names(encode.Countings(), encode.Counting.String) }

func distincts() []string { return []string{"none", "states", "symmetry"} }

func levelWords() []string { return []string{"ramp", "even"} }

// gone are words that are no longer taken, or that other programs have, and what to write here: in a verb that has the
// flag that takes their place.
var gone = []struct{ typed, flag, write string }{
	{"size", "board", "--board 5x5"},
	{"n", "n", "--n, with an N in --board: --board grid:NxN --n 3-9"},
	{"n", "board", "--board 5x5"},
	{"format", "to", "--to cnf"},
	{"difficulty", "presses", "--presses A-B, the fewest that solve it; or --levels ramp, from easy to hard"},
	{"easy", "presses", "--presses A-B, the fewest that solve it"},
	{"symmetry", "distinct", "--symmetric mirror, states that look the same in it; or --distinct symmetry"},
	{"second", "all", "--all --min, all with the fewest presses; or --at-most K --count"},
	{"append", "resume", "--resume, after the last whole record of -o FILE"},
	{"all-min", "all", "--all --min"},
	{"up-to-symmetry", "distinct", "--distinct symmetry"},
	{"method", "engine", "--engine NAME"},
	{"random-presses", "engine", "--engine presses:K"},
	{"even", "levels", "--levels even"},
	{"allow-solved", "lit", "a range that contains 0, as in --presses 0-9 or --lit 0-25"},
	{"max-lights", "max-memory", "--max-memory SIZE"},
	{"out", "output", "-o FILE"},
	{"answers", "answer", "--answer"},
	{"count", "number", "--number N or -n N"},
	{"k", "n", "--m or --n, with M or N in --board"},
	{"port", "addr", "--addr 127.0.0.1:8000"},
	{"verbose", "", "go version -m lightsout, the program's own file"},
	{"more", "", "lightsout help VERB, for all flags"},
	{"words", "", "lightsout completion SHELL"},
}
