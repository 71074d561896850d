package play

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
	"lightsout/solve"
)

// ask calls a method and reads its answer into a value.
func ask[T any](t require, api *API, method string, request any) T {
	t.Helper()
	answer, err := tryAsk[T](api, method, request)
	if err != nil {
		t.Fatalf("%s: %v", method, err)
	}
	return answer
}

type require interface {
	Helper()
	Fatalf(string, ...any)
}

func tryAsk[T any](api *API, method string, request any) (answer T, err error) {
	body, err := json.Marshal(request)
	if err != nil {
		return answer, err
	}
	text, err := api.Call(context.Background(), method, body)
	if err != nil {
		return answer, err
	}
	return answer, json.Unmarshal(text, &answer)
}

// wantError requires an [Error] with the given code and words.
func wantError(t *testing.T, about string, err error, code, says string) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) || e.Code != code || !strings.Contains(e.Message, says) {
		t.Errorf("%s: %v, want %s: …%s…", about, err, code, says)
	}
}

// specs are boards of every kind.
var specs = []string{
	"grid:5x5", "grid:4x4", "grid:3x3x3", "torus:4x4", "cylinder:3x5", "mobius:4x5", "klein:3x4", "projective:4x4", "hypercube:4",
	"cube:2", "path:7", "cycle:8", "complete:5", "star:6", "petersen", "merlin", "hex:3", "hexgrid:3x4", "triangle:4", "trigrid:3x4,self=off", "platonic:icosahedron", "grid:4x4,pattern=king", "torus:5x5,pattern=knight,self=off", "grid:3x3,mask=###/#_#/###",
}

func TestEveryHintLeadsToTheEnd(t *testing.T) {
	api := New(Limits{})
	rapid.Check(t, func(t *rapid.T) {
		loaded := ask[loaded](t, api, "load", loadRequest{Spec: rapid.SampledFrom(specs).Draw(t, "spec")})
		drawn := ask[drawn](t, api, "new", newRequest{
			Board: loaded.View.Ref, Presses: rapid.IntRange(1, 5).Draw(t, "presses"), Seed: rapid.Uint64().Draw(t, "seed"),
		})
		lit := gf2.VecOf(loaded.View.Lights, drawn.On...)
		for left := drawn.Presses; left > 0; left-- {
			s := ask[solution](t, api, "solve", solveRequest{position: position{Board: loaded.View.Ref, On: asCells(lit.Indices())}})
			if !s.Solvable || !*s.Minimum || len(s.Presses) != left {
				t.Fatalf("%d presses to go, and the hint says %+v", left, s)
			}
			for _, l := range loaded.View.Toggles[s.Presses[0]] {
				lit.Flip(l)
			}
		}
		if !lit.IsZero() {
			t.Fatalf("lights %v are still on", lit.Indices())
		}
	})
}

func TestViewsAreTheBoards(t *testing.T) {
	api := New(Limits{})
	for _, spec := range specs {
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		view := ask[loaded](t, api, "load", loadRequest{Spec: spec}).View
		for s, toggles := range view.Toggles {
			if !slices.Equal(toggles, b.Toggles(s)) {
				t.Errorf("%s: switch %d flips %v, and the view says %v", spec, s, b.Toggles(s), toggles)
			}
		}
		if (view.Places != nil) != (b.Layout() != nil) {
			t.Errorf("%s: places %v", spec, view.Places)
		}
		for cell := range b.Lights() {
			var want [][2]float64
			if b.Layout() != nil {
				want = b.Layout().Outline(cell)
			}
			if want != nil && !cmp.Equal(view.Outlines[cell], want) {
				t.Errorf("%s: cell %d is drawn as %v, want %v", spec, cell, view.Outlines[cell], want)
			} else if want == nil && view.Outlines != nil {
				t.Errorf("%s: squares have outlines", spec)
			}
		}
		again := ask[loaded](t, api, "load", loadRequest{Spec: view.Ref.Spec}).View
		if again.Ref.Spec != b.Spec() {
			t.Errorf("%s comes back as %s", spec, again.Ref.Spec)
		}
	}
}

