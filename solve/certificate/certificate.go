// Package certificate keeps minima so that they can be checked later: a [Certificate] is an answer with the fewest
// presses and what is claimed of it, and a [Verifier] checks every claim.
//
//	res, err := s.Minimum(ctx, p)                            // by a solve.Solver
//	c := certificate.New(s, res)                             // JSON, to be kept
//	found, err := certificate.Verifier{}.Verify(ctx, c)      // found.Verdict is certificate.Holds
//
// The verifier shares no code with the searches. It reads the question anew, replays the presses, eliminates the matrix
// by dense elimination, and checks bounds by counting lights without a switch in common or by weighing all answers
// (package cosetcheck). What it cannot check is called unchecked. Certificates are for lights with two states.
package certificate

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/strictjson"
	"lightsout/solve"
)

// Certificate is an answer with the fewest presses and what the proof of that rests on, in a form
// that can be kept and verified again, by [Verifier]. It is JSON; indices count from 0.
type Certificate struct {
	Board string `json:"board"`
	// Toggles are the lights of each switch, on a board that no SPEC describes: one that was read from
	// a file or made by a program. Graph: its switches are its lights, so that a symmetry moves both
	// together.
	Toggles   [][]int `json:"toggles,omitzero"` // the lights that each switch flips, on boards without a SPEC
	Graph     bool    `json:"graph,omitempty"`  // switch i is at light i
	On        string  `json:"on"`               // the lights at the start, a 0 or 1 each
	Goal      string  `json:"goal"`             // the lights in the end
	DontCare  []int   `json:"dont_care,omitempty"`
	Forbid    []int   `json:"forbid,omitempty"`    // of --forbid, or of the puzzle
	Require   []int   `json:"require,omitempty"`   // of --require
	Symmetric motion  `json:"symmetric,omitempty"` // all, mirror, turn or quarter
	Costs     []int   `json:"costs,omitempty"`     // what each switch costs, from 1 to 2^30

	Presses    []int  `json:"presses"`
	Cost       int    `json:"cost"`        // of the answer: the number of presses, unless there are costs
	LowerBound int    `json:"lower_bound"` // proved: no answer costs less
	Minimum    bool   `json:"minimum"`     // proved: no answer costs less than this one
	Nullity    int    `json:"nullity"`
	Engine     string `json:"engine"`
	Proof      string `json:"proof"`            // how the minimum was proved, in a sentence; empty if it was not
	Method     string `json:"method,omitempty"` // the name of the proof: see help engines
	// Steps is what the search listed: of matching, the sets of lights that prove the lower bound (see [solve.OddSet]).
	// Those of older searches are not read.
	Steps json.RawMessage `json:"steps,omitempty"` // of `matching`: the sets of lights that prove the bound
}

// motion is one of [board.Motions], or "". Older certificates say true for all.
type motion string

// UnmarshalJSON reads both forms.
func (m *motion) UnmarshalJSON(text []byte) error {
	if string(text) == "true" {
		*m = "all"
		return nil
	}
	return json.Unmarshal(text, (*string)(m))
}

// New is the certificate of a result that the solver gave.
func New(s solve.Solver, res *solve.Result) *Certificate {
	if res == nil || res.Puzzle == nil {
		return &Certificate{}
	}
	p := res.Puzzle
	c := &Certificate{
		Board: p.Board.Spec(), On: p.On.String(), Goal: p.Goal.String(),
		Forbid: slices.Clone(s.Forbid), Require: s.Require, Symmetric: motion(s.Symmetric), Costs: s.Costs,
		Presses: res.Best.Indices(), Cost: res.Cost, LowerBound: res.Lower, Minimum: res.Proved(),
		Nullity: res.Algebra.Nullity, Engine: res.Engine, Method: res.Why.Method,
		Steps: stepsOf(res),
	}
	if res.Proved() {
		c.Proof = res.Words()
	}
	if !p.DontCare.IsZero() {
		c.DontCare = p.DontCare.Indices()
	}
	if p.Forbidden.Len() > 0 {
		c.Forbid = append(c.Forbid, p.Forbidden.Indices()...)
	}
	if p.Board.Shape().Kind == listedBoard {
		c.Graph, c.Toggles = p.Board.IsGraph(), [][]int{}
		for x := range p.Board.Switches() {
			c.Toggles = append(c.Toggles, append([]int{}, p.Board.Toggles(x)...))
		}
	}
	return c
}

// listedBoard is the kind of board that is a list of what each switch flips.
const listedBoard = "graph"

