package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"lightsout/board"
	"lightsout/internal/batch"
	"lightsout/internal/suggest"
	"lightsout/internal/textboard"
	"lightsout/puzzlefile"
	"lightsout/solve"
)

// solveOutput writes what was found about one puzzle, one record at a time.
type solveOutput struct {
	con    *console
	puzzle *board.Puzzle
	id     json.RawMessage // of the puzzle's record, if it has one
	format string
	// remark is “not proved …”, a comment above presses in the formats that hold nothing else.
	remark           string
	none             string            // how many answers there are if there is none: "0" if they were counted
	listed           int               // answers of a list that were written
	lightest         string            // how many answers have the fewest presses, if they are listed
	classes          string            // how many of them are listed, if symmetric ones count once
	more             func(*answerJSON) // adds to the record
	presses, witness textboard.Brush
}

// answerJSON is an answer record with what only this verb adds.
type answerJSON struct {
	id    json.RawMessage // the name of the puzzle, if it has one
	found solve.Answer
	more  moreJSON
	near  *nearestJSON
}

type moreJSON struct {
	PressNames   []string   `json:"press_names,omitempty"`            // of the presses, where nodes have names
	WitnessNames []string   `json:"witness_names,omitempty"`          // of the witness, where nodes have names
	Hint         *int       `json:"hint,omitempty"`                   // with --hint: the press to make next
	Steps        []stepJSON `json:"steps,omitempty"`                  // with --steps: the way to the goal
	Classes      string     `json:"answers_up_to_symmetry,omitempty"` // with --distinct symmetry: classes of answers
	Lightest     string     `json:"lightest,omitempty"`               // with --count --min: those with the fewest
	Origin       string     `json:"origin,omitempty"`
}

// MarshalJSON makes it one object.
func (a *answerJSON) MarshalJSON() ([]byte, error) {
	id := struct {
		ID json.RawMessage `json:"id,omitempty"`
	}{a.id}
	return joined{id, &a.found, &a.more, a.near}.MarshalJSON()
}

// record is an answer with what is known of its puzzle.
func (o *solveOutput) record(a solve.Answer) *answerJSON {
	b := o.puzzle.Board
	return &answerJSON{id: o.id, found: a, more: moreJSON{PressNames: textboard.Names(b, a.Presses),
		WitnessNames: textboard.Names(b, a.Witness), Origin: o.puzzle.Origin}}
}

type stepJSON struct {
	State string `json:"state"` // the lights before the press, a digit each
	Press int    `json:"press"` // the switch to press
}

func (o *solveOutput) json(res *solve.Result) *answerJSON {
	record := o.record(res.Answer(maxInJSON))
	if o.more != nil {
		o.more(record)
	}
	return record
}

// say writes a line where people read it: in the text, or on standard error beside another format. JSON has fields
// instead.
func (o *solveOutput) say(format string, args ...any) {
	switch o.format {
	case "json":
	case "text":
		fmt.Fprintf(o.con.Out, format+"\n", args...)
	default:
		origin := ""
		if o.puzzle.Origin != "" {
			origin = o.puzzle.Origin + ": "
		}
		fmt.Fprintf(o.con.Err, "lightsout: "+origin+format+"\n", args...)
	}
}

// headline introduces a puzzle in the text: its origin and its board.
func (o *solveOutput) headline(more string) {
	if o.format != "text" {
		return
	}
	b := o.puzzle.Board
	if o.puzzle.Origin != "" {
		fmt.Fprintf(o.con.Out, "%s: ", o.puzzle.Origin)
	}
	lights := textboard.Count(b.Lights(), "light", "lights")
	if n := o.puzzle.DontCare.Weight(); n > 0 {
		lights += " of which " + textboard.Count(n, "does not matter", "do not matter")
	}
	fmt.Fprintf(o.con.Out, "%s, %s, %s%s\n", clipSpec(b.Spec()), lights,
		textboard.Count(b.Switches(), "switch", "switches"), more)
}

// clipSpec keeps a SPEC with a long mask on one line.
func clipSpec(spec string) string { return suggest.Clip(spec, 72) }

