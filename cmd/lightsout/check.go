package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
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
	setup: func(flags *pflag.FlagSet) func(context.Context, *console, []string) error {
		c := &checkCommand{flags: flags}
		c.puzzles.declare(flags, formulaKind)
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
	Wrong      []int  `json:"wrong"`     // lights that are not as the goal wants them
	Lit        []int  `json:"lit"`       // lights that are on in the end
	Forbidden  []int  `json:"forbidden"` // presses that the puzzle or --forbid forbids
	Missing    []int  `json:"missing"`   // required switches that are not pressed
	Presses    []int  `json:"presses"`   // what was replayed

	Unsolvable bool `json:"unsolvable,omitempty"` // the model's claim, which is right

	PressNames []string `json:"press_names,omitempty"` // where nodes have names
	WrongNames []string `json:"wrong_names,omitempty"` // likewise

	InBounds *bool `json:"within_bounds,omitempty"` // whether --at-most or --exactly holds

	On *[]int `json:"on,omitempty"` // with --on unknown: the lights that the model chose

	NearestCount  *int   `json:"nearest_count,omitempty"`  // with --nearest: how many lights stay wrong
	NearestLower  *int   `json:"nearest_lower,omitempty"`  // proved: at least this many
	NearestProved *bool  `json:"nearest_proved,omitempty"` // proved: no fewer
	NearestProof  string `json:"nearest_proof,omitempty"`  // how that was proved
}

// A check is one of several, asked for by a flag of its own. takes are the flags that go with it, besides those of the
// output.
type checkKind struct {
	flag  string
	takes []string
	run   func(*checkCommand, context.Context, *console, []string) error
}

// checkKinds is the table of them.
func checkKinds() []checkKind {
	puzzle := []string{"board", "on", "goal", "seed", "input", "forbid", "require", "at-most", "exactly", "nearest", "max-memory"}
	return []checkKind{
		{"presses", puzzle, (*checkCommand).replay},
		{"model", puzzle, (*checkCommand).replay},
		{"batch", []string{"answers", "free-text", "summary", "jobs", "timeout", "max-memory"}, (*checkCommand).checkBatch},
		{"certificate", []string{"full", "board", "on", "goal", "seed", "input", "forbid", "require", "symmetric", "cost", "timeout", "max-memory"}, (*checkCommand).certify},
		{"proof", []string{"cnf"}, (*checkCommand).checkProof},
	}
}

func (c *checkCommand) run(ctx context.Context, con *console, args []string) error {
	kind, err := c.kind(args)
	if err == nil {
		err = c.validate(args)
	}
	if err == nil {
		err = c.format.open(con)
	}
	switch {
	case err != nil:
		return err
	case kind.flag == "batch" || kind.flag == "certificate":
		con.files.kind = manyRecords
	case kind.flag == "model" && con.isFormula(args, c.puzzles.input):
		return c.formula(ctx, con, args[0])
	}
	return kind.run(c, ctx, con, args)
}

// kind is the check that the flags ask for. Flags that do not go with it are refused.
func (c *checkCommand) kind(args []string) (kind checkKind, err error) {
	for _, k := range checkKinds() {
		switch {
		case !c.given(k.flag):
		case kind.flag != "":
			return kind, usagef("--%s and --%s both say what to check: give only one", kind.flag, k.flag)
		default:
			kind = k
		}
	}
	c.flags.Visit(func(f *pflag.Flag) {
		var with []string // which of the checks the flag goes with
		for _, k := range checkKinds() {
			if slices.Contains(k.takes, f.Name) {
				with = append(with, "--"+k.flag)
			}
		}
		if len(with) > 0 && !slices.Contains(kind.takes, f.Name) && (kind.flag != "" || with[0] != "--presses") {
			err = usagef("--%s goes with %s", f.Name, strings.Join(with, " or "))
		}
	})
	switch {
	case err != nil:
		return kind, err
	case kind.flag == "":
		return kind, usagef("check needs --presses LIST, --model FILE, --batch FILE, --certificate FILE or --cnf FILE with --proof FILE")
	case len(args) > 0 && !slices.Contains(kind.takes, "input"):
		return kind, usagef("%s has no effect: --%s holds all there is to check", args[0], kind.flag)
	}
	return kind, nil
}

