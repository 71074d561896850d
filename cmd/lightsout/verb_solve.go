package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"time"

	"lightsout/board"
	"lightsout/internal/stdio"
	"lightsout/internal/textboard"
	"lightsout/solve"
	"lightsout/solve/certificate"
)

var solveVerb = verb{
	name: "solve", args: "[PUZZLE]", count: count{0, 1},
	summary: "which switches to press: any answer, the fewest presses, or why there is none",
	takes: "board on goal seed input min all limit count hint steps nearest explain forbid require at-most exactly " +
		"engine timeout format json output",
	rare:    "symmetric distinct cost explain-plan certificate xor card max-memory jobs",
	about:   map[string]string{"certificate": "with --min: write claims and proofs, for check to verify"},
	usual:   map[string]string{"engine": "auto"},
	choices: map[string]func() []string{"engine": solve.EngineNames, "input": puzzleOrFormula, "format": answerFormats},
	limits:  "each puzzle",
	questions: []question{
		{about: "a plain answer", takes: conditions + " engine xor card steps", run: by((*solveCommand).answer)},
		{asked: "min", takes: conditions + " engine xor card cost steps certificate", run: by((*solveCommand).answer)},
		{asked: "all", takes: conditions + " engine xor card limit distinct", kind: manyRecords,
			run: by((*solveCommand).everyAnswer)},
		{asked: "all min", takes: conditions + " engine xor card cost limit distinct", kind: manyRecords,
			run: by((*solveCommand).everyLightest)},
		{asked: "count", takes: conditions + " engine xor card distinct", formats: "text json bits",
			run: by((*solveCommand).howMany)},
		{asked: "count min", takes: conditions + " engine xor card cost", formats: "text json bits",
			run: by((*solveCommand).howManyLightest)},
		{asked: "hint", takes: conditions + " engine xor card cost min", run: by((*solveCommand).answer)},
		{asked: "nearest", takes: "forbid require symmetric engine cost steps min", run: by((*solveCommand).nearest)},
		{asked: "explain", takes: "min", formats: "text", run: by((*solveCommand).explain)},
		{asked: "explain-plan", takes: conditions + " engine xor card cost min", formats: "text json",
			run: by((*solveCommand).explainPlan)},
	},
}

// conditions are the flags that say what an answer must keep to.
const conditions = "forbid require at-most exactly symmetric"

func answerFormats() []string { return []string{"text", "json", "bits", "pbm"} }

// solveCommand answers a question about puzzles.
type solveCommand struct {
	*call
	puzzles puzzles
	answers solveAnswer

	certificates *json.Encoder
}

// solveAnswer is a way to answer a question.
type solveAnswer func(*solveCommand, context.Context, solve.Solver, *solveOutput) error

// by is the run of a question that is answered so.
func by(answer solveAnswer) func(context.Context, *call) error {
	return func(ctx context.Context, k *call) error {
		return runSolve(ctx, &solveCommand{call: k, answers: answer,
			puzzles: puzzles{call: k, colours: true, listed: true}})
	}
}

func runSolve(ctx context.Context, c *solveCommand) error {
	if c.con.isFormula(c.args, c.text("input")) {
		return c.formula(ctx, c.args[0])
	}
	if err := c.validate(); err != nil {
		return err
	}
	if cost := c.text("cost"); cost != "" { // which is opened once its puzzle is known
		if err := c.con.Use("", cost); err != nil {
			return err
		}
	}
	if err := c.result(); err != nil {
		return err
	}
	if c.question.kind == manyRecords {
		c.con.several()
	}
	var certificates *stdio.Target
	if name := c.text("certificate"); name != "" {
		file, err := c.con.Create("--certificate", name)
		if err != nil {
			return err
		}
		c.certificates, certificates = json.NewEncoder(file), file
	}
	outcome, err := c.each(ctx)
	_, told := errors.AsType[reported](err)
	if (err == nil || told) && certificates != nil && c.con.DropEmpty(certificates) {
		fmt.Fprintf(c.con.Err, "lightsout: --certificate %s: there is no answer to certify; no file is written\n",
			c.text("certificate"))
	}
	return outcome.after(err)
}

// validate refuses what contradicts each other or has no effect.
func (c *solveCommand) validate() error {
	switch {
	case c.question.asked == "explain" && c.given("goal"):
		return usagef("--explain shows how to solve a puzzle by hand, and its goal is always dark: leave out --goal")
	case c.text("distinct") == "symmetry" && c.given("symmetric"):
		return usagef("--distinct symmetry does not go with --symmetric: a symmetric answer may have images that are " +
			"not")
	case c.given("cost") && len(c.args) > 0 && fromInput(c.args[0]) && fromInput(c.text("cost")):
		return errTwoInputs
	case c.given("exactly") && c.yes("min"):
		return usagef("--exactly fixes the number of presses: leave out --min")
	}
	return c.checkBounds("--min", "--hint")
}

// hintTime is how long a hint looks for the fewest presses without --timeout. Nobody waits longer
// for a hint, and one from a good answer is nearly as good.
const hintTime = 5 * time.Second

// limited is the context with the time limit of the question.
func (c *solveCommand) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if c.yes("hint") && c.lapse("timeout") == 0 {
		return withLimit(ctx, hintTime, fmt.Sprintf("a hint takes no more than %v", hintTime))
	}
	return withTimeout(ctx, c.lapse("timeout"))
}

// one answers the question for the puzzle of an output by the solver. It prints what it finds, and returns
// that as reported.
func (c *solveCommand) one(ctx context.Context, s solve.Solver, out *solveOutput) error {
	out.format = c.format
	if c.format == "text" {
		out.presses, out.witness = textboard.Brushes(out.con.Colours)
	}
	limited, cancel := c.limited(ctx)
	defer cancel()
	return out.noAnswer(ctx, c.answers(c, limited, s, out))
}