// The bound on the presses of any state is the 15 that breadth-first search finds for 5×5 (Gawalt),
// and all 9 switches of 3×3, whose answers are unique.
func TestHardest(t *testing.T) {
	api := New(Limits{})
	for spec, want := range map[string]int{"5x5": 15, "3x3": 9} {
		if view := ask[loaded](t, api, "load", loadRequest{Spec: spec}).View; view.Hardest != want {
			t.Errorf("%s: %d, want %d", spec, view.Hardest, want)
		}
	}
}

// Puzzles of 5×5 come with any number of presses up to the 15 that 7,350 of 8,388,608 states need.
func TestNewPuzzlesAreAsHardAsRequested(t *testing.T) {
	api := New(Limits{})
	for want := 1; want <= 15; want++ {
		for seed := range uint64(5) {
			drawn := ask[drawn](t, api, "new", newRequest{Board: boardRef{Spec: "5x5"}, Presses: want, Seed: seed})
			s := ask[solution](t, api, "solve", solveRequest{position: position{Board: boardRef{Spec: "5x5"}, On: asCells(drawn.On)}})
			if drawn.Presses != want || !drawn.Minimum || len(s.Presses) != want {
				t.Errorf("%d presses requested, seed %d: %+v, solved in %d", want, seed, drawn, len(s.Presses))
			}
		}
	}
}

func TestUnsolvableCarriesItsWitness(t *testing.T) {
	api := New(Limits{})
	five := position{Board: boardRef{Spec: "5x5"}, On: asCells([]int{0})}
	b, _ := board.Parse("5x5")
	p := &board.Puzzle{Board: b, On: board.Bits(gf2.VecOf(25, 0)), Goal: board.Bits(gf2.NewVec(25))}
	holds := func(what string, witness []int, mustChange int) {
		t.Helper()
		lights := gf2.VecOf(25, witness...)
		if !b.Apply(lights).IsZero() || !lights.Dot(p.Change().Bits()) || mustChange != 1 { // the board is symmetric
			t.Errorf("%s: %v, %d must change: that is not a proof", what, witness, mustChange)
		}
	}
	s := ask[solution](t, api, "solve", solveRequest{position: five})
	holds("solve", s.Witness, s.MustChange)
	e := ask[lesson](t, api, "explain", five)
	holds("explain", e.Witness, e.MustChange)
	a := ask[analysis](t, api, "analyse", five)
	holds("analyse", a.Witness, a.MustChange)
	if s.Solvable || e.Solvable || a.Solvable {
		t.Error("a single corner is not a solvable state of 5×5")
	}
	if *a.Nullity != 2 || *a.Rank != 23 || a.States != "8388608" || len(a.Quiet) != 2 {
		t.Errorf("5×5: %+v", a)
	}
}

func TestForbiddenSwitches(t *testing.T) {
	api := New(Limits{})
	loaded := ask[loaded](t, api, "load", loadRequest{File: "b grid:3x3\nx 5\n", Name: "x.lo"})
	if !slices.Equal(loaded.Forbidden, []int{4}) {
		t.Fatalf("forbidden: %v", loaded.Forbidden)
	}
	s := ask[solution](t, api, "solve", solveRequest{position: position{Board: loaded.View.Ref, On: asCells(loaded.On), Forbidden: asCells(loaded.Forbidden)}})
	if s.Solvable || !s.Forbidden || len(s.Witness) == 0 {
		t.Errorf("all-on 3×3 needs its centre, which is forbidden: %+v", s)
	}
}

