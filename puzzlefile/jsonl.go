package puzzlefile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"lightsout/board"
	"lightsout/gf2"
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
// often as its state says, rows has digits, and toggles repeat a light that a press adds more than 1 to. The goal is all off. Unknown fields are passed
// over, except those that only case tells from a known one.
//
// A switch in presses, or a light in on, may also be a pair [row, column], counted from 0, a place
// "r1c1", counted from 1, or the name of a node.
//
// A board that has no SPEC is written out, so that the record says all there is to say: lights is
// how many there are, toggles has for each switch the lights that it flips, and graph says that switch
// i and light i are the same node. The board is then only a name.
//
// names, if it is there, has what each node is called.
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

	Lit json.RawMessage `json:"lit"`

	// What generate writes besides: it follows from the puzzle, or is for others.
	Nullity      passedOver `json:"nullity"`
	QuietOrder   passedOver `json:"quiet_order"`
	ChasePresses passedOver `json:"chase_presses"`
	Split        passedOver `json:"split"`
	Prompt       passedOver `json:"prompt"`

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

func likeJSON(r *Reader, line string) likeness {
	if looksJSON(line) && likeNodeLink(r, line) == unlike {
		return signed
	}
	return unlike
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
	if err := strictjson.Decode([]byte(line), j, strictjson.Any); err != nil || j.Others == nil {
		return err
	}
	var others map[string]json.RawMessage
	if err := json.Unmarshal(j.Others, &others); err != nil {
		return err
	}
	j.unknown = slices.Sorted(maps.Keys(others))
	for _, name := range j.unknown {
		if i := slices.IndexFunc(recordFields, func(field string) bool { return strings.EqualFold(field, name) }); i >= 0 {
			return fmt.Errorf("%s: there is no such field (did you mean %q?)", clip(name), recordFields[i])
		}
	}
	return nil
}

// asWritten reads a line that is as generate writes it: such fields in such an order, without blanks and escapes. It is
// false for any other, which takes package json more than three times as long. Control characters other than tabs are not in
// lines.
func (j *jsonRecord) asWritten(line string) bool {
	*j = jsonRecord{Rows: j.Rows[:0]} // whose memory is used again
	rest, ok := plainObject(line)
	for i, field := range writtenFields {
		value, here := strings.CutPrefix(rest, field.name)
		if !here {
			continue
		}
		n := plainLength(value)
		if ok = ok && 0 < n && n < len(value) && (i > 0 && value[:n] == "null" || field.read(j, value[:n])); !ok || value[n] != ',' {
			return ok && value[n:] == "}"
		}
		rest = value[n+1:]
	}
	return false
}

// plainObject is what follows the brace that a line begins with. It is false if the line has no brace, or escapes.
func plainObject(line string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(line, "{")
	return rest, ok && strings.IndexByte(line, '\\') < 0 && strings.IndexByte(line, '\t') < 0 && utf8.ValidString(line)
}

// readAnswer reads an answer without blanks and escapes, past what solve writes besides: package json would take most of
// the time of check --batch for that. It is false for any other line.
func (j *jsonRecord) readAnswer(line string) bool {
	*j = jsonRecord{}
	wanted := map[string]*json.RawMessage{"id": &j.ID, "presses": &j.Presses, "answer": &j.Answer}
	rest, ok := plainObject(line)
	for ok {
		n := plainLength(rest)
		if n == 0 || rest[0] != '"' || n == len(rest) || rest[n] != ':' {
			return false
		}
		name, value := rest[1:n-1], rest[n+1:]
		if n = plainLength(value); n == 0 || n == len(value) {
			return false
		}
		if field := wanted[strings.ToLower(name)]; field != nil {
			if wanted[name] == nil || *field != nil {
				return false
			}
			*field = []byte(value[:n])
		}
		if value[n] != ',' {
			return value[n:] == "}"
		}
		rest = value[n+1:]
	}
	return false
}

