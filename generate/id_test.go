package generate

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"lightsout/board"
	"lightsout/internal/boardtest"
)

// Ids are frozen: files that were written long ago keep theirs. The digests are those of sha256sum
// on the lines that idOptions documents.
func TestIDs(t *testing.T) {
	all := Options{Engine: "presses:4", Presses: &Range{3, 7}, Lit: &Range{5, 12}, Levels: "100", Unique: true, Symmetric: "mirror", Distinct: "states", AllowSolved: true}
	const lines = "method=presses\nrandom-presses=4\npresses=3-7\nlit=5-12\nlevels=100\nunique\nsymmetric=mirror\ndistinct=states\nallow-solved\n"
	if got := all.idOptions(); got != lines {
		t.Errorf("got\n%swant\n%s", got, lines)
	}
	for _, c := range []struct {
		options Options
		want    string
	}{
		{Options{Seed: 1}, "grid:5x5/e3b0c442/1/"},
		{Options{Seed: 1 << 63, Engine: "nullspace", Distinct: "none", Minimum: true, Work: Work{Jobs: 3}}, "grid:5x5/e3b0c442/9223372036854775808/"},
		{Options{Presses: &Range{3, 5}}, "grid:5x5/2dbb8602/0/"},
		{Options{Presses: &Range{0, 5}}, "grid:5x5/24454f5b/0/"}, // the goal is left out: 1-5
		{Options{Lit: &Range{3, 5}}, "grid:5x5/16da73f0/0/"},
		{Options{Levels: "100"}, "grid:5x5/3c5fec54/0/"},
		{Options{Levels: "even"}, "grid:5x5/58fc4911/0/"},
		{Options{Unique: true}, "grid:5x5/282393bf/0/"},
		{Options{Symmetric: "all"}, "grid:5x5/b39f1aea/0/"},
		{Options{Distinct: "symmetry"}, "grid:5x5/a870eb69/0/"},
		{Options{AllowSolved: true}, "grid:5x5/d11775c4/0/"},
		{Options{Unsolvable: 1}, "grid:5x5/76a28fb8/0/"},
		{Options{Engine: "presses"}, "grid:5x5/269073da/0/"},
		{Options{Engine: "sat"}, "grid:5x5/eb720ab3/0/"},
	} {
		o, err := c.options.complete(boardtest.Parse(t, "5x5"))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := idPrefix(boardtest.Parse(t, "5x5"), o); err != nil || got != c.want {
			t.Errorf("%+v: %s, %v, want %s", c.options, got, err, c.want)
		}
	}
}

// A field of the options either has a line or is known to leave puzzles as they are.
func TestEveryOptionHasAPlaceInIDs(t *testing.T) {
	none := map[string]bool{"Seed": true, "Count": true, "Mix": true, "Split": true, "Minimum": true, "Work": true}
	plain := Options{Engine: "nullspace"}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[Options]()) {
		o := plain
		v := reflect.ValueOf(&o).Elem().FieldByIndex(field.Index)
		switch field.Type.Kind() {
		case reflect.String:
			v.SetString("x")
		case reflect.Bool:
			v.SetBool(true)
		case reflect.Int:
			v.SetInt(3)
		case reflect.Uint64:
			v.SetUint(3)
		case reflect.Float64:
			v.SetFloat(0.5)
		case reflect.Pointer:
			v.Set(reflect.ValueOf(&Range{1, 2}))
		case reflect.Func:
			continue
		}
		if field.Name == "Levels" {
			o.Levels = "3"
		}
		if changed := o.idOptions() != plain.idOptions(); changed == none[field.Name] {
			t.Errorf("%s: changes the id: %v", field.Name, changed)
		}
	}
}

// Files of the same name that hold different boards have different ids.
func TestIDsOfBoardsFromFiles(t *testing.T) {
	ids := map[string]bool{}
	for _, edges := range [][][2]int{{{0, 1}}, {{0, 1}, {1, 2}}, {{0, 1}, {0, 2}}} {
		b, err := board.FromEdges("same", 3, edges)
		if err != nil {
			t.Fatal(err)
		}
		g := newGenerator(t, b, Options{})
		if !strings.HasPrefix(g.id, "graph:same/") {
			t.Error(g.id)
		}
		ids[g.id] = true
	}
	if len(ids) != 3 {
		t.Errorf("%v", ids)
	}
}

// Formats without answers say how many presses a puzzle needs, if that takes no search.
func TestNumberedPuzzles(t *testing.T) {
	for _, c := range []struct {
		spec    string
		options Options
		counted bool
	}{
		{"5x5", Options{}, true},
		{"5x5,pattern=king", Options{}, true},
		{"30x30", Options{}, false},
		{"30x30", Options{Presses: &Range{2, 2}}, true},
		{"70x70", Options{}, false},
	} {
		g := newGenerator(t, boardtest.Parse(t, c.spec), c.options)
		for _, name := range []string{"text", "lo"} {
			text := write(t, newFormat(t, g, name), 7, 2, 1)
			for i := uint64(7); i < 9; i++ {
				want := fmt.Sprintf("c puzzle %d, presses not counted\n", i+1)
				if item, err := g.Puzzle(t.Context(), i); err != nil {
					t.Fatal(err)
				} else if c.counted {
					want = fmt.Sprintf("c puzzle %d, %d presses\n", i+1, item.MinPresses)
				}
				if !strings.Contains(text, want) {
					t.Errorf("%s %s: want %s in %.200s", c.spec, name, want, text)
				}
			}
		}
	}
}