// Addresses name lights as the command line does.
func TestLoadedLightsAreWrittenAsOnTheCommandLine(t *testing.T) {
	api := New(Limits{})
	for _, c := range []struct {
		spec, on string
		want     []int
	}{
		{"5x5", "3", []int{2}},
		{"5x5", "1,4-7", []int{0, 3, 4, 5, 6}},
		{"5x5", "r2c3,r2c4", []int{7, 8}},
		{"path:3", "101", []int{0, 2}},
		{"12x12", "101", []int{100}},
		{"5x5", "0b101", []int{0, 2}},
		{"5x5", "none", []int{}},
	} {
		got := ask[loaded](t, api, "load", loadRequest{Spec: c.spec, On: c.on})
		if !slices.Equal(got.On, c.want) {
			t.Errorf("%s, on=%s: %v, want %v", c.spec, c.on, got.On, c.want)
		}
		if back := ask[loaded](t, api, "load", loadRequest{Spec: c.spec, On: "all", Goal: c.on}); !slices.Equal(back.Goal, c.want) {
			t.Errorf("%s, goal=%s: %v, want %v", c.spec, c.on, back.Goal, c.want)
		}
	}
	_, err := tryAsk[loaded](api, "load", loadRequest{Spec: "5x5", On: "101"})
	wantError(t, "light 101 of 25", err, "bad_request", `on: "101" does not fit: a picture of grid:5x5 has 25 cells of 0 and 1, and a list names lights from 1 to 25`)
	random := loadRequest{Spec: "5x5", On: "random"}
	if one, two := ask[loaded](t, api, "load", random), ask[loaded](t, api, "load", random); !slices.Equal(one.On, two.On) || len(one.On) == 0 {
		t.Errorf("an address with on=random is %v, then %v", one.On, two.On)
	}
}

// Lights that do not matter come with the file or the goal, count in an answer, and are kept.
func TestLightsThatDoNotMatter(t *testing.T) {
	api := New(Limits{})
	text := "b grid:3x3\ng 4 5 6\nu 3 7 8 9\n\n"
	file := ask[loaded](t, api, "load", loadRequest{File: text, Name: "u.lo"})
	goal := ask[loaded](t, api, "load", loadRequest{Spec: "3x3", Goal: "..?/###/???"})
	if want := []int{2, 6, 7, 8}; !slices.Equal(file.DontCare, want) || !slices.Equal(goal.DontCare, want) || !slices.Equal(goal.Goal, file.Goal) {
		t.Fatalf("do not matter: %v in the file, %v in the goal", file.DontCare, goal.DontCare)
	}
	p := position{Board: file.View.Ref, On: asCells(file.On), Goal: asCells(file.Goal), DontCare: file.DontCare}
	s := ask[solution](t, api, "solve", solveRequest{position: p})
	if !s.Solvable || *s.PressCount != 2 || s.Answers != "16" || *s.Nullity != 0 {
		t.Errorf("3×3: %+v", s)
	}
	if back := ask[saved](t, api, "save", saveRequest{position: p, Format: "lo"}).Text; back != text {
		t.Errorf("saved:\n%s", back)
	}
	corner := position{Board: boardRef{Spec: "5x5"}, On: asCells([]int{0}), DontCare: []int{0}}
	if a := ask[analysis](t, api, "analyse", corner); !a.Solvable || *a.Rank != 23 || *a.Nullity != 2 {
		t.Errorf("5×5 with a corner lit that does not matter: %+v", a)
	}
	_, err := tryAsk[lesson](api, "explain", corner)
	wantError(t, "a lesson", err, "bad_request", "light chasing is shown for puzzles whose lights should all be off")
	corner.DontCare = []int{25}
	_, err = tryAsk[analysis](api, "analyse", corner)
	wantError(t, "light 26 of 25", err, "bad_request", "light 25 is out of range")
}

// A search that cannot prove its answer in time must not lead a player in circles.
func TestKnownAnswerIsKept(t *testing.T) {
	api := New(Limits{})
	p := position{Board: boardRef{Spec: "5x5"}, On: asCells([]int{0, 1, 5})}
	s := ask[solution](t, api, "solve", solveRequest{position: p, Known: []int{0}})
	if !slices.Equal(s.Presses, []int{0}) {
		t.Errorf("presses %v", s.Presses)
	}
	_, err := tryAsk[solution](api, "solve", solveRequest{position: p, Known: []int{0, 0}})
	wantError(t, "a known answer that is not a set", err, "bad_request", "switch 0 is named 2 times")
}

