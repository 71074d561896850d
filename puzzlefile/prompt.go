package puzzlefile

import (
	"fmt"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/suggest"
)

// wordings are the ways to state a puzzle in a prompt. Each asks for the answer in a form of its own, which
// lastList reads back.
var wordings = []struct {
	name string
	// new prepares the wording for a board; picture is its drawing, nil without one.
	new func(b *board.Board, picture []pictureRow) (*prompt, error)
}{
	{"plain", plainPrompt}, // [0, 2, 4]
	{"grid", gridPrompt},   // {r1c1, r2c3}
	{"graph", graphPrompt}, // {0, 2, 4}
	{"json", jsonPrompt},   // {"presses": [0, 2, 4]}
}

// Prompts lists the wordings that [Writer.AddPrompt] knows.
func Prompts() []string {
	var names []string
	for _, w := range wordings {
		names = append(names, w.name)
	}
	return names
}

// AddPrompt makes every record carry a statement of the rules and the puzzle, in one of the wordings of
// [Prompts]. Only jsonl has a place for it, and the wording grid needs a board with rows and columns.
func (w *Writer) AddPrompt(wording string) error {
	if w.format.Name != "jsonl" {
		return fmt.Errorf("only the format jsonl carries a prompt")
	}
	if err := w.board.TwoStates(); err != nil {
		return fmt.Errorf("a prompt states the rules of lights with two states: %w", err)
	}
	for _, known := range wordings {
		if known.name == wording {
			var err error
			w.prompt, err = known.new(w.board, w.picture)
			return err
		}
	}
	return fmt.Errorf("no such wording %q%s; the wordings are %s", clip(wording), suggest.DidYouMean(wording, Prompts()), strings.Join(Prompts(), " "))
}

// prompt is a puzzle in words, as the inside of a JSON string in parts.
type prompt struct {
	rules []byte // up to the lights
	list  bool   // the numbers of the lights that are on come next, with commas between them
	// caption goes between a list of lights and the picture.
	caption []byte
	picture []pictureRow // nil: none
	end     []byte
}

// inside is text as it stands in a JSON string.
func inside(text string) []byte {
	q := quote(text)
	return q[1 : len(q)-1]
}

// append appends the prompt of a puzzle as a JSON string.
func (p *prompt) append(dst []byte, on gf2.Vec) []byte {
	dst = append(append(dst, '"'), p.rules...)
	if p.list {
		begun := len(dst)
		dst = appendOnes(dst, on.Words(), 0, ',')
		dst = dst[:max(begun, len(dst)-1)]
	}
	dst = append(dst, p.caption...)
	for i := range p.picture {
		if i > 0 {
			dst = append(dst, `\n`...)
		}
		dst = p.picture[i].append(dst, on.Words())
	}
	return append(append(dst, p.end...), '"')
}

// wanted is what every wording asks for.
const wanted = ", as few as possible, so that all lights are off. The order does not matter."

// plainPrompt chooses how to say which lights are on. A picture is enough if counting its signs gives
// the numbers of the lights. Otherwise the numbers are listed, and a picture is an extra.
func plainPrompt(b *board.Board, picture []pictureRow) (*prompt, error) {
	p := &prompt{picture: picture}
	text := rules(b)
	counted, inOrder := numbering(picture)
	if counted {
		p.rules = inside(text + "The lights now (# is on, . is off), in the order of their numbers, row by row:\n")
		return p, nil
	}
	p.rules, p.list = inside(text+"The lights that are on now: ["), true
	switch {
	case picture == nil:
		p.caption = inside("]")
	case inOrder:
		p.caption = inside("]\nThe same as a picture (# is on, . is off, _ is no light); lights are numbered row by row, and _ is not counted:\n")
	default:
		p.caption = inside("]\nThe same as a picture (# is on, . is off, _ is no light); lights are not numbered row by row there:\n")
	}
	return p, nil
}

// numbering reports whether a picture has a light in every place, numbered row by row, and whether
// its lights are at least in that order.
func numbering(picture []pictureRow) (counted, inOrder bool) {
	counted, inOrder = picture != nil, picture != nil
	place, next := 0, 0
	for _, r := range picture {
		for c := range r.width {
			l := r.light(c)
			counted = counted && l == place
			if place++; l >= 0 {
				inOrder = inOrder && l == next
				next++
			}
		}
	}
	return counted, inOrder
}

// rules says what the puzzle is, in plain words, up to the lights that are on.
func rules(b *board.Board) string {
	var s strings.Builder
	fmt.Fprintf(&s, "Lights Out: there are %d lights and %d switches, each numbered from 0. ", b.Lights(), b.Switches())
	s.WriteString("Pressing a switch flips some lights: those that are on go off, and those that are off go on. ")
	if rows, cols, ok := plainCross(b); ok {
		fmt.Fprintf(&s, "The lights form a grid of %d rows and %d columns, numbered row by row from the top left corner, and every light is a switch as well: pressing it flips itself and the lights directly above, below, left and right of it, where there are any.", rows, cols)
	} else {
		s.WriteString("They are:\n")
		s.WriteString(flipsInWords(b))
	}
	s.WriteString("\nFind the switches to press" + wanted + " Answer with a JSON list of switch numbers.\n")
	return s.String()
}

// plainCross reports whether the rule that everybody knows holds: a press flips a cell of a grid and its
// neighbours.
func plainCross(b *board.Board) (rows, cols int, ok bool) {
	rows, cols, ok = b.Shape().CrossRows("grid")
	return rows, cols, ok && !b.Shape().Pattern.SelfOff
}

