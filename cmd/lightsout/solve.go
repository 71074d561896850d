package main

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/solve"
)

var solveVerb = verb{
	name: "solve", args: "[FILE]", summary: "press which switches? an answer, the fewest presses, or why there is none",
	details: "Without FILE it solves --board from --on; without either, the classic 5x5 from all on.\nFILE may be a PBM bitmap (P4), black for on. Switches count from 1: 1,4-7 or r2c3,r2c4.",
	examples: []example{
		{"lightsout solve --board torus:4x4 --min", "the fewest presses, proved"},
		{"lightsout solve my.lo --forbid 3 --json", "a file, without switch 3, as JSON"},
	},
	setup: func(flags *pflag.FlagSet) func(context.Context, *console, []string) error {
		c := &solveCommand{}
		c.puzzles.declare(flags)
		flags.BoolVar(&c.min, "min", false, "the fewest presses, proved")
		flags.BoolVar(&c.all, "all", false, "all answers, one after another")
		flags.IntVar(&c.limit, "limit", 1000, "with --all: at most `N`; 0 is no limit")
		flags.BoolVar(&c.count, "count", false, "only how many answers there are")
		flags.BoolVar(&c.hint, "hint", false, "one good next press")
		flags.BoolVar(&c.steps, "steps", false, "the way there: each state and the press it calls for")
		flags.BoolVar(&c.explain, "explain", false, "light chasing as a person does it, on grids to 12 columns")
		flags.StringVar(&c.forbid, "forbid", "", "`LIST` of switches that must not be pressed")
		flags.StringVar(&c.require, "require", "", "`LIST` of switches that must be pressed")
		flags.StringVar(&c.engine, "engine", "auto", "`ENGINE`: "+joinWords(solve.Engines()))
		takesOneOf(flags, "engine", solve.Engines())
		flags.IntVar(&c.atMost, "at-most", 0, "only answers with at most `K` presses")
		flags.IntVar(&c.exactly, "exactly", 0, "only answers with exactly `K` presses")
		flags.BoolVar(&c.symmetric, "symmetric", false, "only answers with the board's symmetry")
		c.encodings.declare(flags)
		flags.StringVar(&c.search, "search", "", "sat: `HOW` to come down to --min: "+joinWords(solve.Searches()))
		takesOneOf(flags, "search", solve.Searches())
		flags.BoolVar(&c.breakSymmetry, "break-symmetry", false, "sat: one of each class of alike answers")
		flags.BoolVar(&c.listPresses, "list-presses", false, "list presses even beyond 10,000")
		flags.DurationVar(&c.timeout, "timeout", 0, "give up after this long, e.g. 30s; 0 is never")
		flags.Var(&c.maxMemory, "max-memory", "give up beyond this `SIZE`, e.g. 2GiB; 0 is no limit")
		c.flags = flags
		c.format.declare(flags, "text", "json", "bits", "pbm")
		return c.run
	},
}

type solveCommand struct {
	flags                                 *pflag.FlagSet
	puzzles                               puzzleFlags
	format                                formatFlags
	min, all, count, hint, steps, explain bool
	symmetric, breakSymmetry, listPresses bool
	limit, atMost, exactly                int
	forbid, require, engine, search       string
	encodings                             encodingFlags
	timeout                               time.Duration
	maxMemory                             size
}

func (c *solveCommand) run(ctx context.Context, con *console, args []string) error {
	if err := c.validate(); err != nil {
		return err
	}
	if err := c.format.open(con); err != nil {
		return err
	}
	if s, err := c.streamed(args); err != nil || s != nil {
		if err != nil {
			return err
		}
		return c.stream(ctx, con, s)
	}
	outcome := said(exitDone)
	first := true
	err := c.puzzles.each(ctx, con, args, func(p *board.Puzzle) error {
		if c.format.format == "text" && !first {
			fmt.Fprintln(con.out)
		}
		first = false
		err := c.one(ctx, con, p)
		var one said
		if errors.As(err, &one) {
			outcome = worse(outcome, one)
			return nil
		}
		return err
	})
	if err != nil {
		return err
	}
	if outcome != exitDone {
		return outcome
	}
	return nil
}

