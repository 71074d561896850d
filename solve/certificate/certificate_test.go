package certificate

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
	"lightsout/internal/boardtest/tier"
	"lightsout/solve"
)

// certify solves, writes the certificate, reads it back and verifies it.
func certify(t testing.TB, s solve.Solver, p *board.Puzzle) (*Certificate, *Verification) {
	t.Helper()
	res, err := s.Minimum(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	c := reread(t, New(s, res))
	found, err := Verifier{}.Verify(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	return c, found
}

// reread writes a certificate and reads it back.
func reread(t rapid.TB, c *Certificate) *Certificate {
	t.Helper()
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	again := new(Certificate)
	if err := json.Unmarshal(text, again); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return again
}

func TestCertificatesHold(t *testing.T) {
	ask := func(s solve.Solver, spec string) {
		t.Helper()
		if _, found := certify(t, s, board.NewPuzzle(boardtest.Parse(t, spec))); found.Verdict != Holds {
			t.Errorf("%s, %+v: %+v", spec, s, found)
		}
	}
	for _, spec := range []string{
		"3x3", "5x5", "9x9", "torus:5x5", "torus:3x6", "torus:6x3", "hypercube:3", "11x11", "petersen", "merlin", "2x30", "30x2",
		"cylinder:5x7", "path:9", "cycle:9", "complete:40", "star:12", "cylinder:40x3", "4x4,self=off", "8x8,pattern=king",
	} {
		ask(solve.Solver{}, spec)
	}
	costs := make([]int, 16)
	for i := range costs {
		costs[i] = 1 + i%3
	}
	for _, s := range []solve.Solver{
		{Conditions: solve.Conditions{Forbid: []int{2}, Require: []int{0}}}, {Conditions: solve.Conditions{Costs: costs}},
		{Engine: "bfs"}, {Engine: "sat"}, {Engine: "gf2"},
		{Engine: "walsh"}, {Engine: "mitm"}, {Engine: "tree"},
	} {
		ask(s, "4x4")
	}
	ask(solve.Solver{Conditions: solve.Conditions{Symmetric: "all"}}, "3x3")
	ask(solve.Solver{Conditions: solve.Conditions{Symmetric: "mirror"}}, "9x9")
	for _, n := range []string{"9x9", "19x19", "29x29"} { // their steps are checked as well
		ask(solve.Solver{Engine: "split"}, n)
	}
}

// 39×39 (nullity 32) is proved by splitting; its minimum, 561, is the published one (OEIS A075464). Its answers are
// too many to weigh them quickly one by one: what of the certificate holds is said, and what was not verified.
func TestSplitCertificate(t *testing.T) {
	c, found := certify(t, solve.Solver{}, board.NewPuzzle(boardtest.Parse(t, "39x39")))
	if c.Cost != 561 || !c.Minimum || c.Method != "split" {
		t.Fatalf("cost %d, minimum %v, by %s", c.Cost, c.Minimum, c.Method)
	}
	if found.Verdict != Unchecked || !found.More || !strings.Contains(found.Why, "2^32") {
		t.Errorf("%+v", found)
	}
}

// The certificate of a search that was stopped claims a bound: nothing in it is false, and it is not
// called verified.
func TestCertificatesOfStoppedSearches(t *testing.T) {
	for _, method := range []string{"", "walsh", "split"} {
		ctx, stop := context.WithCancel(context.Background())
		s := solve.Solver{Engine: method, Progress: func(int, int) { stop() }}
		res, err := s.Minimum(ctx, board.NewPuzzle(boardtest.Parse(t, "39x39")))
		stop()
		if err != nil {
			t.Fatal(err)
		}
		found, err := Verifier{}.Verify(context.Background(), reread(t, New(s, res)))
		if err != nil || found.Verdict == Fails || found.Verdict == Holds && !res.Proved() {
			t.Errorf("method %q, minimum %v: %+v, %v", method, res.Proved(), found, err)
		}
	}
	c, _ := certify(t, solve.Solver{}, board.NewPuzzle(boardtest.Parse(t, "9x9")))
	c.Minimum, c.LowerBound, c.Proof = false, 17, ""
	c.Steps = json.RawMessage(`{"method":"lee-brickell","lower":3}`)
	if found, err := (Verifier{}).Verify(context.Background(), c); err != nil || found.Verdict != Unchecked {
		t.Errorf("%+v, %v", found, err)
	}
}

// What takes long is left to a full check, and said. (2^30 words by Gray code take that too long for a
// test; a random code of dimension 30 has no shorter way.)
func TestLongChecksAreLeft(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	toggles := make([][]int, 90)
	for x := range toggles {
		for l := range 60 {
			if r.IntN(2) == 1 {
				toggles[x] = append(toggles[x], l)
			}
		}
	}
	p := board.NewPuzzle(boardtest.FromToggles(t, 60, toggles))
	res, err := solve.Solver{}.Any(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	c := New(solve.Solver{}, res)
	c.Minimum, c.LowerBound = true, c.Cost
	found, err := Verifier{}.Verify(context.Background(), c)
	if err != nil || found.Verdict != Unchecked || !found.More || !strings.Contains(found.Why, "2^30") {
		t.Errorf("%+v, %v", found, err)
	}
	ctx, stop := context.WithCancelCause(context.Background())
	full := Verifier{Full: true, Progress: func(string, int, int) { stop(errors.New("that is enough")) }}
	found, err = full.Verify(ctx, c)
	if err != nil || found.Verdict != Unchecked || found.More || !strings.Contains(found.Why, "that is enough") {
		t.Errorf("in full, and stopped: %+v, %v", found, err)
	}
}

// drawCertificate is a true certificate of a small puzzle, with its question.
func drawCertificate(t *rapid.T) *Certificate {
	p := boardtest.DrawPuzzle(t, boardtest.Draw(t))
	n := p.Board.Switches()
	if n == 0 || p.Board.Lights() == 0 {
		t.Skip("nothing to forge")
	}
	s := solve.Solver{Engine: rapid.SampledFrom([]string{"", "", "gf2", "sat", "bfs"}).Draw(t, "engine")}
	switch rapid.IntRange(0, 5).Draw(t, "question") {
	case 0:
		s.Symmetric = "all"
	case 1:
		s.Forbid = []int{rapid.IntRange(0, n-1).Draw(t, "forbid")}
	case 2:
		s.Require = []int{rapid.IntRange(0, n-1).Draw(t, "require")}
	case 4:
		p.DontCare = boardtest.DrawVec(t, p.Board.Lights(), "don't care")
	case 3:
		s.Engine, s.Costs = "", make([]int, n)
		for x := range s.Costs {
			s.Costs[x] = rapid.IntRange(1, 5).Draw(t, "cost")
		}
	}
	res, err := s.Minimum(context.Background(), p)
	if err != nil {
		t.Skip(err)
	}
	return reread(t, New(s, res))
}

// truth judges a certificate by trying every set of switches: whether its presses are an answer of its
// cost, the nullity is right, and that cost is the least.
func truth(t boardtest.TB, c *Certificate) bool {
	b, err := c.board()
	if err != nil {
		t.Fatal(err)
	}
	p := &board.Puzzle{Board: b, On: board.Bits(gf2.NewVec(b.Lights())), Goal: board.Bits(gf2.NewVec(b.Lights()))}
	for l := range b.Lights() {
		p.On.Bits().Set(l, c.On[l] == '1')
		p.Goal.Bits().Set(l, c.Goal[l] == '1')
	}
	if len(c.DontCare) > 0 {
		p.DontCare = gf2.VecOf(b.Lights(), c.DontCare...)
	}
	dark := board.Puzzle{Board: b, On: board.Bits(gf2.NewVec(b.Lights())), Goal: board.Bits(gf2.NewVec(b.Lights()))}
	if len(boardtest.Answers(&dark, boardtest.Restrictions{})) != 1<<c.Nullity {
		return false
	}
	cost := func(set uint64) int {
		sum := 0
		for ; set != 0; set &= set - 1 {
			if c.Costs == nil {
				sum++
			} else {
				sum += c.Costs[bits.TrailingZeros64(set)]
			}
		}
		return sum
	}
	var pressed uint64
	for _, x := range c.Presses {
		if pressed>>x&1 != 0 {
			return false
		}
		pressed |= 1 << x
	}
	answers := boardtest.Answers(p, boardtest.Restrictions{Forbid: c.Forbid, Require: c.Require, Symmetric: string(c.Symmetric)})
	least := slices.MinFunc(append(answers, pressed), func(a, b uint64) int { return cost(a) - cost(b) })
	return slices.Contains(answers, pressed) && cost(pressed) == c.Cost && cost(least) == c.Cost && c.LowerBound == c.Cost && c.Minimum
}

// forgeries change one field each, to something that is false or may be.
var forgeries = map[string]func(*rapid.T, *Certificate){
	"on":   func(t *rapid.T, c *Certificate) { c.On = flipped(t, c.On) },
	"goal": func(t *rapid.T, c *Certificate) { c.Goal = flipped(t, c.Goal) },
	"dont_care": func(t *rapid.T, c *Certificate) {
		l := rapid.IntRange(0, len(c.On)-1).Draw(t, "light")
		if i := slices.Index(c.DontCare, l); i >= 0 {
			c.DontCare = slices.Delete(c.DontCare, i, i+1)
		} else {
			c.DontCare = append(c.DontCare, l)
		}
	},
	"forbid": func(t *rapid.T, c *Certificate) { c.Forbid = append(c.Forbid, someSwitch(t, c)) },
	"allow":  func(_ *rapid.T, c *Certificate) { c.Forbid = nil },
	"require": func(t *rapid.T, c *Certificate) {
		c.Require = append(c.Require, someSwitch(t, c))
	},
	"demand nothing": func(_ *rapid.T, c *Certificate) { c.Require = nil },
	"symmetric": func(_ *rapid.T, c *Certificate) {
		if c.Symmetric == "" {
			c.Symmetric = "all"
		} else {
			c.Symmetric = ""
		}
	},
	"costs": func(t *rapid.T, c *Certificate) {
		c.Costs = rapid.SliceOfN(rapid.SampledFrom([]int{1, 2, 3, min(maxCost, math.MaxInt/64)}), len(c.Presses)+9, len(c.Presses)+9).Draw(t, "costs")
	},
	"costs of nothing": func(_ *rapid.T, c *Certificate) { c.Costs, c.Cost, c.LowerBound = make([]int, 12), 0, 0 },
	"one cost": func(t *rapid.T, c *Certificate) {
		if c.Costs != nil {
			c.Costs[rapid.IntRange(0, len(c.Costs)-1).Draw(t, "switch")] = rapid.SampledFrom([]int{-1, 0, 1, 9, maxCost + 1, math.MaxInt}).Draw(t, "cost")
		}
	},
	"no costs": func(_ *rapid.T, c *Certificate) { c.Costs = nil },
	"toggles": func(t *rapid.T, c *Certificate) {
		if len(c.Toggles) > 0 {
			i := rapid.IntRange(0, len(c.Toggles)-1).Draw(t, "switch")
			c.Toggles[i] = c.Toggles[i][:len(c.Toggles[i])/2]
		}
	},
	"graph": func(_ *rapid.T, c *Certificate) { c.Graph = !c.Graph },
	"presses": func(t *rapid.T, c *Certificate) {
		x := someSwitch(t, c)
		if i := slices.Index(c.Presses, x); i >= 0 {
			c.Presses = slices.Delete(c.Presses, i, i+1)
		} else {
			c.Presses = append(c.Presses, x)
		}
	},
	"press twice": func(t *rapid.T, c *Certificate) {
		x := someSwitch(t, c)
		c.Presses = append(c.Presses, x, x)
	},
	"another answer": func(t *rapid.T, c *Certificate) {
		p, s, _, err := c.Question()
		if err != nil {
			t.Fatal(err)
		}
		for presses, err := range s.All(context.Background(), p) {
			if err != nil || rapid.IntRange(0, 2).Draw(t, "stop") == 0 {
				break
			}
			c.Presses, c.Cost = presses.Indices(), (&question{Conditions: s.Conditions}).cost(presses.Bits())
			c.LowerBound = c.Cost
		}
	},
	"cost":           func(t *rapid.T, c *Certificate) { c.Cost += nonZero(t) },
	"cost and bound": func(t *rapid.T, c *Certificate) { d := nonZero(t); c.Cost, c.LowerBound = c.Cost+d, c.LowerBound+d },
	"lower_bound":    func(t *rapid.T, c *Certificate) { c.LowerBound += nonZero(t) },
	"no bound":       func(_ *rapid.T, c *Certificate) { c.LowerBound, c.Minimum = 0, false },
	"minimum":        func(_ *rapid.T, c *Certificate) { c.Minimum = !c.Minimum },
	"nullity":        func(t *rapid.T, c *Certificate) { c.Nullity += nonZero(t) },
}

// inventions change how the answer was found, which nobody can check.
var inventions = map[string]func(*Certificate){
	"engine": func(c *Certificate) { c.Engine = "sorcery" },
	"proof":  func(c *Certificate) { c.Proof = "lightest of 2^77 answers (sorcery)" },
	"method": func(c *Certificate) { c.Method = "packing" },
	"steps": func(c *Certificate) {
		c.Steps = json.RawMessage(`{"method":"gray","weight":1000,"cells":1048576}`)
	},
}

func flipped(t *rapid.T, bits string) string {
	text := []byte(bits)
	text[rapid.IntRange(0, len(text)-1).Draw(t, "light")] ^= 1
	return string(text)
}

func someSwitch(t *rapid.T, c *Certificate) int {
	b, err := c.board()
	if err != nil {
		t.Fatal(err)
	}
	return rapid.IntRange(0, b.Switches()-1).Draw(t, "switch")
}

func nonZero(t *rapid.T) int {
	return rapid.OneOf(rapid.IntRange(-3, -1), rapid.IntRange(1, 3)).Draw(t, "change")
}

// No forged certificate passes: one that is called verified is true, by trying every set of switches.
// The certificates that the solver gives do pass.
func TestForgedCertificates(t *testing.T) {
	for name, forge := range forgeries {
		t.Run(name, func(t *testing.T) {
			refused := 0
			try := func(t *rapid.T) {
				c := drawCertificate(t)
				v := Verifier{Full: rapid.Bool().Draw(t, "full")}
				found, err := Verifier{}.Verify(context.Background(), c)
				if err != nil || found.Verdict != Holds || !truth(t, c) {
					t.Fatalf("a true certificate: %+v, %v", found, err)
				}
				forge(t, c)
				found, err = v.Verify(context.Background(), c)
				if err != nil || found.Verdict != Holds {
					refused++
					return
				}
				if !truth(t, c) {
					t.Fatalf("called verified: %+v\n%+v", c, found)
				}
			}
			for range 5 { // few certificates forbid or require a switch that matters
				if rapid.Check(t, try); refused > 0 {
					break
				}
			}
			if refused == 0 && !testing.Short() { // which draws a fifth of them
				t.Error("no forgery was refused: they do not change anything")
			}
		})
	}
}

// FuzzForged forges several things at once, as the fuzzer thinks of them.
func FuzzForged(f *testing.F) {
	boardtest.AddSeeds(f)
	f.Fuzz(rapid.MakeFuzz(forgedTogether))
}

// Several things forged at once pass no more than one.
func TestForgedTogether(t *testing.T) {
	for range tier.Size(1, 5) {
		rapid.Check(t, forgedTogether)
	}
}

func forgedTogether(t *rapid.T) {
	names, c := slices.Sorted(maps.Keys(forgeries)), drawCertificate(t)
	for range rapid.IntRange(0, 3).Draw(t, "forgeries") {
		if _, _, _, err := c.Question(); err != nil {
			return
		}
		forgeries[rapid.SampledFrom(names).Draw(t, "forgery")](t, c)
	}
	found, err := Verifier{}.Verify(context.Background(), c)
	if err == nil && found.Verdict == Holds && !truth(t, c) {
		t.Fatalf("called verified: %+v\n%+v", c, found)
	}
}

// How an answer was found changes no verdict, and is named as not verified.
func TestInventedHistories(t *testing.T) {
	for name, invent := range inventions {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				c := drawCertificate(t)
				invent(c)
				if found, err := (Verifier{}).Verify(context.Background(), c); err != nil || found.Verdict != Holds || !slices.Contains(found.Unchecked, name) {
					t.Fatalf("%+v\n%+v, %v", c, found, err)
				}
			})
		})
	}
}