// flipsInWords has a line for each switch.
func flipsInWords(b *board.Board) string {
	var s strings.Builder
	for sw := range b.Switches() {
		fmt.Fprintf(&s, "switch %d flips %s\n", sw, strings.Trim(fmt.Sprint(b.Toggles(sw)), "[]"))
	}
	return s.String()
}

// gridPrompt names cells by row and column, so that nobody has to count lights.
func gridPrompt(b *board.Board, picture []pictureRow) (*prompt, error) {
	if picture == nil || b.Switches() != b.Lights() {
		return nil, fmt.Errorf("the wording grid needs cells in rows and columns, and %s has none; graph and json do without", clip(b.Spec()))
	}
	places, holes := places(b, picture)
	var s strings.Builder
	fmt.Fprintf(&s, "Lights Out on %d rows and %d columns. Cell r2c3 is in row 2 from the top and column 3 from the left. Every cell has a light: # is on, . is off%s. ",
		len(picture), picture[0].width, map[bool]string{true: ", and where _ is there is no cell"}[holes])
	s.WriteString("Pressing a cell flips some lights: those that are on go off, and those that are off go on. ")
	if _, _, ok := plainCross(b); ok {
		s.WriteString("These are its own light and those of the cells directly above, below, left and right of it, where there are any.")
	} else {
		s.WriteString("They are:\n")
		for sw := range b.Switches() {
			fmt.Fprintf(&s, "%s flips", places[sw])
			for _, l := range b.Toggles(sw) {
				s.WriteString(" " + places[l])
			}
			s.WriteByte('\n')
		}
	}
	fmt.Fprintf(&s, "\nFind the cells to press%s Answer with the set of cells in braces, written like {%s}.\nThe lights now:\n", wanted, example(places))
	return &prompt{rules: inside(s.String()), picture: picture}, nil
}

// places is the place of every light as r1c1, and whether the picture has places without a light.
func places(b *board.Board, picture []pictureRow) (names []string, holes bool) {
	names = make([]string, b.Lights())
	for r := range picture {
		for c := range picture[r].width {
			if l := picture[r].light(c); l >= 0 {
				names[l] = fmt.Sprintf("r%dc%d", r+1, c+1)
			} else {
				holes = true
			}
		}
	}
	return names, holes
}

// example is the first and the last of some names: what an answer looks like.
func example(names []string) string {
	return strings.Join(slices.Compact([]string{names[0], names[len(names)-1]}), ", ")
}

// graphPrompt lists edges. Boards that are not graphs have switches that flip lights instead.
func graphPrompt(b *board.Board, _ []pictureRow) (*prompt, error) {
	var s strings.Builder
	what, names := "nodes", make([]string, b.Switches())
	for i := range names {
		names[i] = fmt.Sprint(i)
	}
	if edges, self, ok := edgesInWords(b); ok {
		fmt.Fprintf(&s, "Lights Out on a graph of %d nodes, numbered from 0. Every node has a light. Pressing a node flips %s: those that are on go off, and those that are off go on. The edges are:\n%s\n",
			b.Lights(), map[bool]string{true: "its own light and those of its neighbours", false: "the lights of its neighbours, but not its own"}[self], edges)
	} else {
		what = "switches"
		fmt.Fprintf(&s, "Lights Out on a graph of %d switches and %d lights, each numbered from 0. Pressing a switch flips some lights: those that are on go off, and those that are off go on. They are:\n%s",
			b.Switches(), b.Lights(), flipsInWords(b))
	}
	fmt.Fprintf(&s, "Find the %s to press%s Answer with the set of %s in braces, written like {%s}.\nThe lights that are on now: {", what, wanted, what, example(names))
	return &prompt{rules: inside(s.String()), list: true, end: inside("}")}, nil
}

// edgesInWords lists the edges of a board that is a graph: either every node flips itself, or none does.
func edgesInWords(b *board.Board) (edges string, self, ok bool) {
	if b.Switches() != b.Lights() {
		return "", false, false
	}
	flips := make(map[[2]int]bool)
	for s, l := range arcsOf(b) {
		flips[[2]int{s, l}] = true
	}
	var list []string
	self = flips[[2]int{0, 0}]
	for s, l := range arcsOf(b) {
		switch {
		case !flips[[2]int{l, s}]:
			return "", false, false
		case s < l:
			list = append(list, fmt.Sprintf("%d-%d", s, l))
		}
	}
	for s := range b.Switches() {
		if flips[[2]int{s, s}] != self {
			return "", false, false
		}
	}
	if len(list) == 0 {
		return "none", self, true
	}
	return strings.Join(list, " "), self, true
}

// jsonPrompt is for those who write a program.
func jsonPrompt(b *board.Board, _ []pictureRow) (*prompt, error) {
	var s strings.Builder
	s.WriteString(`Lights Out, as JSON: "lights" is how many lights there are; "toggles" has for each switch the lights that it flips, so that those that are on go off and those that are off go on; "on" lists the lights that are on. Lights and switches are numbered from 0. `)
	s.WriteString("Find the switches to press" + wanted + ` Answer with a JSON object like {"presses": [0]}, whose list has the numbers of the switches.` + "\n")
	fmt.Fprintf(&s, `{"lights":%d,"toggles":[`, b.Lights())
	for sw := range b.Switches() {
		if sw > 0 {
			s.WriteByte(',')
		}
		s.WriteString(strings.ReplaceAll(fmt.Sprint(b.Toggles(sw)), " ", ","))
	}
	s.WriteString(`],"on":[`)
	return &prompt{rules: inside(s.String()), list: true, end: inside("]}")}, nil
}
