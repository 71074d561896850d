package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"lightsout/board"
	"lightsout/export"
	"lightsout/gf2"
	"lightsout/puzzlefile"
	"lightsout/solve"
)

var checkVerb = verb{
	name: "check", args: "[FILE] --presses LIST | --model | --batch | --certificate | --proof F", summary: "check an answer: press the switches and say what stays lit",
	details: `Presses the switches one by one, without any engine, and says which lights are wrong in the end.
It checks one of these:

  --presses LIST         1,4-7 or r2c3,r2c4, a digit 0 or 1 for each switch, or a bitmap that
                         solve --format pbm wrote; @FILE or - reads it from a file or standard input
  --model FILE           what another solver printed for a puzzle that encode wrote
  --batch FILE           puzzles with answers, a JSON object per line, as generate --format jsonl
                         writes them; each gets a verdict (see lightsout help answers)
  --certificate FILE     what solve --min --certificate wrote, verified by code of its own. The last
                         line is verified, not fully verified (exit 3) or refuted (exit 1). --board,
                         --on, --goal and the like say which question it must answer
  --cnf FILE --proof F   an LRAT proof, text or binary, that the formula has no model`,
	examples: []example{
		{"lightsout check --board 3x3 --presses 1,3,5,7,9", "does that solve 3x3 from all on?"},
		{"lightsout encode -b 9x9 | cadical -q | lightsout check -b 9x9 --model -", "another solver's answer, checked"},
		{"lightsout check --batch puzzles.jsonl --answers model.jsonl", "answers apart, by id"},
		{"lightsout check --certificate c.json -b 5x5 --on all", "is that minimum proved?"},
		{"lightsout check --cnf f.cnf --proof f.lrat", "is it proved that there is no answer?"},
	},
	setup: func(flags *pflag.FlagSet) func(context.Context, *console, []string) error {
		c := &checkCommand{flags: flags}
		c.puzzles.declare(flags)
		flags.StringVar(&c.presses, "presses", "", "`LIST` of switches to press, in order")
		flags.StringVar(&c.model, "model", "", "`FILE` that a solver printed for the encoded puzzle, or -")
		flags.StringVar(&c.batch, "batch", "", "`FILE` of puzzles with their answers, one JSON object per line")
		flags.StringVar(&c.answers, "answers", "", "with --batch: `FILE` of answers, by id")
		flags.BoolVar(&c.freeText, "free-text", false, "with --batch: an answer is any text; its last list counts")
		flags.StringVar(&c.summary, "summary", "", "with --batch: write the summary to `FILE`, as JSON")
		declareJobs(flags, &c.jobs)
		c.constraints.declare(flags)
		flags.StringVar(&c.certificate, "certificate", "", "`FILE` that solve --min --certificate wrote: verify its claims")
		flags.StringVar(&c.cnf, "cnf", "", "with --proof: `FILE` of the formula, DIMACS")
		flags.StringVar(&c.proof, "proof", "", "`FILE` with an LRAT proof that --cnf has no model: check it")
		flags.BoolVar(&c.full, "full", false, "with --certificate: verify every claim, however long it takes")
		declareSymmetric(flags, &c.symmetric, "with --certificate: of answers that look")
		flags.StringVar(&c.cost, "cost", "", "with --certificate: the costs are those of `FILE`")
		flags.DurationVar(&c.timeout, "timeout", 0, "with --certificate or --batch: give up after this `TIME`, e.g. 30s; 0 is never")
		flags.Var(&c.maxMemory, "max-memory", "give up beyond this `SIZE`, e.g. 2GiB; 0 is no limit")
		boundsAll(flags)
		flags.BoolVar(&c.nearest, "nearest", false, "accept wrong lights, if no presses leave fewer of them")
		c.puzzles.unknown, c.puzzles.colours = true, true
		c.format.declare(flags, "text", "json")
		onlyInMore(flags, "at-most", "exactly", "symmetric", "cost", "timeout", "max-memory", "jobs", "nearest", "full", "seed", "goal")
		return c.run
	},
}