// writtenFields are the fields that generate writes on most boards, in its order, and how values are read.
var writtenFields = []struct {
	name string
	read func(j *jsonRecord, value string) bool
}{
	{`"id":`, func(j *jsonRecord, v string) bool { j.ID = []byte(v); return true }},
	{`"board":`, func(j *jsonRecord, v string) bool { j.Board = strings.Trim(v, `"`); return v[0] == '"' }},
	{`"on":`, func(j *jsonRecord, v string) bool { j.On = []byte(v); return true }},
	{`"rows":`, func(j *jsonRecord, v string) bool {
		for row := range strings.SplitSeq(strings.TrimSuffix(strings.TrimPrefix(v, `["`), `"]`), `","`) {
			j.Rows = append(j.Rows, row)
		}
		return strings.HasPrefix(v, `["`) && strings.HasSuffix(v, `"]`) && strings.Count(v, `"`) == 2*len(j.Rows)
	}},
	{`"presses":`, func(j *jsonRecord, v string) bool { j.Presses = []byte(v); return true }},
	{`"min_presses":`, func(j *jsonRecord, v string) bool {
		n, err := strconv.Atoi(v)
		j.MinPresses = &n
		return err == nil
	}},
	{`"answers":`, func(j *jsonRecord, v string) bool { j.Answers = new(strings.Trim(v, `"`)); return v[0] == '"' }},
	{`"lit":`, func(j *jsonRecord, v string) bool { j.Lit = []byte(v); return true }},
	{`"nullity":`, func(*jsonRecord, string) bool { return true }},
	{`"chase_presses":`, func(*jsonRecord, string) bool { return true }},
	{`"seed":`, func(j *jsonRecord, v string) (ok bool) { j.Seed, ok = unsigned(v); return ok }},
	{`"index":`, func(j *jsonRecord, v string) (ok bool) { j.Index, ok = unsigned(v); return ok }},
}

func unsigned(text string) (uint64, bool) {
	n, err := strconv.ParseUint(text, 10, 64)
	return n, err == nil
}

// plainLength is the length of the value that a text begins with, if it is a number of digits, with a fraction or without,
// a string, true, false, null, or a list of these; else 0.
func plainLength(text string) int {
	switch {
	case text == "":
		return 0
	case text[0] == '"':
		if end := strings.IndexByte(text[1:], '"'); end >= 0 {
			return end + 2
		}
		return 0
	case text[0] == '[':
		end := strings.IndexByte(text, ']')
		for item := range strings.SplitSeq(text[1:max(1, end)], ",") {
			if n := plainLength(item); n == 0 || n < len(item) {
				return 0
			}
		}
		return end + 1
	}
	for _, word := range [...]string{"true", "false", "null"} {
		if strings.HasPrefix(text, word) {
			return len(word)
		}
	}
	n := digitCount(text)
	if n == 0 || n > 1 && text[0] == '0' {
		return 0
	}
	if strings.HasPrefix(text[n:], ".") {
		if fraction := digitCount(text[n+1:]); fraction > 0 {
			n += 1 + fraction
		}
	}
	return n
}

// digitCount is how many digits a text begins with.
func digitCount(text string) (n int) {
	for n < len(text) && '0' <= text[n] && text[n] <= '9' {
		n++
	}
	return n
}

// recordFields are the names of the fields of a record.
var recordFields = strictjson.Names(reflect.TypeFor[jsonRecord]())

