package bench

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"lightsout/encode"
	"lightsout/solve"
)

// trits are square grids whose lights have three states.
var trits = family{name: "grid-mod3", template: "grid:NxN,mod=3", takesSize: true}

// The puzzles are what the questions need, and right answers pass.
func TestColouredInstances(t *testing.T) {
	for _, q := range []question{askAny, askFewest, askAtMost, askTooFew, askUnsolvable} {
		p := instanceOf(t, trits, 4, q)
		s := solve.Solver{}
		if q.bounds() {
			s.AtMost = &p.bound
		}
		res, err := s.Minimum(t.Context(), p.puzzle)
		no, none := errors.AsType[*solve.UnsolvableError](err)
		var a solve.Answer
		switch {
		case none != (q == askUnsolvable || q == askTooFew):
			t.Fatalf("%s: %v", q, err)
		case none:
			a = no.Answer(p.puzzle, -1)
		default:
			a = res.Answer(-1)
		}
		if p.nullity == nil || *p.nullity != 2 || q != askAny && q != askUnsolvable && p.fewest < 1 {
			t.Errorf("%s: nullity %v, fewest %d", q, p.nullity, p.fewest)
		}
		exit := 0
		if none {
			exit = 1
		}
		output := fmt.Sprintf(`{"solvable":%v,"feasible":%v,"presses":%s,"witness":%s,"minimum":true}`,
			a.Solvable, !none, numbersJSON(a.Presses), numbersJSON(a.Witness))
		got := p.judged(self, exit, output)
		if want := map[bool]outcome{true: refuted, false: solved}[none]; got.Outcome != want || !none && *got.Presses != *a.PressCount {
			t.Errorf("%s: %+v, want %s", q, got, want)
		}
	}
	if _, err := newInstance(t.Context(), trits, 3, askUnsolvable, 1); err == nil || err.Error() != "every state has an answer" {
		t.Errorf("3×3 modulo 3 has no quiet pattern, but an unsolvable state was found: %v", err)
	}
}

func numbersJSON(list []int) string { return strings.ReplaceAll(fmt.Sprint(list), " ", ",") }

// Boards with more than two states are asked by the encodings of sums and by solvers that can read them, others
// by XOR encodings, without anybody saying so.
func TestColouredContestants(t *testing.T) {
	pairs := must(matching(Options{Boards: []string{"4x4,mod=3"}, Peers: true}))(t)
	p := instanceOf(t, trits, 4, askAny)
	p.dir = t.TempDir()
	var own []string
	for _, pair := range pairs {
		if _, err := p.setProblem(pair.who, &Result{}); err != nil {
			t.Errorf("%s: %v", pair.Contestant, err)
		}
		if pair.who.peer == self && !slices.Contains(own, pair.who.Xor) {
			own = append(own, pair.who.Xor)
		}
		if !pair.who.peer.format.States {
			t.Errorf("%s is asked", pair.Contestant)
		}
	}
	if len(own) != len(encode.Sums()) {
		t.Errorf("asked by %v", own)
	}
	for _, c := range []contestant{{Engine: "sat", Xor: "cut:4", peer: self}, {peer: peers[2]}} {
		if c.refuses(p.family, 4, askAny) != nil {
			continue
		}
		if _, err := p.setProblem(c, &Result{}); err == nil {
			t.Errorf("%s takes part", c.Name())
		}
	}
}
