package census

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/internal/boardtest"
	"lightsout/internal/boardtest/tier"
)

func tableOf(t boardtest.TB, spec string) *Table {
	t.Helper()
	table, err := NewTable(context.Background(), boardtest.Parse(t, spec), nil)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// A table has every reachable state at its distance, in order, and finds it again.
func TestTableHasEveryState(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := boardtest.DrawCopies(t)
		table, err := NewTable(context.Background(), b, nil)
		if err != nil {
			t.Fatal(err)
		}
		distance := boardtest.Distances(b)
		if table.Len() != len(distance) {
			t.Fatalf("%d states, want %d", table.Len(), len(distance))
		}
		for i := range table.Len() {
			e := table.At(i)
			if d, ok := distance[e.State]; !ok || d != e.ToGo {
				t.Fatalf("state %d: %d presses to go, want %d", e.State, e.ToGo, d)
			}
			if i > 0 && e.State <= table.At(i-1).State {
				t.Fatalf("state %d follows %d", e.State, table.At(i-1).State)
			}
			if j, ok := table.Index(e.State); !ok || j != i {
				t.Fatalf("state %d is entry %d, found at %d", e.State, i, j)
			}
		}
		for state := range uint64(1) << b.Lights() {
			if _, ok := table.Index(state); ok != (distance[state] > 0 || state == 0) {
				t.Fatalf("state %d: solvable is %v", state, ok)
			}
		}
	})
}

// Every row of a table moves one step closer, and only the dark state moves nowhere.
func TestEveryRowMovesOneStepCloser(t *testing.T) {
	table := tableOf(t, fmt.Sprintf("4x%d", tier.Size(4, 6)))
	for i := range table.Len() {
		e := table.At(i)
		if e.Press < 0 {
			if e.State != 0 || e.ToGo != 0 || e.Next != 0 {
				t.Fatalf("%+v has no press", e)
			}
			continue
		}
		next, ok := table.Index(e.Next)
		if !ok || int(table.toGo[next]) != e.ToGo-1 || e.Next^e.State != table.Flips(e.Press) {
			t.Fatalf("%+v leads to %+v", e, table.At(next))
		}
	}
}

// searchedPresses is B. Gawalt's search: from the dark state, breadth first, trying the switches in
// order. For every state found it has the switch that found it, plus one; the dark state has 255.
func searchedPresses(b *board.Board) []uint8 {
	found := make([]uint8, 1<<b.Lights())
	found[0] = 255
	var flips []uint32
	for s := range b.Switches() {
		flip := uint32(0)
		for _, l := range b.Toggles(s) {
			flip ^= 1 << l
		}
		flips = append(flips, flip)
	}
	queue := []uint32{0}
	for head := 0; head < len(queue); head++ {
		for s, flip := range flips {
			if next := queue[head] ^ flip; found[next] == 0 {
				found[next] = uint8(s + 1)
				queue = append(queue, next)
			}
		}
	}
	return found
}

// compareWithSearch requires that every entry has the press of the search.
func compareWithSearch(t boardtest.TB, table *Table) {
	t.Helper()
	found := searchedPresses(table.Board())
	for i := range table.Len() {
		e := table.At(i)
		if want := int(found[e.State]) - 1; e.State != 0 && e.Press != want {
			t.Fatalf("%s, state %x: the next press is %d, the search has %d", table.Board().Spec(), e.State, e.Press, want)
		}
	}
}

// Every row is the one that B. Gawalt's script writes: with to_go and destination_state, which other
// tests check, row and column follow from the press.
func TestPressesAreThoseOfTheSearch(t *testing.T) {
	for n := 1; n <= tier.Size(4, 5); n++ {
		compareWithSearch(t, tableOf(t, fmt.Sprintf("%dx%d", n, n)))
	}
	rapid.Check(t, func(t *rapid.T) {
		table, err := NewTable(context.Background(), boardtest.DrawCopies(t), nil)
		if err != nil {
			t.Fatal(err)
		}
		compareWithSearch(t, table)
	})
}