func (r *Reader) jsonPuzzle(j *jsonRecord, line string) (rec *Record, err error) {
	defer catch(&err)
	if r.opt.Answers && j.readAnswer(line) {
		return j.onlyAnswer(r.opt.FreeText), nil
	}
	err = j.decode(line)
	if text := strings.TrimSpace(line); err != nil && strings.TrimRight(text, "{[,") != text {
		err = fmt.Errorf("%w; a record is on one line, and a graph in JSON has nodes and links", err)
	}
	check(err)
	if r.opt.Answers {
		return j.onlyAnswer(r.opt.FreeText), nil
	}
	for _, name := range j.unknown {
		if why := elsewhere[strings.ToLower(name)]; why != "" {
			return nil, fmt.Errorf("%s: a record has no such field; %s", name, why)
		}
	}
	if given(j.Goal) {
		return nil, fmt.Errorf("the record has a goal; the goal of records is all off, so leave it out and put what must change into on")
	}
	b := r.recordBoard(j)
	if j.Lights != nil && *j.Lights != b.Lights() {
		return nil, fmt.Errorf("lights is %d, but %s has %d", *j.Lights, clip(b.Spec()), b.Lights())
	}
	rec = &Record{Puzzle: j.puzzle(b), ID: j.ID, Index: j.Index, Seed: j.Seed, MinPresses: j.MinPresses, Unknown: j.unknown}
	if given(j.Lit) {
		checkLit(string(j.Lit), rec.On)
	}
	if j.Answers != nil {
		rec.Answers = *j.Answers
	}
	rec.Uneven = j.Uniform != nil && !*j.Uniform
	rec.Presses, rec.badPresses = pressesOf(b, "presses", j.Presses, r.opt.FreeText)
	if given(j.Answer) {
		rec.answered, rec.badAnswer = pressesOf(b, "answer", j.Answer, r.opt.FreeText)
	}
	return rec, nil
}

// onlyAnswer is a record without a puzzle. Of free text it keeps the list, which is all that matters.
func (j *jsonRecord) onlyAnswer(free bool) *Record {
	rec := &Record{ID: j.ID, Unknown: j.unknown, given: j.Presses}
	if given(j.Answer) {
		rec.given = j.Answer
	}
	rec.given = unwrapped(rec.given)
	if free && isText(rec.given) {
		if list, ok := lastList(textOf(rec.given)); ok {
			rec.given = list
		} else {
			rec.badAnswer = errors.New("answer: the text has no list of switches")
		}
	}
	return rec
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

// given reports whether a field is there and not null.
func given(field json.RawMessage) bool {
	return len(field) > 0 && !bytes.Equal(field, []byte("null"))
}

func isText(answer json.RawMessage) bool { return len(answer) > 0 && answer[0] == '"' }

// unwrapped is the presses of an object such as {"presses":[0]}, which --prompt=json asks for, and any other answer as it is.
func unwrapped(answer json.RawMessage) json.RawMessage {
	var object struct {
		Presses json.RawMessage `json:"presses"`
	}
	if bytes.HasPrefix(answer, []byte("{")) && strictjson.Decode(answer, &object, strictjson.Any) == nil && given(object.Presses) {
		return object.Presses
	}
	return answer
}

// recordBoard is the board of a record: the one it writes out, or else that of its SPEC, with the names that it gives
// to the nodes.
func (r *Reader) recordBoard(j *jsonRecord) *board.Board {
	spec, known := j.Board, r.opt.Board
	make := func() *board.Board { return r.boardOf(spec, r.number) }
	switch {
	case given(j.Toggles):
		name, ok := strings.CutPrefix(strings.TrimSpace(spec), "graph:")
		switch {
		case !ok && spec != "":
			panic(fmt.Errorf("board %q: a record that has toggles has its board in them; name it graph:NAME, or leave board out", clip(spec)))
		case name == "":
			name = r.graphName()
		}
		if j.Lights == nil || *j.Lights < 1 || *j.Lights > maxUnmentioned+len(j.Toggles) {
			panic(fmt.Errorf("toggles need lights, a number from 1 to %d", maxUnmentioned+len(j.Toggles)))
		}
		spec = fmt.Sprint(name, " ", *j.Lights, j.Graph, " ", string(j.Toggles))
		make = func() *board.Board { return j.toggledBoard(name) }
	case known != nil && (spec == "" || spec == known.Spec()):
		make = func() *board.Board { return known }
	case spec == "" && !given(j.On) && len(j.Rows) == 0 && len(j.unknown) > 0:
		panic(errors.New("the record names no board; a graph is an object with nodes and links, or one edge on each line"))
	case spec == "":
		panic(errors.New("the record names no board"))
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
		if err != nil {
			panic(fmt.Errorf("names: %w", err))
		}
		return named
	})
}

