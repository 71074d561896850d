package generate

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"lightsout/board"
)

// Formats lists what Format takes.
func Formats() []string { return []string{"lo", "text", "jsonl", "bits", "flip", "csv"} }

// Format writes the puzzles of a generator as records, one after another. Records depend on their
// puzzle alone, so that pieces of a batch join by being put one behind the other.
//
//	lo     the native format, puzzles separated by blank lines
//	text   a picture of . and #, blank lines between them; boards with rows and columns
//	jsonl  an object on a line; see Record
//	bits   0 and 1 for every light, a puzzle on a line
//	flip   a game ID of Flip on a line; boards with rows and columns
//	csv    index,on,lit,min_presses,presses: a header, except in later pieces of a batch; lights
//	       as bits, presses counted from 1 and separated by spaces
type Format struct {
	g       *Generator
	name    string
	answers bool
	head    []byte // of the file
	before  []byte // of every record
	after   []byte
	write   func([]byte, *trial, uint64) []byte
	blank   bool   // records end with a blank line, else with a line
	spec    []byte // jsonl: the board's SPEC, quoted
	seed    []byte // jsonl: what goes before the index
	prompt  []byte // jsonl: what goes before the lights, as JSON text; nil: none
	caption []byte // jsonl: what goes between a list of lights and the picture; nil: either is enough
	picture []row
}

// NewFormat prepares writing in the format of that name. With prompt, records of jsonl carry a
// statement of the rules and the puzzle in plain words.
func NewFormat(g *Generator, name string, prompt bool) (*Format, error) {
	f := &Format{g: g, name: name}
	if prompt && name != "jsonl" {
		return nil, fmt.Errorf("only the format jsonl carries a prompt")
	}
	switch name {
	case "bits":
		f.write = f.line
	case "lo":
		return f, f.prepareLO()
	case "text":
		return f, f.prepareText()
	case "flip":
		return f, f.prepareFlip()
	case "csv":
		f.head, f.answers, f.write = []byte("index,on,lit,min_presses,presses\n"), true, f.csv
	case "jsonl":
		f.answers, f.write = true, f.jsonl
		f.prepareJSON(prompt)
	default:
		return nil, fmt.Errorf("no such format %q", name)
	}
	return f, nil
}

// record appends the record of puzzle i.
func (f *Format) record(dst []byte, t *trial, i uint64) []byte {
	dst = append(dst, f.before...)
	dst = f.write(dst, t, i)
	return append(dst, f.after...)
}

// glyphs has, for every byte, its bits as eight characters, the first bit first.
type glyphs [256]uint64

func newGlyphs(off, on byte) *glyphs {
	var table glyphs
	for v := range table {
		var text [8]byte
		for k := range text {
			if text[k] = off; v>>k&1 != 0 {
				text[k] = on
			}
		}
		table[v] = binary.LittleEndian.Uint64(text[:])
	}
	return &table
}

var digits, marks = newGlyphs('0', '1'), newGlyphs('.', '#')

// appendBits appends n bits of w from bit first on.
func (g *glyphs) appendBits(dst []byte, w []uint64, first, n int) []byte {
	end := len(dst) + n
	for at := first; len(dst) < end; at += 8 {
		v := w[at/64] >> (at % 64)
		if at%64 > 56 && at/64+1 < len(w) {
			v |= w[at/64+1] << (64 - at%64)
		}
		dst = binary.LittleEndian.AppendUint64(dst, g[v&255])
	}
	return dst[:end]
}

func (f *Format) line(dst []byte, t *trial, _ uint64) []byte {
	return append(digits.appendBits(dst, t.state.Words(), 0, f.g.board.Lights()), '\n')
}

// prepareLO takes what does not change from the native writer: a puzzle with all lights on has no
// lines of its own.
func (f *Format) prepareLO() error {
	var text bytes.Buffer
	if err := board.WriteLO(&text, board.NewPuzzle(f.g.board)); err != nil {
		return err
	}
	f.before = bytes.TrimSuffix(text.Bytes(), []byte("\n"))
	f.after = []byte("\n")
	f.write, f.blank = f.lo, true
	return nil
}

func (f *Format) lo(dst []byte, t *trial, _ uint64) []byte {
	switch t.state.Weight() {
	case f.g.board.Lights():
		return dst
	case 0:
		return append(dst, "l\n"...)
	}
	const perLine = 20
	n := 0
	for l := range t.state.Ones() {
		if n%perLine == 0 {
			if n > 0 {
				dst = append(dst, '\n')
			}
			dst = append(dst, 'l')
		}
		dst = strconv.AppendInt(append(dst, ' '), int64(l)+1, 10)
		n++
	}
	return append(dst, '\n')
}