func TestExplainedLessonSolves(t *testing.T) {
	api := New(Limits{})
	b, _ := board.Parse("5x5")
	rapid.Check(t, func(t *rapid.T) {
		on := boardtest.Random(b, rapid.Uint64().Draw(t, "seed"))
		lesson := ask[lesson](t, api, "explain", position{Board: boardRef{Spec: "5x5"}, On: asCells(on.Indices())})
		presses := slices.Concat(lesson.Down, lesson.Rule.Top, lesson.Again)
		if v := solve.Check(&board.Puzzle{Board: b, On: on, Goal: board.Bits(gf2.NewVec(25))}, presses); !v.Solved {
			t.Fatalf("the lesson leaves %v", v.Lit)
		}
		if len(lesson.Table) != 7 {
			t.Fatalf("%d rules; the table of 5×5 has seven", len(lesson.Table))
		}
	})
}

func TestDailyIsTheSameForEveryone(t *testing.T) {
	seen := map[string]bool{}
	requested := [7]int{time.Monday: 4, time.Tuesday: 6, time.Wednesday: 6, time.Thursday: 3, time.Friday: 9, time.Saturday: 8, time.Sunday: 9}
	for day := time.Date(2026, 11, 9, 0, 0, 0, 0, time.UTC); day.Day() < 23; day = day.AddDate(0, 0, 1) {
		date := dailyRequest{Date: day.Format(time.DateOnly)}
		one := ask[dailyPuzzle](t, New(Limits{}), "daily", date)
		two := ask[dailyPuzzle](t, New(Limits{Concurrent: 1}), "daily", date)
		a, _ := json.Marshal(one)
		b, _ := json.Marshal(two)
		if string(a) != string(b) {
			t.Errorf("%s has two puzzles", date.Date)
		}
		if want := requested[day.Weekday()]; !one.Minimum || one.Best != want {
			t.Errorf("%s: best %d, proved %v, want %d", date.Date, one.Best, one.Minimum, want)
		}
		if one.Number != day.YearDay() {
			t.Errorf("%s has number %d", date.Date, one.Number)
		}
		one.Number = 0 // the puzzles differ by more than that
		a, _ = json.Marshal(one)
		seen[string(a)] = true
	}
	if len(seen) != 14 {
		t.Errorf("14 days have %d puzzles", len(seen))
	}
}

// A puzzle that is hard to draw ends after so many steps, not after so much time: with more time it is
// the same one.
func TestDrawingCountsWork(t *testing.T) {
	small := boardtest.Parse(t, "5x5")
	for nullity := range 200 {
		d := sampling{board: small, order: new(big.Int).Lsh(big.NewInt(1), uint(nullity))}
		if n := d.tries(); n < 1 || n > climb || n > 1 && n<<(max(0, min(nullity, 26)-1)) > drawSteps {
			t.Errorf("nullity %d: %d tries", nullity, n)
		}
	}
	b := boardtest.Parse(t, "19x19") // nullity 16; the fewest presses never reach so many
	var first *drawn
	for _, limit := range []time.Duration{time.Hour, 10 * time.Hour} {
		got, err := New(Limits{Time: limit}).draw(t.Context(), b, 300, 7)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = got
		}
		if !slices.Equal(got.On, first.On) || !got.Minimum {
			t.Errorf("%d presses, proved %v, and another puzzle", got.Presses, got.Minimum)
		}
	}
}

func TestFilesRoundTrip(t *testing.T) {
	api := New(Limits{})
	drawing := position{
		Board: boardRef{Lights: 4, Graph: true, Toggles: [][]int{{0, 1}, {0, 1, 2}, {1, 3}, {3}}},
		On:    asCells([]int{0, 3}),
	}
	text := ask[saved](t, api, "save", saveRequest{position: drawing, Format: "lo"}).Text
	back := ask[loaded](t, api, "load", loadRequest{File: text, Name: "drawing.lo"})
	got, _ := json.Marshal(back.View.Toggles)
	if want := "[[0,1],[0,1,2],[1,3],[3]]"; string(got) != want || !slices.Equal(back.On, []int{0, 3}) {
		t.Errorf("%s comes back as %s, on %v", want, got, back.On)
	}
	_, err := tryAsk[saved](api, "save", saveRequest{position: drawing, Format: "graph6"})
	wantError(t, "a one-way edge as graph6", err, "bad_request", "graph6 holds")
	petersen := ask[saved](t, api, "save", saveRequest{position: position{Board: boardRef{Spec: "petersen"}}, Format: "graph6"}).Text
	if again := ask[loaded](t, api, "load", loadRequest{File: petersen, Name: "p.g6"}); again.View.Lights != 10 {
		t.Errorf("petersen as graph6: %q", petersen)
	}
}