// toggledBoard is the board that a record writes out.
func (j *jsonRecord) toggledBoard(name string) *board.Board {
	var toggles [][]int
	if err := strictjson.Decode(j.Toggles, &toggles, strictjson.Known); err != nil {
		panic(fmt.Errorf("toggles: %w; toggles has, for each switch, a list of lights counted from 0", err))
	}
	if len(toggles) == 0 {
		panic(fmt.Errorf("toggles lists no switch"))
	}
	name, text, coloured := strings.Cut(name, ",mod=")
	states := 2
	if coloured {
		var ok bool
		if states, ok = number(text, 2, maxStates); !ok {
			panic(fmt.Errorf("mod= takes how many states a light has, from 2 to %d, not %q", maxStates, clip(text)))
		}
	}
	b, err := board.Listed{Name: name, Lights: *j.Lights, Graph: j.Graph, States: states, Toggles: toggles}.Board()
	check(err)
	return b
}

// presses reads an answer: a list of switches, or a text that is one. Free text is searched for the last
// list in it.
func pressesOf(b *board.Board, field string, answer json.RawMessage, free bool) ([]int, error) {
	if !given(answer) {
		return nil, nil
	}
	answer = unwrapped(answer)
	if isText(answer) {
		find := wholeList
		if free {
			find = lastList
		}
		switch list, ok := find(textOf(answer)); {
		case ok:
			answer = list
		case free:
			return nil, fmt.Errorf("%s: the text has no list of switches", field)
		}
	}
	list, err := cellsOf(b, field, answer, "switch", b.Switches())
	if errors.Is(err, errNoList) {
		err = fmt.Errorf("%w; %s is a list of switches counted from 0, of pairs [row, column] from 0 or of places \"r1c1\"", err, field)
		if isText(answer) {
			err = fmt.Errorf("%w; --free-text (free_text in requests) takes the last list in any text", err)
		}
	}
	return list, err
}

// wholeList is a text that is nothing but a list: in JSON, or places such as r1c1,r2c3 in a row, in
// braces or without.
func wholeList(text string) (list []byte, ok bool) {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "[") && json.Valid([]byte(text)) {
		return []byte(text), true
	}
	if !placesOnly.MatchString(text) {
		return nil, false
	}
	return jsonList(listText(text)), true
}

// ErrNoSwitch says that an answer is a list, but names a switch that the board does not have.
var ErrNoSwitch = errors.New("there is no such switch")

// noCell is such a defect in words.
type noCell string

func (e noCell) Error() string { return string(e) }

func (e noCell) Is(target error) bool { return target == ErrNoSwitch }

// errNoList marks what is not a list of cells at all; the error it is joined to says why.
var errNoList = errors.New("")

// cellsOf reads the list of switches or lights in a field: numbers and pairs of row and column, which
// count from 0, and places such as "r1c1".
func cellsOf(b *board.Board, field string, list json.RawMessage, what string, limit int) ([]int, error) {
	cells := plainNumbers(list)
	var items []json.RawMessage
	if cells == nil {
		if err := strictjson.Decode(list, &items, strictjson.Known); err != nil {
			return nil, fmt.Errorf("%s: %w%w", field, err, errNoList)
		}
		cells = make([]int, len(items))
		for i, item := range items {
			var err error
			if cells[i], err = cellOf(b, what, item); err != nil {
				return nil, fmt.Errorf("%s[%d]: %w", field, i, err)
			}
		}
	}
	for i, c := range cells {
		if c < 0 || c >= limit {
			text := strconv.Itoa(c)
			if items != nil {
				text = clip(string(items[i])) // it may be too large for an int
			}
			return nil, noCell(fmt.Sprintf("there is no %s %s: they are 0 to %d", what, text, limit-1))
		}
	}
	return cells, nil
}

