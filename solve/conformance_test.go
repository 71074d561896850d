package solve

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
)

// The conformance suite: every engine in the table, on random puzzles of every shape, must agree
// with brute force over all sets of switches. A new engine is covered as soon as it has its row.

// smallSpecs are boards of every shape with at most 12 switches.
var smallSpecs = []string{
	"1x1", "1x2", "2x2", "2x3", "3x3", "3x4", "2x6", "4x3", "1x9", "grid:2x2x2", "grid:2x2x3", "grid:7",
	"torus:2x2", "torus:3x3", "torus:3x4", "torus:1x5", "torus:5x1", "torus:2x5", "torus:2x2x3", "torus:2x2x3,self=off",
	"cylinder:3x4", "cylinder:4x3", "cylinder:1x6", "cylinder:6x1", "cylinder:2x2", "cylinder:3x3,self=off",
	"mobius:3x4", "mobius:2x5", "klein:3x4", "klein:3x3", "projective:3x3", "projective:2x4",
	"hypercube:1", "hypercube:2", "hypercube:3", "hypercube:3,self=off", "cube:1",
	"path:1", "path:5", "path:8", "cycle:3", "cycle:6", "cycle:2", "complete:5", "complete:6,self=off", "star:6", "star:7,self=off",
	"petersen", "petersen,self=off", "merlin", "3x3,self=off", "3x4,pattern=x", "3x4,pattern=king",
	"3x4,pattern=knight", "3x3,pattern=.#./#.#/..#", "torus:3x3,pattern=king,self=off",
	"3x4,mask=##_#/####/#_##",
}

// drawBoard is a random board: a shape, a random graph with one-way edges, or one with any number
// of switches and lights.
func drawBoard(t *rapid.T) *board.Board {
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		n := rapid.IntRange(1, 10).Draw(t, "nodes")
		g := board.Graph{Nodes: n}
		for u := range n {
			for v := range n {
				if u != v && rapid.IntRange(0, 3).Draw(t, "arc") == 0 {
					g.Arc(u, v)
				}
			}
			if rapid.IntRange(0, 4).Draw(t, "self off") == 0 {
				g.SelfOff(u)
			}
		}
		return g.Board("random")
	case 1:
		switches, lights := rapid.IntRange(0, 10).Draw(t, "switches"), rapid.IntRange(0, 10).Draw(t, "lights")
		toggles := make([][]int, switches)
		for s := range toggles {
			for l := range lights {
				if rapid.Bool().Draw(t, "flips") {
					toggles[s] = append(toggles[s], l)
				}
			}
		}
		b, err := board.FromToggles("random", lights, toggles)
		if err != nil {
			t.Fatal(err)
		}
		return b
	default:
		b, err := board.Parse(rapid.SampledFrom(smallSpecs).Draw(t, "spec"))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
}

func drawVec(t *rapid.T, n int, name string) gf2.Vec {
	v := gf2.NewVec(n)
	for i := range n {
		v.Set(i, rapid.Bool().Draw(t, name))
	}
	return v
}

// drawPuzzle is a random puzzle on any board; two in three are solvable.
func drawPuzzle(t *rapid.T) *board.Puzzle { return drawPuzzleOn(t, drawBoard(t)) }

func drawPuzzleOn(t *rapid.T, b *board.Board) *board.Puzzle {
	p := board.NewPuzzle(b)
	p.Goal = drawVec(t, b.Lights(), "goal")
	if rapid.IntRange(0, 2).Draw(t, "solvable") > 0 {
		p.On = b.Apply(drawVec(t, b.Switches(), "hidden answer"))
		p.On.Add(p.Goal)
	} else {
		p.On = drawVec(t, b.Lights(), "on")
	}
	return p
}

// drawRestrictions asks for more than an answer, half of the time.
func drawRestrictions(t *rapid.T, p *board.Puzzle, s *Solver) {
	if rapid.Bool().Draw(t, "free") {
		return
	}
	for x := range p.Board.Switches() {
		switch rapid.IntRange(0, 15).Draw(t, "restriction") {
		case 0:
			p.Forbid(x)
		case 1:
			s.Forbid = append(s.Forbid, x)
		case 2:
			s.Require = append(s.Require, x)
		}
	}
	if rapid.IntRange(0, 3).Draw(t, "symmetric") == 0 {
		s.Symmetric = true
	}
	if rapid.IntRange(0, 2).Draw(t, "bounded above") == 0 {
		s.AtMost = new(rapid.IntRange(0, p.Board.Switches()+1).Draw(t, "at most"))
	}
	if rapid.IntRange(0, 2).Draw(t, "bounded below") == 0 {
		s.AtLeast = new(rapid.IntRange(0, p.Board.Switches()+1).Draw(t, "at least"))
	}
}

