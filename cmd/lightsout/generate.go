package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"lightsout/board"
	"lightsout/generate"
	"lightsout/puzzlefile"
)

var generateVerb = verb{
	name: "generate", summary: "solvable puzzles in batches, evenly drawn, as hard as you like",
	setup: func(flags *pflag.FlagSet) func(context.Context, *console, []string) error {
		c := &generateCommand{flags: flags}
		flags.StringArrayVarP(&c.boards, "board", "b", nil, "the board: `SPEC`, see lightsout help (default 5x5); or several")
		takesOneOf(flags, "board", boardNames())
		flags.StringVar(&c.mix, "mix", "", "`SHARES` of several boards, as in 3,1 or 0.75,0.25 (default: equal)")
		flags.Uint64VarP(&c.count, "count", "n", 1, "`N` puzzles, of which --shard makes a part")
		flags.Uint64Var(&c.options.Seed, "seed", 1, "`SEED` of the batch")
		flags.Uint64Var(&c.from, "from", 0, "begin with puzzle `I`, counted from 0")
		flags.StringVar(&c.shard, "shard", "", "only part `i/n` of the batch, the first being 1/n")
		flags.StringVar(&c.presses, "presses", "", "`A-B` presses are the fewest that solve it; or just P")
		flags.StringVar(&c.levels, "levels", "", "from easy to hard over `N` puzzles, then again; alone: over the batch")
		flags.Lookup("levels").NoOptDefVal = wholeBatch
		flags.BoolVar(&c.options.Even, "even", false, "each number of presses equally often, in mixed order")
		flags.StringVar(&c.lit, "lit", "", "`A-B` lights are on")
		flags.BoolVar(&c.options.Unique, "unique", false, "only one answer has the fewest presses")
		declareSymmetric(flags, &c.options.Symmetric, "only states that look")
		chooses(flags, &c.options.Distinct, "distinct", "none", "`WHAT` never repeats: ", []string{"none", "states", "symmetry"})
		flags.BoolVar(&c.options.AllowSolved, "allow-solved", false, "the goal itself is a puzzle too")
		flags.BoolVar(&c.options.Minimum, "min", false, "prove the fewest presses even where that takes long")
		chooses(flags, &c.options.Method, "method", "nullspace", "`METHOD`: ", []string{"nullspace", "presses", "sat"})
		flags.IntVar(&c.options.RandomPresses, "random-presses", 6, "`K` presses of --method presses")
		chooses(flags, &c.format, "format", "lo", "`FORMAT`: ", puzzleFormats(puzzlefile.Format.Batches))
		chooses(flags, &c.prompt, "prompt", "", "jsonl: state the rules and the puzzle; `WORDING`: ", puzzlefile.Prompts())
		flags.Lookup("prompt").NoOptDefVal = puzzlefile.Prompts()[0]
		flags.StringVar(&c.split, "split", "", "jsonl, csv: parts of a data set, as in train:0.9,test:0.1 (`NAME:SHARE`,…)")
		flags.StringVar(&c.daily, "daily", "", "instead: the page's puzzles of `DATE` (or today), easy and hard")
		flags.StringVarP(&c.file, "output", "o", "", "write to `FILE`, which appears once complete")
		flags.BoolVar(&c.add, "append", false, "resume: write into FILE as it goes, after its last whole record")
		flags.BoolVar(&c.explain, "explain-plan", false, "only say how puzzles are made, how evenly, at what cost")
		flags.IntVarP(&c.jobs, "jobs", "j", 0, "`J` puzzles at a time (default: one per core)")
		flags.DurationVar(&c.timeout, "timeout", 0, "give up after this `TIME`, e.g. 30s; 0 is never")
		onlyInMore(flags, "timeout", "from", "symmetric", "method", "random-presses", "allow-solved")
		declareMemory(flags)
		return c.run
	},
}

// wholeBatch stands for --levels without a number.
const wholeBatch = "batch"

type generateCommand struct {
	flags                       *pflag.FlagSet
	boards                      []string
	options                     generate.Options
	count, from                 uint64
	shard, presses, levels, lit string
	mix, split                  string
	format, file, prompt, daily string
	add, explain                bool
	later                       bool // a shard after the first
	jobs                        int
	timeout                     time.Duration
}

