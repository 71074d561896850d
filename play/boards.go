package play

import (
	"context"
	"fmt"
	"strings"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/solve"
)

// BoardRef names a board in a request: by its SPEC, or by what every switch flips.
type BoardRef struct {
	Spec    string  `json:"spec,omitempty"`
	Lights  int     `json:"lights,omitempty"`
	Toggles [][]int `json:"toggles,omitempty"`
	// Graph: switch i sits at light i.
	Graph bool `json:"graph,omitempty"`
}

// View is all that is needed to draw a board and to play on it.
type View struct {
	// Ref names the board in later requests.
	Ref  BoardRef `json:"ref"`
	Kind string   `json:"kind"` // "grid", "torus", …, "graph"
	Dims []int    `json:"dims"`
	// Rows, Cols and Places put the cells on squared paper; 0, 0 and null if the board has no
	// drawing of its own.
	Rows   int      `json:"rows"`
	Cols   int      `json:"cols"`
	Places [][2]int `json:"places"`

	Lights   int     `json:"lights"`
	Switches int     `json:"switches"`
	Graph    bool    `json:"graph"`
	Toggles  [][]int `json:"toggles"`
	// Chase: the board can be explained by light chasing.
	Chase   bool `json:"chase"`
	Nullity int  `json:"nullity"`
	// Hardest is a bound on the presses that any solvable state needs: switches that no quiet
	// pattern uses, and half of the others. An average over the answers of a state cannot be more.
	Hardest int `json:"hardest"`
}

// board is the board that a request speaks of, within the limits. A SPEC never names a file here:
// requests come from a page, and must not read what lies on the disk.
func (a *API) board(ref BoardRef) (*board.Board, error) {
	if ref.Spec != "" {
		if ref.Toggles != nil {
			return nil, badRequest("a board is named by its spec or by its toggles, not by both")
		}
		if strings.HasPrefix(strings.TrimSpace(ref.Spec), "graph") {
			return nil, badRequest("a graph file is opened with “Open a file”, not by its name")
		}
		b, err := board.Parse(ref.Spec)
		if err != nil {
			return nil, err
		}
		return b, a.check(b)
	}
	if err := a.checkSize(ref.Lights, len(ref.Toggles)); err != nil {
		return nil, err
	}
	if len(ref.Toggles) == 0 || ref.Lights < 1 {
		return nil, badRequest("the request names no board")
	}
	read := graphOf
	if !ref.Graph {
		read = func(ref BoardRef) (*board.Board, error) { return board.FromToggles("toggles", ref.Lights, ref.Toggles) }
	}
	b, err := read(ref)
	if err != nil {
		return nil, err
	}
	return b, a.check(b)
}

// graphOf is the board of a graph whose nodes are drawn by the page.
func graphOf(ref BoardRef) (*board.Board, error) {
	if len(ref.Toggles) != ref.Lights {
		return nil, badRequest("a graph has as many switches as lights, not %d and %d", len(ref.Toggles), ref.Lights)
	}
	g := board.Graph{Nodes: ref.Lights}
	for u, toggles := range ref.Toggles {
		flipsItself := false
		for _, v := range toggles {
			switch {
			case v < 0 || v >= ref.Lights:
				return nil, badRequest("node %d flips node %d, but there are %d nodes", u+1, v+1, ref.Lights)
			case v == u:
				flipsItself = !flipsItself
			default:
				g.Arc(u, v)
			}
		}
		if !flipsItself {
			g.SelfOff(u)
		}
	}
	return g.Board("drawing"), nil
}

func (a *API) checkSize(lights, switches int) error {
	if most := a.limits.Lights; lights > most || switches > most {
		return &Error{Code: "too_large", Message: fmt.Sprintf("that board has %d lights and %d switches; here boards go up to %d of each", lights, switches, most)}
	}
	return nil
}

// check keeps a board within the limits before anything is made of it.
func (a *API) check(b *board.Board) error {
	if err := a.checkSize(b.Lights(), b.Switches()); err != nil {
		return err
	}
	if b.Flips() > a.limits.Flips {
		return &Error{Code: "too_large", Message: fmt.Sprintf("the switches of %s flip more than %d lights altogether, too many to play with here", b.Spec(), a.limits.Flips)}
	}
	return nil
}

// toggles lists what every switch flips.
func toggles(ctx context.Context, b *board.Board) ([][]int, error) {
	lists := make([][]int, b.Switches())
	for s := range lists {
		lists[s] = b.AppendToggles([]int{}, s)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	return lists, nil
}

func (a *API) view(ctx context.Context, b *board.Board) (*View, error) {
	if err := a.check(b); err != nil {
		return nil, err
	}
	toggles, err := toggles(ctx, b)
	if err != nil {
		return nil, err
	}
	linear, err := solve.Analyse(ctx, b)
	if err != nil {
		return nil, err
	}
	shape := b.Shape()
	v := &View{
		Kind: shape.Kind, Dims: append([]int{}, shape.Dims...),
		Lights: b.Lights(), Switches: b.Switches(), Graph: b.IsGraph(), Toggles: toggles,
		Nullity: linear.Nullity(), Hardest: hardest(linear, b.Switches()), Chase: chases(b),
	}
	if shape.Kind == "graph" {
		v.Ref = BoardRef{Lights: b.Lights(), Toggles: toggles, Graph: b.IsGraph()}
	} else {
		v.Ref.Spec = b.Spec()
	}
	if layout := b.Layout(); layout != nil {
		v.Rows, v.Cols = layout.Size()
		v.Places = make([][2]int, b.Lights())
		for cell := range v.Places {
			v.Places[cell][0], v.Places[cell][1] = layout.Place(cell)
		}
	}
	return v, nil
}

// hardest is the bound of View.Hardest.
func hardest(linear solve.Linear, switches int) int {
	used := gf2.NewVec(switches)
	for _, q := range linear.Quiet() {
		for s := range q.Ones() {
			used.Set(s, true)
		}
	}
	free := used.Weight()
	return switches - free + free/2
}