type checkCommand struct {
	flags   *pflag.FlagSet
	puzzles puzzleFlags
	format  formatFlags
	presses string
	batch   string
	model   string

	answers, summary string
	freeText         bool
	jobs             int

	constraints constraintFlags
	certificate string
	cnf, proof  string
	full        bool
	symmetric   string
	cost        string
	timeout     time.Duration
	maxMemory   size

	nearest bool
}

type checkJSON struct {
	Board      string `json:"board"`
	Solved     bool   `json:"solved"` // the goal is reached, and every condition kept
	PressCount int    `json:"press_count"`
	Wrong      []int  `json:"wrong"`                   // lights that are not as the goal wants them
	Lit        []int  `json:"lit"`                     // lights that are on in the end
	Forbidden  []int  `json:"forbidden"`               // presses that the puzzle or --forbid forbids
	Missing    []int  `json:"missing"`                 // required switches that are not pressed
	Presses    []int  `json:"presses"`                 // what was replayed
	InBounds   *bool  `json:"within_bounds,omitempty"` // whether --at-most or --exactly holds

	On *[]int `json:"on,omitempty"` // with --on unknown: the lights that the model chose

	// With --nearest: how few wrong lights are possible.
	NearestCount  *int   `json:"nearest_count,omitempty"`  // with --nearest: how many lights stay wrong
	NearestLower  *int   `json:"nearest_lower,omitempty"`  // proved: at least so many
	NearestProved *bool  `json:"nearest_proved,omitempty"` // proved: no fewer
	NearestProof  string `json:"nearest_proof,omitempty"`  // how that was proved
}

func (c *checkCommand) run(ctx context.Context, con *console, args []string) error {
	if err := c.constraints.validate(); err != nil {
		return err
	}
	if err := c.validate(args); err != nil {
		return err
	}
	if err := c.format.open(con); err != nil {
		return err
	}
	switch {
	case c.flags.Changed("proof"):
		return c.checkProof(ctx, con)
	case c.flags.Changed("certificate"):
		return c.certify(ctx, con)
	case c.flags.Changed("batch"):
		limited, cancel := withTimeout(ctx, c.timeout)
		defer cancel()
		return c.checkBatch(limited, con)
	}
	p, err := c.puzzles.one(ctx, con, args)
	if err != nil {
		return err
	}
	if err := c.coloursTaken(p.Board); err != nil {
		return err
	}
	var outcome reported
	if c.puzzles.onUnknown() {
		outcome, err = c.unknown(con, p)
	} else {
		outcome, err = c.replay(ctx, con, p)
	}
	if err == nil && outcome != exitDone {
		return outcome
	}
	return err
}

// replay presses the switches on the puzzle and tells what is left.
func (c *checkCommand) replay(ctx context.Context, con *console, p *board.Puzzle) (reported, error) {
	presses, err := c.read(con, p.Board)
	if err != nil {
		return exitDone, err
	}
	var s solve.Solver
	if err := c.constraints.apply(&s, p.Board); err != nil {
		return exitDone, err
	}
	v := s.Check(p, presses)
	if c.nearest {
		return c.near(ctx, con, p, presses, v)
	}
	outcome := reported(exitDone)
	if !v.Solved {
		outcome = exitNo
	}
	return outcome, c.write(con, p, presses, v)
}

// given returns the first of the flags that was given, or "".
func (c *checkCommand) given(names ...string) string {
	for _, name := range names {
		if c.flags.Changed(name) {
			return name
		}
	}
	return ""
}

// validateProof refuses what does not go with --cnf and --proof.
func (c *checkCommand) validateProof(args []string) error {
	flag := ""
	c.flags.Visit(func(f *pflag.Flag) {
		if !slices.Contains([]string{"cnf", "proof", "format", "json"}, f.Name) {
			flag = f.Name
		}
	})
	switch {
	case !c.flags.Changed("proof"):
		return usagef("--cnf goes with --proof, which is checked against it")
	case !c.flags.Changed("cnf"):
		return usagef("--proof goes with --cnf FILE, the formula that the proof is about")
	case flag != "":
		return usagef("--%s has no effect: --cnf and --proof hold all there is to check", flag)
	case len(args) > 0:
		return usagef("%s has no effect: --cnf and --proof hold all there is to check", args[0])
	case c.cnf == "-" && c.proof == "-":
		return usagef("the formula and its proof cannot both come from standard input")
	case proofFormat(c.proof) == "drat":
		return usagef("--proof %s: check takes LRAT, which names the clauses to use; drat-trim checks DRAT", c.proof)
	}
	return nil
}

