package textboard_test

import (
	"strings"
	"testing"

	"lightsout/board"
	"lightsout/internal/textboard"
)

// Every line around the cells of a drawing is known as what it is, so that a changed legend is still read.
func TestDrawingsAreKnown(t *testing.T) {
	for _, spec := range []string{"3x3", "5x12", "hex:2", "triangle:3", "hexcolor:3", "3x3,mod=3", "cube:2"} {
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		presses, witness := textboard.Brushes(false)
		for _, brush := range []textboard.Brush{presses, witness} {
			var text strings.Builder
			marked := board.NewState(b.Switches(), b.States())
			if brush.Legend == witness.Legend {
				marked = b.Dark()
			}
			textboard.Drawing{Board: b, Lit: board.NewPuzzle(b).On, Marked: marked, Brush: brush}.DrawWithLegend(&text)
			lines := strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n")
			if last := lines[len(lines)-1]; !textboard.Legend.MatchString(last) {
				t.Errorf("%s: %q is not known as a legend", spec, last)
			}
			if !b.Shape().Cross || b.States() > 2 || b.Shape().Kind != "grid" {
				continue
			}
			if !textboard.Columns.MatchString(lines[0]) {
				t.Errorf("%s: %q is not known as numbers of columns", spec, lines[0])
			}
			for _, line := range lines[1 : len(lines)-1] {
				if row := textboard.RowNumber.ReplaceAllString(line, ""); len(row) == len(line) {
					t.Errorf("%s: %q is not known as a row", spec, line)
				}
			}
		}
	}
}
