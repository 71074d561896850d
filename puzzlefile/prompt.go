package puzzlefile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/internal/suggest"
)

// wordings are the ways to state a puzzle in a prompt: a template each, which ends with the lights. Each asks for the
// answer in a form of its own, which lastList reads back. In a template, ROWS, COLUMNS, LIGHTS and SWITCHES are
// numbers, FLIPS is the rule that everybody knows, or what each switch flips, and EXAMPLE is an answer.
var wordings = []wording{
	{"plain", "Lights Out: there are LIGHTS lights and SWITCHES switches, each numbered from 0. " + rule + " FLIPS\n" +
		"Find the switches to press" + wanted + " Answer with a JSON list of switch numbers.\nThe lights that are on now: [", "]"},
	{"grid", "Lights Out on ROWS rows and COLUMNS columns. Cell r2c3 is in row 2 from the top and column 3 from the left. " +
		"# is a cell whose light is on, . one whose light is off, and where _ is there is no cell. " + rule + " FLIPS\n" +
		"Find the cells to press" + wanted + " Answer with the set of cells in braces, written like {EXAMPLE}.\nThe lights now:\n", ""},
	{"graph", "Lights Out on a graph of LIGHTS nodes, numbered from 0. Every node has a light. " + rule + " FLIPS\n" +
		"Find the nodes to press" + wanted + " Answer with the set of nodes in braces, written like {EXAMPLE}.\nThe lights that are on now: {", "}"},
	{"json", `Lights Out, as JSON: "lights" is how many lights there are; "toggles" has for each switch the lights that it flips; ` +
		`"on" lists the lights that are on. Lights and switches are numbered from 0. ` + rule + "\n" +
		"Find the switches to press" + wanted + ` Answer with a JSON object like {"presses": [0]}, whose list has the numbers of the switches.` + "\n" +
		`{"lights":LIGHTS,"toggles":[FLIPS],"on":[`, "]}"},
}

const (
	rule   = "A press flips some lights: those that are on go off, and those that are off go on."
	wanted = ", as few as possible, so that all lights are off. The order does not matter."
)

// Prompts lists the wordings that [Writer.AddPrompt] knows.
func Prompts() []string { return suggest.Names(wordings, func(w wording) string { return w.name }) }

type wording struct{ name, text, end string }

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
		if known.name != wording {
			continue
		}
		text, err := fill(known.name, known.text, w.board)
		if err != nil {
			return err
		}
		w.prompt = &prompt{rules: inside(text), end: inside(known.end)}
		if known.name == "grid" {
			w.prompt.picture = w.picture
		}
		return nil
	}
	return fmt.Errorf("no such wording %q%s; the wordings are %s", clip(wording), suggest.DidYouMean(wording, Prompts()), strings.Join(Prompts(), " "))
}

// prompt is a puzzle in words, as the inside of a JSON string: the rules, the lights that are on as a picture or
// else as numbers, and what follows them.
type prompt struct {
	rules, end []byte
	picture    []pictureRow
}

// inside is text as it stands in a JSON string.
func inside(text string) []byte {
	q := quote(text)
	return q[1 : len(q)-1]
}

// append appends the prompt of a puzzle as a JSON string.
func (p *prompt) append(dst []byte, on board.State) []byte {
	dst = append(append(dst, '"'), p.rules...)
	if p.picture == nil {
		begun := len(dst)
		dst = appendOnes(dst, on.Bits().Words(), ',')
		dst = dst[:max(begun, len(dst)-1)]
	}
	for i := range p.picture {
		if i > 0 {
			dst = append(dst, `\n`...)
		}
		dst = p.picture[i].append(dst, on)
	}
	return append(append(dst, p.end...), '"')
}

// fill fills in the template of a wording.
func fill(wording, text string, b *board.Board) (string, error) {
	name := func(i int) string { return fmt.Sprint(i) }
	rows, cols := 0, 0
	if layout := b.Layout(); layout != nil {
		rows, cols = layout.Size()
	}
	flips := flipsInWords(b, name)
	switch wording {
	case "json":
		flips = flipsInJSON(b)
	case "grid":
		if b.Layout() == nil {
			return "", fmt.Errorf("the wording grid needs cells in rows and columns, and %s has none; graph and json do without", clip(b.Spec()))
		}
		name = func(i int) string {
			row, col := b.Layout().Place(i)
			return fmt.Sprintf("r%dc%d", row+1, col+1)
		}
		flips = flipsInWords(b, name)
	case "graph":
		if edges, ok := edgesInWords(b); ok {
			flips = edges
		} else if !b.IsGraph() {
			return "", fmt.Errorf("the wording graph needs a graph, and %s is none; plain and json do without", clip(b.Spec()))
		}
	}
	example := slices.Compact([]string{name(0), name(b.Switches() - 1)})
	return strings.NewReplacer("ROWS", fmt.Sprint(rows), "COLUMNS", fmt.Sprint(cols), "LIGHTS", fmt.Sprint(b.Lights()),
		"SWITCHES", fmt.Sprint(b.Switches()), "FLIPS", flips, "EXAMPLE", strings.Join(example, ", ")).Replace(text), nil
}

// flipsInWords is the rule that everybody knows, where it holds, and otherwise a line for each switch.
func flipsInWords(b *board.Board, name func(int) string) string {
	if shape := b.Shape(); shape.Cross && shape.Kind == "grid" && !shape.SelfOff {
		return fmt.Sprintf("The lights form a grid of %d rows and %d columns, in order row by row, and each is a switch as well: it flips itself and the lights directly above, below, left and right of it, where there are any.", shape.Dims[0], shape.Dims[1])
	}
	var s strings.Builder
	s.WriteString("They are:")
	for sw := range b.Switches() {
		fmt.Fprintf(&s, "\n%s flips", name(sw))
		for _, l := range b.Toggles(sw) {
			s.WriteString(" " + name(l))
		}
	}
	return s.String()
}

func flipsInJSON(b *board.Board) string {
	lists := make([]string, b.Switches())
	for sw := range lists {
		lists[sw] = strings.ReplaceAll(fmt.Sprint(b.Toggles(sw)), " ", ",")
	}
	return strings.Join(lists, ",")
}

// edgesInWords lists the edges of a board that is an undirected graph: either every node flips itself, or none does.
func edgesInWords(b *board.Board) (text string, ok bool) {
	l := listsOf(b)
	own := l.Has(0, 0)
	var edges []string
	for s, x := range arcsOf(b) {
		switch {
		case s == x && !own || !l.Has(x, s):
			return "", false
		case s < x:
			edges = append(edges, fmt.Sprintf("%d-%d", s, x))
		}
	}
	for s := range b.Switches() {
		if l.Has(s, s) != own {
			return "", false
		}
	}
	text = "They are its neighbours' lights, but not its own. The edges are:\n"
	if own {
		text = "They are its own light and those of its neighbours. The edges are:\n"
	}
	return text + cmp.Or(strings.Join(edges, " "), "none"), true
}
