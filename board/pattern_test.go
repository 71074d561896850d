package board

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// What a press in the middle of a large board flips is the picture itself.
func TestPicturesDrawWhatAPressFlips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		picture := drawPicture(t)
		rows := strings.Split(picture, "/")
		b := parse(t, "9x9,pattern="+picture)
		flipped := map[[2]int]bool{}
		for _, l := range b.Toggles(4*9 + 4) {
			flipped[[2]int{l/9 - 4, l%9 - 4}] = true
		}
		marks := 0
		for r, row := range rows {
			for c := range row {
				if row[c] != '#' {
					continue
				}
				marks++
				if !flipped[[2]int{r - len(rows)/2, c - len(row)/2}] {
					t.Fatalf("%s: the cell at row %d, column %d is not flipped", b, r+1, c+1)
				}
			}
		}
		if marks != len(flipped) {
			t.Fatalf("%s: %d marks, %d flips", b, marks, len(flipped))
		}
	})
}

func TestNamedPatterns(t *testing.T) {
	for name, want := range map[string]int{"cross": 4, "x": 4, "king": 8, "knight": 8} {
		b := parse(t, "9x9,self=off,pattern="+name)
		if got := len(b.Toggles(40)); got != want {
			t.Errorf("%s reaches %d cells, want %d", name, got, want)
		}
	}
	// In three axes: 6 faces, 8 corners, 26 around, 24 knight's moves.
	for name, want := range map[string]int{"cross": 6, "x": 8, "king": 26, "knight": 24} {
		b := parse(t, "5x5x5,self=off,pattern="+name)
		if got := len(b.Toggles(62)); got != want {
			t.Errorf("%s reaches %d cells in three axes, want %d", name, got, want)
		}
	}
}

// A press of cross:full flips its row and its column, whatever wraps.
func TestWholeRowsAndColumns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dims := rapid.SliceOfN(rapid.IntRange(1, 5), 1, 4).Draw(t, "dims")
		kind := rapid.SampledFrom([]string{"grid", "torus"}).Draw(t, "kind")
		spec := kind + joinDims(dims) + ",pattern=cross:full"
		self := rapid.Bool().Draw(t, "self")
		if !self {
			spec += ",self=off"
		}
		mask := ""
		if len(dims) == 2 {
			mask = drawMask(t, dims[0], dims[1])
			spec += ",mask=" + mask
		}
		b := parse(t, spec)
		place := func(cell int) []int {
			if mask != "" {
				r, c := b.Layout().Place(cell)
				return []int{r, c}
			}
			at := make([]int, len(dims))
			for axis := len(dims) - 1; axis >= 0; axis-- {
				at[axis], cell = cell%dims[axis], cell/dims[axis]
			}
			return at
		}
		for s := range b.Switches() {
			var want []int
			for l := range b.Lights() {
				differ := 0
				for axis, x := range place(s) {
					if x != place(l)[axis] {
						differ++
					}
				}
				if differ == 1 || differ == 0 && self {
					want = append(want, l)
				}
			}
			if got := b.Toggles(s); !slices.Equal(got, want) || len(got) > b.Shape().MostToggles {
				t.Fatalf("%s: %d flips %v, want %v", b, s, got, want)
			}
		}
		if again := parse(t, b.Spec()); !again.Equal(b) {
			t.Fatalf("%s is another board", b)
		}
	})
}