// cellOf reads an item of a list of cells: a number, which may be none of the board, or a place or node that it has.
func cellOf(b *board.Board, what string, item json.RawMessage) (int, error) {
	cell, err := strconv.Atoi(string(item))
	if err == nil || errors.Is(err, strconv.ErrRange) {
		return cell, nil
	}
	var place string
	var pair [2]int
	switch named := b.Names() != nil; {
	case strictjson.Decode(item, &pair, strictjson.Known) == nil:
		place = fmt.Sprintf("r%dc%d", pair[0]+1, pair[1]+1)
	case json.Unmarshal(item, &place) != nil || !named && !strings.HasPrefix(place, "r"):
		return 0, fmt.Errorf("%s is not a whole number, a pair [row, column] or a place \"r1c1\"%w", clip(string(item)), errNoList)
	case named && (b.Layout() == nil || !listPlace.MatchString(place)):
		place = quotedText(place)
	}
	cells, err := b.ParseSwitches(place)
	if what == "light" {
		var lit board.State
		lit, err = b.ParseState(place)
		cells = lit.Indices()
	}
	switch {
	case err != nil:
		return 0, noCell(err.Error())
	case len(cells) != 1:
		return 0, noCell(fmt.Sprintf("%q is not one place", clip(place)))
	}
	return cells[0], nil
}

// plainNumbers is the list, if it is one, of whole numbers from 0 of up to nine digits in a JSON value without blanks;
// nil if it is anything else. Most lists are that, and without it a batch takes 1.2 of the time.
func plainNumbers(text []byte) []int {
	if len(text) == 0 || text[0] != '[' {
		return nil
	}
	list := make([]int, 0, 16)
	number, digits := 0, 0
	for _, c := range text[1:] {
		switch {
		case '0' <= c && c <= '9' && digits < 9 && (digits == 0 || number > 0):
			number, digits = 10*number+int(c-'0'), digits+1
		case digits > 0 && (c == ',' || c == ']'):
			list = append(list, number)
			number, digits = 0, 0
		case c != ']':
			return nil
		}
	}
	return list
}

// puzzle is the board with the lights that on and rows say; if both do, they must agree.
func (j *jsonRecord) puzzle(b *board.Board) board.Puzzle {
	p, listed := board.Puzzle{Board: b, Goal: b.Dark()}, given(j.On)
	if !listed && len(j.Rows) == 0 {
		panic(errors.New("the record has neither on nor rows: which lights are on?"))
	}
	if listed {
		if p.On = j.listed(b); len(j.Rows) == 0 || j.draws(b, p.On) {
			return p
		}
	}
	drawn, err := parseDrawing(b, j.Rows)
	if err != nil {
		panic(fmt.Errorf("rows: %w", err))
	}
	if !listed {
		p.On = drawn
	}
	for l := range b.Lights() {
		if p.On.At(l) != drawn.At(l) {
			panic(fmt.Errorf("on and rows are different puzzles: light %d is %s in on, %s in rows", l, stateName(p.On, l), stateName(drawn, l)))
		}
	}
	return p
}

// draws reports whether rows are the board's drawing of a state, as it is written. Most are, and reading them takes a tenth of
// the time of a batch.
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
		text := textOf(j.On)
		if text == "random" {
			panic(errors.New("on: random is not a state; a record has its lights"))
		}
		on, err := b.ParseState(text)
		check(err)
		return on
	}
	list, err := cellsOf(b, "on", j.On, "light", b.Lights())
	if errors.Is(err, errNoList) {
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
			panic(fmt.Errorf("on: light %d is listed twice", l))
		default:
			panic(fmt.Errorf("on: light %d is listed %d times; its states are 0 to %d", l, states, states-1))
		}
	}
	return on
}

