package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"

	"lightsout/board"
	"lightsout/export"
	"lightsout/gf2"
	"lightsout/internal/stdio"
	"lightsout/internal/textboard"
	"lightsout/puzzlefile"
	"lightsout/solve"
)

var checkVerb = verb{
	name: "check", args: "[PUZZLE] --presses | --model | --batch | --certificate | --proof F", count: count{0, 1},
	summary: "check an answer: press the switches and say what stays lit",
	takes:   "board on input presses model batch answers forbid require certificate cnf proof json output",
	rare:    "summary free-text format at-most exactly symmetric cost timeout max-memory jobs nearest full seed goal",
	choices: map[string]func() []string{"input": puzzleOrFormula, "format": textOrJSON},
	questions: []question{
		{asked: "presses", takes: puzzleToCheck + " nearest at-most exactly max-memory", run: replay},
		{asked: "model", takes: puzzleToCheck + " nearest at-most exactly max-memory", run: replay},
		{asked: "batch", limits: "the whole batch", takes: "answers free-text summary jobs timeout max-memory",
			alone: true, kind: manyRecords,
			run: checkBatch},
		{asked: "certificate", limits: "all certificates", takes: puzzleToCheck +
			" full symmetric cost timeout max-memory", own: true,
			kind: manyRecords, run: certify},
		{asked: "proof", takes: "cnf", needs: "cnf", alone: true, run: checkProof},
	},
}

const puzzleToCheck = "board on goal seed input forbid require"

func textOrJSON() []string { return []string{"text", "json"} }

type checkCommand struct {
	*call
	puzzles puzzles
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
	WrongNames []string `json:"wrong_names,omitempty"` // of wrong

	InBounds *bool `json:"within_bounds,omitempty"` // whether --at-most or --exactly holds

	On *[]int `json:"on,omitempty"` // with --on unknown: the lights that the model chose
}

// nearJSON is about the fewest lights that stay wrong, in solve and check --nearest.
type nearJSON struct {
	NearestCount  int    `json:"nearest_count"`           // how many lights stay wrong
	NearestLower  int    `json:"nearest_lower"`           // proved: at least this many
	NearestProved bool   `json:"nearest_proved"`          // proved: no fewer
	NearestProof  string `json:"nearest_proof,omitempty"` // how that was proved
}

func nearOf(r *solve.NearestResult) nearJSON { return nearJSON{r.Count, r.Lower, r.Proved, r.Proof} }

// nearCheckJSON is written after a check with --nearest.
type nearCheckJSON struct {
	nearJSON
	Stopped string `json:"stopped,omitempty"` // why it is not known whether fewer would do
}

// newCheck is a check of what the flags name.
func newCheck(k *call) (c *checkCommand, err error) {
	c = &checkCommand{call: k, puzzles: puzzles{call: k, unknown: true, colours: true}}
	input := slices.Clone(c.args)
	for _, flag := range []string{"presses", "model", "batch", "answers", "certificate", "cost", "cnf", "proof"} {
		input = append(input, c.text(flag))
	}
	input = slices.DeleteFunc(input, func(file string) bool { return !fromInput(file) })
	switch {
	case len(input) > 1:
		return nil, errTwoInputs
	case c.puzzles.onUnknown() && (!c.given("model") || c.yes("nearest")):
		return nil, usagef("--on unknown goes with --model, which holds the lights, and without --nearest")
	}
	if err := c.checkBounds(); err != nil {
		return nil, err
	}
	if err = c.result(); err == nil && k.question.kind == manyRecords {
		k.con.several()
	}
	return c, err
}