// answer writes an answer; asked tells whether the fewest presses were asked for.
func (o *solveOutput) answer(res *solve.Result, steps, asked bool) error {
	if err := o.stepsFit(res); steps && err != nil {
		return err
	}
	if o.format == "json" {
		object := o.json(res)
		if steps {
			object.more.Steps = o.stepList(res)
		}
		return object.write(o.con.Out)
	}
	if o.format != "text" {
		o.bounds(res, asked)
		if asked && !res.Proved() {
			o.remark = notProved(res)
		}
		return o.plain(res.Best)
	}
	o.headline(algebraWords(res))
	if steps {
		o.steps(res)
	} else {
		o.picture(o.puzzle.On, res.Best, o.presses)
	}
	fmt.Fprintln(o.con.Out, o.pressLine(res.Best))
	o.bounds(res, asked)
	return nil
}

// countWords is a number of answers in words, of at most so many digits.
func countWords(n *big.Int, most int) string {
	if n.IsInt64() && n.Int64() == 1 {
		return "1 answer"
	}
	return textboard.Number(n, most) + " answers"
}

// maxDigits is the longest number that is printed in full among words. JSON has all digits.
const maxDigits = 40

// maxListed is how many presses or lights are listed in text, and maxInJSON in JSON.
const (
	maxListed = 10_000
	maxInJSON = 10_000_000
)

func (o *solveOutput) pressLine(presses board.State) string {
	if n := presses.Weight(); n > maxListed {
		return textboard.Count(n, "press", "presses") + " (--json lists up to ten million, --format pbm draws them)"
	}
	return pressLine(o.puzzle.Board, presses)
}

func listLine(b *board.Board, presses []int) string {
	return listed(len(presses), textboard.List(b, presses))
}

// listed is a number of presses and which they are.
func listed(n int, presses string) string {
	if n == 0 {
		presses = "nothing to do"
	}
	return textboard.Count(n, "press", "presses") + ": " + presses
}

// boundBy is what a lower bound rests on, in words to follow it.
func boundBy(res *solve.Result) string {
	if res.Words() == "" {
		return ""
	}
	return ", by " + res.Words()
}

// bounds reports what is known about the fewest presses.
func (o *solveOutput) bounds(res *solve.Result, asked bool) {
	text := o.format == "text"
	if text && res.Priced {
		o.say("they cost %d", res.Cost)
	}
	switch {
	case asked && !res.Proved():
		o.say("%s", notProved(res))
	case !text:
	case res.Proved() && res.Priced:
		o.say("no answer costs less: %s", res.Words())
	case res.Proved():
		o.say("no answer has fewer: %s", res.Words())
	case res.Lower > 0 && res.Lower < res.PressCount():
		o.say("every answer has at least %s; --min looks for the fewest",
			textboard.Count(res.Lower, "press", "presses"))
	}
}

// notProved is what is known instead of the fewest presses.
func notProved(res *solve.Result) string {
	bound := fmt.Sprintf("at least %d are needed%s", res.Lower, boundBy(res))
	return fmt.Sprintf("not proved to be the fewest: %s (%s)", bound, solve.Why(res.Stopped))
}

func (o *solveOutput) picture(lit, marked board.State, with textboard.Brush) {
	textboard.Drawing{Board: o.puzzle.Board, Lit: lit, Marked: marked, Brush: with}.DrawWithLegend(o.con.Out)
}

// maxSteps is how many characters the states of all steps have together: some seconds of writing, and as much memory.
const maxSteps = 1 << 26

// stepsFit refuses steps that are too long to write.
func (o *solveOutput) stepsFit(res *solve.Result) error {
	n := res.PressCount()
	if lights := o.puzzle.Board.Lights(); lights > 0 && n > maxSteps/lights {
		what := fmt.Sprintf("the list of %d steps on %s", n, o.puzzle.Board.Spec())
		return &board.TooLargeError{What: what, Limit: "their states may have up to 2^26 lights together"}
	}
	return nil
}

func (o *solveOutput) stepList(res *solve.Result) []stepJSON {
	var list []stepJSON
	state := o.puzzle.On.Clone()
	for _, s := range res.Best.Indices() {
		list = append(list, stepJSON{state.String(), s})
		o.puzzle.Board.Press(state, s, 1)
	}
	return list
}

// maxColumns is how many lights are named above the steps.
const maxColumns = 40

func (o *solveOutput) steps(res *solve.Result) {
	b := o.puzzle.Board
	if names := b.Names(); names != nil {
		var few []string
		for light := range min(len(names), maxColumns) {
			few = append(few, b.Label(light))
		}
		more := strings.Repeat(" …", min(len(names)-len(few), 1))
		fmt.Fprintf(o.con.Out, "      the lights are, in this order, %s%s\n", strings.Join(few, " "), more)
	}
	for i, step := range o.stepList(res) {
		fmt.Fprintf(o.con.Out, "%4d. %s  press %s\n", i+1, textboard.State(b, step.State),
			textboard.Place(b, step.Press))
	}
	fmt.Fprintf(o.con.Out, "%4s  %s  the goal\n", "", textboard.State(b, o.puzzle.After(res.Best).On.String()))
}

