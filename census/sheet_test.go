package census

import (
	"context"
	"errors"
	"math/bits"
	"testing"

	"lightsout/gf2"
	"lightsout/internal/boardtest"
	"lightsout/puzzlefile"
	"lightsout/solve"
)

// write is the sheet of a family, all of it.
func write(t *testing.T, o SheetOptions) string {
	t.Helper()
	s, err := NewSheet(o)
	if err != nil {
		t.Fatal(err)
	}
	var text []byte
	for member := range s.Family.Rows() {
		b, err := puzzlefile.ParseBoard(s.Family.Spec(member))
		if err != nil {
			t.Fatal(err)
		}
		row, facts := &Row{Board: b}, &Facts{Board: b, Letters: member}
		for _, c := range s.Columns {
			v, err := facts.Find(context.Background(), c.Name)
			if err != nil {
				t.Fatal(err)
			}
			row.Values = append(row.Values, v)
		}
		line, err := s.Append(nil, row)
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, s.Done(line)...)
	}
	return string(append(text, s.End()...))
}

// A matrix has M down and N across; Markdown has a line for each board.
func TestSheetsForPeople(t *testing.T) {
	numbers, columns := map[string]string{"m": "1-2", "n": "3,5"}, "nullity"
	for format, want := range map[string]string{
		"matrix": "M\\N   3   5\n  1   0   1\n  2   2   1\n",
		"md":     "| M | N | nullity |\n|--:|--:|--:|\n| 1 | 3 | 0 |\n| 1 | 5 | 1 |\n| 2 | 3 | 2 |\n| 2 | 5 | 1 |\n",
		"csv":    "board,m,n,nullity\ngrid:1x3,1,3,0\ngrid:1x5,1,5,1\ngrid:2x3,2,3,2\ngrid:2x5,2,5,1\n",
	} {
		o := SheetOptions{Spec: "grid:MxN", Numbers: numbers, Columns: &columns, Format: format}
		if got := write(t, o); got != want {
			t.Errorf("%s:\n%swant\n%s", format, got, want)
		}
	}
	two, always := "nullity,rank", "lights>0"
	for _, o := range []SheetOptions{
		{Spec: "grid:NxN", Numbers: map[string]string{"n": "1-3"}, Columns: &columns},
		{Spec: "grid:MxN", Numbers: numbers, Columns: &two},
		{Spec: "grid:MxN", Numbers: numbers},
		{Spec: "grid:MxN", Numbers: numbers, Columns: &columns, Where: &always},
	} {
		o.Format = "matrix"
		var wrong *FieldError
		if _, err := NewSheet(o); !errors.As(err, &wrong) {
			t.Errorf("a matrix of %+v: %v", o, err)
		}
	}
}

// The lightest quiet pattern and the number of classes are those that listing all patterns gives.
func TestQuietMinAndClasses(t *testing.T) {
	for _, spec := range []string{
		"5x5", "4x4", "torus:6x6", "3x3", "hypercube:5", "merlin", "hexcolor:5", "1x2", "cylinder:4x5", "2x3,mask=##_/###",
	} {
		b := boardtest.Parse(t, spec)
		patterns, err := solve.Solver{}.Quiet(context.Background(), b)
		if err != nil {
			t.Fatal(err)
		}
		least, sum := b.Switches()+1, gf2.NewVec(b.Switches())
		for i := 1; i < 1<<len(patterns); i++ {
			sum.Add(patterns[bits.TrailingZeros(uint(i))])
			least = min(least, sum.Weight())
		}
		f := &Facts{Board: b}
		quiet, err := f.Find(context.Background(), "quiet-min")
		if err != nil {
			t.Fatal(err)
		}
		if none := len(patterns) == 0; quiet.Infinite != none || !none && (!quiet.Known() || quiet.Lower.Int64() != int64(least)) {
			t.Errorf("%s: the lightest quiet pattern has %v presses, want %d", spec, quiet, least)
		}
		classes, err := f.Find(context.Background(), "classes")
		if err != nil {
			t.Fatal(err)
		}
		if all := int64(1) << (b.Lights() - b.Switches() + len(patterns)); classes.Lower.Int64() != all {
			t.Errorf("%s: %v classes, want %d", spec, classes, all)
		}
	}
	b := boardtest.Parse(t, "3x3,mod=4")
	f := &Facts{Board: b}
	if v, err := f.Find(context.Background(), "classes"); err != nil || !v.Known() {
		t.Errorf("%v, %v", v, err)
	}
	if v, err := f.Find(context.Background(), "quiet-min"); err != nil || v.Known() {
		t.Errorf("more than two states: %v, %v", v, err)
	}
}