// replay presses the switches on the puzzle and tells what is left.
func replay(ctx context.Context, k *call) error {
	c, err := newCheck(k)
	switch {
	case err != nil:
		return err
	case c.given("model") && k.con.isFormula(c.args, c.text("input")):
		return c.formula(ctx, c.args[0])
	}
	p, err := c.puzzles.one(ctx)
	if err == nil {
		err = c.takesStates(p.Board)
	}
	if err != nil {
		return err
	}
	presses, err := c.read(p)
	if none, ok := errors.AsType[*export.NoModelError](err); ok && none.Unsat {
		return c.noAnswer(ctx, p, none)
	}
	if err != nil {
		return err
	}
	var s solve.Solver
	if err := c.constrain(&s, p.Board); err != nil {
		return err
	}
	v := s.Check(p, presses)
	if v.Err != nil {
		return v.Err
	}
	record := checkJSON{
		Board: p.Board.Spec(), Solved: v.Solved, Presses: presses, PressCount: len(presses),
		Wrong: v.Wrong, Lit: v.Lit, Forbidden: v.Forbidden, Missing: v.Missing,
		PressNames: textboard.Names(p.Board, presses), WrongNames: textboard.Names(p.Board, v.Wrong),
	}
	if c.bounded() {
		record.InBounds = new(!v.OutOfBounds)
	}
	outcome, more, near := reported(exitDone), "", (*nearCheckJSON)(nil)
	if !v.Solved {
		outcome = exitNo
	}
	switch {
	case c.yes("nearest"):
		best, err := s.Nearest(ctx, p, solve.NearestOptions{})
		if err != nil {
			return err
		}
		near = &nearCheckJSON{nearJSON: nearOf(best)}
		outcome, more = near.verdict(v, best)
	case c.puzzles.onUnknown():
		record.On = new(p.On.Indices())
		more = "lights on: " + cmp.Or(textboard.List(p.Board, *record.On), "none")
	}
	return outcome.after(k.con.tell(joined{&record, near}, func() {
		c.tell(p, presses, v)
		if more != "" {
			fmt.Fprintln(k.con.Out, more)
		}
	}))
}

// verdict compares what presses leave wrong with the best that is known.
func (j *nearCheckJSON) verdict(v solve.Replay, best *solve.NearestResult) (reported, string) {
	wrong := len(v.Wrong)
	switch {
	case len(v.Forbidden)+len(v.Missing) > 0:
		return exitNo, "not an answer: it does not keep to the forbidden and required switches"
	case wrong > best.Count:
		return exitNo, fmt.Sprintf("not the nearest: %s would do",
			textboard.Count(best.Count, "wrong light", "wrong lights"))
	case wrong == best.Lower && wrong == 0:
		return exitDone, "nothing is wrong"
	case wrong == best.Lower && best.Proved:
		return exitDone, "fewer wrong lights are impossible: " + best.Proof
	case wrong == best.Lower:
		return exitDone, "fewer wrong lights are impossible"
	}
	j.Stopped = whyUnproved(best.Stopped)
	return exitGaveUp, fmt.Sprintf("not proved to be the nearest: at least %s wrong (%s)",
		textboard.Count(best.Lower, "light is", "lights are"), j.Stopped)
}

// read returns what to replay: a list of presses, or a solver's model, which may have the lights too.
func (c *checkCommand) read(p *board.Puzzle) ([]int, error) {
	b := p.Board
	if c.given("model") {
		model, err := readModel(c.con, c.text("model"), b,
			export.Options{Nearest: c.yes("nearest"), Unknown: c.puzzles.onUnknown()})
		if err != nil {
			return nil, err
		}
		if c.puzzles.onUnknown() {
			p.On = model.Lights
		}
		return model.Presses.Indices(), nil
	}
	return c.con.readPresses(c.text("presses"), b)
}

// readPresses reads the value of --presses: a LIST, or a bitmap that solve --format pbm wrote.
func (c *console) readPresses(text string, b *board.Board) ([]int, error) {
	list, err := c.listText(text)
	if err != nil {
		return nil, err
	}
	if b.States() == 2 && bitmap.MatchString(list) {
		return readBitmap("--presses "+text, list, b)
	}
	return switches(b, "presses", list)
}

// bitmap is how a bitmap begins; P1 alone may be a name.
var bitmap = regexp.MustCompile(`^P[14]\s+[0-9#]`)

// readModel reads what a solver printed about a board.
func readModel(con *console, file string, b *board.Board, opt export.Options) (export.Model, error) {
	return stdio.Read(con.Console, file, func(in io.Reader, name string) (export.Model,
		error) {
		return export.ReadModel(in, name, b, opt)
	})
}

// claimTime is how long an answer is looked for where a solver says that there is none.
const claimTime = 20 * time.Second

