package bench

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"

	"lightsout/export"
	"lightsout/internal/strictjson"
	"lightsout/solve"
)

// judge reads what the child wrote. A missing file counts as empty.
func (f output) judge(who contestant, q *instance, u usage, res *Result) (err error) {
	read := func(name string) []byte {
		data, errRead := os.ReadFile(name)
		if !errors.Is(errRead, os.ErrNotExist) {
			err = errors.Join(err, errRead)
		}
		return data
	}
	printed, complaints := read(f.printed), read(f.complaints)
	answer := printed
	if who.peer != nil && strings.Contains(who.peer.Command, "{answer}") {
		answer = read(f.answer)
	}
	presses := -1
	if who.peer != nil || q.family.formula != nil {
		res.Outcome, presses, res.Note = q.judgePeer(solverOf(who.Name()), u, answer, complaints)
		res.Conflicts, res.Decisions = effort(printed)
	} else {
		var a solve.Answer
		a, res.Outcome, presses, res.Note = q.judgeOwn(u, answer, complaints)
		if f := a.Formula; f != nil {
			res.Vars, res.Clauses, res.Literals, res.Auxiliary = f.Variables, f.Clauses, f.Literals, &f.AuxiliaryVariables
			res.Encoding, res.Solving = f.EncodeSeconds, f.SolveSeconds
		}
	}
	if presses >= 0 {
		res.Presses = &presses
	}
	return err
}

// refusalCode is the exit code of this program for what it does not take: bad usage or input. It then says why,
// and claims nothing about the puzzle. A crash has the same code and says nothing in JSON.
const refusalCode = 2

// refusal is why this program did not take the puzzle, if it refused.
func (u usage) refusal(output []byte) (string, bool) {
	var r struct {
		Error string `json:"error"`
	}
	err := json.Unmarshal(output, &r)
	return r.Error, u.exit == refusalCode && err == nil && r.Error != ""
}

// judgeOwn judges what this program printed about a puzzle: an answer record, with "stopped" in it if a
// limit was reached. Of the exit code it is enough that 0 means an answer, and that a refusal claims nothing.
func (p *instance) judgeOwn(u usage, output, complaints []byte) (a solve.Answer, outcome outcome, presses int, note string) {
	err := strictjson.Decode(output, &a, strictjson.Any)
	refuted := !a.Solvable || a.Feasible != nil && !*a.Feasible
	if why, refused := u.refusal(output); refused {
		return a, notAsked, -1, why
	}
	switch {
	case err != nil && u.exit == 0:
		return a, unreadable, -1, fmt.Sprintf("not understood: %v", err)
	case err == nil && a.Stopped != "":
		return a, gaveUp, -1, a.Stopped
	case err != nil || u.exit < 0 || refuted != (u.exit != 0):
		return a, failed, -1, u.failure(complaints)
	case refuted:
		outcome, note = p.judge(nil, true)
		return a, outcome, -1, note
	case a.Presses == nil:
		return a, failed, -1, "no presses in the answer"
	case p.question == askFewest && (a.Minimum == nil || !*a.Minimum):
		return a, failed, len(a.Presses), "not proved to be the fewest"
	}
	switches, states := p.puzzle.Board.Switches(), p.puzzle.Board.States()
	times := make([]int, switches)
	for _, i := range a.Presses {
		if i < 0 || i >= switches {
			return a, wrong, -1, fmt.Sprintf("there is no switch %d", i)
		}
		times[i] = (times[i] + 1) % states
	}
	list := pressList(times)
	outcome, note = p.judge(list, false)
	return a, outcome, len(list), note
}

// pressList lists the presses of which each switch has so many.
func pressList[T int | uint8](times []T) []int {
	list := []int{}
	for s, n := range times {
		for range int(n) {
			list = append(list, s)
		}
	}
	return list
}

// judgePeer judges what a peer printed.
func (p *instance) judgePeer(name string, u usage, output, complaints []byte) (outcome outcome, presses int, note string) {
	list, err := p.readModel(output, name)
	var none *export.NoModelError
	switch {
	case errors.As(err, &none) && none.Unsat:
		outcome, note = p.judge(nil, true)
		return outcome, -1, note
	case errors.As(err, &none):
		return gaveUp, -1, none.Words
	case err != nil && (u.exit < 0 || len(bytes.TrimSpace(output)) == 0):
		return failed, -1, fmt.Sprintf("%v (%s)", err, u.failure(complaints))
	case err != nil:
		return unreadable, -1, fmt.Sprintf("%v (%s)", err, u.failure(complaints))
	}
	outcome, note = p.judge(list, false)
	return outcome, len(list), note
}

// readModel reads the presses that a peer printed.
func (p *instance) readModel(output []byte, name string) ([]int, error) {
	model, err := export.ReadModel(bytes.NewReader(output), name, p.puzzle.Board, export.Options{})
	return model.Presses.Indices(), err
}

// Solvers tell their effort in words much alike: "c conflicts: 12", "conflicts : 12", "c 12 conflicts",
// ":conflicts 12". clasp calls its decisions choices.
var (
	conflictWords = regexp.MustCompile(`(?im)^(?:c )?[ :]*conflicts[ :]+(\d+)|^c (\d+) conflicts$`)
	decisionWords = regexp.MustCompile(`(?im)^(?:c )?[ :]*(?:decisions|choices)[ :]+(\d+)|^c (\d+) decisions$`)
)

// effort finds the numbers of conflicts and decisions in what a solver printed; nil if it does not tell.
func effort(printed []byte) (conflicts, decisions *int) {
	number := func(words *regexp.Regexp) *int {
		m := words.FindSubmatch(printed)
		if m == nil {
			return nil
		}
		n, err := strconv.Atoi(string(m[1]) + string(m[2]))
		if err != nil {
			return nil
		}
		return &n
	}
	return number(conflictWords), number(decisionWords)
}
