package export_test

import (
	"bytes"
	"context"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/cnf"
	"lightsout/encode"
	"lightsout/export"
	"lightsout/internal/boardtest"
	"lightsout/solve"
)

// projected reads a formula with its projection: the variables of the line "c p show". The line comes after
// the header, where every counter accepts it.
func projected(t *rapid.T, text string) (f *cnf.Formula, show []cnf.Lit) {
	f, err := cnf.ReadDIMACS(strings.NewReader(text), "f.cnf")
	if err != nil {
		t.Fatal(err)
	}
	_, body, ok := strings.Cut(text, "\np cnf ")
	if !ok || f.Comments[0] != "t pmc" {
		t.Fatalf("not projected model counting: %q", text)
	}
	_, line, ok := strings.Cut(body, "\nc p show ")
	line, _, _ = strings.Cut(line, "\n")
	words := strings.Fields(line)
	if !ok || len(words) == 0 || words[len(words)-1] != "0" {
		t.Fatalf("no line 'c p show … 0' after the header: %q", text)
	}
	for _, w := range words[:len(words)-1] {
		v, err := strconv.Atoi(w)
		if err != nil || v < 1 || v > f.Vars() {
			t.Fatalf("%q is not a variable", w)
		}
		show = append(show, cnf.Lit(v))
	}
	return f, show
}

// countModels counts the models, two that agree on the shown variables once: it excludes one after another.
func countModels(t *rapid.T, f *cnf.Formula, show []cnf.Lit) (n int64) {
	s := cnf.NewSession()
	f.CopyTo(s)
	for ; ; n++ {
		sat, err := s.Solve(context.Background())
		switch {
		case err != nil:
			t.Fatal(err)
		case !sat:
			return n
		}
		model := s.Model()
		var other []cnf.Lit
		for _, l := range show {
			if model.Value(l) {
				l = l.Neg()
			}
			other = append(other, l)
		}
		s.Clause(other...)
	}
}

// Counted by the switches alone, a formula has as many models as the puzzle has answers, whatever the
// encoding and its auxiliary variables, and within any bounds.
func TestProjectedModelsAreCounted(t *testing.T) {
	for _, parity := range encode.Parities() {
		if parity.Name == "chase" { // which takes only grids; kernel eliminates too
			continue
		}
		t.Run(parity.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				p := boardtest.DrawPuzzle(t, boardtest.Draw(t))
				opt := export.Options{Xor: parity.Name, Projected: true}
				s := solve.Solver{}
				if rapid.Bool().Draw(t, "bounded") {
					most := rapid.IntRange(0, p.Board.Switches()).Draw(t, "at most")
					opt.AtMost, s.AtMost = &most, &most
				}
				var text bytes.Buffer
				if err := export.Write(&text, p, "cnf", opt); err != nil {
					t.Fatal(err)
				}
				f, show := projected(t, text.String())
				if len(show) != p.Board.Switches() {
					t.Fatalf("%d variables are shown, and there are %d switches", len(show), p.Board.Switches())
				}
				want, err := s.Count(context.Background(), p)
				if err != nil {
					t.Fatal(err)
				}
				if got := countModels(t, f, show); got != want.Int64() {
					t.Errorf("%s by %s: %d models, %d answers", p.Board, parity.Name, got, want)
				}
			})
		})
	}
}
