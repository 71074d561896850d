package rows

import (
	"errors"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lightsout/board"
	"lightsout/internal/boardtest"
	"lightsout/internal/reserve"

	"pgregory.net/rapid"
)

// transposes reports a light whose switches are not those that change it, in order, by the amounts that the
// board says.
func transposes(t interface{ Fatalf(string, ...any) }, b *board.Board) {
	r, err := Of(b)
	if err != nil {
		t.Fatalf("%s: %v", b.Spec(), err)
	}
	switches, amounts := make([][]int32, b.Lights()), make([][]uint8, b.Lights())
	for s := range b.Switches() {
		for l, amount := range b.Adds(s) {
			switches[l], amounts[l] = append(switches[l], int32(s)), append(amounts[l], uint8(amount))
		}
	}
	for l := range b.Lights() {
		if got := r.Light(l); !slices.Equal(got, switches[l]) {
			t.Fatalf("%s: light %d has the switches %v, want %v", b.Spec(), l, got, switches[l])
		}
		if b.States() == 2 {
			continue
		}
		if got := r.Amounts(l); !slices.Equal(got, amounts[l]) {
			t.Fatalf("%s: presses add %v to light %d, want %v", b.Spec(), got, l, amounts[l])
		}
	}
	if got := r.switches.Total(); len(r.amounts) != 0 && len(r.amounts) != got {
		t.Fatalf("%s: %d amounts for %d switches", b.Spec(), len(r.amounts), got)
	}
}

func TestRowsAreTheTranspose(t *testing.T) {
	for _, spec := range boardtest.Specs {
		transposes(t, boardtest.Parse(t, spec))
	}
	rapid.Check(t, func(t *rapid.T) { transposes(t, boardtest.Draw(t)) })
}

// On boards of more than two states a switch may add any amount to a light, and different ones to different lights.
func TestRowsOfColours(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { transposes(t, boardtest.DrawColours(t).Board) })
}

// Lights that no switch flips have empty rows, also the first and the last one; so have all lights of a board whose
// switches do nothing.
func TestEmptyRows(t *testing.T) {
	for _, b := range []*board.Board{
		boardtest.FromToggles(t, 5, [][]int{{1, 3}, {3}, {}}),
		boardtest.FromToggles(t, 3, [][]int{{}, {}}),
		boardtest.FromToggles(t, 1, [][]int{{0}, {0}, {0}}),
	} {
		transposes(t, b)
	}
}

// What would not fit is refused before any memory is taken, by what there are too many of.
func TestLargeBoardsAreRefused(t *testing.T) {
	large := map[string]string{
		"grid:40000x40000":    "40000x40000",
		"complete:40000":      "complete:40000",
		"hypercube:29":        "hypercube:29",
		"path:500000000":      "path:500000000",
		"torus:500000x100000": "",
	}
	if strconv.IntSize == 32 {
		large["complete:20000"] = "complete:20000" // 2^28.6 flips are more bytes than can be addressed
	}
	for spec, says := range large {
		b, err := board.Parse(spec)
		if err != nil && says == "" {
			continue // too large to be described with 32 bits
		} else if err != nil {
			t.Fatal(err)
		}
		var tooLarge *board.TooLargeError
		if _, err := Of(b); !errors.As(err, &tooLarge) || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", spec, err)
		}
	}
}

// Lists that do not fit under the program's limit of memory are refused, others are not.
func TestMemoryLimit(t *testing.T) {
	const limit = 8 << 20
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(limit))
	transposes(t, boardtest.Parse(t, "complete:100"))
	var noMemory *reserve.Error
	if _, err := Of(boardtest.Parse(t, "complete:1500")); !errors.As(err, &noMemory) || !strings.Contains(err.Error(), "takes 9 MiB") {
		t.Errorf("2250000 flips in %d bytes: %v", limit, err)
	}
}
