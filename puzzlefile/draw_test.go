package puzzlefile

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
)

func parse(t rapid.TB, spec string) *board.Board { return boardtest.Parse(t, spec) }

func drawVec(t *rapid.T, n int) gf2.Vec { return boardtest.DrawVec(t, n, "set") }

// drawSpec is a SPEC of any shape, with options.
func drawSpec(t *rapid.T) string {
	specs := append(slices.Clone(boardtest.Specs), "grid:7x9,pattern=king", "torus:8x9", "cube:3", "grid:3x3x3x2", "hypercube:7", "hex:4", "triangle:6", "path:30", "octcolor:7")
	if rapid.Bool().Draw(t, "masked") {
		rows, cols := rapid.IntRange(1, 9).Draw(t, "rows"), rapid.IntRange(1, 9).Draw(t, "columns")
		return fmt.Sprintf("grid:%dx%d,mask=%s", rows, cols, drawMask(t, rows, cols))
	}
	return rapid.SampledFrom(specs).Draw(t, "spec")
}

// drawMask has at least one cell.
func drawMask(t *rapid.T, rows, cols int) string {
	list := make([]string, rows)
	for i := range list {
		list[i] = string(rapid.SliceOfN(rapid.SampledFrom([]byte("#_")), cols, cols).Draw(t, "row"))
	}
	list[0] = "#" + list[0][1:]
	return strings.Join(list, "/")
}

// reachable reports whether some presses make a change.
func reachable(t *testing.T, m *gf2.Matrix, change gf2.Vec) bool {
	t.Helper()
	s, err := gf2.NewSystem(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	_, _, ok := s.Solve(change)
	return ok
}
