package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"lightsout/bench"
	"lightsout/census"
	"lightsout/encode"
	"lightsout/internal/automorphism"
	"lightsout/internal/drawing"
	"lightsout/internal/paper"
	"lightsout/internal/suggest"
	"lightsout/puzzlefile"
)

// word is a flag. It means the same in every verb that takes it; help, completion, manual pages and refusals read it here.
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
		{name: "board", short: "b", value: "SPEC", kind: textsKind, words: boardNames, about: "the board, see lightsout help boards (default 5x5); generate, census and bench take several"},
		{name: "on", value: "LIGHTS", usual: "all", about: "lights on at the start: all, none, random, 3,5-8, r2c3, 0/1 or ./#, 0x1ff"},
		{name: "goal", value: "LIGHTS", usual: "none", about: "lights on in the end, written like --on; in a picture, ? does not matter"},
		{name: "seed", value: "SEED", kind: wholeKind, usual: "1", about: "a number for everything random; the same one gives the same result"},
		{name: "input", value: "KIND", only: true, about: "the kind of FILE, see lightsout help files (default: by content)"},

		{name: "min", kind: yesKind, about: "the fewest presses, proved"},
		{name: "all", kind: yesKind, about: "all answers, one after another; with --min those with the fewest presses"},
		{name: "limit", value: "N", kind: numberKind, usual: "1000", about: "list at most so many answers; 0 is no limit"},
		{name: "count", kind: yesKind, about: "how many answers there are; with --min how many have the fewest presses"},
		{name: "hint", kind: yesKind, about: "one good next press"},
		{name: "steps", kind: yesKind, about: "the path: each state and the press to make in it"},
		{name: "nearest", kind: yesKind, about: "where no presses reach the goal, leave as few lights wrong as possible"},
		{name: "explain", kind: yesKind, about: "how to solve it by hand, on small boards"},
		{name: "forbid", value: "LIST", about: "switches that must not be pressed"},
		{name: "require", value: "LIST", about: "switches that must be pressed"},
		{name: "at-most", value: "K", kind: numberKind, about: "only answers with at most K presses"},
		{name: "exactly", value: "K", kind: numberKind, about: "only answers with exactly K presses"},
		{name: "symmetric", value: "HOW", words: automorphism.Motions, only: true, about: "look only at what is the same after a motion: " + joinWords(automorphism.Motions())},
		{name: "distinct", value: "WHAT", usual: "none", words: distincts, only: true, about: "what never repeats: none, states, or symmetry: what symmetries turn into each other counts once"},
		{name: "cost", value: "FILE", file: true, about: "a positive integer for each switch: cheapest instead of fewest"},
		{name: "engine", value: "NAME", about: "what does the work: "},
		{name: "xor", value: "NAME", words: xorNames, about: "parity as clauses: " + joinWords(parityNames()) + "; with mod=K: " + joinWords(sumNames()) + "; :N after some, see help encodings"},
		{name: "card", value: "NAME", words: countingNames, about: "counting as clauses: " + joinWords(countingNames())},
		{name: "certificate", value: "FILE", file: true, about: "claims and proofs of solve --min, which check verifies"},
		{name: "explain-plan", kind: yesKind, about: "say how it would be done, with estimates, and stop"},

		{name: "m", value: "LIST", about: "a table for these numbers M, e.g. 5,7-9, in --board grid:MxN"},
		{name: "n", value: "LIST", about: "the same for N, e.g. 4-20, in --board grid:NxN or hypercube:2N+1"},
		{name: "columns", value: "NAMES", words: census.ColumnNames, about: "a table with these columns, e.g. nullity,min, see lightsout help columns"},
		{name: "where", value: "CONDITION", about: "only boards that meet it, e.g. 'nullity>0 && min<=5'"},
		{name: "quiet", kind: yesKind, about: "a basis of the quiet patterns"},
		{name: "chase-table", kind: yesKind, about: "the lookup table of light chasing: what is left → what to press"},
		{name: "depth", kind: yesKind, about: "how many presses the hardest state needs, and such a state"},
		{name: "distribution", kind: yesKind, about: "how many solvable states need 0, 1, 2, … presses"},
		{name: "symmetries", kind: yesKind, about: "how many symmetries the board has"},

		{name: "presses", value: "LIST", about: "the presses: in check which, in order; in generate how many solve it, P or A-B"},
		{name: "model", value: "FILE", file: true, about: "what a solver printed for the encoded puzzle; - is standard input"},
		{name: "batch", value: "FILE", file: true, about: "puzzles with their answers, one JSON object per line"},
		{name: "answers", value: "FILE", file: true, about: "answers to the puzzles of --batch, by id"},
		{name: "free-text", kind: yesKind, about: "an answer is any text; its last list counts"},
		{name: "summary", value: "FILE", file: true, about: "write the summary of --batch there, as JSON"},
		{name: "cnf", value: "FILE", file: true, about: "the formula, in DIMACS, that --proof is about"},
		{name: "proof", value: "FILE", file: true, about: "a proof that there is no model, .lrat or .drat: encode writes it, check checks it; in bench drat or lrat, which solvers write and bench checks"},
		{name: "binary", kind: yesKind, about: "the binary form of --proof"},
		{name: "full", kind: yesKind, about: "verify every claim, however long that takes"},

		{name: "number", short: "n", value: "N", kind: wholeKind, usual: "1", about: "how many puzzles; --shard makes a part of them"},
		{name: "from", value: "I", kind: wholeKind, about: "begin with puzzle I, counted from 0"},
		{name: "shard", value: "i/n", about: "only part i of n, the first being 1/n"},
		{name: "levels", value: "HOW", words: levelWords, about: "of --presses: ramp, from easy to hard over the batch; N, a ramp over N puzzles, then again; even, each number equally often, mixed"},
		{name: "lit", value: "A-B", about: "how many lights are on; a range with 0 has the goal itself"},
		{name: "unique", kind: yesKind, about: "only one answer has the fewest presses"},
		{name: "mix", value: "SHARES", about: "of several boards, as in 3,1 or 0.75,0.25 (default: equal)"},
		{name: "prompt", value: "WORDING", words: puzzlefile.Prompts, only: true, about: "jsonl: state the rules and the puzzle: " + joinWords(puzzlefile.Prompts())},
		{name: "split", value: "NAME:SHARE,…", about: "jsonl, csv: parts of a data set, as in train:0.9,test:0.1"},
		{name: "daily", value: "DATE", about: "instead: the page's puzzles of that date, or of today, easy and hard"},
		{name: "resume", kind: yesKind, about: "continue what is there, after its last whole record"},

		{name: "to", value: "FORMAT", usual: "cnf", words: formatNames, about: "what to write: " + strings.Join(solverFormats(), " ") + ", or a graph"},
		{name: "projected", kind: yesKind, about: "mark the switches for model counters, which then count answers"},

		{name: "answer", kind: yesKind, about: "mark the fewest presses with crosses; with --sheet on pages at the end"},
		{name: "numbers", kind: yesKind, about: "number the switches"},
		{name: "theme", value: "NAME", words: drawing.Themes, only: true, about: joinWords(drawing.Themes()) + " (default light, print for sheets)"},
		{name: "title", value: "TEXT", about: "above the picture, or on every page"},
		{name: "sheet", value: "RxC", about: "pages with R rows of C puzzles; a page is turned if that makes them larger"},
		{name: "paper", value: "NAME", usual: "a4", words: paper.Papers, only: true, about: "of --sheet: " + joinWords(paper.Papers())},
		{name: "width", value: "COLUMNS", kind: numberKind, about: "of a grid with the proportions of the image (default: about 64)"},

		{name: "db", value: "FILE", file: true, about: "write an SQLite database"},
		{name: "path", kind: yesKind, about: "for square grids: a shortest path from all on, as state: (row, col)"},

		{name: "suite", value: "NAME", file: true, words: func() []string { return bench.Suites }, about: "what to measure: " + strings.Join(bench.Suites, ", ") + " or a FILE (default quick; none with --board)"},
		{name: "question", value: "LIST", about: "of any, none, at-most, too-few, min (default any)"},
		{name: "solver", value: "NAME=COMMAND", kind: textsKind, about: "another solver, with {cnf} or another format, or a known NAME; may be given again"},
		{name: "list", kind: yesKind, about: "list what would be measured, and stop"},
		{name: "filter", value: "REGEXP", about: "only pairs whose \"instance contestant\" matches"},
		{name: "peers", kind: yesKind, about: "run other solvers too, if they are installed"},
		{name: "wall", value: "TIME", kind: lapseKind, usual: "0", about: "stop each run after this time by the clock (default: 30 times --timeout)"},
		{name: "keep", value: "DIR", about: "keep the files of all problems there"},
		{name: "repeat", value: "N", kind: numberKind, about: "how many seeds (default: the suite's)"},

		{name: "addr", value: "HOST:PORT", usual: "127.0.0.1:15115", about: "listen there; a port alone is on this machine; port 0, or none, takes a free one"},
		{name: "public-url", value: "URL", about: "where players find the page, behind a proxy: links to share lead there"},
		{name: "no-open", kind: yesKind, about: "do not open the browser"},

		{name: "timeout", value: "TIME", kind: lapseKind, usual: "0", about: "stop %s after this time, e.g. 30s; 0 is never"},
		{name: "max-memory", value: "SIZE", kind: sizeKind, usual: "0", about: "stop %s beyond this memory, e.g. 2GiB; 0 is no limit"},
		{name: "jobs", short: "j", value: "J", kind: numberKind, about: "how much to do at a time (default: by the number of cores)"},
		{name: "format", value: "FORMAT", only: true, about: "of the result: "},
		{name: "json", kind: yesKind, about: "short for --format json"},
		{name: "output", short: "o", value: "FILE", file: true, about: "write there; the file appears when it is complete"},
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
	{"symmetry", "distinct", "--symmetric mirror, states with that symmetry; or --distinct symmetry, no puzzle a turn of another"},
	{"second", "all", "--all --min, all answers with the fewest presses; or --at-most K --count, how many have at most K"},
	{"append", "resume", "--resume, after the last whole record of -o FILE"},
	{"all-min", "all", "--all --min"},
	{"up-to-symmetry", "distinct", "--distinct symmetry"},
	{"method", "engine", "--engine NAME"},
	{"random-presses", "engine", "--engine presses:K"},
	{"even", "levels", "--levels even"},
	{"allow-solved", "lit", "a range that contains 0, as in --presses 0-9 or --lit 0-25"},
	{"max-lights", "max-memory", "--max-memory SIZE"},
	{"out", "output", "-o DIR"},
	{"answers", "answer", "--answer"},
	{"count", "number", "--number N or -n N"},
	{"k", "n", "--m or --n, with M or N in --board"},
	{"port", "addr", "--addr 127.0.0.1:8000"},
	{"verbose", "", "go version -m lightsout, the program's own file"},
	{"more", "", "help VERB, which has all flags; VERB -h is short"},
}

