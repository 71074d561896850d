package play

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/internal/covering"
	"lightsout/internal/drawing"
	"lightsout/internal/strictjson"
	"lightsout/solve"
)

// boardRef identifies a board in a request: by its SPEC, or by the lights that each switch flips. A text
// instead of the object is the SPEC.
type boardRef struct {
	Spec    string  `json:"spec,omitempty"`    // the SPEC, or instead:
	Lights  int     `json:"lights,omitempty"`  // how many lights
	Toggles [][]int `json:"toggles,omitempty"` // the lights that each switch flips
	// States is how many states the lights of such a board have; 0 means 2. With more, a switch lists a light as
	// often as it adds one to it.
	States int `json:"states,omitempty"` // states of a light; default 2
	// Graph means that switch i is at light i. Then nodes may have names, which texts of a position may use, and files
	// keep.
	Graph bool     `json:"graph,omitempty"` // switch i is at light i
	Names []string `json:"names,omitempty"` // node names
}

func (ref *boardRef) UnmarshalJSON(text []byte) error {
	if len(text) > 0 && text[0] == '"' {
		return json.Unmarshal(text, &ref.Spec)
	}
	type object boardRef
	return strictjson.Decode(text, (*object)(ref), strictjson.Known)
}

// view is everything needed to draw a board and to play on it.
type view struct {
	// Ref identifies the board in later requests.
	Ref  boardRef `json:"ref"`  // the board of later requests
	Kind string   `json:"kind"` // its shape, such as torus or graph
	Dims []int    `json:"dims"` // the sizes of the shape
	// Rows, Cols and Places arrange the cells in rows and columns; 0, 0 and null if the board has no
	// such layout.
	Rows   int      `json:"rows"`   // of its drawing; 0 if it has none
	Cols   int      `json:"cols"`   // likewise
	Places [][2]int `json:"places"` // row and column of each light; null if none
	// Outlines has the corners of every cell where cells are hexagons or triangles, as x to the right
	// and y down, in units of about a cell; null where they are the squares of their places.
	Outlines [][][2]float64 `json:"outlines"` // corners of hexagons and triangles; null for squares
	// Nodes is where the nodes of a board without rows and columns stand, in units of a hundredth of a cell, and
	// Lines joins them: the lights, and then the switches if those are not at lights. Both are null for other
	// boards, and Lines for graphs too large to draw.
	Nodes [][2]float64   `json:"nodes"`           // where nodes stand, in hundredths of a cell; null if nowhere
	Lines []drawing.Line `json:"lines,omitempty"` // what joins the nodes
	// Sides shows which sides of a board of rows and columns meet.
	Sides []drawing.Side `json:"sides,omitempty"` // shows which sides of rows and columns meet

	Lights   int  `json:"lights"`
	Switches int  `json:"switches"`
	Graph    bool `json:"graph"` // switch i is at light i
	// States is how many states a light has, and Colours, where it is more than 2, the colour of each in a
	// drawing; "" for states 0 and 1, which look as they do with two states.
	States  int      `json:"states"`            // how many states a light has
	Colours []string `json:"colours,omitempty"` // of each state, if there are more than two
	// Toggles repeats a light as often as the press adds one to it.
	Toggles [][]int `json:"toggles"` // the lights that each switch flips
	// Chase means that light chasing can be shown on the board.
	Chase bool `json:"chase"` // explain can show light chasing
	// QuietOrder is in place of Nullity, as in [solve.Answer].
	Nullity    *int   `json:"nullity,omitempty"`
	QuietOrder string `json:"quiet_order,omitempty"`
	// Hardest is an upper bound on the presses that any solvable state needs.
	Hardest int `json:"hardest"` // no solvable state needs more presses
}

