package puzzlefile

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/answers"
	"lightsout/internal/strictjson"
)

// jsonl has an object on a line, whose indices count from 0:
//
//	{"id":"grid:2x2/e3b0c442/1/0","board":"grid:2x2","on":[2,3],"rows":["..","##"],"presses":[0,1],
//	 "min_presses":2,"answers":"1","lit":2,"nullity":0,"chase_presses":3,"seed":1,"index":0}
//
// Reading needs the board, unless it is given, and the lights, in on or in rows. on is a list of
// lights, or a text as [Board.ParseState] reads it. rows is the board's drawing, with _ where there is no
// light. If both are there, they must agree. Where lights have more than two states, on repeats a light as
// often as its state says, rows has digits, and toggles repeat a light that a press adds more than 1 to. The goal is
// all off. Unknown fields are passed over, except those that only case tells from a known one.
//
// A switch in presses, or a light in on, may also be a pair [row, column], counted from 0, a place
// "r1c1", counted from 1, or the name of a node.
//
// A board that has no SPEC is written out, so that the record says all there is to say: lights is
// how many there are, toggles has for each switch the lights that it flips, and graph says that switch
// i and light i are the same node. The board is then only a name.
//
// names, if it is there, has what each node is called. A puzzle without an answer has "solvable":false and, in witness,
// the lights that show it, each as often as it counts.
//
//	{"board":"graph:tail.lo","lights":3,"toggles":[[0,1],[0,1,2],[1,2]],"graph":true,"on":[0]}

// jsonRecord is a line as it stands.
type jsonRecord struct {
	ID         json.RawMessage `json:"id"`
	Board      string          `json:"board"`
	Lights     *int            `json:"lights"`
	Toggles    json.RawMessage `json:"toggles"`
	Graph      bool            `json:"graph"`
	Names      []string        `json:"names"`
	On         json.RawMessage `json:"on"`
	Rows       []string        `json:"rows"`
	Goal       json.RawMessage `json:"goal"`
	Presses    json.RawMessage `json:"presses"`
	Answer     json.RawMessage `json:"answer"`
	MinPresses *int            `json:"min_presses"`
	Answers    *string         `json:"answers"`
	Seed       uint64          `json:"seed"`
	Index      uint64          `json:"index"`
	Uniform    *bool           `json:"uniform"`
	Solvable   *bool           `json:"solvable"`
	Witness    json.RawMessage `json:"witness"`

	Lit json.RawMessage `json:"lit"`

	// What generate writes besides: it follows from the puzzle, or is for others.
	Nullity      passedOver `json:"nullity"`
	QuietOrder   passedOver `json:"quiet_order"`
	ChasePresses passedOver `json:"chase_presses"`
	Split        passedOver `json:"split"`
	Prompt       passedOver `json:"prompt"`
	Messages     passedOver `json:"messages"`

	Others  jsontext.Value `json:",inline"` // fields that no puzzle has
	unknown []string       // their names, in order
}

// passedOver is a field that is not read.
type passedOver struct{}

// UnmarshalJSON reads anything.
func (passedOver) UnmarshalJSON([]byte) error { return nil }

// looksJSON accepts an object. A graph6 line may begin with a brace too, but has no quotation marks.
func looksJSON(line string) bool {
	rest, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), "{")
	rest = strings.TrimSpace(rest)
	return ok && (rest == "" || rest == "}" || rest[0] == '"')
}

// nextJSON returns the record with its ID also if the rest is not a puzzle.
func (r *Reader) nextJSON() (*Record, error) {
	line, ok := r.skip()
	if !ok {
		return nil, nil
	}
	if r.cut {
		r.count = r.number - 1 // the lines before the piece are not counted otherwise
	}
	j := &r.json
	rec, err := r.jsonPuzzle(j, line)
	if err != nil {
		return &Record{ID: j.ID}, err
	}
	rec.Origin = r.origin(r.number)
	return rec, nil
}

// decode reads a line.
func (j *jsonRecord) decode(line string) error {
	if j.asWritten(line) {
		return nil
	}
	*j = jsonRecord{}
	err := strictjson.Decode([]byte(line), j, strictjson.Any)
	if err == nil {
		j.unknown, err = otherFields(j.Others, recordFields)
	}
	return err
}