func (c *checkCommand) given(names ...string) bool { return anyGiven(c.flags, names...) }

// validate refuses values that cannot be.
func (c *checkCommand) validate(args []string) error {
	input := slices.DeleteFunc(append([]string{c.presses, c.model, c.batch, c.answers, c.certificate, c.cost, c.cnf, c.proof}, args...), func(file string) bool { return !slices.Contains(standardInput, file) })
	switch {
	case len(input) > 1:
		return usagef("two things to read cannot both come from standard input")
	case c.given("proof") && !c.given("cnf"):
		return usagef("--proof goes with --cnf FILE, the formula that the proof is about")
	case proofFormat(c.proof) == "drat":
		return usagef("--proof %s: check takes LRAT, which names the clauses to use; drat-trim checks DRAT", c.proof)
	case c.puzzles.onUnknown() && (!c.given("model") || c.nearest):
		return usagef("--on unknown goes with --model, which holds the lights, and without --nearest")
	}
	return c.constraints.validate()
}

// replay presses the switches on the puzzle and tells what is left.
func (c *checkCommand) replay(ctx context.Context, con *console, args []string) error {
	p, err := c.puzzles.one(ctx, con, args)
	if err == nil {
		err = takesStates(c.flags, p.Board)
	}
	if err != nil {
		return err
	}
	presses, err := c.read(con, p)
	if none, ok := errors.AsType[*export.NoModelError](err); ok && none.Unsat {
		return c.noAnswer(ctx, con, p, none)
	}
	if err != nil {
		return err
	}
	var s solve.Solver
	if err := c.constraints.apply(&s, p.Board); err != nil {
		return err
	}
	v := s.Check(p, presses)
	record := checkJSON{
		Board: p.Board.Spec(), Solved: v.Solved, Presses: presses, PressCount: len(presses),
		Wrong: v.Wrong, Lit: v.Lit, Forbidden: v.Forbidden, Missing: v.Missing,
		PressNames: namesOf(p.Board, presses), WrongNames: namesOf(p.Board, v.Wrong),
	}
	if c.constraints.bounded() {
		record.InBounds = new(!v.OutOfBounds)
	}
	outcome, more := reported(exitDone), ""
	if !v.Solved {
		outcome = exitNo
	}
	switch {
	case c.nearest:
		best, err := s.Nearest(ctx, p, solve.NearestOptions{})
		if err != nil {
			return err
		}
		outcome, more = nearestVerdict(v, best)
		record.NearestCount, record.NearestLower, record.NearestProved, record.NearestProof = &best.Count, &best.Lower, &best.Proved, best.Proof
	case c.puzzles.onUnknown():
		record.On = new(p.On.Indices())
		more = "lights on: " + cmp.Or(labelList(p.Board, *record.On), "none")
	}
	if c.format.format == "json" {
		err = writeJSON(con.out, record)
	} else {
		c.text(con, p, presses, v)
		if more != "" {
			fmt.Fprintln(con.out, more)
		}
	}
	return outcome.after(err)
}

// nearestVerdict compares what presses leave wrong with the best that is known.
func nearestVerdict(v solve.Replay, best *solve.NearestResult) (reported, string) {
	wrong := len(v.Wrong)
	switch {
	case len(v.Forbidden)+len(v.Missing) > 0:
		return exitNo, "not an answer: it does not keep to the forbidden and required switches"
	case wrong > best.Count:
		return exitNo, fmt.Sprintf("not the nearest: %s would do", plural(best.Count, "wrong light", "wrong lights"))
	case wrong == best.Lower && wrong == 0:
		return exitDone, "nothing is wrong"
	case wrong == best.Lower && best.Proved:
		return exitDone, "fewer wrong lights are impossible: " + best.Proof
	case wrong == best.Lower:
		return exitDone, "fewer wrong lights are impossible"
	}
	return exitGaveUp, fmt.Sprintf("not proved to be the nearest: at least %s wrong (%s)", plural(best.Lower, "light is", "lights are"), why(best.Stopped))
}

