package board

import (
	"fmt"
	"math"
)

// maxPlace is how far from the middle a node may stand.
const maxPlace = 1e6

// Places is where the nodes stand in a drawing, x to the right and y downwards, in hundredths of a cell; nil
// unless the board's file or [Board.At] says.
func (b *Board) Places() [][2]float64 { return b.places }

// At is the same board with its nodes at the given places, or at none if they are nil. Places are kept to a
// hundredth.
func (b *Board) At(places [][2]float64) (*Board, error) {
	c := *b
	c.places = nil
	if places == nil {
		return &c, nil
	}
	if !b.graph || len(places) != b.lights {
		return nil, fmt.Errorf("%d places for the %d nodes of %s", len(places), b.lights, clip(b.spec))
	}
	c.places = make([][2]float64, len(places))
	for i, at := range places {
		for k, x := range at {
			if !(math.Abs(x) <= maxPlace) {
				return nil, fmt.Errorf("the place of node %d is out of range: places are at most %.0f from the middle",
					i+1, float64(maxPlace))
			}
			c.places[i][k] = math.Round(x*100)/100 + 0 // no -0
		}
	}
	return &c, nil
}
