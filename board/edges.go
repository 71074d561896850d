package board

import (
	"errors"
	"fmt"
	"slices"

	"lightsout/gf2"
	"lightsout/internal/reserve"
)

// Boards whose switches are the edges of a graph: pressing one flips its two ends. Their unsolvable states are
// Tseitin's formulas. The option switches=edges makes one of any undirected graph; toric:D (toric.go) is one with
// places on paper.

const edgeOption = ",switches=edges"

// onEdges is the board whose lights are those of b and whose switches are its edges: a press flips both ends. Whether a
// press of b flips its own light makes no difference. Edges of which a wrap makes two cancel, as in b.
func (b *Board) onEdges() (*Board, error) {
	switch {
	case !b.graph:
		return nil, errors.New("switches=edges needs a board whose switches are its lights")
	case b.shape.SelfOff:
		return nil, errors.New("self=off says nothing where switches are edges: leave it out")
	}
	if err := b.CheckSize(); err != nil {
		return nil, err
	}
	if err := reserve.Bytes(int64(times(16, b.toggles.total()))); err != nil {
		return nil, &TooLargeError{What: "the list of the edges of " + clip(b.spec), Limit: err.Error(), Err: err}
	}
	var ends gf2.Lists
	reached := make([]int, b.lights) // by how many nodes with a smaller number
	for s := range b.switches {
		back := 0
		for _, l := range b.Toggles(s) {
			switch {
			case l > s:
				gf2.Append(&ends, []int{s, l})
				reached[l]++
			case l < s:
				back++
				if !slices.Contains(b.Toggles(l), s) {
					return nil, fmt.Errorf("switches=edges needs edges that go both ways, and %d reaches %d, "+
						"but not the other way round", s+1, l+1)
				}
			}
		}
		if back != reached[s] {
			return nil, fmt.Errorf("switches=edges needs edges that go both ways, and not all that lead to %d do", s+1)
		}
	}
	if ends.Len() == 0 {
		return nil, errors.New("switches=edges: the graph has no edges")
	}
	c := &Board{
		spec: b.spec + edgeOption, switches: ends.Len(), lights: b.lights, shape: Shape{Kind: "edges"},
		toggles: listsOf(ends, nil), warning: b.warning,
	}
	if b.shape.Kind == "graph" {
		c.shape.Kind = "graph"
	}
	return c, nil
}