// bruteForce lists every answer that keeps to the solver's restrictions, as a bit string.
func bruteForce(t *rapid.T, p *board.Puzzle, s Solver) []string {
	n := p.Board.Switches()
	flips := make([]uint64, n)
	var change uint64
	for x := range flips {
		for _, l := range p.Board.Toggles(x) {
			flips[x] ^= 1 << l
		}
	}
	for l := range p.Board.Lights() {
		if p.On.Bit(l) != p.Goal.Bit(l) {
			change |= 1 << l
		}
	}
	var orbits [][]int
	if s.Symmetric {
		group, err := p.Board.Symmetries(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		orbits = group.Orbits()
	}
	var found []string
	for set := range uint64(1) << n {
		var flipped uint64
		pressed, allowed := gf2.NewVec(n), true
		for x := range n {
			if set>>x&1 == 1 {
				pressed.Set(x, true)
				flipped ^= flips[x]
				allowed = allowed && !p.IsForbidden(x) && !slices.Contains(s.Forbid, x)
			} else {
				allowed = allowed && !slices.Contains(s.Require, x)
			}
		}
		for _, orbit := range orbits {
			for _, x := range orbit {
				allowed = allowed && pressed.Bit(x) == pressed.Bit(orbit[0])
			}
		}
		if flipped == change && allowed && s.within(pressed.Weight()) {
			found = append(found, pressed.String())
		}
	}
	slices.Sort(found)
	return found
}

// weight is how many presses a bit string has.
func weight(bits string) int {
	n := 0
	for _, ch := range bits {
		if ch == '1' {
			n++
		}
	}
	return n
}

func TestEveryEngineConforms(t *testing.T) {
	for _, e := range engines() {
		t.Run(e.name, func(t *testing.T) {
			var fitting []*board.Board // an engine for some boards only is asked about those
			for _, spec := range smallSpecs {
				b := parse(t, spec)
				if _, _, err := (Solver{Engine: e.name}).prepare(context.Background(), board.NewPuzzle(b)); err == nil {
					fitting = append(fitting, b)
				}
			}
			took := 0
			rapid.Check(t, func(t *rapid.T) {
				b := drawBoard(t)
				if len(fitting) < len(smallSpecs) {
					b = rapid.SampledFrom(fitting).Draw(t, "fitting board")
				}
				p := drawPuzzleOn(t, b)
				s := Solver{Engine: e.name}
				drawRestrictions(t, p, &s)
				if _, _, err := s.prepare(context.Background(), p); err != nil {
					return // refusals have their own tests
				}
				took++
				conforms(t, s, p, bruteForce(t, p, s))
			})
			if took < 20 {
				t.Errorf("engine %s took only %d of the puzzles: the suite does not reach it", e.name, took)
			}
		})
	}
}

// conforms asks every question of one solver about one puzzle.
func conforms(t *rapid.T, s Solver, p *board.Puzzle, answers []string) {
	ctx := context.Background()
	res, err := s.Any(ctx, p)
	least, errLeast := s.Minimum(ctx, p)
	count, errCount := s.Count(ctx, p)
	if errCount != nil || count.Cmp(big.NewInt(int64(len(answers)))) != 0 {
		t.Fatalf("%s counts %v answers (%v), there are %d", p.Board, count, errCount, len(answers))
	}
	if len(answers) == 0 {
		for _, err := range []error{err, errLeast} {
			refutes(t, s, p, err)
		}
		return
	}
	if err != nil || errLeast != nil {
		t.Fatalf("%s has %d answers, but: %v, %v", p.Board, len(answers), err, errLeast)
	}
	if _, ok := slices.BinarySearch(answers, res.Presses.String()); !ok {
		t.Fatalf("%s: %v is no answer", p.Board, res.Presses)
	}
	if _, ok := slices.BinarySearch(answers, least.Presses.String()); !ok {
		t.Fatalf("%s: %v is no answer", p.Board, least.Presses)
	}
	fewest := weight(slices.MinFunc(answers, func(a, b string) int { return weight(a) - weight(b) }))
	if !least.Minimum || least.Presses.Weight() != fewest || least.LowerBound != fewest || least.Proof == "" {
		t.Fatalf("%s: %d presses (minimum %v, at least %d, %q), the fewest are %d", p.Board, least.Presses.Weight(), least.Minimum, least.LowerBound, least.Proof, fewest)
	}
	if res.LowerBound > fewest || res.Minimum && res.Presses.Weight() != fewest {
		t.Fatalf("%s: claims %d presses at least (minimum %v), the fewest are %d", p.Board, res.LowerBound, res.Minimum, fewest)
	}
	var all []string
	for presses, err := range s.All(ctx, p) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, presses.String())
	}
	slices.Sort(all)
	if !slices.Equal(all, answers) {
		t.Fatalf("%s: All gives %d answers %v, there are %d: %v", p.Board, len(all), all, len(answers), answers)
	}
}