// words are the flags of a list of names.
func words(names string) (list []word) {
	table := flagTable()
	for name := range strings.FieldsSeq(names) {
		i := slices.IndexFunc(table, func(w word) bool { return w.name == name })
		if i < 0 {
			panic("no flag " + name)
		}
		list = append(list, table[i])
	}
	return list
}

// words are the flags of a verb, with what is its own: those of the usual help, and the rare ones.
func (v verb) words() (usual, rare []word) {
	own := func(list []word) []word {
		for i, w := range list {
			if names := v.choices[w.name]; names != nil {
				list[i].words, list[i].file = names, false
				if strings.HasSuffix(w.about, ": ") {
					list[i].about += wrappable(joinWords(names()))
				}
			}
			if u, ok := v.usual[w.name]; ok {
				list[i].usual = u
			} else if w.name == "format" {
				list[i].usual = list[i].words()[0]
			}
			switch w.name {
			case "timeout":
				list[i].about = fmt.Sprintf(w.about, v.limits)
			case "max-memory":
				list[i].about = fmt.Sprintf(w.about, v.bounds())
			}
		}
		return list
	}
	return own(words(v.takes)), own(words(v.rare))
}

// wrappable is a list of words that help can break: where it is long, in the middle.
func wrappable(list string) string {
	const long = 66
	if len(list) < long {
		return list
	}
	cut := len(list)/2 + strings.IndexByte(list[len(list)/2:], '|') + 1
	return list[:cut] + " " + list[cut:]
}