// UnmarshalJSON reads a certificate strictly: a field that is unknown, misspelled or there twice, and
// null in a list, are errors.
func (c *Certificate) UnmarshalJSON(text []byte) error {
	type plain Certificate
	var read plain
	if err := strictjson.Decode(text, &read, strictjson.Known); err != nil {
		return err
	}
	*c = Certificate(read)
	return nil
}

// Question is the puzzle of the certificate, a solver with what was asked besides, and both in words. What contradicts
// itself here is not a false claim but no certificate: an error.
func (c *Certificate) Question() (p *board.Puzzle, s solve.Solver, words string, err error) {
	s.Forbid, s.Require, s.Symmetric, s.Costs = c.Forbid, c.Require, string(c.Symmetric), c.Costs
	if c.Board == "" || c.Presses == nil {
		return nil, s, "", errors.New("not a certificate: it names no board or no presses")
	}
	b, err := c.board()
	if err != nil {
		return nil, s, "", err
	}
	if err := b.TwoStates(); err != nil {
		return nil, s, "", err
	}
	if err := b.CheckSize(); err != nil {
		return nil, s, "", err
	}
	p = &board.Puzzle{Board: b}
	for _, state := range []struct {
		name, bits string
		into       *board.State
	}{{"on", c.On, &p.On}, {"goal", c.Goal, &p.Goal}} {
		if err := state.into.UnmarshalText([]byte(state.bits)); err != nil {
			return nil, s, "", fmt.Errorf("%q: %w", state.name, err)
		}
		if state.into.Len() != b.Lights() || state.into.Mod() != 2 {
			err := fmt.Errorf("%q has %d lights, the board has %d", state.name, state.into.Len(), b.Lights())
			return nil, s, "", err
		}
	}
	for _, list := range []struct {
		name    string
		numbers []int
		most    int
	}{
		{"presses", c.Presses, b.Switches()}, {"forbid", c.Forbid, b.Switches()},
		{"require", c.Require, b.Switches()}, {"dont_care", c.DontCare, b.Lights()},
	} {
		for _, x := range list.numbers {
			if x < 0 || x >= list.most {
				return nil, s, "", fmt.Errorf("%q has number %d, but they are from 0 to %d", list.name, x, list.most-1)
			}
		}
	}
	if len(c.DontCare) > 0 {
		p.DontCare = gf2.VecOf(b.Lights(), c.DontCare...)
	}
	if c.Nullity < 0 || c.LowerBound < 0 || c.Cost < 0 {
		return nil, s, "", errors.New("nullity, cost and lower_bound are not negative")
	}
	if err := c.checkCosts(b); err != nil {
		return nil, s, "", err
	}
	return p, s, questionWords(p, s), nil
}

// checkCosts refuses costs that are not one for each switch, or out of range.
func (c *Certificate) checkCosts(b *board.Board) error {
	if c.Costs != nil && (len(c.Costs) != b.Switches() || len(c.Costs) == 0) {
		return fmt.Errorf("%d costs for the %d switches of %s", len(c.Costs), b.Switches(), b.Spec())
	}
	left := math.MaxInt // so that the sum does not overflow
	for x, cost := range c.Costs {
		if cost < 1 || cost > maxCost || cost > left {
			return fmt.Errorf("switch %d costs %d; a cost is from 1 to %d", x+1, cost, maxCost)
		}
		left -= cost
	}
	return nil
}

// board is the certificate's board. A certificate comes from anywhere, so it opens no file.
func (c *Certificate) board() (*board.Board, error) {
	file, named := strings.CutPrefix(strings.TrimSpace(c.Board), listedBoard+":")
	switch {
	case c.Toggles == nil && c.Graph:
		return nil, errors.New(`"graph" goes with "toggles"`)
	case c.Toggles != nil && !named:
		return nil, fmt.Errorf("a board with \"toggles\" is named graph:NAME, since other names mean other boards; "+
			"this one is named %s", quoted(c.Board))
	case c.Toggles != nil:
		return board.Listed{Name: file, Lights: len(c.On), Graph: c.Graph, Toggles: c.Toggles}.Board()
	case !named:
		return board.Parse(c.Board)
	}
	return nil, fmt.Errorf(`board %s is a file, which is not opened, and the certificate has no "toggles"`,
		quoted(c.Board))
}

// quoted is text from a certificate, fit for a message: short, on one line, and without what would
// do more to a terminal than show itself.
func quoted(text string) string {
	const most = 60
	if len(text) > most {
		return fmt.Sprintf("%q…", text[:most])
	}
	return fmt.Sprintf("%q", text)
}