// noAnswer checks the claim that there is none, by looking for one.
func (c *checkCommand) noAnswer(ctx context.Context, p *board.Puzzle, claim error) error {
	if c.puzzles.onUnknown() || c.yes("nearest") {
		if c.given("forbid", "require", "at-most", "exactly") {
			return &solve.GaveUpError{Cause: fmt.Errorf("%v; not verified: the conditions may leave none", claim)}
		}
		return fmt.Errorf("%w, but there always is one", claim)
	}
	var s solve.Solver
	if err := c.constrain(&s, p.Board); err != nil {
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
	}
	words, outcome, empty := fmt.Sprintf("correct: %v", none), reported(exitDone), []int{}
	if !right {
		words, outcome = fmt.Sprintf("wrong: %v, but there is one: lightsout solve finds it", claim), exitNo
	}
	record := checkJSON{Board: p.Board.Spec(), Unsolvable: right, Wrong: empty, Lit: empty, Forbidden: empty,
		Missing: empty, Presses: empty}
	return outcome.after(c.con.tell(record, func() { fmt.Fprintln(c.con.Out, words) }))
}

// readBitmap reads the presses that solve --format pbm wrote: black pixels.
func readBitmap(name, image string, b *board.Board) ([]int, error) {
	p, err := puzzlefile.NewReader(strings.NewReader(image),
		puzzlefile.ReaderOptions{Name: name, Kind: "pbm", Board: b}).Next()
	if err != nil {
		return nil, err
	}
	return p.On.Indices(), nil
}

func (c *checkCommand) tell(p *board.Puzzle, presses []int, v solve.Replay) {
	if c.given("model") {
		fmt.Fprintln(c.con.Out, listLine(p.Board, presses)) // it is not on the command line
	}
	switch {
	case v.Solved:
		reach := "reach"
		if len(presses) == 1 {
			reach = "reaches"
		}
		fmt.Fprintf(c.con.Out, "solved: %s on %s %s the goal\n", textboard.Count(len(presses), "press", "presses"),
			clipSpec(p.Board.Spec()), reach)
		return
	case len(v.Wrong) > 0:
		begin := "not solved: after"
		if c.yes("nearest") {
			begin = "after"
		}
		fmt.Fprintf(c.con.Out, "%s %s on %s, %s from the goal: %s\n", begin,
			textboard.Count(len(presses), "press", "presses"), clipSpec(p.Board.Spec()),
			textboard.Count(len(v.Wrong), "light differs", "lights differ"), textboard.List(p.Board, v.Wrong))
	}
	if len(v.Forbidden) > 0 {
		fmt.Fprintf(c.con.Out, "not allowed: switch %s must not be pressed\n", textboard.List(p.Board, v.Forbidden))
	}
	if len(v.Missing) > 0 {
		fmt.Fprintf(c.con.Out, "not allowed: switch %s must be pressed\n", textboard.List(p.Board, v.Missing))
	}
	if v.OutOfBounds {
		bound := fmt.Sprintf("at most %d", c.number("at-most"))
		if c.given("exactly") {
			bound = fmt.Sprintf("exactly %d", c.number("exactly"))
		}
		fmt.Fprintf(c.con.Out, "not allowed: %s, where %s may be made\n",
			textboard.Count(len(presses), "press", "presses"), bound)
	}
	if p.Board.States() > 2 || len(v.Wrong) > 0 {
		_, brush := textboard.Brushes(c.con.Colours)
		brush.Legend = "◆ ◇ not as the goal wants it, on and off"
		brush.TriangleLegend, brush.CodeLegend = "! not as the goal wants it", brush.Legend
		lit := p.Board.Dark()
		for _, l := range v.Lit {
			lit.Set(l, lit.At(l)+1)
		}
		wrong := board.Bits(gf2.VecOf(p.Board.Lights(), v.Wrong...))
		textboard.Drawing{Board: p.Board, Lit: lit, Marked: wrong, Brush: brush}.DrawWithLegend(c.con.Out)
	}
}

// listText is a LIST as given, or read from @FILE, or from standard input for "-".
func (c *console) listText(text string) (string, error) {
	file, isFile := strings.CutPrefix(text, "@")
	if text != "-" && (!isFile || file == "") {
		return text, nil
	}
	list, err := c.ReadText(file)
	if strings.HasPrefix(list, "c not proved") { // as solve --min --format bits remarks on a search that was stopped
		_, list, _ = strings.Cut(list, "\n")
	}
	if err == nil && strings.TrimSpace(list) == "" {
		fmt.Fprintf(c.Err, "lightsout: note: --presses %s is empty, which means no presses\n", text)
	}
	return list, err
}