// B. Gawalt's findings: 3x3 takes 9 presses from state 341 alone, all-on 5; 4x4 all-on takes 4; 5x5
// takes 15 from 7,350 states, all-on among them. 3x3 has 512 solvable states, 4x4 4,096, 5x5 2^23.
func TestLiterature(t *testing.T) {
	for _, c := range []struct {
		n, states, depth, deepest, allOn int
	}{{3, 512, 9, 1, 5}, {4, 4096, 7, 32, 4}, {5, 1 << 23, 15, 7350, 15}} {
		table := tableOf(t, fmt.Sprintf("%dx%d", c.n, c.n))
		counts := table.Distribution()
		if table.Len() != c.states || len(counts)-1 != c.depth || counts[c.depth].Int64() != int64(c.deepest) {
			t.Errorf("%dx%d: %d states, depth %d from %v of them", c.n, c.n, table.Len(), len(counts)-1, counts[len(counts)-1])
		}
		i, ok := table.Index(1<<(c.n*c.n) - 1)
		if !ok || table.At(i).ToGo != c.allOn {
			t.Errorf("%dx%d: all-on takes %d presses, want %d", c.n, c.n, table.At(i).ToGo, c.allOn)
		}
	}
	table := tableOf(t, "3x3")
	if i, _ := table.Index(341); table.At(i).ToGo != 9 {
		t.Errorf("3x3: state 341 takes %d presses, want 9", table.At(i).ToGo)
	}
}

func TestTableRefusesLargeBoards(t *testing.T) {
	for _, spec := range []string{"6x6", "path:29"} {
		_, err := NewTable(context.Background(), boardtest.Parse(t, spec), nil)
		var large *board.TooLargeError
		if !errors.As(err, &large) || !strings.Contains(err.Error(), "switches") {
			t.Errorf("%s: %v", spec, err)
		}
	}
}

func TestTableStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	_, err := NewTable(ctx, boardtest.Parse(t, "5x5"), func(int, int) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want context.Canceled", err)
	}
}

// The CSV has the entries of the table.
func TestCSV(t *testing.T) {
	const named = "graph:a \"b\",\\c\u00e9.lo" // a file may have any name
	for spec, heading := range map[string]string{
		named:       "board,state,switch,to_go,destination_state",
		"3x3":       "size,state,row,col,to_go,destination_state",
		"torus:3x3": "board,state,switch,to_go,destination_state",
		"petersen":  "board,state,switch,to_go,destination_state",
	} {
		var table *Table
		if spec == named {
			b, err := board.FromToggles(named, 2, [][]int{{0, 1}, {1}})
			if err != nil {
				t.Fatal(err)
			}
			if table, err = NewTable(context.Background(), b, nil); err != nil {
				t.Fatal(err)
			}
		} else {
			table = tableOf(t, spec)
		}
		var out bytes.Buffer
		if err := table.WriteCSV(context.Background(), &out, nil); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(&out).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if strings.Join(rows[0], ",") != heading || len(rows) != table.Len()+1 {
			t.Errorf("%s: heading %v, %d rows", spec, rows[0], len(rows))
		}
		for i, row := range rows[1:] {
			e := table.At(i)
			want := fmt.Sprint(table.Board().Spec(), e.State, e.Press, e.ToGo, e.Next)
			got := fmt.Sprint(row[0], row[1], row[2], row[3], row[4])
			if spec == "3x3" {
				want = fmt.Sprint(3, e.State, e.Press/3, e.Press%3, e.ToGo, e.Next)
				got = fmt.Sprint(row[0], row[1], row[2], row[3], row[4], row[5])
			}
			if e.Press < 0 {
				want, got = "-1", row[len(row)-1]
			}
			if strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(want, " ", "") {
				t.Fatalf("%s: row %v, entry %+v", spec, row, e)
			}
		}
	}
}