// solver is for the puzzles of a board, which must be one that the flags can be used with.
func (c *solveCommand) solver(b *board.Board) (solve.Solver, error) {
	if err := c.takesStates(b); err != nil {
		return solve.Solver{}, err
	}
	s := solve.Solver{
		Engine: c.text("engine"), Xor: c.text("xor"), Card: c.text("card"),
		Conditions: solve.Conditions{Symmetric: c.text("symmetric")}, MaxMemory: c.size("max-memory"),
	}
	if asked := c.question.asked; s.Way() != "" &&
		(asked == "all" || asked == "count" || asked == "" && !c.given("at-most")) {
		return s, usagef("--engine %s is a way to the fewest presses: it goes with --min, --hint, --nearest, "+
			"--at-most or "+
			"--explain-plan", s.Way())
	}
	if cost := c.text("cost"); cost != "" {
		var err error
		if s.Costs, err = c.con.readCosts(cost, b.Switches()); err != nil {
			return s, err
		}
	}
	err := c.constrain(&s, b)
	return s, err
}

func (c *solveCommand) answer(ctx context.Context, s solve.Solver, out *solveOutput) error {
	var bar *stdio.StatusLine
	if out.con.Watched {
		bar = out.con.Status(bestSoFar)
		s.Progress, s.Stage = bar.Show, bar.Stage
	}
	var res *solve.Result
	var err error
	fewest := c.yes("min")
	if fewest || c.yes("hint") {
		res, err = s.Minimum(ctx, out.puzzle)
	} else {
		res, err = s.Any(ctx, out.puzzle)
	}
	bar.Clear()
	if err != nil {
		return err
	}
	if c.yes("hint") {
		err := out.hint(res)
		if err == nil && !res.Proved() && ctx.Err() != nil && c.lapse("timeout") > 0 {
			return bestKnown
		}
		return err
	}
	if err := out.answer(res, c.yes("steps"), fewest); err != nil {
		return err
	}
	if c.certificates != nil {
		if err := c.certificates.Encode(certificate.New(s, res)); err != nil {
			return err
		}
	}
	if fewest && !res.Proved() {
		return bestKnown
	}
	return nil
}

// classes reports whether symmetric answers count once.
func (c *solveCommand) classes() bool { return c.text("distinct") == "symmetry" }

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
	if !c.classes() {
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
	if c.classes() {
		answers = s.UpToSymmetry(ctx, out.puzzle, answers)
	}
	n, err := c.list(out, answers, "; --limit 0 lists all, --count tells how many")
	if err == nil && n == 0 {
		_, err = s.Any(ctx, out.puzzle) // it says why there is none
	}
	return err
}

// howManyLightest counts the answers with the fewest presses.
func (c *solveCommand) howManyLightest(ctx context.Context, s solve.Solver, out *solveOutput) error {
	began := time.Now()
	res, err := c.lightest(ctx, s, out)
	if err != nil {
		return err
	}
	record := out.json(res)
	record.more.Lightest, record.found.Seconds = res.Lightest.String(), time.Since(began).Seconds()
	words := fmt.Sprintf("%s with the fewest presses, %d", countWords(res.Lightest, maxAnswerDigits), res.PressCount())
	return out.number(record, algebraWords(res), words, res.Lightest)
}

// lightest finds the answers with the fewest presses, or writes what is known instead.
func (c *solveCommand) lightest(ctx context.Context, s solve.Solver, out *solveOutput) (*solve.Result, error) {
	bar := out.con.Status(bestSoFar)
	s.Progress = bar.Show
	res, err := s.AllMinimum(ctx, out.puzzle)
	bar.Clear()
	if err != nil || res.Lightest != nil {
		return res, err
	}
	number := c.yes("count") && out.format != "json" && out.format != "text" // and presses are none
	if number {
		out.bounds(res, true)
	} else if err := out.answer(res, false, true); err != nil {
		return nil, err
	}
	if res.Proved() {
		out.say("the other answers with as many presses were not found (%s)", solve.Why(res.Stopped))
	}
	return nil, cutShort{reported: exitGaveUp, nothing: number, why: solve.Why(res.Stopped)}
}

func (c *solveCommand) everyLightest(ctx context.Context, s solve.Solver, out *solveOutput) error {
	res, err := c.lightest(ctx, s, out)
	if err != nil {
		return err
	}
	answers, more, of := res.EachLightest, "", countWords(res.Lightest, maxDigits)
	out.lightest = res.Lightest.String()
	if c.classes() {
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
		fmt.Fprintf(out.con.Out, "%s with the fewest presses, %d%s\n", countWords(res.Lightest, maxDigits),
			res.PressCount(), more)
	}
	_, err = c.list(out, answers, " of "+of+"; --limit 0 lists all")
	return err
}

// firstOfClasses goes through all classes to count them, and keeps those that are listed: with --limit,
// one more than is printed.
func (c *solveCommand) firstOfClasses(classes iter.Seq2[board.State, error]) (first iter.Seq2[board.State, error],
	n int, err error) {
	var kept []board.State
	limit := c.number("limit")
	for presses, err := range classes {
		if err != nil {
			return nil, n, err
		}
		if n++; limit == 0 || len(kept) <= limit {
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
	limit := c.number("limit")
	for presses, err := range answers {
		if err != nil {
			return n, err
		}
		if limit > 0 && n == limit {
			fmt.Fprintf(out.con.Err, "lightsout: --limit %d ends the list%s\n", limit, more)
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