func (w *Writer) prepareJSON() error {
	w.picture = pictureOf(w.board)
	w.spec = append([]byte(`,"board":`), quote(w.board.Spec())...)
	if b := w.board; isListed(b) {
		w.spec = fmt.Appendf(w.spec, `,"lights":%d,"toggles":[`, b.Lights())
		for s := range b.Switches() {
			w.spec = append(appendNumbers(append(w.spec, '['), repeatedFlips(b, s), ','), "],"...)
		}
		w.spec = append(w.spec[:len(w.spec)-1], ']')
		if b.IsGraph() {
			w.spec = append(w.spec, `,"graph":true`...)
		}
	}
	if names := w.board.Names(); names != nil {
		text, err := json.Marshal(names)
		if err != nil {
			return err
		}
		w.spec = append(append(w.spec, `,"names":`...), text...)
	}
	w.spec = append(w.spec, `,"on":`...)
	w.before, w.after, w.layout.Presses = []byte(`{"id":`), []byte("}\n"), true
	w.record = w.json
	return nil
}

func quote(text string) []byte {
	q, err := json.Marshal(text)
	if err != nil {
		panic(err) // strings always marshal
	}
	return q
}

func (w *Writer) json(dst []byte, r *Record) []byte {
	if len(r.ID) == 0 {
		dst = append(dst, "null"...)
	}
	dst = append(append(dst, r.ID...), w.spec...)
	if w.board.States() > 2 {
		dst = appendRepeated(dst, r.On.Digits())
	} else {
		dst = appendList(dst, r.On.Bits())
	}
	dst = append(dst, `,"rows":`...)
	if w.picture == nil {
		dst = append(dst, "null"...)
	} else {
		dst = append(dst, '[')
		for i := range w.picture {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(w.picture[i].append(append(dst, '"'), r.On), '"')
		}
		dst = append(dst, ']')
	}
	if r.Presses == nil {
		dst = append(dst, `,"presses":null,"min_presses":`...)
	} else {
		dst = append(appendNumbers(append(dst, `,"presses":[`...), r.Presses, ','), `],"min_presses":`...)
	}
	dst = appendCount(dst, r.MinPresses, "null")
	if r.Answers == "" {
		dst = append(dst, `,"answers":null`...)
	} else {
		dst = append(append(append(dst, `,"answers":"`...), r.Answers...), '"')
	}
	dst = strconv.AppendInt(append(dst, `,"lit":`...), int64(r.On.Size()), 10)
	if r.QuietOrder != "" {
		dst = append(append(append(dst, `,"quiet_order":"`...), r.QuietOrder...), '"')
	} else {
		dst = appendCount(append(dst, `,"nullity":`...), r.Nullity, "null")
	}
	dst = appendCount(append(dst, `,"chase_presses":`...), r.ChasePresses, "null")
	if r.Uneven {
		dst = append(dst, `,"uniform":false`...)
	}
	dst = strconv.AppendUint(append(dst, `,"seed":`...), r.Seed, 10)
	dst = strconv.AppendUint(append(dst, `,"index":`...), r.Index, 10)
	if w.splits {
		dst = append(append(append(dst, `,"split":"`...), r.Split...), '"')
	}
	if w.prompt != nil {
		dst = append(dst, `,"prompt":`...)
		dst = w.prompt.append(dst, r.On)
	}
	return dst
}

// appendCount appends a number, or what stands for one that is not known.
func appendCount(dst []byte, n *int, unknown string) []byte {
	if n == nil {
		return append(dst, unknown...)
	}
	return strconv.AppendInt(dst, int64(*n), 10)
}

// appendList appends the ones as a JSON list.
func appendList(dst []byte, v gf2.Vec) []byte {
	dst = append(dst, '[')
	begun := len(dst)
	dst = appendOnes(dst, v.Words(), ',')
	return append(dst[:max(begun, len(dst)-1)], ']')
}