// validate refuses flags that contradict each other or would have no effect.
func (c *checkCommand) validate(args []string) error {
	if c.given("cnf", "proof") != "" {
		return c.validateProof(args)
	}
	certificate, batch := c.flags.Changed("certificate"), c.flags.Changed("batch")
	if others := c.given("presses", "model") != "" || len(args) > 0; certificate && (batch || others) {
		return usagef("--certificate FILE holds the puzzle and the presses: give no others")
	} else if batch && others {
		return usagef("--batch FILE holds the puzzles and their presses: give no others")
	}
	if flag := c.given("board", "on", "goal", "seed", "input", "forbid", "require", "at-most", "exactly", "nearest"); batch && flag != "" {
		return usagef("--%s has no effect: --batch FILE holds the puzzles", flag)
	}
	if flag := c.given("answers", "free-text", "summary", "jobs"); !batch && flag != "" {
		return usagef("--%s goes with --batch", flag)
	}
	switch {
	case c.jobs < 0:
		return usagef("--jobs %d: at least one", c.jobs)
	case c.batch == "-" && c.answers == "-":
		return usagef("the puzzles and the answers cannot both come from standard input")
	}
	if flag := c.given("at-most", "exactly", "input", "nearest"); certificate && flag != "" {
		return usagef("--%s has no effect beside --certificate", flag)
	}
	if flag := c.given("full", "symmetric", "cost"); !certificate && flag != "" {
		return usagef("--%s goes with --certificate", flag)
	}
	if flag := c.given("timeout"); !certificate && !batch && flag != "" {
		return usagef("--%s goes with --certificate or --batch", flag)
	}
	if err := checkWord(c.flags, "symmetric"); err != nil {
		return err
	}
	if err := checkTimeout(c.timeout); err != nil || certificate || batch {
		return err
	}
	switch {
	case c.puzzles.onUnknown() && (!c.flags.Changed("model") || c.nearest):
		return usagef("--on unknown goes with --model, which holds the lights, and without --nearest")
	case c.flags.Changed("presses") && c.flags.Changed("model"):
		return usagef("--presses and --model both say what to replay: give only one")
	case c.given("presses", "model") == "":
		return usagef("check needs --presses LIST, --model FILE, --batch FILE, --certificate FILE or --cnf FILE with --proof FILE")
	case len(args) > 0 && args[0] == "-" && (c.presses == "-" || c.model == "-"):
		return usagef("the puzzle and what to replay cannot both come from standard input")
	}
	return nil
}

// write tells what a replay found.
func (c *checkCommand) write(con *console, p *board.Puzzle, presses []int, v solve.Replay) error {
	if c.format.format == "json" {
		return writeJSON(con.out, c.replayJSON(p, presses, v))
	}
	c.text(con, p, presses, v)
	return nil
}

func (c *checkCommand) replayJSON(p *board.Puzzle, presses []int, v solve.Replay) checkJSON {
	object := checkJSON{
		Board: p.Board.Spec(), Solved: v.Solved, Presses: presses, PressCount: len(presses),
		Wrong: v.Wrong, Lit: v.Lit, Forbidden: v.Forbidden, Missing: v.Missing,
	}
	if c.constraints.bounded() {
		object.InBounds = new(!v.OutOfBounds)
	}
	return object
}

// coloursTaken refuses what is asked of two-state lights only.
func (c *checkCommand) coloursTaken(b *board.Board) error {
	switch {
	case c.nearest:
		return twoStatesFor(b, "--nearest")
	case c.puzzles.onUnknown():
		return twoStatesFor(b, "--on unknown")
	}
	return nil
}