func TestBadRequests(t *testing.T) {
	api := New(Limits{Lights: 100, Flips: 500, Body: 1000})
	for _, c := range []struct{ method, body, code, says string }{
		{"slove", `{}`, "no_method", `did you mean "solve"`},
		{"solve", ``, "bad_request", "bad request: it is empty"},
		{"solve", `{"board":`, "bad_request", "the JSON ends too early"},
		{"solve", `{"board":}`, "bad_request", "not JSON at byte 10"},
		{"solve", `[]`, "bad_request", "a list is not an object"},
		{"solve", `{"on":"all"}`, "bad_request", "the request has no board"},
		{"solve", `{"board":"5x5","on":"alles"}`, "bad_request", "alles"},
		{"solve", `{"board":"5x5","on":""}`, "bad_request", "on: an empty text names nothing"},
		{"solve", `{"board":"5x5","forbidden":"26"}`, "bad_request", "forbidden: switch 26 is out of range"},
		{"solve", `{"board":{"lights":"five"}}`, "bad_request", "board.lights: a text is not a whole number"},
		{"solve", `{"bord":{}}`, "bad_request", `bord: there is no such field (did you mean "board"?)`},
		{"solve", `{"Board":{"spec":"5x5"}}`, "bad_request", `Board: there is no such field (did you mean "board"?)`},
		{"solve", `{"board":{"spec":"5x5"},"on":[3,null]}`, "bad_request", "on[1]: null is not a whole number"},
		{"solve", `{"board":{"lights":2,"toggles":[[0,null]]}}`, "bad_request", "board.toggles[0][1]: null is not a whole number"},
		{"solve", `{"board":{"spec":"5x5"},"on":[3],"on":[4]}`, "bad_request", "on: it is there twice"},
		{"solve", `null`, "bad_request", "null is not an object"},
		{"solve", `{} {}`, "bad_request", "after top-level value"},
		{"solve", `{}`, "bad_request", "has no board"},
		{"solve", `{"board":{"spec":"5x5"},"on":[25]}`, "bad_request", "light 25 is out of range"},
		{"solve", `{"board":{"spec":"5x5"},"on":[-1]}`, "bad_request", "out of range"},
		{"solve", `{"board":{"spec":"5x5"},"on":[3,3]}`, "bad_request", "named 2 times"},
		{"solve", `{"board":{"spec":"torsu:5x5"}}`, "bad_request", `did you mean "torus:5x5"`},
		{"solve", `{"board":{"spec":"11x11"}}`, "too_large", "the limit here is 100"},
		{"solve", `{"board":{"spec":"1000000x1000000"}}`, "too_large", "the limit here is 100"},
		{"load", `{"spec":"complete:50"}`, "too_large", "500 lights"},
		{"solve", `{"board":{"spec":"complete:50"}}`, "too_large", "500 lights"},
		{"save", `{"board":{"spec":"complete:50"},"format":"lo"}`, "too_large", "500 lights"},
		{"load", `{"file":"b complete:50\n"}`, "too_large", "500 lights"},
		{"load", `{"spec":"graph:/etc/passwd"}`, "bad_request", "open it with"},
		{"load", `{"spec":"  graph:/etc/passwd"}`, "bad_request", "open it with"},
		{"load", `{"file":"b graph:/etc/passwd\n"}`, "bad_request", "cannot name another file"},
		{"load", `{"file":"b grid:9000x9000\n"}`, "too_large", "the limit here is 100"},
		{"load", `{"file":"p lights 2 1\ne 1 3\n","name":"my.lo"}`, "bad_request", "my.lo:2"},
		{"load", `{}`, "bad_request", "name a board"},
		{"load", `{"spec":"5x5","on":"01x"}`, "bad_request", `on: "01x" is not a state`},
		{"load", `{"spec":"5x5","presses":[0,25]}`, "bad_request", "switch 25 is out of range"},
		{"load", `{"file":"b 3x3\nx 5\n","presses":[4]}`, "bad_request", "must not be pressed"},
		{"new", `{"board":{"spec":"5x5"},"presses":0}`, "bad_request", "at least one press"},
		{"new", `{"board":{"spec":"5x5"},"presses":26}`, "bad_request", "more than the 25"},
		{"new", `{"board":{"lights":1,"toggles":[[]],"graph":true},"presses":1}`, "bad_request", "nothing to play"},
		{"daily", `{"date":"tomorrow"}`, "bad_request", "not a date"},
		{"explain", `{"board":{"spec":"torus:5x5"}}`, "bad_request", "plain grids"},
		{"save", `{"board":{"spec":"5x5"},"format":"doc"}`, "bad_request", "use lo, graph6, svg or address"},
		{"save", `{"board":{"spec":"5x5"},"format":"svg","theme":"drak"}`, "bad_request", "did you mean"},
		{"save", `{"board":{"spec":"path:2"},"format":"svg","places":[[0,0]]}`, "bad_request", "1 places for the 2 nodes"},
		{"save", `{"board":{"spec":"path:2"},"format":"svg","places":[[0,0],[1e300,0]]}`, "bad_request", "place of node 2 is out of range"},
		{"save", `{"board":{"spec":"toric:2"},"format":"svg","places":[[0,0]]}`, "bad_request", "places for"},
		{"solve", `{"board":{"lights":2,"toggles":[[0,2],[1]],"graph":true}}`, "bad_request", "flips light 2"},
		{"solve", `{"board":{"lights":2,"toggles":[[0]],"graph":true}}`, "bad_request", "switches and lights are the same nodes"},
		{"solve", `{"board":{"spec":"5x5","toggles":[[0]]}}`, "bad_request", "not both"},
		{"solve", strings.Repeat(" ", 1001), "too_large", "longer than 1000"},
	} {
		_, err := api.Call(context.Background(), c.method, []byte(c.body))
		wantError(t, fmt.Sprintf("%s %.60s", c.method, c.body), err, c.code, c.says)
	}
}