// A basis of very many quiet patterns is not made: the bound is left unchecked.
func TestManyQuietPatterns(t *testing.T) {
	const n = 100_000
	c := &Certificate{Board: "graph:one", Toggles: slices.Repeat([][]int{{0}}, n), On: "1", Goal: "0", Presses: []int{7}, Cost: 2, LowerBound: 2, Minimum: true, Nullity: n - 1}
	c.Forbid, c.Costs = []int{3}, slices.Repeat([]int{2}, n)
	c.Costs[3] = 1 // so that counting lights proves nothing
	found, err := Verifier{}.Verify(context.Background(), c)
	if err != nil || found.Verdict != Unchecked || !strings.Contains(found.Why, "a basis of the 99998 quiet patterns") {
		t.Errorf("%+v, %v", found, err)
	}
}

// What tells only how the answer was found is listed as unchecked.
func TestHistoryIsUnchecked(t *testing.T) {
	c, _ := certify(t, solve.Solver{}, board.NewPuzzle(boardtest.Parse(t, "5x5")))
	c.Engine = "gf2"
	found, err := Verifier{}.Verify(context.Background(), c)
	if err != nil || found.Verdict != Holds || !slices.Equal(found.Unchecked, []string{"proof", "method", "engine"}) {
		t.Errorf("%+v, %v", found, err)
	}
}