// validate refuses flags that contradict each other.
func (c *solveCommand) validate() error {
	asked := 0
	for _, q := range []bool{c.all, c.count, c.hint, c.explain} {
		if q {
			asked++
		}
	}
	switch {
	case asked > 1:
		return usagef("--all, --count, --hint and --explain ask different questions: choose one")
	case c.min && (c.all || c.count || c.explain):
		return usagef("--min does not go with --all, --count or --explain")
	case c.steps && asked > 0:
		return usagef("--steps goes with a plain answer or --min")
	case c.flags.Changed("exactly") && c.flags.Changed("at-most") && c.exactly > c.atMost:
		return usagef("--exactly %d and --at-most %d contradict each other", c.exactly, c.atMost)
	case c.flags.Changed("exactly") && c.min:
		return usagef("--exactly leaves nothing for --min to decide")
	case c.exactly < 0 || c.atMost < 0:
		return usagef("a number of presses starts at 0")
	case c.breakSymmetry && (c.all || c.count):
		return usagef("--break-symmetry leaves answers out: it does not go with --all or --count")
	case c.limit < 0:
		return usagef("--limit %d: use a positive number, or 0 for no limit", c.limit)
	case c.timeout < 0:
		return usagef("--timeout %v: use a positive time, or 0 for none", c.timeout)
	}
	return nil
}

// one answers the question for one puzzle; what it has to say of the puzzle it prints, and returns
// as said.
func (c *solveCommand) one(ctx context.Context, con *console, p *board.Puzzle) error {
	s, err := c.solver(p.Board)
	if err != nil {
		return err
	}
	limited := ctx
	if c.timeout > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, c.timeout)
		defer cancel()
	}
	out := &solveOutput{con: con, puzzle: p, format: c.format.format, list: c.listPresses}
	out.presses, out.witness = brushes(con, c.format.ascii)
	began := time.Now()
	switch {
	case c.all:
		err = c.everyAnswer(limited, s, out)
	case c.count:
		err = c.howMany(limited, s, out)
	case c.explain:
		err = explain(out)
	default:
		err = c.answer(limited, s, out)
	}
	var unsolvable *solve.UnsolvableError
	var infeasible *solve.InfeasibleError
	switch {
	case errors.As(err, &unsolvable):
		return out.unsolvable(unsolvable, time.Since(began))
	case errors.As(err, &infeasible):
		return out.infeasible(infeasible, time.Since(began))
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		return cause(ctx)
	}
	return err
}

func (c *solveCommand) solver(b *board.Board) (solve.Solver, error) {
	s := solve.Solver{
		Engine: c.engine, Xor: c.encodings.xor, Card: c.encodings.card, Search: c.search,
		Symmetric: c.symmetric, BreakSymmetry: c.breakSymmetry, MaxMemory: int64(c.maxMemory),
	}
	if c.flags.Changed("at-most") {
		s.AtMost = &c.atMost
	}
	if c.flags.Changed("exactly") {
		s.AtMost, s.AtLeast = &c.exactly, &c.exactly
	}
	var err error
	if s.Forbid, err = switches(b, "forbid", c.forbid); err != nil {
		return s, err
	}
	s.Require, err = switches(b, "require", c.require)
	return s, err
}

func (c *solveCommand) answer(ctx context.Context, s solve.Solver, out *solveOutput) error {
	ask := s.Any
	if c.min || c.hint {
		ask = s.Minimum
	}
	bar := out.con.bounds()
	s.Progress = bar.show
	res, err := ask(ctx, out.puzzle)
	bar.clear()
	if err != nil {
		return err
	}
	switch {
	case c.hint:
		err = out.hint(res)
	default:
		err = out.answer(res, c.steps)
	}
	if err == nil && (c.min || c.hint) && !res.Minimum {
		fmt.Fprintf(out.con.err, "lightsout: not proved to be the fewest: %v\n", res.Stopped)
		return said(exitGaveUp)
	}
	return err
}

func (c *solveCommand) howMany(ctx context.Context, s solve.Solver, out *solveOutput) error {
	began := time.Now()
	n, err := s.Count(ctx, out.puzzle)
	if err != nil {
		return err
	}
	if n.Sign() == 0 {
		_, err := s.Any(ctx, out.puzzle) // it says why there is none
		return err
	}
	return out.count(n, time.Since(began))
}

func (c *solveCommand) everyAnswer(ctx context.Context, s solve.Solver, out *solveOutput) error {
	index := 0
	for presses, err := range s.All(ctx, out.puzzle) {
		if err != nil {
			return err
		}
		if c.limit > 0 && index == c.limit {
			fmt.Fprintf(out.con.err, "lightsout: stopped after %d answers; --limit 0 prints all, --count tells how many\n", c.limit)
			return nil
		}
		if err := out.oneOfMany(presses, index); err != nil {
			return err
		}
		index++
	}
	if index == 0 {
		_, err := s.Any(ctx, out.puzzle) // it says why there is none
		return err
	}
	return nil
}

