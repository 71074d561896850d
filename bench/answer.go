package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"lightsout/cnf"
	"lightsout/encode"
	"lightsout/gf2"
	"lightsout/solve"
)

// The exit codes of this program that an answer is read from.
const (
	exitDone   = 0
	exitNo     = 1
	exitGaveUp = 3
)

// judge reads what the child wrote.
func (r *runner) judge(ctx context.Context, who Contestant, q *instance, files paths, u usage, res *Result) error {
	from := files.output
	peer, isPeer := peerByName(who.Peer)
	if isPeer && peer.writes {
		from = files.answer
	}
	output, err := readOutput(from)
	if err != nil {
		return err
	}
	complaints, err := readOutput(files.complaints)
	if err != nil {
		return err
	}
	switch {
	case q.question == Batch && u.exit != exitDone:
		res.Outcome, res.Note = Failed, u.failure(complaints)
	case q.question == Batch:
		found, err := q.judgeBatch(ctx, output, isPeer)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		res.Batch, res.Distinct, res.Expected, res.MeanFewest, res.Nullity = found.Batch, found.Distinct, found.Expected, found.MeanFewest, found.Nullity
		if res.Outcome = Solved; err != nil {
			res.Outcome, res.Note = Wrong, err.Error()
		}
	case isPeer:
		res.Outcome, res.Presses, res.Note = q.judgePeer(peer, u, output, complaints)
	default:
		res.Outcome, res.Presses, res.Note = q.judgeOwn(u, output, complaints)
	}
	return nil
}

// said is what this program prints about a puzzle, as far as it is looked at.
type said struct {
	Solvable bool   `json:"solvable"`
	Feasible *bool  `json:"feasible"`
	Presses  *[]int `json:"presses"`
	Minimum  bool   `json:"minimum"`
	Witness  []int  `json:"witness"`
}

// judgeOwn judges what this program printed about a puzzle.
func (p *instance) judgeOwn(u usage, output, complaints []byte) (outcome Outcome, presses int, note string) {
	exit := u.exit
	if exit == exitGaveUp {
		return GaveUp, -1, "its own limit"
	}
	var s said
	if exit != exitDone && exit != exitNo {
		return Failed, -1, u.failure(complaints)
	}
	if err := json.Unmarshal(output, &s); err != nil {
		return Failed, -1, fmt.Sprintf("not understood: %v", err)
	}
	b := p.puzzle.Board
	switch {
	case exit == exitNo && !s.Solvable:
		witness := gf2.NewVec(b.Lights())
		for _, l := range s.Witness {
			if l < 0 || l >= b.Lights() {
				return Wrong, -1, "the witness is no set of lights"
			}
			witness.Set(l, true)
		}
		if !solve.CheckWitness(b, gf2.Vec{}, p.puzzle.Change(), witness) {
			return Wrong, -1, "the witness proves nothing"
		}
		outcome, note = p.judge(gf2.Vec{}, true)
		return outcome, -1, note
	case exit == exitNo:
		outcome, note = p.judge(gf2.Vec{}, true)
		return outcome, -1, note
	case s.Presses == nil:
		return Failed, -1, "no presses in the answer"
	case p.question == Fewest && !s.Minimum:
		return Failed, len(*s.Presses), "not proved to be the fewest"
	}
	x := gf2.NewVec(b.Switches())
	for _, i := range *s.Presses {
		if i < 0 || i >= b.Switches() {
			return Wrong, -1, fmt.Sprintf("there is not a switch %d", i)
		}
		x.Flip(i)
	}
	outcome, note = p.judge(x, false)
	return outcome, x.Weight(), note
}

// judgePeer judges what a peer printed.
func (p *instance) judgePeer(peer peer, u usage, output, complaints []byte) (outcome Outcome, presses int, note string) {
	x, err := encode.ReadModel(bytes.NewReader(output), peer.name, p.puzzle.Board.Switches())
	var none *encode.NoModelError
	switch {
	case errors.As(err, &none) && none.Status == cnf.Unsat:
		outcome, note = p.judge(gf2.Vec{}, true)
		return outcome, -1, note
	case errors.As(err, &none):
		return GaveUp, -1, none.Said
	case err != nil:
		return Failed, -1, fmt.Sprintf("%v (%s)", err, u.failure(complaints))
	}
	outcome, note = p.judge(x, false)
	return outcome, x.Weight(), note
}

// lastWords is the last thing a child complained of.
func lastWords(text []byte) string {
	const longest = 200
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	last := lines[len(lines)-1]
	return string(last[:min(len(last), longest)])
}

// readOutput reads what a child wrote, a missing file being nothing.
func readOutput(name string) ([]byte, error) {
	data, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	return data, err
}