// read returns what to replay: a list of presses, or a solver's model, which may have the lights too.
func (c *checkCommand) read(con *console, p *board.Puzzle) ([]int, error) {
	b := p.Board
	if c.given("model") {
		model, err := readModel(con, c.model, b, export.Options{Nearest: c.nearest, Unknown: c.puzzles.onUnknown()})
		if err != nil {
			return nil, err
		}
		if c.puzzles.onUnknown() {
			p.On = model.Lights
		}
		return model.Presses.Indices(), nil
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

// readModel reads what a solver printed about a board.
func readModel(con *console, file string, b *board.Board, opt export.Options) (export.Model, error) {
	return readFile(con, file, func(in io.Reader, name string) (export.Model, error) { return export.ReadModel(in, name, b, opt) })
}

// claimTime is how long an answer is looked for where a solver says that there is none.
const claimTime = 20 * time.Second

// noAnswer checks the claim that there is none, by looking for one.
func (c *checkCommand) noAnswer(ctx context.Context, con *console, p *board.Puzzle, claim error) error {
	if c.puzzles.onUnknown() || c.nearest {
		if c.given("forbid", "require", "at-most", "exactly") {
			fmt.Fprintf(con.err, "lightsout: %v; not verified: the conditions may leave none\n", claim)
			return reported(exitGaveUp)
		}
		return fmt.Errorf("%w, but there always is one", claim)
	}
	var s solve.Solver
	if err := c.constraints.apply(&s, p.Board); err != nil {
		return err
	}
	limited, cancel := withLimit(ctx, claimTime, fmt.Sprintf("an answer is looked for no longer than %v", claimTime))
	defer cancel()
	_, err := s.Any(limited, p)
	none, right := errors.AsType[*solve.UnsolvableError](err)
	switch {
	case err != nil && ctx.Err() != nil:
		return cause(ctx)
	case err != nil && !right:
		return fmt.Errorf("%v; not verified: %w", claim, err)
	case c.format.format == "json":
		empty := []int{}
		object := checkJSON{Board: p.Board.Spec(), Unsolvable: right, Wrong: empty, Lit: empty, Forbidden: empty, Missing: empty, Presses: empty}
		if err := writeJSON(con.out, object); err != nil {
			return err
		}
	case right:
		fmt.Fprintf(con.out, "correct: %v\n", none)
	}
	if right {
		return nil
	}
	return fmt.Errorf("%w, but there is one: lightsout solve finds it", claim)
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
		fmt.Fprintln(con.out, listLine(p.Board, presses)) // it is not on the command line
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
		brush.legend = "◆ ◇ not as the goal wants it, on and off"
		brush.triangleLegend, brush.codeLegend = "! not as the goal wants it", brush.legend
		lit := p.Board.Dark()
		for _, l := range v.Lit {
			lit.Set(l, lit.At(l)+1)
		}
		wrong := board.Bits(gf2.VecOf(p.Board.Lights(), v.Wrong...))
		textDrawing{board: p.Board, lit: lit, marked: wrong, brush: brush}.drawWithLegend(con.out)
	}
}

// listText is a LIST as given, or read from @FILE, or from standard input for "-".
func (c *console) listText(text string) (string, error) {
	file, isFile := strings.CutPrefix(text, "@")
	if text != "-" && (!isFile || file == "") {
		return text, nil
	}
	list, err := c.readText(file)
	if strings.HasPrefix(list, "c not proved") { // as solve --min --format bits remarks on a search that was stopped
		_, list, _ = strings.Cut(list, "\n")
	}
	if err == nil && strings.TrimSpace(list) == "" {
		fmt.Fprintf(c.err, "lightsout: note: --presses %s is empty, which means no presses\n", text)
	}
	return list, err
}