// Sums near the largest costs do not wrap, and costs beyond are refused by the checker and the solver.
func TestCostsAreInRange(t *testing.T) {
	p := board.NewPuzzle(boardtest.Parse(t, "2x3"))
	for _, bad := range [][]int{{1, 1, 1, 1, 1, 0}, {1, 1, 1, 1, 1, -5}, {1, 1, 1, 1, 1, maxCost + 1}, {math.MaxInt/2 + 1, math.MaxInt/2 + 1, 1, 1, 1, 1}, {1, 2}, {}} {
		if _, err := (solve.Solver{Conditions: solve.Conditions{Costs: bad}}).Minimum(context.Background(), p); err == nil {
			t.Errorf("the solver takes costs %v", bad)
		}
		c := &Certificate{Board: "grid:2x3", On: "111111", Goal: "000000", Presses: []int{0, 5}, Cost: 2, LowerBound: 2, Minimum: true, Nullity: 2, Costs: bad}
		if found, err := (Verifier{}).Verify(context.Background(), c); err == nil {
			t.Errorf("costs %v: %+v", bad, found)
		}
	}
	const most = min(maxCost, math.MaxInt/8)
	c := &Certificate{
		Board: "grid:2x3", On: "111111", Goal: "000000", Presses: []int{0, 5}, Cost: 2 * most, LowerBound: 2 * most, Minimum: true, Nullity: 2,
		Costs: []int{most, most, most, most, most, most},
	}
	if found, err := (Verifier{}).Verify(context.Background(), c); err != nil || found.Verdict != Holds {
		t.Errorf("%+v, %v", found, err)
	}
}