// solveOutput writes findings about one puzzle.
type solveOutput struct {
	con              *console
	puzzle           *board.Puzzle
	format           string
	list             bool // list presses however many
	presses, witness brush
}

// solveJSON has the fields of the contract, in their order.
type solveJSON struct {
	Board      string     `json:"board"`
	Lights     int        `json:"lights"`
	Switches   int        `json:"switches"`
	Rank       int        `json:"rank"`
	Nullity    int        `json:"nullity"`
	Solvable   bool       `json:"solvable"`
	Presses    *[]int     `json:"presses,omitempty"`
	PressCount int        `json:"press_count"`
	Minimum    bool       `json:"minimum"`
	LowerBound int        `json:"lower_bound"`
	Proof      string     `json:"proof,omitempty"`
	Answers    string     `json:"answers"`
	Engine     string     `json:"engine"`
	Xor        string     `json:"xor,omitempty"`
	Card       string     `json:"card,omitempty"`
	Seconds    float64    `json:"seconds"`
	Hint       *int       `json:"hint,omitempty"`
	Steps      []stepJSON `json:"steps,omitempty"`
	Origin     string     `json:"origin,omitempty"`
}

type stepJSON struct {
	State string `json:"state"`
	Press int    `json:"press"`
}

func (o *solveOutput) json(res *solve.Result) solveJSON {
	b := o.puzzle.Board
	var list *[]int
	if o.list || res.Presses.Weight() <= maxListed {
		list = new(res.Presses.Indices())
	}
	return solveJSON{
		Board: b.Spec(), Lights: b.Lights(), Switches: b.Switches(),
		Rank: res.Rank, Nullity: res.Nullity, Solvable: true,
		Presses: list, PressCount: res.Presses.Weight(),
		Minimum: res.Minimum, LowerBound: res.LowerBound, Proof: res.Proof,
		Answers: res.Answers.String(), Engine: res.Engine, Xor: res.Xor, Card: res.Card, Seconds: res.Elapsed.Seconds(),
		Origin: o.puzzle.Origin,
	}
}

// headline introduces a puzzle: where it came from and what board it is.
func (o *solveOutput) headline(more string) {
	b := o.puzzle.Board
	if o.puzzle.Origin != "" {
		fmt.Fprintf(o.con.out, "%s: ", o.puzzle.Origin)
	}
	fmt.Fprintf(o.con.out, "%s, %s, %s%s\n", clipSpec(b.Spec()), plural(b.Lights(), "light", "lights"), plural(b.Switches(), "switch", "switches"), more)
}

// clipSpec keeps a SPEC with a long mask on one line.
func clipSpec(spec string) string {
	if len(spec) > 72 {
		return spec[:69] + "..."
	}
	return spec
}

func (o *solveOutput) answer(res *solve.Result, steps bool) error {
	switch o.format {
	case "json":
		object := o.json(res)
		if steps {
			state := o.puzzle.On.Clone()
			for s := range res.Presses.Ones() {
				object.Steps = append(object.Steps, stepJSON{state.String(), s})
				o.puzzle.Board.Press(state, s)
			}
		}
		return writeJSON(o.con.out, object)
	case "text":
		o.headline(fmt.Sprintf(", nullity %d: %s", res.Nullity, countWords(res.Answers)))
		if steps {
			o.steps(res)
		} else {
			o.picture(o.puzzle.On, res.Presses, o.presses)
		}
		fmt.Fprintln(o.con.out, o.pressLine(res.Presses))
		o.boundLine(res)
		return nil
	default:
		return o.plain(res.Presses)
	}
}

// countWords is a number of answers in words.
func countWords(n *big.Int) string {
	if n.IsInt64() && n.Int64() == 1 {
		return "1 answer"
	}
	if k := n.BitLen() - 1; k > 40 && n.TrailingZeroBits() == uint(k) {
		return fmt.Sprintf("2^%d answers", k)
	}
	return n.String() + " answers"
}

// maxListed is how many presses are listed unless --list-presses asks for all.
const maxListed = 10_000