// plain writes presses in the formats that hold nothing else.
func (o *solveOutput) plain(presses board.State) error {
	b := o.puzzle.Board
	switch {
	case o.format == "bits":
		text, err := presses.MarshalText() // which refuses more cells than a text may have
		if err != nil {
			return err
		}
		if o.remark != "" {
			fmt.Fprintf(o.con.Out, "c %s\n", o.remark)
		}
		text, _, _ = bytes.Cut(text, []byte(",")) // without the number of states
		return batch.WriteWhole(o.con.Out, append(text, '\n'))
	case b.Layout() == nil:
		return usagef("%s has no rows and columns to make a bitmap of; use --format bits", b.Spec())
	}
	var bitmap bytes.Buffer
	err := puzzlefile.WritePBM(&bitmap, b, presses)
	if o.remark != "" && err == nil {
		head, _ := bitmap.ReadString('\n')
		fmt.Fprintf(o.con.Out, "%s# %s\n", head, o.remark)
	}
	_, failed := bitmap.WriteTo(o.con.Out)
	return cmp.Or(err, failed)
}

// count writes how many answers there are and, if that was asked, how many up to symmetry, or why that is not known.
func (o *solveOutput) count(n, classes *big.Int, gaveUp *solve.GaveUpError, took time.Duration) error {
	b := o.puzzle.Board
	object := o.record(solve.Answer{Board: b.Spec(), Lights: b.Lights(), Switches: b.Switches(), Solvable: true,
		Seconds: took.Seconds()})
	words, number := countWords(n, maxAnswerDigits), n
	if k, ok := exponent(n, b.States()); ok && k > 0 && n.BitLen() <= maxAnswerDigits {
		words += fmt.Sprintf(" = %d^%d", b.States(), k)
	}
	switch {
	case gaveUp != nil:
		object.found.Stopped, number = solve.Why(gaveUp), nil
		words += ", how many up to symmetry is not known: " + object.found.Stopped
	case classes != nil:
		object.more.Classes, number = classes.String(), classes
		words += ", " + object.more.Classes + " up to symmetry"
	}
	if o.format == "json" {
		object.found.Answers = n.String()
	}
	if err := o.number(object, "", words, number); err != nil || gaveUp == nil {
		return err
	}
	return bestKnown
}

// number writes a number of answers: in a record, in words below the headline, or alone, if it is known.
func (o *solveOutput) number(record *answerJSON, more, words string, n *big.Int) error {
	if o.format == "json" {
		return writeJSON(o.con.Out, record)
	}
	if o.format != "text" && n != nil {
		words = ""
		fmt.Fprintln(o.con.Out, n)
	}
	if o.headline(more); words != "" {
		o.say("%s", words)
	}
	return nil
}

// maxAnswerDigits is how long a number may be that --count writes in full.
const maxAnswerDigits = 1_000_000

// hint gives the first press of the best answer.
func (o *solveOutput) hint(res *solve.Result) error {
	press, one := firstPress(res.Best)
	o.headline("")
	switch {
	case o.format == "json":
		object := o.json(res)
		if press >= 0 {
			object.more.Hint = &press
		}
		return writeJSON(o.con.Out, object)
	case o.format != "text":
		return o.plain(one)
	case press < 0:
		o.say("nothing to do: this is the goal")
		return nil
	}
	o.picture(o.puzzle.On, one, o.presses)
	unsure := ""
	if !res.Proved() {
		unsure = " (perhaps fewer: this is not proved)"
	}
	o.say("press %s; then %d to go%s", textboard.Place(o.puzzle.Board, press), res.PressCount()-1, unsure)
	return nil
}

type oneOfManyJSON struct {
	ID         json.RawMessage `json:"id,omitempty"`
	Board      string          `json:"board"`
	Index      int             `json:"index"` // the number of the answer, from 0
	Presses    []int           `json:"presses,omitzero"`
	PressNames []string        `json:"press_names,omitempty"` // of the presses, where nodes have names
	PressCount int             `json:"press_count"`
	Lightest   string          `json:"lightest,omitempty"`                // with --all --min: how many there are
	Classes    string          `json:"lightest_up_to_symmetry,omitempty"` // how many of them are listed
	Origin     string          `json:"origin,omitempty"`
}