func (f *Format) prepareText() error {
	p := board.NewPuzzle(f.g.board)
	if err := board.WriteText(&bytes.Buffer{}, p); err != nil {
		return err
	}
	f.picture = picture(f.g.board)
	f.write, f.after, f.blank = f.text, []byte("\n"), true
	return nil
}

// row is a row of the board's drawing.
type row struct {
	lights []int32 // -1 for a hole
	first  int     // if the lights are first, first+1, …; else -1
}

// picture is the board's drawing; nil without one.
func picture(b *board.Board) []row {
	if b.Layout() == nil {
		return nil
	}
	rows, cols := b.Layout().Size()
	p := make([]row, rows)
	for r := range p {
		p[r] = row{lights: make([]int32, cols), first: b.Layout().Cell(r, 0)}
		for c := range p[r].lights {
			l := b.Layout().Cell(r, c)
			if p[r].lights[c] = int32(l); l != p[r].first+c {
				p[r].first = -1
			}
		}
	}
	return p
}

func (r *row) append(dst []byte, state []uint64) []byte {
	if r.first >= 0 {
		return marks.appendBits(dst, state, r.first, len(r.lights))
	}
	for _, l := range r.lights {
		switch {
		case l < 0:
			dst = append(dst, '_')
		case state[l/64]>>(l%64)&1 != 0:
			dst = append(dst, '#')
		default:
			dst = append(dst, '.')
		}
	}
	return dst
}

func (f *Format) text(dst []byte, t *trial, _ uint64) []byte {
	for r := range f.picture {
		dst = append(f.picture[r].append(dst, t.state.Words()), '\n')
	}
	return dst
}

func (f *Format) prepareFlip() error {
	id, err := board.AppendFlip(nil, board.NewPuzzle(f.g.board))
	if err != nil {
		return err
	}
	f.before = id[:bytes.IndexByte(id, ',')+1]
	f.write, f.after = f.flip, []byte("\n")
	return nil
}

func (f *Format) flip(dst []byte, t *trial, _ uint64) []byte {
	// The first light is the highest bit of the first digit.
	const reversed = "084c2a6e195d3b7f"
	for l := 0; l < f.g.board.Lights(); l += 4 {
		dst = append(dst, reversed[t.state.Words()[l/64]>>(l%64)&15])
	}
	return dst
}

func (f *Format) csv(dst []byte, t *trial, i uint64) []byte {
	dst = append(strconv.AppendUint(dst, i, 10), ',')
	dst = append(digits.appendBits(dst, t.state.Words(), 0, f.g.board.Lights()), ',')
	dst = append(strconv.AppendInt(dst, int64(t.state.Weight()), 10), ',')
	if t.weight >= 0 {
		dst = strconv.AppendInt(dst, int64(t.weight), 10)
	}
	dst = append(dst, ',')
	begun := len(dst)
	dst = appendOnes(dst, t.answer.Words(), 1, ' ')
	return append(dst[:max(begun, len(dst)-1)], '\n')
}

func (f *Format) prepareJSON(prompt bool) {
	f.picture = picture(f.g.board)
	f.spec = quote(f.g.board.Spec())
	f.before = append([]byte(`{"id":`), quote(fmt.Sprintf("%s/%d/", f.g.board.Spec(), f.g.options.Seed))...)
	f.before = f.before[:len(f.before)-1] // the index goes into the string
	f.seed = strconv.AppendUint([]byte(`,"seed":`), f.g.options.Seed, 10)
	if !f.g.Uniform() {
		f.seed = append([]byte(`,"uniform":false`), f.seed...)
	}
	if prompt {
		f.preparePrompt()
	}
}

// preparePrompt chooses how the prompt says which lights are on. A picture alone will do if counting
// its signs gives the numbers of the lights; else the numbers are listed, and a picture is an extra.
func (f *Format) preparePrompt() {
	inside := func(text string) []byte { q := quote(text); return q[1 : len(q)-1] }
	text := rules(f.g.board)
	switch counted, inOrder := numbering(f.picture); {
	case counted:
		text += "The lights now (# is on, . is off), in the order of their numbers, row by row:\n"
	case f.picture == nil:
		text += "The lights that are on now: "
	case inOrder:
		text += "The lights that are on now: "
		f.caption = inside("\nThe same as a picture (# is on, . is off, _ is no light); lights are numbered row by row, and _ is not counted:\n")
	default:
		text += "The lights that are on now: "
		f.caption = inside("\nThe same as a picture (# is on, . is off, _ is no light); lights are not numbered row by row there:\n")
	}
	f.prompt = append([]byte{'"'}, inside(text)...)
}