// An endless search ends with the call, and a call ends when its client leaves.
func TestCallsEndInTime(t *testing.T) {
	// Hypercubes of odd dimension have 2^(d-1) quiet patterns: more than can be searched.
	b, _ := board.Parse("hypercube:9")
	on := boardtest.Random(b, 1)
	body, _ := json.Marshal(solveRequest{position: position{Board: boardRef{Spec: b.Spec()}, On: asCells(on.Indices())}})
	limit := 400 * time.Millisecond
	answer, err := New(Limits{Time: limit}).Call(t.Context(), "solve", body)
	for ; err != nil && limit < 10*time.Minute; limit *= 2 { // a busy machine finds nothing in that time
		wantError(t, "too short a time", err, "timeout", "took too long")
		answer, err = New(Limits{Time: limit}).Call(t.Context(), "solve", body)
	}
	var s solution
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(answer, &s); err != nil {
		t.Fatal(err)
	}
	if !s.Solvable || *s.Minimum || *s.LowerBound > len(s.Presses) {
		t.Errorf("hypercube:9 in %v: %d presses, proved %v, at least %d", limit, len(s.Presses), *s.Minimum, *s.LowerBound)
	}
	// The same with a limit of a day, and a client that leaves: the search returns the best answer so
	// far, or an error if it had none yet.
	brief, end := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer end()
	answer, err = New(Limits{Time: 24 * time.Hour}).Call(brief, "solve", body)
	switch {
	case err != nil:
		wantError(t, "the client left during the search", err, "timeout", "took too long")
	case !strings.Contains(string(answer), `"solvable":true`) || strings.Contains(string(answer), `"minimum":true`):
		t.Errorf("the client left during the search: %s", answer)
	}
	ctx, leave := context.WithCancel(context.Background())
	leave()
	_, err = New(Limits{}).Call(ctx, "load", []byte(`{"spec":"50x50"}`))
	wantError(t, "the client left before the call", err, "timeout", "took too long")
}

