package board

import (
	"errors"
	"strings"
	"testing"
)

// Whatever the flags say, a puzzle by rows has the lights of one that is held in memory.
func TestRowPuzzlesHaveTheLightsOfHeldOnes(t *testing.T) {
	for _, spec := range []string{"grid:300x500", "torus:400x401", "path:140000", "cycle:140001", "grid:2100x2000"} {
		b := parse(t, spec)
		for _, states := range [][2]string{
			{"all", "none"}, {"none", "all"}, {"random", "none"}, {"random", "all"}, {"all", "random"}, {"random", "random"},
			{"0x1ff", "none"}, {"0x155", "random"}, {"random", "0x155"}, {"3,7-99", "140000"},
			{strings.Repeat("110", b.Lights())[:b.Lights()], strings.Repeat("#...", b.Lights())[:b.Lights()]},
		} {
			byRows := NewPuzzle(b)
			if byRows.On.Rows() == nil {
				t.Fatalf("%s is not by rows", spec)
			}
			held, err := NewPuzzle(b).Load()
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range []*Puzzle{byRows, held} {
				if err := p.SetLights(states[0], states[1], 5); err != nil {
					t.Fatal(err)
				}
			}
			got, err := byRows.Load()
			if err != nil {
				t.Fatal(err)
			}
			if !got.On.Equal(held.On) || !got.Goal.Equal(held.Goal) {
				t.Errorf("%s from %s to %s: the rows are others", spec, states[0], states[1])
			}
		}
	}
}

func TestRowPuzzlesRefuse(t *testing.T) {
	p := NewPuzzle(parse(t, "grid:1000000x1000000"))
	var tooLarge *TooLargeError
	if _, err := p.Load(); !errors.As(err, &tooLarge) {
		t.Errorf("Load: got %v, want a TooLargeError", err)
	}
	if err := p.SetLights("341", "", 1); !errors.As(err, &tooLarge) {
		t.Errorf("SetLights: got %v, want a TooLargeError", err)
	}
	if err := p.SetLights("", "random", 1); err != nil {
		t.Error(err)
	}
	if err := parse(t, "mobius:1000000x1000000").checkPuzzle(); !errors.As(err, &tooLarge) {
		t.Errorf("checkPuzzle: got %v, want a TooLargeError", err)
	}
}
