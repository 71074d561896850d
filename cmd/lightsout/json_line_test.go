package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"lightsout/solve"
)

// An answer that is written field by field is the line that encoding/json writes.
func TestAnswersAreWrittenAsJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom([]string{"", "", "4", "grid:5x5", "all 4 answers compared", `a "b" \ c`, "<&>", "é\u2028", "\xff", "tab\t"})
		number := rapid.Ptr(rapid.IntRange(-1, 1000), true)
		rare := func(draw func()) {
			if rapid.IntRange(0, 39).Draw(t, "rare") == 0 {
				draw()
			}
		}
		ids := []string{"", `"grid:5x5/1/0"`, "17", "null", `["a", 1]`, `{"x": "<"}`, `"é"`, `"a \" b"`}
		a := &answerJSON{id: json.RawMessage(rapid.SampledFrom(ids).Draw(t, "id")), more: moreJSON{Origin: text.Draw(t, "origin")}, found: solve.Answer{
			Board: rapid.SampledFrom([]string{"grid:5x5", "grid:5x5", "graph:a<b.col", `graph:"`, ""}).Draw(t, "board"), Lights: 25, Switches: 25,
			Rank: number.Draw(t, "rank"), Nullity: number.Draw(t, "nullity"), QuietOrder: text.Draw(t, "order"),
			Solvable: true, PressCount: number.Draw(t, "count"),
			Answers: text.Draw(t, "answers"), Engine: text.Draw(t, "engine"),
			Seconds: rapid.SampledFrom([]float64{0, 1e-6, 0.000721198, 12.5, 123456.789, 1e20, 1e21}).Draw(t, "seconds"),
			Bounds: solve.Bounds{
				Minimum: rapid.SampledFrom([]*bool{new(true), new(true), new(false), nil}).Draw(t, "minimum"), LowerBound: number.Draw(t, "bound"), LowerBoundBy: text.Draw(t, "by"),
				Proof: text.Draw(t, "proof"), Stopped: text.Draw(t, "stopped"), Method: text.Draw(t, "method"),
			},
		}}
		a.found.Presses = rapid.SliceOfN(rapid.IntRange(0, 99), 0, 5).Draw(t, "presses")
		rare(func() { a.found.Presses = nil })
		rare(func() { a.found.Solvable = false })
		rare(func() { a.found.Feasible = new(false) })
		rare(func() { a.found.Reason = "with <1 press" })
		rare(func() { a.found.Witness = []int{1} })
		rare(func() { a.found.WitnessCount = 7 })
		rare(func() { a.found.Cost = new(5) })
		rare(func() { a.found.CostMinimum = new(true) })
		rare(func() { a.found.CostLowerBound = new(4) })
		rare(func() { a.found.Formula = &solve.Formula{Xor: "cut:4", Clauses: 12} })
		rare(func() { a.more.PressNames = []string{"alice"} })
		rare(func() { a.more.WitnessNames = []string{"bob"} })
		rare(func() { a.more.Hint = new(3) })
		rare(func() { a.more.Steps = []stepJSON{{"01", 1}} })
		rare(func() { a.more.Classes = "2" })
		rare(func() { a.near = &nearestJSON{Nearest: []int{1}} })
		want, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		out := bufio.NewWriter(&got)
		if err := errors.Join(a.write(out), out.Flush()); err != nil || got.String() != string(want)+"\n" {
			t.Fatalf("%s\nwant %s (%v)", &got, want, err)
		}
	})
}