// bounds is what --max-memory is about: the program, unless the verb says otherwise.
func (v verb) bounds() string {
	if v.memory != "" {
		return v.memory
	}
	return "the program"
}

// allWords are the flags of a verb.
func (v verb) allWords() []word {
	usual, rare := v.words()
	return append(usual, rare...)
}

// flagSet declares the flags of a verb.
func (v verb) flagSet() *pflag.FlagSet {
	flags := newFlagSet(v.name)
	for _, w := range v.allWords() {
		v := &value{word: w, text: w.usual}
		if w.usual != "" {
			_ = v.Set(w.usual) // a test sets them all
		}
		f := &pflag.Flag{Name: w.name, Shorthand: w.short, Usage: w.about, Value: v, DefValue: w.usual}
		if w.kind == yesKind {
			f.NoOptDefVal = "true"
		}
		flags.AddFlag(f)
	}
	return flags
}

// value is what was typed for a flag, or the default.
type value struct {
	word
	text  string
	list  []string
	whole uint64
	lapse time.Duration
}

func (v *value) String() string { return v.text }

func (v *value) Type() string { return v.value }

// Set reads the value by its kind, and refuses words that the flag does not take.
func (v *value) Set(typed string) (err error) {
	v.text = typed
	if v.file && typed == "" {
		return errors.New("it names no file")
	}
	switch v.kind {
	case yesKind:
		if typed != "true" && typed != "false" {
			return fmt.Errorf("it is given or not: write --%s alone", v.name)
		}
	case textsKind:
		v.list = append(v.list, typed)
	case wholeKind, numberKind:
		most := uint64(math.MaxUint64)
		if v.kind == numberKind {
			most = math.MaxInt
		}
		if v.whole, err = parseWhole(typed, most); err != nil {
			return err
		}
	case lapseKind:
		if v.lapse, err = time.ParseDuration(typed); err != nil {
			return errors.New("a time has a unit: 30s, 5m or 1h")
		}
		if v.lapse < 0 {
			return errors.New("use a positive time, or 0 for none")
		}
	case sizeKind:
		if v.whole, err = parseSize(typed); err != nil {
			return err
		}
	}
	if known := v.known(); v.only && !slices.Contains(known, typed) {
		return fmt.Errorf("unknown%s; it is one of %s", suggest.DidYouMean(typed, known), joinWords(known))
	}
	return nil
}

func (w word) known() []string {
	if w.words == nil {
		return nil
	}
	return w.words()
}
