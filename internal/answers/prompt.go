package answers

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/internal/suggest"
)

// wordings are the ways to state a puzzle in a prompt: a template each, which ends with the lights. Each asks for the
// answer in one final form, of numbers, places or rows, which [Final] reads back. In a template, ROWS, COLUMNS, LIGHTS
// and SWITCHES are numbers, FLIPS is the rule that everybody knows, or what each switch flips, EXAMPLE is an answer, and
// OTHERWISE what to answer if there is none.
var wordings = []wording{
	{"plain", plain, "]"},
	{"chat", plain, "]"}, // as a message of the user
	{"grid", "Lights Out on ROWS rows and COLUMNS columns. " + cell +
		"# is a cell whose light is on, . one whose light is off, and where _ is there is no cell. " +
		rule + " FLIPS\n" +
		"Find the cells to press" + wanted + final + "\nThe lights now:\n", ""},
	{"rows", "Lights Out on ROWS rows and COLUMNS columns. # is a cell whose light is on, . one whose light is off, " +
		"and where _ is there is no cell. " + cell + rule + " FLIPS\n" +
		"Find the cells to press" + wanted + " End with a line that says Answer: and, below it, " +
		"ROWS lines of COLUMNS " +
		"digits each: 1 for a cell to press, 0 for any other.OTHERWISE\nThe lights now:\n", ""},
	{"graph", "Lights Out on a graph of LIGHTS nodes, numbered from 0. Every node has a light. " + rule + " FLIPS\n" +
		"Find the nodes to press" + wanted + final + "\nThe lights that are on now: {", "}"},
	{"json", `Lights Out, as JSON: "lights" is how many lights there are; ` +
		`"toggles" has for each switch the lights that it flips; ` +
		`"on" lists the lights that are on. Lights and switches are numbered from 0. ` + rule + "\n" +
		"Find the switches to press" + wanted + final + "\n" +
		`{"lights":LIGHTS,"toggles":[FLIPS],"on":[`, "]}"},
}

const (
	plain = "Lights Out: there are LIGHTS lights and SWITCHES switches, each numbered from 0. " + rule + " FLIPS\n" +
		"Find the switches to press" + wanted + final + "\nThe lights that are on now: ["
	cell   = "Cell r2c3 is in row 2 from the top and column 3 from the left. "
	rule   = "A press flips some lights: those that are on go off, and those that are off go on."
	wanted = ", as few as possible, so that all lights are off. The order does not matter."
	final  = " End with one line in this form, with your presses in the list: Answer: [EXAMPLE]OTHERWISE"
	// otherwise is said where puzzles may have no answer.
	otherwise = "\nIf no presses turn all lights off, end with this line instead: Answer: impossible"
)

// Prompts lists the wordings of [NewPrompt].
func Prompts() []string { return suggest.Names(wordings, func(w wording) string { return w.name }) }

type wording struct{ name, text, end string }

// Prompt states puzzles on a board in words.
type Prompt struct {
	rules, end []byte // as the inside of a JSON string
	// Picture: the lights are stated as a picture. Otherwise they are numbers.
	Picture bool
	// Chat: the statement is a message of the user.
	Chat bool
}

// NewPrompt prepares one of the wordings of [Prompts], for puzzles of which some may have no answer. The wordings grid
// and rows need a board with rows and columns.
func NewPrompt(name string, b *board.Board, unsolvable bool) (*Prompt, error) {
	if err := b.TwoStates(); err != nil {
		return nil, fmt.Errorf("a prompt states the rules of lights with two states: %w", err)
	}
	i := slices.IndexFunc(wordings, func(w wording) bool { return w.name == name })
	if i < 0 {
		return nil, fmt.Errorf("no such wording %q%s; the wordings are %s", clip(name),
			suggest.DidYouMean(name, Prompts()), strings.Join(Prompts(), " "))
	}
	none := ""
	if unsolvable {
		none = otherwise
	}
	text, err := fill(name, strings.ReplaceAll(wordings[i].text, "OTHERWISE", none), b)
	if err != nil {
		return nil, err
	}
	return &Prompt{rules: inside(text), end: inside(wordings[i].end), Picture: name == "grid" || name == "rows",
		Chat: name == "chat"}, nil
}

// inside is text as it stands in a JSON string.
func inside(text string) []byte {
	q, err := json.Marshal(text)
	if err != nil {
		panic(err) // strings always marshal
	}
	return q[1 : len(q)-1]
}

// Append appends the statement of a puzzle as a JSON string. lights appends those that are on.
func (p *Prompt) Append(dst []byte, lights func(dst []byte) []byte) []byte {
	return append(append(lights(append(append(dst, '"'), p.rules...)), p.end...), '"')
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
	case "grid", "rows":
		switch {
		case b.Layout() == nil:
			return "", fmt.Errorf("the wording %s needs cells in rows and columns, and %s has none; "+
				"graph and json do without", wording, clip(b.Spec()))
		case wording == "rows" && (rows < 2 || cols < 3): // rows of two are pairs
			return "", fmt.Errorf("the wording rows needs two rows and three columns at least, "+
				"and %s has %d and %d; grid and plain do without", clip(b.Spec()), rows, cols)
		}
		name = func(i int) string {
			row, col := b.Layout().Place(i)
			return fmt.Sprintf("r%dc%d", row+1, col+1)
		}
		flips = flipsInWords(b, name)
	case "graph":
		if !b.IsGraph() {
			return "", fmt.Errorf("the wording graph needs a graph, and %s is none; plain and json do without",
				clip(b.Spec()))
		}
		if edges, ok := edgesInWords(b); ok {
			flips = edges
		}
	}
	example := slices.Compact([]string{name(0), name(b.Switches() - 1)})
	return strings.NewReplacer("ROWS", fmt.Sprint(rows), "COLUMNS", fmt.Sprint(cols), "LIGHTS", fmt.Sprint(b.Lights()),
		"SWITCHES", fmt.Sprint(b.Switches()), "FLIPS", flips, "EXAMPLE", strings.Join(example, ", ")).Replace(text), nil
}

// flipsInWords is the rule that everybody knows, where it holds, and otherwise a line for each switch.
func flipsInWords(b *board.Board, name func(int) string) string {
	if shape := b.Shape(); shape.Cross && shape.Kind == "grid" && !shape.SelfOff {
		return fmt.Sprintf("The lights form a grid of %d rows and %d columns, in order row by row, "+
			"and each is a switch as well: it flips itself and the lights directly above, below, left and right "+
			"of it, where there are any.", shape.Dims[0], shape.Dims[1])
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
	var edges []string
	own := slices.Contains(b.Toggles(0), 0)
	for s := range b.Switches() {
		toggles := b.Toggles(s)
		for _, x := range toggles {
			if x != s && !slices.Contains(b.Toggles(x), s) {
				return "", false
			}
			if s < x {
				edges = append(edges, fmt.Sprintf("%d-%d", s, x))
			}
		}
		if slices.Contains(toggles, s) != own {
			return "", false
		}
	}
	text = "They are its neighbours' lights, but not its own. The edges are:\n"
	if own {
		text = "They are its own light and those of its neighbours. The edges are:\n"
	}
	return text + cmp.Or(strings.Join(edges, " "), "none"), true
}
