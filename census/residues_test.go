package census_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"lightsout/board"
	"lightsout/census"
	"lightsout/internal/boardtest"
	"lightsout/internal/boardtest/tier"
	"lightsout/solve"
)

// distancesOf goes over all presses: the fewest that solve each state, by the state as text.
func distancesOf(b *board.Board) map[string]int {
	fewest := map[string]int{}
	for times := range boardtest.Times(b) {
		state := make([]uint8, b.Lights())
		for s, n := range times {
			for l, amount := range b.Adds(s) {
				state[l] = uint8((int(state[l]) + (b.States()-int(n))*amount) % b.States())
			}
		}
		if known, ok := fewest[string(state)]; !ok || boardtest.Presses(times) < known {
			fewest[string(state)] = boardtest.Presses(times)
		}
	}
	return fewest
}

func TestEveryColouredStateHasItsDistance(t *testing.T) {
	ctx := context.Background()
	for _, spec := range boardtest.ColouredSpecs {
		b := boardtest.Parse(t, spec)
		want := distancesOf(b)
		table, err := census.NewTable(ctx, b, nil)
		if err != nil {
			t.Fatal(err)
		}
		if table.Len() != len(want) {
			t.Errorf("%s: %d states, want %d", spec, table.Len(), len(want))
		}
		seen, depth := map[string]bool{}, 0
		every := tier.Size(16, 1) // paths replayed: a press leads to an entry, whose press leads on
		for i := range table.Len() {
			e := table.At(i)
			state, toGo, press := table.Lights(e.State), e.ToGo, e.Press
			if j, ok := table.Index(e.State); !ok || j != i {
				t.Fatalf("%s: state %v is entry %d, not %d (%v)", spec, state, i, j, ok)
			}
			if n, ok := want[string(state.Digits())]; !ok || n != toGo || seen[string(state.Digits())] {
				t.Fatalf("%s: state %v needs %d presses, the table says %d (listed before: %v)", spec, state, n, toGo, seen[string(state.Digits())])
			}
			seen[string(state.Digits())], depth = true, max(depth, toGo)
			if j, ok := table.Index(e.Next); press >= 0 && (!ok || table.At(j).ToGo != toGo-1) {
				t.Fatalf("%s: from state %v, with %d to go, press %d leads to entry %d (%v)", spec, state, toGo, press, j, ok)
			}
			if i%every > 0 {
				continue
			}
			path := []int{}
			for _, step := range table.Path(e.State) {
				if step.Press >= 0 {
					path = append(path, step.Press)
				}
			}
			if len(path) != toGo || toGo > 0 && path[0] != press {
				t.Fatalf("%s: the path of state %v is %v, with %d to go and %d first", spec, state, path, toGo, press)
			}
			p := board.NewPuzzle(b)
			p.On = state
			if !solve.Check(p, path).Solved {
				t.Fatalf("%s: %v does not solve %v", spec, path, state)
			}
		}
		counts := table.Distribution()
		again, err := census.Distribution(ctx, b, nil)
		if err != nil || fmt.Sprint(again) != fmt.Sprint(counts) || len(counts)-1 != depth {
			t.Errorf("%s: distribution %v, or %v, %v; depth %d", spec, counts, again, err, depth)
		}
		if e := table.At(table.Hardest()); e.ToGo != depth {
			t.Errorf("%s: the hardest state needs %d, others %d", spec, e.ToGo, depth)
		}
		d, err := census.FindDepth(ctx, b, nil)
		if err != nil || !d.Proved() || d.Lower != depth || want[string(d.Example.Digits())] != depth || d.Presses.Weight() != depth {
			t.Errorf("%s: depth %+v, %v", spec, d, err)
		}
	}
}

func TestTablesThatAreTooLarge(t *testing.T) {
	ctx := context.Background()
	b := boardtest.Parse(t, "5x5,mod=3")
	if large := (*board.TooLargeError)(nil); !errors.As(errOf(census.NewTable(ctx, b, nil)), &large) {
		t.Error("3^22 states fit into a table")
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if err := errOf(census.NewTable(ended, boardtest.Parse(t, "3x3,mod=4"), nil)); !errors.Is(err, context.Canceled) {
		t.Errorf("an ended context: %v", err)
	}
}

func errOf(_ any, err error) error { return err }

func TestColouredTablesAsText(t *testing.T) {
	table, err := census.NewTable(context.Background(), boardtest.Parse(t, "1x2,mod=3"), nil)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := table.WriteCSV(context.Background(), &text, nil); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(text.String()), "\n")
	want := []string{"board,state,switch,to_go,destination_state", `"grid:1x2,mod=3",00,-1,0,-1`, `"grid:1x2,mod=3",22,0,1,00`, `"grid:1x2,mod=3",11,0,2,22`}
	if !slices.Equal(lines, want) {
		t.Errorf("got\n%s", text.String())
	}
}