// otherFields are the names of fields that are not known, in order. One that only case tells from a known one is
// refused.
func otherFields(others jsontext.Value, known []string) (names []string, err error) {
	if others == nil {
		return nil, nil
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(others, &fields); err != nil {
		return nil, err
	}
	names = slices.Sorted(maps.Keys(fields))
	for _, name := range names {
		if i := slices.IndexFunc(known, func(field string) bool { return strings.EqualFold(field, name) }); i >= 0 {
			return nil, fmt.Errorf("%s: there is no such field (did you mean %q?)", clip(name), known[i])
		}
	}
	return names, nil
}

// recordFields are the names of the fields of a record.
var recordFields = strictjson.Names(reflect.TypeFor[jsonRecord]())

func (r *Reader) jsonPuzzle(j *jsonRecord, line string) (rec *Record, err error) {
	defer catch(&err)
	if r.opt.Answers {
		return r.onlyAnswer(j, line)
	}
	err = j.decode(line)
	if text := strings.TrimSpace(line); err != nil && strings.TrimRight(text, "{[,") != text {
		err = fmt.Errorf("%w; a record is on one line, and a graph in JSON has nodes and links", err)
	}
	check(err)
	for _, name := range j.unknown {
		if why := elsewhere[strings.ToLower(name)]; why != "" {
			return nil, fmt.Errorf("%s: a record has no such field; %s", name, why)
		}
	}
	if answers.Given(j.Goal) {
		return nil, fmt.Errorf("the record has a goal; the goal of records is all off, " +
			"so leave it out and put what must change into on")
	}
	b := r.recordBoard(j)
	if j.Lights != nil && *j.Lights != b.Lights() {
		return nil, fmt.Errorf("lights is %d, but %s has %d", *j.Lights, clip(b.Spec()), b.Lights())
	}
	rec = &Record{Puzzle: j.puzzle(b), ID: j.ID, Index: j.Index, Seed: j.Seed, MinPresses: j.MinPresses,
		Unknown: j.unknown}
	if answers.Given(j.Lit) {
		checkLit(string(j.Lit), rec.On)
	}
	if j.Answers != nil {
		rec.Answers = *j.Answers
	}
	rec.Uneven = j.Uniform != nil && !*j.Uniform
	if j.Solvable != nil && !*j.Solvable {
		if rec.Witness, _ = answers.Cells(b, "witness", j.Witness, "light", b.Lights()); rec.Witness == nil {
			rec.Witness = []int{} // which shows nothing
		}
	}
	rec.Presses, rec.Read, rec.badPresses = answers.List(b, "presses", j.Presses, r.opt.FreeText)
	if answers.Given(j.Answer) {
		rec.answered, rec.Read, rec.badAnswer = answers.List(b, "answer", j.Answer, r.opt.FreeText)
	}
	return rec, nil
}

// elsewhere are fields that would change the puzzle, so that passing over them would answer another one,
// and what to do instead.
var elsewhere = map[string]string{
	"at_most":   "only a question has a limit of presses, not a puzzle",
	"at_least":  "only a question has a limit of presses, not a puzzle",
	"exactly":   "only a question has a limit of presses, not a puzzle",
	"cost":      "only a question has costs, not a puzzle",
	"symmetric": "only a question asks for symmetric answers, not a puzzle",
	"forbid":    "a file of the format lo can forbid switches",
	"forbidden": "a file of the format lo can forbid switches",
	"require":   "only a question can require switches, not a puzzle",
	"dont_care": "a file of the format lo can say which lights do not matter",
	"mod":       "lights with more than two states are an option of the board, as in 5x5,mod=3",
	"costs":     "only a question has costs, not a puzzle",
}

// recordBoard is the board of a record: the one it writes out, or else that of its SPEC, with the names that it gives
// to the nodes.
func (r *Reader) recordBoard(j *jsonRecord) *board.Board {
	spec, known := j.Board, r.opt.Board
	make := func() *board.Board { return r.boardOf(spec, r.number) }
	switch {
	case answers.Given(j.Toggles):
		name, ok := strings.CutPrefix(strings.TrimSpace(spec), "graph:")
		switch {
		case !ok && spec != "":
			fail("board %q: a record that has toggles has its board in them; name it graph:NAME, or leave board out",
				spec)
		case name == "":
			name = r.graphName()
		}
		refuse(j.Lights == nil || *j.Lights < 1 || *j.Lights > maxUnmentioned+len(j.Toggles),
			"toggles need lights, a number from 1 to %d", maxUnmentioned+len(j.Toggles))
		spec = fmt.Sprint(name, " ", *j.Lights, j.Graph, " ", string(j.Toggles))
		make = func() *board.Board { return j.toggledBoard(name) }
	case known != nil && (spec == "" || spec == known.Spec()):
		make = func() *board.Board { return known }
	case spec == "":
		refuse(!answers.Given(j.On) && len(j.Rows) == 0 && len(j.unknown) > 0,
			"the record names no board; a graph is an object with nodes and links, or one edge on each line")
		fail("the record names no board")
	}
	if len(j.Names) == 0 {
		return r.remember(spec, make)
	}
	return r.remember(spec+"\n"+strings.Join(j.Names, "\n"), func() *board.Board {
		b := make()
		if slices.Equal(b.Names(), j.Names) {
			return b
		}
		for i, name := range j.Names {
			j.Names[i] = strings.Clone(name)
		}
		named, err := b.WithNames(slices.Clone(j.Names))
		refuse(err != nil, "names: %w", err)
		return named
	})
}

// toggledBoard is the board that a record writes out.
func (j *jsonRecord) toggledBoard(name string) *board.Board {
	var toggles [][]int
	if err := strictjson.Decode(j.Toggles, &toggles, strictjson.Known); err != nil {
		fail("toggles: %w; toggles has, for each switch, a list of lights counted from 0", err)
	}
	refuse(len(toggles) == 0, "toggles lists no switch")
	name, text, coloured := strings.Cut(name, ",mod=")
	states := 2
	if coloured {
		var ok bool
		if states, ok = number(text, 2, maxStates); !ok {
			fail("mod= takes how many states a light has, from 2 to %d, not %q", maxStates, text)
		}
	}
	b, err := board.Listed{Name: name, Lights: *j.Lights, Graph: j.Graph, States: states, Toggles: toggles}.Board()
	check(err)
	return b
}

// puzzle is the board with the lights that on and rows say; if both do, they must agree.
func (j *jsonRecord) puzzle(b *board.Board) board.Puzzle {
	p, listed := board.Puzzle{Board: b, Goal: b.Dark()}, answers.Given(j.On)
	refuse(!listed && len(j.Rows) == 0, "the record has neither on nor rows: which lights are on?")
	if listed {
		if p.On = j.listed(b); len(j.Rows) == 0 || j.draws(b, p.On) {
			return p
		}
	}
	drawn, err := parseDrawing(b, j.Rows)
	refuse(err != nil, "rows: %w", err)
	if !listed {
		p.On = drawn
	}
	for l := range b.Lights() {
		if p.On.At(l) != drawn.At(l) {
			fail("on and rows are different puzzles: light %d is %s in on, %s in rows", l,
				stateName(p.On, l), stateName(drawn, l))
		}
	}
	return p
}

// draws reports whether rows are the board's drawing of a state, as it is written. Most are, and reading them takes a
// tenth of the time of a batch.
func (j *jsonRecord) draws(b *board.Board, on board.State) bool {
	if b.States() > 2 || !isDrawing(b, j.Rows) {
		return false // then rows are read
	}
	layout, lit := b.Layout(), on.Bits()
	for r, text := range j.Rows {
		for c := range len(text) {
			want := byte('_')
			if l := layout.Cell(r, c); l >= 0 {
				want = ".#"[lit.Words()[l/64]>>(l%64)&1]
			}
			if text[c] != want {
				return false
			}
		}
	}
	return true
}

// stateName is the state of a light in words.
func stateName(state board.State, l int) string {
	if state.Mod() > 2 {
		return fmt.Sprintf("in state %d", state.At(l))
	}
	return []string{"off", "on"}[state.At(l)]
}

// listed reads on: a text, or a list that repeats a light as often as its state says.
func (j *jsonRecord) listed(b *board.Board) board.State {
	if j.On[0] == '"' {
		text := answers.Text(j.On)
		if text == "random" {
			fail("on: random is not a state; a record has its lights")
		}
		on, err := b.ParseState(text)
		check(err)
		return on
	}
	list, err := answers.Cells(b, "on", j.On, "light", b.Lights())
	if errors.Is(err, answers.ErrNoList) {
		err = fmt.Errorf("%w; on is a list of lights counted from 0, or a text", err)
	}
	check(err)
	if lit := gf2.VecOf(b.Lights(), list...); b.States() == 2 && lit.Weight() == len(list) {
		return board.Bits(lit)
	}
	on := b.Dark()
	for _, l := range list {
		switch states := b.States(); {
		case on.At(l) < states-1:
			on.Set(l, on.At(l)+1)
		case states == 2:
			fail("on: light %d is listed twice", l)
		default:
			fail("on: light %d is listed %d times; its states are 0 to %d", l, states, states-1)
		}
	}
	return on
}
