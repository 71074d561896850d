package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"time"

	"github.com/spf13/pflag"

	"lightsout/board"
	"lightsout/solve"
	"lightsout/solve/certificate"
)

var solveVerb = verb{
	name: "solve", args: "[FILE]", summary: "which switches to press: any answer, the fewest presses, or why there is none",
	setup: func(flags *pflag.FlagSet) func(context.Context, *console, []string) error {
		c := &solveCommand{flags: flags}
		c.puzzles.declare(flags, formulaKind)
		c.puzzles.colours = true
		flags.BoolVar(&c.min, "min", false, "the fewest presses, proved")
		flags.BoolVar(&c.all, "all", false, "all answers, one after another; with --min those with the fewest presses")
		flags.IntVar(&c.limit, "limit", 1000, "with --all or --all-min: at most `N`; 0 is no limit")
		flags.BoolVar(&c.count, "count", false, "how many answers there are, and nothing else")
		flags.BoolVar(&c.hint, "hint", false, "one good next press")
		flags.BoolVar(&c.steps, "steps", false, "the path: each state and the press to make in it")
		flags.BoolVar(&c.nearby, "nearest", false, "if unsolvable, change the fewest lights that make it solvable, then solve")
		flags.BoolVar(&c.explain, "explain", false, "how to solve it by hand, on small boards; with --min by the fewest presses")
		c.constraints.declare(flags)
		flags.StringVar(&c.engine, "engine", "auto", "`ENGINE`: "+joinWords(solve.EngineNames()))
		takesOneOf(flags, "engine", solve.EngineNames())
		flags.DurationVar(&c.timeout, "timeout", 0, "give up on a puzzle after this `TIME`, e.g. 30s; 0 is never")
		declareJobs(flags, &c.jobs)
		c.format.declare(flags, "text", "json", "bits", "pbm")

		declareSymmetric(flags, &c.symmetric, "only answers that look")
		flags.BoolVar(&c.allMin, "all-min", false, "as --all --min: all answers with the fewest presses, and their number")
		flags.BoolVar(&c.classes, "up-to-symmetry", false, "with --count, --all or --all-min: symmetric answers count as one")
		flags.StringVar(&c.cost, "cost", "", "`FILE` with a positive integer per switch: cheapest instead of fewest")
		flags.StringVar(&c.method, "method", "", "how to search for --min: `NAME`: "+joinWords(forcedMethods()))
		takesOneOf(flags, "method", forcedMethods())
		flags.BoolVar(&c.explainPlan, "explain-plan", false, "print how --min would go about it, with estimates, and stop")
		flags.StringVar(&c.certificate, "certificate", "", "with --min: write answers and proofs to `FILE`, for check --certificate")
		c.encodings.declare(flags)
		flags.Var(&c.maxMemory, "max-memory", "give up beyond this `SIZE`, e.g. 2GiB; 0 is no limit")
		onlyInMore(flags, "symmetric", "all-min", "up-to-symmetry", "cost", "method", "explain-plan", "certificate", "xor", "card", "max-memory", "jobs")
		return c.run
	},
}

type solveCommand struct {
	flags       *pflag.FlagSet
	puzzles     puzzleFlags
	constraints constraintFlags
	format      formatFlags
	encodings   encodingFlags

	min, all, count, hint, steps, explain, explainPlan bool
	allMin, nearby, classes                            bool
	limit, jobs                                        int
	symmetric, engine                                  string
	cost, method, certificate                          string
	timeout                                            time.Duration
	maxMemory                                          size

	certificates *json.Encoder
}

func (c *solveCommand) run(ctx context.Context, con *console, args []string) error {
	if con.isFormula(args, c.puzzles.input) {
		return c.formula(ctx, con, args[0])
	}
	if c.all && c.min {
		c.all, c.min, c.allMin = false, false, true
	}
	if err := c.validate(); err != nil {
		return err
	}
	if err := misplacedMotion(c.flags, args); err != nil {
		return err
	}
	if c.cost != "" { // which is opened once its puzzle is known
		if err := con.use("", c.cost); err != nil {
			return err
		}
	}
	if err := c.format.open(con); err != nil {
		return err
	}
	if con.files.kind = c.kind(); len(args) == 1 {
		con.files.kind = manyRecords
	}
	if c.certificate != "" {
		file, err := con.create("--certificate", c.certificate)
		if err != nil {
			return err
		}
		c.certificates = json.NewEncoder(file)
	}
	outcome, err := c.each(ctx, con, args)
	return outcome.after(err)
}

// kind is that of the answer to the question about one puzzle.
func (c *solveCommand) kind() resultKind {
	if c.all || c.allMin {
		return manyRecords
	}
	return singleFinding
}