// read returns what to replay: a list of presses, or a solver's model.
func (c *checkCommand) read(con *console, b *board.Board) ([]int, error) {
	if c.flags.Changed("model") {
		in, name, closeFile, err := con.open(c.model)
		if err != nil {
			return nil, err
		}
		defer closeFile()
		model, err := export.ReadModel(in, name, b, export.Options{Nearest: c.nearest})
		return model.Presses.Indices(), noModel(err)
	}
	list, err := con.listText(c.presses)
	if err != nil {
		return nil, err
	}
	if b.States() == 2 && (strings.HasPrefix(list, "P4") || strings.HasPrefix(list, "P1")) {
		return readBitmap("--presses "+c.presses, list, b)
	}
	return switches(b, "presses", list)
}

// noModel says what to do about a solver that found nothing.
func noModel(err error) error {
	if none, ok := errors.AsType[*export.NoModelError](err); ok && none.Unsat {
		return fmt.Errorf("%w; no replay can check that, but lightsout solve can prove it or find an answer", err)
	}
	return err
}

// readBitmap reads the presses that solve --format pbm wrote: black pixels.
func readBitmap(name, image string, b *board.Board) ([]int, error) {
	p, err := puzzlefile.NewReader(strings.NewReader(image), puzzlefile.ReaderOptions{Name: name, Kind: "pbm", Board: b}).Next()
	if err != nil {
		return nil, err
	}
	return p.On.Indices(), nil
}

func (c *checkCommand) text(con *console, p *board.Puzzle, presses []int, v solve.Replay) {
	if c.model != "" {
		fmt.Fprintln(con.out, listLine(presses)) // it is not on the command line
	}
	switch {
	case v.Solved:
		reach := "reach"
		if len(presses) == 1 {
			reach = "reaches"
		}
		fmt.Fprintf(con.out, "solved: %s on %s %s the goal\n", plural(len(presses), "press", "presses"), clipSpec(p.Board.Spec()), reach)
		return
	case len(v.Wrong) > 0:
		begin := "not solved: after"
		if c.nearest {
			begin = "after"
		}
		fmt.Fprintf(con.out, "%s %s on %s, %s from the goal: %s\n", begin, plural(len(presses), "press", "presses"), clipSpec(p.Board.Spec()), plural(len(v.Wrong), "light differs", "lights differ"), labelList(p.Board, v.Wrong))
	}
	if len(v.Forbidden) > 0 {
		fmt.Fprintf(con.out, "not allowed: switch %s must not be pressed\n", labelList(p.Board, v.Forbidden))
	}
	if len(v.Missing) > 0 {
		fmt.Fprintf(con.out, "not allowed: switch %s must be pressed\n", labelList(p.Board, v.Missing))
	}
	if v.OutOfBounds {
		bound := fmt.Sprintf("at most %d", c.constraints.atMost)
		if c.flags.Changed("exactly") {
			bound = fmt.Sprintf("exactly %d", c.constraints.exactly)
		}
		fmt.Fprintf(con.out, "not allowed: %s, where %s may be made\n", plural(len(presses), "press", "presses"), bound)
	}
	if p.Board.States() > 2 || len(v.Wrong) > 0 {
		_, brush := brushes(con)
		lit := p.Board.Dark()
		for _, l := range v.Lit {
			lit.Add(l, 1)
		}
		wrong := board.Bits(gf2.VecOf(p.Board.Lights(), v.Wrong...))
		textDrawing{board: p.Board, lit: lit, marked: wrong, brush: brush}.draw(con.out)
	}
}

// maxListText bounds what is read where a list of presses is expected.
const maxListText = 1 << 30

// listText is a LIST as given, or read from @FILE, or from standard input for "-".
func (c *console) listText(text string) (string, error) {
	in, name := c.in, "standard input"
	switch {
	case text == "-":
	case len(text) > 1 && text[0] == '@':
		name = text[1:]
		f, err := os.Open(name)
		if err != nil {
			return "", err
		}
		defer f.Close()
		if info, err := f.Stat(); err == nil && info.IsDir() {
			return "", usagef("%s: is a directory; name a file", name)
		}
		in = f
	default:
		return text, nil
	}
	list, err := readLimited(in, name, maxListText)
	if err == nil && strings.TrimSpace(list) == "" {
		fmt.Fprintf(c.err, "lightsout: note: %s is empty, which means no presses\n", name)
	}
	return list, err
}