func (c *generateCommand) run(ctx context.Context, con *console, args []string) error {
	if len(args) > 0 {
		return c.refuseArgument(args[0])
	}
	first, count, err := c.readFlags()
	if err != nil {
		return err
	}
	if c.flags.Changed("daily") {
		return c.writeDaily(ctx, con)
	}
	boards, err := c.readBoards(con)
	if err != nil {
		return err
	}
	batch := generate.Batch{From: first, Count: count, Jobs: c.jobs, Later: c.later}
	ctx, cancel := withTimeout(ctx, c.timeout)
	defer cancel()
	status := con.status("")
	defer status.clear() // a search for the fewest presses of a puzzle shows it again
	c.options.Progress, c.options.Workers = status.say, c.jobs
	batch.Mix, err = generate.NewMix(ctx, boards, c.mix, c.options)
	if err == nil {
		if err = batch.SetForm(c.format, c.prompt, c.split); err != nil {
			err = fmt.Errorf("--%w", err) // it begins with the name of the flag
		}
	}
	var plans []generate.Plan
	if err == nil {
		whole := batch
		whole.From, whole.Count = c.from, c.count
		plans, err = whole.Plan()
	}
	status.clear()
	if ctx.Err() != nil {
		return cause(ctx)
	}
	if err != nil {
		return err
	}
	if c.explain {
		return explainPlans(con, plans)
	}
	for k, p := range batch.Mix {
		c.note(con, p.Generator.Board().Spec(), plans[k])
	}
	if count == 0 {
		fmt.Fprintln(con.err, "lightsout: note: there is nothing to do: the batch, or this part of it, has no puzzles")
	}
	if c.add {
		return c.writeOn(ctx, con, batch)
	}
	con.files.kind = manyRecords
	if err := con.output(c.file); err != nil {
		return err
	}
	return c.write(ctx, con, batch, con.out)
}

// readBoards are the boards, by default the classic one.
func (c *generateCommand) readBoards(con *console) ([]*board.Board, error) {
	specs := c.boards
	if len(specs) == 0 {
		specs = []string{"classic"}
	}
	var boards []*board.Board
	for _, spec := range specs {
		b, err := (&puzzleFlags{board: spec, colours: true}).theBoard(con)
		if err == nil && b == nil {
			err = usagef("--board: no SPEC given")
		}
		if err != nil {
			return nil, err
		}
		if lit := c.options.Lit; lit != nil && lit.Low > b.Lights() {
			return nil, usagef("--lit %s: %s has only %s", c.lit, clipSpec(b.Spec()), plural(b.Lights(), "light", "lights"))
		}
		boards = append(boards, b)
	}
	return boards, nil
}

// explainPlans prints the plan of every board.
func explainPlans(con *console, plans []generate.Plan) error {
	for k, plan := range plans {
		if k > 0 {
			fmt.Fprintln(con.out)
		}
		fmt.Fprint(con.out, plan)
	}
	return nil
}

// note says what is not as one would expect of the puzzles of a board.
func (c *generateCommand) note(con *console, spec string, plan generate.Plan) {
	spec = clipSpec(spec)
	if !plan.Uniform {
		fmt.Fprintf(con.err, "lightsout: note: --method %s does not draw puzzles of %s evenly: some are likelier than others\n", c.options.Method, spec)
	}
	for _, r := range plan.Missing {
		fmt.Fprintf(con.err, "lightsout: note: %v presses are left out: no puzzle on %s needs so many, or they are too rare to be drawn\n", r, spec)
	}
	if !plan.MinPresses && (c.format == "jsonl" || c.format == "csv") {
		fmt.Fprintf(con.err, "lightsout: note: the fewest presses on %s take a search, so min_presses is left open; --min searches, where the board is not too large for it\n", spec)
	}
}

// refuseArgument says where the word belongs: after the = of a flag that may stand alone, or else to a
// board.
func (c *generateCommand) refuseArgument(word string) error {
	if _, err := strconv.ParseUint(word, 10, 64); err == nil && standsAlone(c.flags, "levels") {
		return usagef("--levels %s: write it with =, as in --levels=%s", word, word)
	}
	if slices.Contains(puzzlefile.Prompts(), word) && c.flags.Changed("prompt") {
		return usagef("--prompt %s: write it with =, as in --prompt=%s", word, word)
	}
	if err := misplacedMotion(c.flags, []string{word}); err != nil {
		return err
	}
	if _, err := board.Parse(word); err == nil {
		return usagef("generate takes no FILE; if you mean the board, write --board %s", word)
	}
	return usagef("generate takes no FILE; a board from a file is --board graph:%s", word)
}