// board is the board of a request, within the limits. Its SPEC must not name a file, because requests
// come from a web page and must not read the disk.
func (a *API) board(ref boardRef) (*board.Board, error) {
	if ref.Spec != "" {
		switch {
		case ref.Toggles != nil:
			return nil, badRequest("give a board by its spec or by its toggles, not both")
		case ref.Names != nil:
			return nil, badRequest("names go with toggles, not with a spec")
		case ref.States != 0:
			return nil, badRequest("a spec says how many states lights have by mod=%d, not beside it", ref.States)
		}
		if strings.HasPrefix(strings.TrimSpace(ref.Spec), "graph") {
			return nil, badRequest(
				"to use a graph file, open it with “Open a file”; a program sends its lights and toggles")
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
		return nil, badRequest("the request has no board")
	}
	if s := repeats(ref.Toggles); s >= 0 && ref.States <= 2 {
		return nil, badRequest("toggles[%d]: %v has a light twice; with two states each light is there once, "+
			"with more say how many by states", s, clip(fmt.Sprint(ref.Toggles[s])))
	}
	b, err := listed(ref)
	if err != nil {
		return nil, err
	}
	return b, a.check(b)
}

// repeats is a switch whose list has a light twice, or -1. Two flips would cancel, but a sender that repeats
// a light most likely means lights with more than two states.
func repeats(toggles [][]int) int {
	return slices.IndexFunc(toggles, func(list []int) bool {
		sorted := slices.Sorted(slices.Values(list))
		return len(slices.Compact(sorted)) < len(list)
	})
}

// listed is the board of toggles.
func listed(ref boardRef) (*board.Board, error) {
	drawing := board.Listed{
		Name: "drawing", Lights: ref.Lights, Toggles: ref.Toggles, Graph: ref.Graph, States: ref.States,
	}
	b, err := drawing.Board()
	if err != nil || ref.Names == nil {
		return b, err
	}
	if b, err = b.WithNames(ref.Names); err != nil {
		return nil, badRequest("names: %v", err)
	}
	return b, nil
}

func (a *API) checkSize(lights, switches int) error {
	if most := a.limits.Lights; lights > most || switches > most {
		return refusal("too_large", "that board has %d lights and %d switches; the limit here is %d of each",
			lights, switches, most)
	}
	return nil
}

// check refuses boards beyond the limits, before anything is computed.
func (a *API) check(b *board.Board) error {
	if err := a.checkSize(b.Lights(), b.Switches()); err != nil {
		return err
	}
	if b.Shape().Flips > a.limits.Flips {
		return refusal("too_large", "the switches of %s flip more than %d lights in total, which is the limit here",
			b.Spec(), a.limits.Flips)
	}
	return nil
}

// reached lists the lights that a switch flips, each as often as it adds one to it.
func reached(b *board.Board, s int) []int {
	list := []int{}
	for l, amount := range b.Adds(s) {
		list = append(list, slices.Repeat([]int{l}, amount)...)
	}
	return list
}

// toggles is what each switch reaches.
func toggles(ctx context.Context, b *board.Board) ([][]int, error) {
	lists := make([][]int, b.Switches())
	for s := range lists {
		lists[s] = reached(b, s)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	return lists, nil
}

func (a *API) view(ctx context.Context, b *board.Board) (*view, error) {
	if err := a.check(b); err != nil {
		return nil, err
	}
	toggles, err := toggles(ctx, b)
	if err != nil {
		return nil, err
	}
	shape := b.Shape()
	v := &view{
		Kind: shape.Kind, Dims: append([]int{}, shape.Dims...),
		Lights: b.Lights(), Switches: b.Switches(), Graph: b.IsGraph(), States: b.States(),
		Toggles: toggles, Chase: chases(b),
	}
	linear, err := solve.Analyse(ctx, b)
	if err != nil {
		return nil, err
	}
	quiet, err := linear.Quiet(ctx)
	if err != nil {
		return nil, err
	}
	_, v.Nullity, v.QuietOrder = rankOf(b, linear)
	v.Hardest = covering.MostPresses(b, quiet)
	if b.States() > 2 {
		v.Colours = drawing.StateColours(b.States())
	}
	if shape.Kind == "graph" {
		v.Ref = boardRef{Lights: b.Lights(), Toggles: toggles, Graph: b.IsGraph()}
		if b.States() > 2 {
			v.Ref.States = b.States()
		}
		v.Ref.Names = b.Names()
	} else {
		v.Ref.Spec = b.Spec()
	}
	if layout := b.Layout(); layout != nil {
		v.Rows, v.Cols = layout.Size()
		v.Places = make([][2]int, b.Lights())
		for cell := range v.Places {
			v.Places[cell][0], v.Places[cell][1] = layout.Place(cell)
			if outline := layout.Outline(cell); outline != nil {
				v.Outlines = append(v.Outlines, outline)
			}
		}
	}
	v.Sides = drawing.Sides(b)
	if b.Layout() != nil && !drawing.IsRing(b) {
		return v, nil
	}
	network := drawing.NewNetwork(b)
	v.Nodes, v.Lines = network.Nodes, network.Lines
	return v, nil
}