// The verdict names everything that was asked.
func TestQuestionInWords(t *testing.T) {
	b := boardtest.Parse(t, "4x4")
	p := board.NewPuzzle(b)
	p.Goal.Set(4, 1)
	p.Goal.Set(5, 1)
	costs := slices.Repeat([]int{2}, 16)
	costs[3] = 7
	p.DontCare = gf2.VecOf(16, 7)
	words := questionWords(p, solve.Solver{Conditions: solve.Conditions{Forbid: []int{2}, Require: []int{0, 1}, Symmetric: "all", Costs: costs}})
	for _, want := range []string{"grid:4x4", "from all lights on", "to 2 lights of 16 on (5-6)", "not caring about light 8", "without pressing switch 3", "pressing switches 1-2", "every symmetry", "cost 2,2,2,7,2"} {
		if !strings.Contains(words, want) {
			t.Errorf("%q does not say %q", words, want)
		}
	}
	if words := questionWords(board.NewPuzzle(boardtest.Parse(t, "1x3")), solve.Solver{Conditions: solve.Conditions{Costs: []int{1, 2, 3}}}); !strings.HasSuffix(words, ", where the switches cost 1,2,3") {
		t.Error(words)
	}
	listed := board.NewPuzzle(boardtest.FromToggles(t, 2, [][]int{{0}, {1}}))
	if words := questionWords(listed, solve.Solver{}); !strings.Contains(words, `the board that is listed as "graph:`) {
		t.Error(words)
	}
	every := board.NewPuzzle(boardtest.Parse(t, "1x300"))
	every.On = board.Bits(gf2.NewVec(300))
	for l := 0; l < 300; l += 2 {
		every.On.Set(l, 1)
	}
	if words := questionWords(every, solve.Solver{}); !strings.Contains(words, ",197,199 and 50 more) to") {
		t.Error(words)
	}
	p.On = board.Bits(gf2.NewVec(16))
	if words := questionWords(p, solve.Solver{}); !strings.Contains(words, "from all lights off") {
		t.Error(words)
	}
}