func (c *solveCommand) given(names ...string) bool { return anyGiven(c.flags, names...) }

// validate refuses flags that contradict each other or have no effect.
func (c *solveCommand) validate() error {
	asked := 0
	for _, q := range []bool{c.all, c.count, c.hint, c.explain, c.explainPlan, c.allMin} {
		if q {
			asked++
		}
	}
	switch {
	case asked > 1:
		return usagef("--all, --all-min, --count, --hint, --explain and --explain-plan ask different questions: choose one")
	case c.min && c.count:
		return usagef("--min does not go with --count; --all --min says how many answers have the fewest presses")
	case c.nearby && (asked > 0 || c.given("at-most", "exactly", "certificate")):
		return usagef("--nearest goes with a plain answer or --min, without bounds on the presses or --certificate")
	case c.steps && asked > 0:
		return usagef("--steps goes with a plain answer or --min")
	case c.explain && c.given("forbid", "require", "at-most", "exactly", "symmetric", "engine", "xor", "card", "goal", "cost", "method", "certificate"):
		return usagef("--explain shows how to solve a puzzle by hand: it takes no engine, goal or restriction")
	case c.given("limit") && !c.all && !c.allMin:
		return usagef("--limit goes with --all or --all-min")
	case c.classes && !c.count && !c.all && !c.allMin:
		return usagef("--up-to-symmetry goes with --count, --all or --all-min")
	case c.classes && c.given("symmetric"):
		return usagef("--up-to-symmetry does not go with --symmetric: a symmetric answer may have images that are not")
	case c.given("certificate") && !c.min:
		return usagef("--certificate goes with --min, and not with --all")
	case c.given("method", "cost") && !c.min && !c.allMin && !c.hint && !c.explainPlan:
		return usagef("--method and --cost go with --min, --all-min or --hint")
	case c.given("card") && !c.min && !c.hint && !c.constraints.bounded():
		return usagef("--card says how presses are counted: it goes with --min, --hint, --at-most or --exactly")
	case c.nearby && c.given("xor", "card"):
		return usagef("--nearest is answered by linear algebra: it takes no encoding")
	case c.given("exactly") && c.min:
		return usagef("--exactly fixes the number of presses: leave out --min")
	case c.limit < 0:
		return usagef("--limit %d: use a positive number, or 0 for no limit", c.limit)
	}
	return c.constraints.validate()
}

// hintTime is how long a hint looks for the fewest presses without --timeout. Nobody waits longer
// for a hint, and one from a good answer is nearly as good.
const hintTime = 5 * time.Second

// limited is the context with the time limit of the question.
func (c *solveCommand) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if c.hint && c.timeout == 0 {
		return withLimit(ctx, hintTime, fmt.Sprintf("a hint takes no more than %v", hintTime))
	}
	return withTimeout(ctx, c.timeout)
}

// one answers the question for the puzzle of an output by the solver. It prints what it finds, and returns
// that as reported.
func (c *solveCommand) one(ctx context.Context, s solve.Solver, out *solveOutput) error {
	out.format = c.format.format
	if c.format.format == "text" {
		out.presses, out.witness = brushes(out.con)
	}
	limited, cancel := c.limited(ctx)
	defer cancel()
	began := time.Now()
	return out.noAnswer(ctx, c.ask(limited, s, out), began)
}

// ask asks the question that the flags put, and writes the answers.
func (c *solveCommand) ask(ctx context.Context, s solve.Solver, out *solveOutput) error {
	switch {
	case c.all:
		return c.everyAnswer(ctx, s, out)
	case c.allMin:
		return c.everyLightest(ctx, s, out)
	case c.count:
		return c.howMany(ctx, s, out)
	case c.explain:
		return explain(out, c.min)
	case c.explainPlan:
		return explainPlan(ctx, s, out)
	case c.nearby:
		return c.nearest(ctx, s, out)
	default:
		return c.answer(ctx, s, out)
	}
}

// solver is for the puzzles of a board, which must be one that the flags can be used with.
func (c *solveCommand) solver(con *console, b *board.Board) (solve.Solver, error) {
	if err := takesStates(c.flags, b); err != nil {
		return solve.Solver{}, err
	}
	s := solve.Solver{
		Engine: c.engine, Xor: c.encodings.xor, Card: c.encodings.card, Method: c.method,
		Conditions: solve.Conditions{Symmetric: c.symmetric}, MaxMemory: int64(c.maxMemory),
	}
	if c.cost != "" {
		var err error
		if s.Costs, err = con.readCosts(c.cost, b.Switches()); err != nil {
			return s, err
		}
	}
	err := c.constraints.apply(&s, b)
	return s, err
}