// readFlags reads the flags that are words, and returns the range of puzzles.
func (c *generateCommand) readFlags() (first, count uint64, err error) {
	if c.format, err = nameFormat(c.flags, "format", c.format, c.file, puzzleFormats(puzzlefile.Format.Batches)); err != nil {
		return 0, 0, err
	}
	for _, r := range []struct {
		flag, text string
		to         **generate.Range
	}{{"presses", c.presses, &c.options.Presses}, {"lit", c.lit, &c.options.Lit}} {
		if r.text == "" {
			continue
		}
		low, high, err := parseRange(r.flag, r.text)
		if err != nil {
			return 0, 0, err
		}
		*r.to = &generate.Range{Low: low, High: high}
	}
	switch {
	case c.from+c.count < c.from:
		return 0, 0, usagef("--from %d --count %d: puzzles are numbered up to 2^64", c.from, c.count)
	case c.add && (c.file == "" || c.file == "-"):
		return 0, 0, usagef("--append needs a file to continue: -o FILE")
	case c.prompt != "" && c.format != "jsonl":
		return 0, 0, usagef("--prompt goes with --format jsonl")
	case c.split == "" && c.flags.Changed("split"):
		return 0, 0, usagef("--split: name the parts and their shares, as in train:0.9,test:0.1")
	case c.split != "" && c.format != "jsonl" && c.format != "csv":
		return 0, 0, usagef("--split goes with --format jsonl or csv")
	case c.options.RandomPresses < 1:
		return 0, 0, usagef("--random-presses %d: at least one", c.options.RandomPresses)
	case c.options.Method != "presses" && c.flags.Changed("random-presses"):
		return 0, 0, usagef("--random-presses goes with --method presses")
	case c.options.Method == "presses" && c.options.Presses != nil && c.options.Presses.Low > c.options.RandomPresses:
		return 0, 0, usagef("--presses %s: what %s made needs no more to solve; raise --random-presses", c.presses, plural(c.options.RandomPresses, "random press", "random presses"))
	case c.explain && c.add:
		return 0, 0, usagef("--explain-plan writes no puzzles: leave --append out")
	}
	if err := c.readLevels(); err != nil {
		return 0, 0, err
	}
	i, first, count, err := shardOf(c.shard, c.count)
	c.later = i > 1
	return c.from + first, count, err
}

func (c *generateCommand) readLevels() error {
	switch {
	case c.levels == "":
		return nil
	case c.levels != wholeBatch:
		n, err := strconv.ParseUint(c.levels, 10, 64)
		if err != nil || n == 0 {
			return usagef("--levels=%s: write how many puzzles the ramp has, or --levels alone", c.levels)
		}
		c.options.Levels = n
	case c.from > 0:
		return usagef("--levels with --from: say how long the whole ramp is, --levels=N")
	default:
		c.options.Levels = c.count
	}
	return nil
}

// shardOf is what --shard i/n leaves of a count: part i begins at count·(i-1)/n. "" is all, as 1/1.
func shardOf(shard string, count uint64) (i, first, part uint64, err error) {
	if shard == "" {
		return 1, 0, count, nil
	}
	left, right, ok := strings.Cut(shard, "/")
	i, err1 := strconv.ParseUint(left, 10, 32)
	n, err2 := strconv.ParseUint(right, 10, 32)
	if !ok || err1 != nil || err2 != nil || i < 1 || i > n {
		return 0, 0, 0, usagef("--shard %s: write i/n, with i from 1 to n", shard)
	}
	begin := func(i uint64) uint64 {
		hi, lo := bits.Mul64(count, i)
		q, _ := bits.Div64(hi, lo, n)
		return q
	}
	return i, begin(i - 1), begin(i) - begin(i-1), nil
}

// parseRange reads the value of a flag that takes P or A-B.
func parseRange(flag, text string) (low, high int, err error) {
	a, b, isRange := strings.Cut(text, "-")
	if !isRange {
		b = a
	}
	from, err1 := strconv.ParseUint(a, 10, 31)
	to, err2 := strconv.ParseUint(b, 10, 31)
	if errors.Is(err1, strconv.ErrRange) || errors.Is(err2, strconv.ErrRange) {
		return 0, 0, usagef("--%s %s: numbers up to %d", flag, text, math.MaxInt32)
	}
	if err1 != nil || err2 != nil || from > to {
		return 0, 0, usagef("--%s %s: write a number, or two as A-B with A not above B", flag, text)
	}
	return int(from), int(to), nil
}

// writeOn continues a file in place.
func (c *generateCommand) writeOn(ctx context.Context, con *console, batch generate.Batch) error {
	con.files.kind = growingFile
	if err := con.use("-o", c.file); err != nil {
		return err
	}
	file, err := os.OpenFile(c.file, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil && !info.Mode().IsRegular() {
		return usagef("--append needs a regular file, and %s is not one", c.file)
	}
	rest, err := batch.Resume(ctx, file)
	if err != nil {
		return fmt.Errorf("--append: %s: %w", c.file, err)
	}
	if err := c.write(ctx, con, rest, wholeWrites{file}); err != nil {
		return err
	}
	return file.Close()
}

// wholeWrites is a file that grows by whole records: what does not fit on the disk is taken back.
type wholeWrites struct{ *os.File }

func (w wholeWrites) Write(records []byte) (int, error) {
	n, err := w.File.Write(records)
	if err == nil || n == 0 {
		return n, err
	}
	end, failed := w.Seek(int64(-n), io.SeekCurrent)
	return 0, errors.Join(err, cmp.Or(failed, w.Truncate(end)))
}

// write writes the batch, with a progress bar if somebody watches, unless the puzzles themselves
// are what there is to see.
func (c *generateCommand) write(ctx context.Context, con *console, batch generate.Batch, w io.Writer) error {
	if !con.terminal || w != con.out {
		bar, done := con.workBar("puzzles"), uint64(0)
		defer bar.clear()
		batch.Progress = func(n uint64) {
			done += n
			bar.show("generate", int(done), int(min(batch.Count, 1<<62)))
		}
	}
	return batch.Write(ctx, w)
}