func FuzzCall(f *testing.F) {
	f.Add("solve", `{"board":{"spec":"5x5"},"on":[1]}`)
	f.Add("load", `{"file":"p lights 2 1\ne 1 2\n","on":"0x3"}`)
	f.Add("load", `{"spec":"torus:3x3,pattern=king","presses":[0]}`)
	f.Add("new", `{"board":{"lights":2,"toggles":[[0,1],[1]],"graph":true},"presses":2,"seed":7}`)
	f.Add("save", `{"board":{"spec":"merlin"},"format":"lo"}`)
	f.Add("explain", `{"board":{"spec":"3x3"},"on":[4]}`)
	f.Add("daily", `{"date":"2026-11-15"}`)
	f.Add("0", "0")                // no such method
	f.Add("new", "{\"\":1,\"\x1f") // no end of a field's name
	api := New(Limits{Lights: 64, Flips: 1000, Time: time.Second})
	f.Fuzz(func(t *testing.T, method, body string) {
		answer, err := api.Call(context.Background(), method, []byte(body))
		var e *Error
		switch {
		case err == nil && !json.Valid(answer):
			t.Errorf("no JSON: %s", answer)
		case err != nil && (!errors.As(err, &e) || !slices.Contains([]string{"bad_request", "no_method", "too_large", "timeout"}, e.Code) || e.Message == ""):
			t.Errorf("%#v", err)
		}
	})
}

// asCells is a list as a request has it.
func asCells(list []int) cells {
	text, err := json.Marshal(append([]int{}, list...))
	if err != nil {
		panic(err)
	}
	return text
}

// A position takes what the command line takes, with the same defaults.
func TestPositionsAsOnTheCommandLine(t *testing.T) {
	api := New(Limits{})
	for request, want := range map[string][]int{
		`{"board":"3x3"}`:                                        {0, 2, 4, 6, 8},
		`{"board":"3x3","on":"all"}`:                             {0, 2, 4, 6, 8},
		`{"board":"3x3","on":"#.#/.#./#.#","goal":"none"}`:       {0, 1, 2, 3, 4, 5, 6, 7, 8},
		`{"board":"3x3","on":"1,2,4"}`:                           {0},
		`{"board":"3x3","on":[0,1,3]}`:                           {0},
		`{"board":"3x3","on":"none","goal":"0b1011"}`:            {0},
		`{"board":"3x3","on":[],"goal":[0,1,3]}`:                 {0},
		`{"board":"2x2","on":"none","forbidden":"1-2"}`:          {},
		`{"board":"path:2","on":"all","forbidden":"1"}`:          {1},
		`{"board":"path:2","on":"all","forbidden":[0]}`:          {1},
		`{"board":"path:3,mod=3","on":"2*2","goal":"1*2,2,3*2"}`: nil,
	} {
		text, err := api.Call(t.Context(), "solve", []byte(request))
		var got solution
		if err == nil {
			err = json.Unmarshal(text, &got)
		}
		if err != nil || want != nil && !slices.Equal(got.Presses, want) {
			t.Errorf("%s: %v, %v, want %v", request, got.Presses, err, want)
		}
	}
}

// A board of toggles may have names: texts name nodes by them, files keep them, and a file's names come back.
func TestNames(t *testing.T) {
	api := New(Limits{})
	names := []string{"Linz", "Wien", "Graz"}
	ref := boardRef{Lights: 3, Toggles: [][]int{{0, 1}, {0, 1, 2}, {1, 2}}, Graph: true, Names: names}
	file := ask[saved](t, api, "save", map[string]any{"board": ref, "on": "Wien,Graz", "format": "lo"})
	puzzle := ask[loaded](t, api, "load", map[string]any{"file": file.Text, "name": "a.lo"})
	if !slices.Equal(puzzle.View.Ref.Names, names) || !slices.Equal(puzzle.On, []int{1, 2}) {
		t.Errorf("%q comes back as %+v", file.Text, puzzle)
	}
	_, err := tryAsk[loaded](api, "solve", map[string]any{"board": boardRef{Spec: "3x3", Names: names}})
	wantError(t, "names beside a spec", err, "bad_request", "names go with toggles")
	ref.Names = []string{"Linz", "Wien", "Wien"}
	_, err = tryAsk[loaded](api, "solve", map[string]any{"board": ref})
	wantError(t, "a name twice", err, "bad_request", "two nodes are called")
}