// A listed board is a list of lights for each switch, none of them twice.
func TestListsOfLights(t *testing.T) {
	for what, list := range map[string][]int{"twice the same": {0, 0}, "twice the same, later": {0, 1, 1}, "beyond": {0, 2}, "below": {-1, 0}} {
		c := &Certificate{Board: "graph:x", Toggles: [][]int{{0}, list}, On: "11", Goal: "00", Presses: []int{0}}
		if _, err := (Verifier{}).Verify(context.Background(), c); err == nil || !strings.Contains(err.Error(), "switch 1 ") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// A certificate of a board that no SPEC describes carries it; one that names a file is opened only if
// that is allowed, and what the file contains is never repeated.
func TestCertificatesOfListedBoards(t *testing.T) {
	if _, found := certify(t, solve.Solver{}, board.NewPuzzle(boardtest.FromToggles(t, 0, nil))); found.Verdict != Holds {
		t.Errorf("no switches and no lights: %+v", found)
	}
	b := boardtest.FromToggles(t, 3, [][]int{{0, 1}, {1, 2}, {0, 2}, {}})
	p := board.NewPuzzle(b)
	p.On = board.Bits(gf2.VecOf(3, 0, 1))
	c, found := certify(t, solve.Solver{}, p)
	if found.Verdict != Holds || len(c.Toggles) != 4 || c.Graph {
		t.Fatalf("%+v: %+v", c, found)
	}
	c.Board = "grid:1x3"
	if _, err := (Verifier{}).Verify(context.Background(), c); err == nil {
		t.Error("a listed board passes for a grid")
	}
	c.Board, c.Toggles = "graph:certificate_test.go", nil
	if _, err := (Verifier{}).Verify(context.Background(), c); err == nil || !strings.Contains(err.Error(), "which is not opened") {
		t.Errorf("a file as a board: %v", err)
	}
}

// Certificates are read strictly, and a defect is named with its place.
func TestCertificatesAreReadStrictly(t *testing.T) {
	const good = `{"board":"grid:1x1","on":"1","goal":"0","presses":[0],"cost":1,"lower_bound":1,"minimum":true,"nullity":0,"engine":"gf2","proof":"the only answer"}`
	if err := json.Unmarshal([]byte(good), new(Certificate)); err != nil {
		t.Fatal(err)
	}
	for what, change := range map[string][2]string{
		"a name in other letters": {`"presses"`, `"Presses"`},
		"null in a list":          {`[0]`, `[null]`},
		"a field twice":           {`"cost":1`, `"cost":1,"cost":2`},
		"an unknown field":        {`"cost":1`, `"cost":1,"price":2`},
		"a wrong type":            {`"cost":1`, `"cost":"1"`},
	} {
		text := strings.Replace(good, change[0], change[1], 1)
		if err := json.Unmarshal([]byte(text), new(Certificate)); err == nil {
			t.Errorf("%s: %s is read", what, text)
		}
	}
}

// A small certificate of a huge board is refused without holding the board in memory, and a check that
// is out of time says what is left.
func TestCheckingKeepsLimits(t *testing.T) {
	c := &Certificate{Board: "grid:100000x100000", On: "1", Goal: "0", Presses: []int{0}, Cost: 1, LowerBound: 1, Minimum: true}
	if _, err := (Verifier{}).Verify(context.Background(), c); err == nil {
		t.Error("a state of one light on 10^10 passes")
	}
	c, _ = certify(t, solve.Solver{}, board.NewPuzzle(boardtest.Parse(t, "39x39")))
	ctx, stop := context.WithCancelCause(context.Background())
	stop(errors.New("that is enough"))
	found, err := Verifier{}.Verify(ctx, c)
	if err != nil || found.Verdict != Unchecked || !strings.Contains(found.Why, "that is enough") {
		t.Errorf("%+v, %v", found, err)
	}
	found, err = Verifier{MaxMemory: 1}.Verify(context.Background(), c)
	if err != nil || found.Verdict != Unchecked {
		t.Errorf("in one byte: %+v, %v", found, err)
	}
}

func FuzzCertificate(f *testing.F) {
	f.Add([]byte(`{"board":"grid:2x3","on":"111111","goal":"000000","presses":[0,5],"cost":2,"lower_bound":2,"minimum":true,"nullity":2}`))
	f.Add([]byte(`{"board":"graph:x","toggles":[[0,1],[1]],"graph":true,"on":"11","goal":"00","presses":[0],"cost":1,"lower_bound":1,"minimum":true,"costs":[1,2],"steps":{"method":"split","minima":[1,2,3,4],"excess":[0,1]}}`))
	for _, text := range []string{"", "n", "[0]", `{"":000`, `{"":"0","00":"0"0`, "\"\xa4000\""} { // no JSON, or no object
		f.Add([]byte(text))
	}
	f.Fuzz(func(_ *testing.T, text []byte) {
		c := new(Certificate)
		if json.Unmarshal(text, c) != nil || len(c.On) > 64 {
			return
		}
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		v := Verifier{Progress: func(string, int, int) { cancel() }} // no long searches
		_, _ = v.Verify(ctx, c)
	})
}

// The two bounds that need no weighing are exact to the last press, and costs keep the second one out.
func TestBoundsWithoutWeighing(t *testing.T) {
	ctx := context.Background()
	ask := func(spec string, costs []int, on ...int) *question {
		b := boardtest.Parse(t, spec)
		p := board.NewPuzzle(b)
		p.On = board.Bits(gf2.VecOf(b.Lights(), on...))
		q, err := newQuestion(ctx, p, solve.Solver{Conditions: solve.Conditions{Costs: costs}})
		if err != nil {
			t.Fatal(err)
		}
		return q
	}
	for lit, want := range []int{0, 1, 1, 1, 2, 2, 2, 3} { // a press on a path flips at most 3 lights
		on := make([]int, lit)
		for i := range on {
			on[i] = i
		}
		if got := ask("path:7", nil, on...).fewestFlips(); got != want {
			t.Errorf("path:7 with %d lights on: at least %d presses, want %d", lit, got, want)
		}
	}
	stop := func() ([]gf2.Vec, error) { return nil, errLong }
	presses := gf2.VecOf(25, 0, 1, 2, 3, 4)
	corners := []int{0, 4, 20, 24}
	for _, test := range []struct {
		costs []int
		bound int
		want  Verdict
	}{{nil, 1, Holds}, {nil, 4, Holds}, {nil, 5, Unchecked}, {slices.Repeat([]int{1}, 25), 1, Holds}, {slices.Repeat([]int{1}, 25), 4, Unchecked}} {
		c := &Certificate{Cost: 5, LowerBound: test.bound, Minimum: test.bound == 5}
		if got := (Verifier{}).bound(ctx, c, ask("5x5", test.costs, corners...), presses, stop); got.Verdict != test.want {
			t.Errorf("the corners of 5x5, costs %v: a bound of %d %s (%s), want %s", test.costs, test.bound, got.Verdict, got.How, test.want)
		}
	}
}