func (o *solveOutput) pressLine(presses gf2.Vec) string {
	if n := presses.Weight(); n > maxListed && !o.list {
		return plural(n, "press", "presses") + " (--list-presses lists them)"
	}
	return pressLine(presses)
}

// pressLine counts and lists presses.
func pressLine(presses gf2.Vec) string {
	n := presses.Weight()
	if n == 0 {
		return "0 presses: nothing to do"
	}
	return plural(n, "press", "presses") + ": " + commaList(presses.Indices())
}

// boundLine says what is known of the fewest presses, where something is.
func (o *solveOutput) boundLine(res *solve.Result) {
	switch {
	case res.Minimum:
		fmt.Fprintf(o.con.out, "no answer has fewer: %s\n", res.Proof)
	case res.LowerBound > 0:
		fmt.Fprintf(o.con.out, "every answer has at least %s; --min looks for the fewest\n", plural(res.LowerBound, "press", "presses"))
	}
}

func (o *solveOutput) picture(lit, marked gf2.Vec, with brush) {
	if drawable(o.puzzle.Board) {
		drawing{board: o.puzzle.Board, lit: lit, marked: marked, brush: with}.draw(o.con.out)
		fmt.Fprintf(o.con.out, "     %s\n", with.legend)
	}
}

func (o *solveOutput) steps(res *solve.Result) {
	b := o.puzzle.Board
	state := o.puzzle.On.Clone()
	n := 0
	for s := range res.Presses.Ones() {
		n++
		fmt.Fprintf(o.con.out, "%4d. %s  press %s\n", n, stateText(b, state), place(b, s))
		b.Press(state, s)
	}
	fmt.Fprintf(o.con.out, "%4s  %s  the goal\n", "", stateText(b, state))
}

// plain writes presses in the formats that hold nothing else.
func (o *solveOutput) plain(presses gf2.Vec) error {
	if o.format == "bits" {
		fmt.Fprintln(o.con.out, presses)
		return nil
	}
	return writePBM(o.con.out, o.puzzle.Board, presses)
}

type countJSON struct {
	Board    string  `json:"board"`
	Solvable bool    `json:"solvable"`
	Answers  string  `json:"answers"`
	Seconds  float64 `json:"seconds"`
	Origin   string  `json:"origin,omitempty"`
}

func (o *solveOutput) count(n *big.Int, took time.Duration) error {
	switch o.format {
	case "json":
		return writeJSON(o.con.out, countJSON{o.puzzle.Board.Spec(), true, n.String(), took.Seconds(), o.puzzle.Origin})
	case "text":
		o.headline("")
		if k := n.BitLen() - 1; n.TrailingZeroBits() == uint(k) {
			fmt.Fprintf(o.con.out, "%v answers = 2^%d\n", n, k)
		} else {
			fmt.Fprintf(o.con.out, "%v answers\n", n)
		}
	default:
		fmt.Fprintln(o.con.out, n)
	}
	return nil
}

// hint gives the first press of the best answer.
func (o *solveOutput) hint(res *solve.Result) error {
	press := res.Presses.NextOne(0)
	one := gf2.NewVec(o.puzzle.Board.Switches())
	if press >= 0 {
		one.Set(press, true)
	}
	switch o.format {
	case "json":
		object := o.json(res)
		if press >= 0 {
			object.Hint = &press
		}
		return writeJSON(o.con.out, object)
	case "text":
		o.headline("")
		if press < 0 {
			fmt.Fprintln(o.con.out, "nothing to do: this is the goal")
			return nil
		}
		o.picture(o.puzzle.On, one, o.presses)
		fmt.Fprintf(o.con.out, "press %s; then %d to go\n", place(o.puzzle.Board, press), res.Presses.Weight()-1)
		return nil
	default:
		return o.plain(one)
	}
}

type oneOfManyJSON struct {
	Board      string `json:"board"`
	Index      int    `json:"index"`
	Presses    []int  `json:"presses"`
	PressCount int    `json:"press_count"`
	Origin     string `json:"origin,omitempty"`
}

func (o *solveOutput) oneOfMany(presses gf2.Vec, index int) error {
	switch o.format {
	case "json":
		return writeJSON(o.con.out, oneOfManyJSON{o.puzzle.Board.Spec(), index, presses.Indices(), presses.Weight(), o.puzzle.Origin})
	case "text":
		if index == 0 {
			o.headline("")
		}
		fmt.Fprintf(o.con.out, "%d. %s\n", index+1, o.pressLine(presses))
		return nil
	default:
		return o.plain(presses)
	}
}