func (c *solveCommand) answer(ctx context.Context, s solve.Solver, out *solveOutput) error {
	var bar *statusLine
	if out.con.watched {
		bar = out.con.status(bestSoFar)
		s.Progress, s.Stage = bar.show, bar.stage
	}
	var res *solve.Result
	var err error
	switch {
	case c.min || c.hint:
		res, err = s.Minimum(ctx, out.puzzle)
	default:
		res, err = s.Any(ctx, out.puzzle)
	}
	bar.clear()
	if err != nil {
		return err
	}
	if c.hint {
		return out.hint(res)
	}
	if err := out.answer(res, c.steps, c.min); err != nil {
		return err
	}
	if c.certificate != "" {
		if err := c.certificates.Encode(certificate.New(s, res)); err != nil {
			return err
		}
	}
	if c.min && !res.Proved() {
		return bestKnown
	}
	return nil
}

func (c *solveCommand) howMany(ctx context.Context, s solve.Solver, out *solveOutput) error {
	began := time.Now()
	n, err := s.Count(ctx, out.puzzle)
	if err != nil {
		return err
	}
	if n.Sign() == 0 {
		_, err := s.Any(ctx, out.puzzle) // it says why there is none
		out.none = "0"
		return err
	}
	if !c.classes {
		return out.count(n, nil, nil, time.Since(began))
	}
	classes, err := s.CountUpToSymmetry(ctx, out.puzzle)
	var gaveUp *solve.GaveUpError
	if err != nil && !errors.As(err, &gaveUp) {
		return err
	}
	return out.count(n, classes, gaveUp, time.Since(began))
}

func (c *solveCommand) everyAnswer(ctx context.Context, s solve.Solver, out *solveOutput) error {
	answers := s.All(ctx, out.puzzle)
	if c.classes {
		answers = s.UpToSymmetry(ctx, out.puzzle, answers)
	}
	n, err := c.list(out, answers, "these are the first %d answers; --limit 0 prints all, --count tells how many")
	if err == nil && n == 0 {
		_, err = s.Any(ctx, out.puzzle) // it says why there is none
	}
	return err
}

func (c *solveCommand) everyLightest(ctx context.Context, s solve.Solver, out *solveOutput) error {
	bar := out.con.status(bestSoFar)
	s.Progress = bar.show
	res, err := s.AllMinimum(ctx, out.puzzle)
	bar.clear()
	if err != nil {
		return err
	}
	if res.Lightest == nil {
		if err := out.answer(res, false, true); err != nil {
			return err
		}
		if res.Proved() {
			out.say("the other answers with as many presses were not found (%s)", why(res.Stopped))
		}
		return cutShort{reported: exitGaveUp, why: why(res.Stopped)}
	}
	answers, more, of := res.EachLightest, "", countWords(res.Lightest, maxDigits)
	out.lightest = res.Lightest.String()
	if c.classes {
		first, n, err := c.firstOfClasses(s.UpToSymmetry(ctx, out.puzzle, answers))
		if err != nil {
			return err
		}
		answers, out.classes = first, strconv.Itoa(n)
		of = out.classes + " up to symmetry"
		more = "; " + of
	}
	if out.format == "text" {
		out.headline(algebraWords(res))
		fmt.Fprintf(out.con.out, "%s with the fewest presses, %d%s\n", countWords(res.Lightest, maxDigits), res.PressCount(), more)
	}
	_, err = c.list(out, answers, "these are the first %d of "+of+"; --limit 0 prints all")
	return err
}

// firstOfClasses goes through all classes to count them, and keeps those that are listed: with --limit,
// one more than is printed.
func (c *solveCommand) firstOfClasses(classes iter.Seq2[board.State, error]) (first iter.Seq2[board.State, error], n int, err error) {
	var kept []board.State
	for presses, err := range classes {
		if err != nil {
			return nil, n, err
		}
		if n++; c.limit == 0 || len(kept) <= c.limit {
			kept = append(kept, presses)
		}
	}
	return func(yield func(board.State, error) bool) {
		for _, presses := range kept {
			if !yield(presses, nil) {
				return
			}
		}
	}, n, nil
}

// list writes answers one by one and returns how many they are; if --limit ends the list, more is
// what to tell the user.
func (c *solveCommand) list(out *solveOutput, answers iter.Seq2[board.State, error], more string) (n int, err error) {
	for presses, err := range answers {
		if err != nil {
			return n, err
		}
		if c.limit > 0 && n == c.limit {
			fmt.Fprintf(out.con.err, "lightsout: "+more+"\n", c.limit)
			return n, nil
		}
		if err := out.oneOfMany(presses, n); err != nil {
			return n, err
		}
		n++
		out.listed = n
	}
	return n, nil
}