// oneOfMany writes one of several answers.
func (o *solveOutput) oneOfMany(presses board.State, index int) error {
	switch o.format {
	case "json":
		n, list := presses.Weight(), []int(nil)
		if n <= maxInJSON {
			list = presses.Indices()
		}
		return writeJSON(o.con.Out, oneOfManyJSON{o.id, o.puzzle.Board.Spec(), index, list,
			textboard.Names(o.puzzle.Board, list), n, o.lightest, o.classes, o.puzzle.Origin})
	case "text":
		if index == 0 && o.lightest == "" {
			o.headline("")
		}
		return batch.WriteWhole(o.con.Out, fmt.Appendf(nil, "%d. %s\n", index+1, o.pressLine(presses)))
	default:
		return o.plain(presses)
	}
}

// unsolvable writes a refutation.
func (o *solveOutput) unsolvable(e *solve.UnsolvableError, took time.Duration) error {
	witness, words := e.Witness, e.Error()
	switch {
	case witness.Mod() > 2:
		words = weightWords(o.puzzle.Board, e)
	case e.Condition == "":
		words = "unsolvable: " + witnessWords(o.puzzle.Board, witness, "every press", e.Size(), e.MustChange)
	case witness.Len() > 0:
		words += ": " + witnessWords(o.puzzle.Board, witness, "every allowed press", e.Size(), e.MustChange)
	}
	o.headline("")
	o.refutation(words, witness)
	if o.format == "json" {
		record := e.Answer(o.puzzle, maxInJSON)
		record.Seconds = took.Seconds()
		record.Answers = cmp.Or(o.none, record.Answers)
		if err := writeJSON(o.con.Out, o.record(record)); err != nil {
			return err
		}
	}
	return reported(exitNo)
}

// refutation writes in words and as a picture why there is no answer; the witness may be empty.
func (o *solveOutput) refutation(words string, witness board.State) {
	o.say("%s", words)
	if o.format != "text" || witness.Len() == 0 {
		return
	}
	if witness.Mod() == 2 {
		o.picture(o.puzzle.On, witness, o.witness)
	}
	if witness.Size() <= maxListed {
		fmt.Fprintf(o.con.Out, "witness: %s\n", textboard.Cells(o.puzzle.Board, witness))
	}
}

// witnessWords says why a puzzle has no answer. It names at most ten lights of the witness, of which there are so many.
func witnessWords(b *board.Board, witness board.State, who string, lights, mustChange int) string {
	const named = 10
	var first []int
	for l := range witness.All() {
		if first = append(first, l); len(first) == named {
			break
		}
	}
	names := textboard.List(b, first)
	switch {
	case b.Names() != nil:
	case lights == 1:
		names = "light " + names
	default:
		names = "lights " + names
	}
	if lights > named {
		names += fmt.Sprintf(" and %d more", lights-named)
	}
	if lights == 1 {
		return fmt.Sprintf("%s must change, but %s leaves it as it is", names, who)
	}
	return fmt.Sprintf("%s flips an even number of %s, but an odd number of them (%d) must change", who, names,
		mustChange)
}

// noAnswer writes why a question that failed has no answer, where that is a finding about the puzzle
// or a limit was met. Other errors it passes on.
func (o *solveOutput) noAnswer(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	var outcome reported
	var unsolvable *solve.UnsolvableError
	var gaveUp *solve.GaveUpError
	switch {
	case errors.As(err, &outcome):
		// Also if it was interrupted: the best answer so far is written, and its record says that
		// the search did not end.
		return err
	case errors.As(err, &unsolvable):
		return o.unsolvable(unsolvable, time.Since(o.con.about.began))
	case ctx.Err() != nil:
		return cause(ctx)
	case errors.As(err, &gaveUp):
		return o.gaveUp(gaveUp)
	}
	return err
}

// gaveUp reports a search that reached a limit before it found an answer, or all of them.
func (o *solveOutput) gaveUp(e *solve.GaveUpError) error {
	words := "gave up without an answer: " + solve.Why(e)
	if o.listed > 0 {
		words = fmt.Sprintf("gave up after %s: %s", textboard.Count(o.listed, "answer", "answers"), solve.Why(e))
	} else {
		o.headline("")
	}
	o.say("%s", words)
	if err := o.con.stopped(o.con.Out, e); err != nil {
		return err
	}
	if o.format != "text" && o.format != "json" {
		words = "" // said already
	}
	return cutShort{reported: exitGaveUp, nothing: o.listed == 0, why: words}
}