type unsolvableJSON struct {
	Board    string  `json:"board"`
	Lights   int     `json:"lights"`
	Switches int     `json:"switches"`
	Solvable bool    `json:"solvable"`
	Feasible *bool   `json:"feasible,omitempty"`
	Reason   string  `json:"reason,omitempty"`
	Witness  []int   `json:"witness,omitempty"`
	Seconds  float64 `json:"seconds"`
	Origin   string  `json:"origin,omitempty"`
}

func (o *solveOutput) no(object unsolvableJSON, words string, witness gf2.Vec, took time.Duration) error {
	b := o.puzzle.Board
	object.Board, object.Lights, object.Switches, object.Seconds = b.Spec(), b.Lights(), b.Switches(), took.Seconds()
	object.Origin = o.puzzle.Origin
	switch o.format {
	case "json":
		if err := writeJSON(o.con.out, object); err != nil {
			return err
		}
	case "text":
		o.headline("")
		fmt.Fprintln(o.con.out, words)
		if witness.Len() > 0 {
			o.picture(o.puzzle.On, witness, o.witness)
			if witness.Weight() <= maxListed {
				fmt.Fprintf(o.con.out, "witness: %s\n", commaList(witness.Indices()))
			}
		}
	default:
		fmt.Fprintf(o.con.err, "lightsout: %s\n", words)
	}
	return said(exitNo)
}

func (o *solveOutput) unsolvable(e *solve.UnsolvableError, took time.Duration) error {
	words := fmt.Sprintf("unsolvable: %s", witnessWords("every switch", e.Witness, e.MustChange))
	return o.no(unsolvableJSON{Witness: e.Witness.Indices()}, words, e.Witness, took)
}

func (o *solveOutput) infeasible(e *solve.InfeasibleError, took time.Duration) error {
	words := e.Error()
	if e.Witness.Len() > 0 {
		words += ": " + witnessWords("every switch that is left", e.Witness, e.MustChange)
	}
	feasible := false
	return o.no(unsolvableJSON{Solvable: true, Feasible: &feasible, Reason: e.Reason, Witness: e.Witness.Indices()}, words, e.Witness, took)
}

func witnessWords(who string, witness gf2.Vec, mustChange int) string {
	return fmt.Sprintf("these %s: %s touches an even number of them, but %d of them must change",
		plural(witness.Weight(), "light", "lights"), who, mustChange)
}

// explain tells how a person solves a grid by light chasing.
func explain(out *solveOutput) error {
	if out.format != "text" {
		return usagef("--explain is told in text, not in %s", out.format)
	}
	lesson, err := solve.ExplainChase(out.puzzle)
	if err != nil {
		return err
	}
	w, p := out.con.out, out.puzzle
	out.headline("")
	fmt.Fprintln(w, "1. Chase the lights down: row by row from the second, press under every lit cell.")
	drawing{board: p.Board, lit: p.On, marked: board.SwitchSet(p.Board, lesson.Down), brush: out.presses}.draw(w)
	left := p.After(board.SwitchSet(p.Board, lesson.Down))
	if len(lesson.Rule.Bottom) == 0 {
		fmt.Fprintf(w, "2. Nothing is left: done.\n%s\n", pressLine(lesson.Presses))
		return nil
	}
	fmt.Fprintf(w, "2. Left on the bottom row: columns %s. The table says: press columns %s of the top row.\n", commaList(lesson.Rule.Bottom), commaList(lesson.Rule.Top))
	drawing{board: p.Board, lit: left, marked: board.SwitchSet(p.Board, lesson.Rule.Top), brush: out.presses}.draw(w)
	fmt.Fprintln(w, "3. Chase again: now the bottom row goes dark as well.")
	afterTop := left.Clone()
	for _, s := range lesson.Rule.Top {
		p.Board.Press(afterTop, s)
	}
	drawing{board: p.Board, lit: afterTop, marked: board.SwitchSet(p.Board, lesson.Again), brush: out.presses}.draw(w)
	fmt.Fprintf(w, "     %s\n", out.presses.legend)
	fmt.Fprintf(w, "All together, where two presses of the same cell cancel: %s\n", pressLine(lesson.Presses))
	fmt.Fprintf(w, "The whole table: lightsout info --board %s --chase-table\n", strings.TrimPrefix(p.Board.Spec(), "grid:"))
	return nil
}