// numbering says of a picture whether it has a light in every place, numbered row by row, and
// whether its lights are in that order at least.
func numbering(picture []row) (counted, inOrder bool) {
	counted, inOrder = picture != nil, picture != nil
	place, next := int32(0), int32(0)
	for _, r := range picture {
		for _, l := range r.lights {
			counted = counted && l == place
			if place++; l >= 0 {
				inOrder = inOrder && l == next
				next++
			}
		}
	}
	return counted, inOrder
}

func quote(text string) []byte {
	q, err := json.Marshal(text)
	if err != nil {
		panic(err) // strings always marshal
	}
	return q
}

func (f *Format) jsonl(dst []byte, t *trial, i uint64) []byte {
	dst = append(strconv.AppendUint(dst, i, 10), `","board":`...)
	dst = append(dst, f.spec...)
	dst = appendList(append(dst, `,"on":`...), t.state.Words())
	dst = append(dst, `,"rows":`...)
	if f.picture == nil {
		dst = append(dst, "null"...)
	} else {
		dst = append(dst, '[')
		for r := range f.picture {
			if r > 0 {
				dst = append(dst, ',')
			}
			dst = append(f.picture[r].append(append(dst, '"'), t.state.Words()), '"')
		}
		dst = append(dst, ']')
	}
	dst = appendList(append(dst, `,"presses":`...), t.answer.Words())
	dst = append(dst, `,"min_presses":`...)
	if t.weight >= 0 {
		dst = strconv.AppendInt(dst, int64(t.weight), 10)
	} else {
		dst = append(dst, "null"...)
	}
	dst = append(dst, `,"answers":`...)
	if f.g.count == "" {
		dst = append(dst, "null"...)
	} else {
		dst = append(append(append(dst, '"'), f.g.count...), '"')
	}
	dst = append(dst, f.seed...)
	dst = strconv.AppendUint(append(dst, `,"index":`...), i, 10)
	if f.prompt != nil {
		dst = append(append(dst, `,"prompt":`...), f.prompt...)
		dst = f.appendState(dst, t.state.Words())
		dst = append(dst, '"')
	}
	return append(dst, "}\n"...)
}

// appendList appends the ones as a JSON list.
func appendList(dst []byte, w []uint64) []byte {
	dst = append(dst, '[')
	begun := len(dst)
	dst = appendOnes(dst, w, 0, ',')
	return append(dst[:max(begun, len(dst)-1)], ']')
}

// appendOnes appends the indices of the ones, counted from origin, each with a separator behind it.
func appendOnes(dst []byte, w []uint64, origin int, separator byte) []byte {
	for i, v := range w {
		for ; v != 0; v &= v - 1 {
			switch n := 64*i + bits.TrailingZeros64(v) + origin; {
			case n < 10:
				dst = append(dst, '0'+byte(n), separator)
			case n < 100:
				dst = append(dst, '0'+byte(n/10), '0'+byte(n%10), separator)
			default:
				dst = append(strconv.AppendInt(dst, int64(n), 10), separator)
			}
		}
	}
	return dst
}

// appendState ends the prompt: the puzzle itself, inside a JSON string.
func (f *Format) appendState(dst []byte, state []uint64) []byte {
	if f.picture == nil || f.caption != nil {
		dst = append(appendList(dst, state), f.caption...)
	}
	for r := range f.picture {
		if r > 0 {
			dst = append(dst, `\n`...)
		}
		dst = f.picture[r].append(dst, state)
	}
	return dst
}

// rules says what the puzzle is, in plain words, up to the lights that are on.
func rules(b *board.Board) string {
	var s strings.Builder
	fmt.Fprintf(&s, "Lights Out: there are %d lights and %d switches, each numbered from 0. ", b.Lights(), b.Switches())
	s.WriteString("Pressing a switch flips some lights: those that are on go off, and those that are off go on. ")
	if rows, cols, ok := b.Shape().CrossRows("grid"); ok && !b.Shape().Pattern.SelfOff {
		fmt.Fprintf(&s, "The lights form a grid of %d rows and %d columns, numbered row by row from the top left corner, and every light is a switch as well: pressing it flips itself and the lights directly above, below, left and right of it, where there are any.", rows, cols)
	} else {
		s.WriteString("They are:\n")
		for sw := range b.Switches() {
			fmt.Fprintf(&s, "switch %d flips %s\n", sw, strings.Trim(fmt.Sprint(b.Toggles(sw)), "[]"))
		}
	}
	s.WriteString("\nFind the switches to press, as few as possible, so that all lights are off. The order does not matter. Answer with a JSON list of switch numbers.\n")
	return s.String()
}