// refutes requires the error to be a proof: unsolvable with a witness, or with a condition if only the
// restrictions stand in the way.
func refutes(t *rapid.T, s Solver, p *board.Puzzle, err error) {
	free := *p
	free.Forbidden = gf2.Vec{}
	solvable := len(bruteForce(t, &free, Solver{})) > 0
	var unsolvable *UnsolvableError
	switch {
	case errors.As(err, &unsolvable) && unsolvable.Condition == "":
		if solvable {
			t.Fatalf("%s is called unsolvable, but only the restrictions make it so", p.Board)
		}
		if !unsolvable.Proves(&free) || unsolvable.MustChange != unsolvable.Witness.Overlap(p.Change()) {
			t.Fatalf("%s: %v is no witness", p.Board, unsolvable.Witness)
		}
	case unsolvable != nil:
		if !solvable {
			t.Fatalf("%s is unsolvable, not only %v", p.Board, err)
		}
	default:
		t.Fatalf("%s (forbid %v, require %v) has no answer, but the engine says: %v", p.Board, s.Forbid, s.Require, err)
	}
}

// A witness is worth something only if wrong ones are noticed.
func TestCheckWitnessRefusesWrongOnes(t *testing.T) {
	b, _ := board.Parse("5x5")
	change := gf2.VecOf(25, 0)
	right := gf2.VecOf(25, 0, 2, 4, 5, 7, 9, 15, 17, 19, 20, 22, 24)
	if !checkWitness(b, gf2.Vec{}, change, right) {
		t.Fatal("the second quiet pattern of 5x5 is a witness against its corner")
	}
	for i := range 25 {
		wrong := right.Clone()
		wrong.Flip(i)
		if checkWitness(b, gf2.Vec{}, change, wrong) {
			t.Errorf("light %d more or less, and it still passes", i)
		}
	}
	if checkWitness(b, gf2.Vec{}, gf2.VecOf(25, 0, 2), right) {
		t.Error("an even overlap proves nothing")
	}
}

func TestEnginesRefuseWhatTheyCannotDo(t *testing.T) {
	for _, tc := range []struct{ engine, spec string }{
		{"chase", "mobius:4x4"}, {"chase", "hypercube:3"}, {"chase", "4x4,pattern=king"}, {"chase", "grid:2x2x2"}, {"bfs", "6x6"},
	} {
		b, err := board.Parse(tc.spec)
		if err != nil {
			t.Fatal(err)
		}
		var refused *RefusedError
		if _, err := (Solver{Engine: tc.engine}).Any(context.Background(), board.NewPuzzle(b)); !errors.As(err, &refused) {
			t.Errorf("engine %s on %s: %v, want a refusal", tc.engine, tc.spec, err)
		}
	}
	b, _ := board.Parse("3x3")
	if _, err := (Solver{Engine: "gauss"}).Any(context.Background(), board.NewPuzzle(b)); err == nil {
		t.Error("an engine that does not exist was taken")
	}
	if _, err := (Solver{Forbid: []int{1}, Require: []int{1}}).Any(context.Background(), board.NewPuzzle(b)); err == nil {
		t.Error("a switch was both forbidden and required")
	}
	if _, err := (Solver{Forbid: []int{9}}).Any(context.Background(), board.NewPuzzle(b)); err == nil {
		t.Error("switch 10 of nine was taken")
	}
}

// On boards of a hundred lights brute force is out of reach, but the engines can be held against
// each other: light chasing and elimination see different systems of equations.
func TestChaseAgreesWithElimination(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom([]string{"grid", "cylinder", "torus"}).Draw(t, "kind")
		spec := fmt.Sprintf("%s:%dx%d", kind, rapid.IntRange(1, 14).Draw(t, "rows"), rapid.IntRange(1, 14).Draw(t, "cols"))
		if rapid.Bool().Draw(t, "self off") {
			spec += ",self=off"
		}
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := newSparse(context.Background(), b, nil)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := newChaser(context.Background(), b)
		if err != nil {
			t.Fatal(err)
		}
		if whole.Rank() != rows.Rank() || whole.Nullity() != rows.Nullity() {
			t.Fatalf("%s: rank %d and %d, nullity %d and %d", spec, whole.Rank(), rows.Rank(), whole.Nullity(), rows.Nullity())
		}
		for _, v := range rows.Quiet() {
			if !b.Apply(v).IsZero() {
				t.Fatalf("%s: %v is not quiet", spec, v)
			}
		}
		p := board.NewPuzzle(b)
		p.On = drawVec(t, b.Lights(), "on")
		_, _, solvable := whole.Solve(p.On)
		res, err := Solver{Engine: "chase"}.Any(context.Background(), p)
		if solvable != (err == nil) {
			t.Fatalf("%s: elimination says solvable %v, chasing %v (%v)", spec, solvable, res, err)
		}
	})
}
