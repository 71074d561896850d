package bench

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"lightsout/export"
	"lightsout/internal/strictjson"
	"lightsout/solve"
)

// judgeFiles judges what the child wrote to a folder. What is not there counts as empty.
func (p *instance) judgeFiles(who contestant, u usage, dir string, res *Result) {
	printed, _ := os.ReadFile(filepath.Join(dir, printedFile))
	complaints, _ := os.ReadFile(filepath.Join(dir, complaintsFile))
	answer := printed
	if strings.Contains(who.peer.Command, "{"+answerFile+"}") {
		answer, _ = os.ReadFile(filepath.Join(dir, answerFile))
	}
	res.Conflicts, res.Decisions = counted(conflictWords, printed), counted(decisionWords, printed)
	res.Propagated = counted(propagationWords, printed)
	p.judge(who, u, answer, complaints, res)
}

// judge decides how a contestant fared that ended by itself. Of another solver's exit status, only what SAT solvers
// mean by it counts, if that contradicts what it printed: 10 is an answer, and 20 is none.
func (p *instance) judge(who contestant, u usage, answer, complaints []byte, res *Result) {
	var presses []int
	var fewest bool
	var err error
	if who.peer.isOurs() && p.family.formula == nil {
		presses, err = p.readRecord(u.Exit, answer, res)
		fewest = true // or it is an error
	} else {
		var model export.Model
		model, err = export.ReadModel(bytes.NewReader(answer), solverOf(who.Name()), p.puzzle.Board, export.Options{})
		presses, fewest = model.Presses.Indices(), model.Optimal
	}
	none, silent := errors.AsType[*export.NoModelError](err)
	why, refused := errors.AsType[refusal](err)
	unsat := silent && none.Unsat
	switch {
	case u.Exit < 0:
		res.Outcome, res.Note = failed, u.failure(complaints)
	case !who.peer.isOurs() && (unsat && u.Exit == exitSat || err == nil && u.Exit == exitUnsat):
		res.Outcome, res.Note = failed, u.failure(complaints)+", which contradicts what it printed"
	case err == nil:
		res.Presses = new(len(presses))
		res.Outcome, res.Note = p.verdict(presses, false, fewest)
	case unsat:
		res.Outcome, res.Note = p.verdict(nil, true, false)
	case silent:
		res.Outcome, res.Note = gaveUp, none.Words
	case refused:
		res.Outcome, res.Note = notAsked, why.Error()
	default:
		res.Outcome, res.Note = failed, fmt.Sprintf("%v (%s)", err, u.failure(complaints))
	}
}

// The exit codes of SAT solvers, since the competition of 2002.
const (
	exitSat   = 10
	exitUnsat = 20
)

// refusalCode is the exit code of this program for what it does not take: bad usage or input. It then says why,
// and claims nothing about the puzzle. A crash has the same code and says nothing in JSON.
const refusalCode = 2

// refusal is why this program did not take the puzzle.
type refusal string

func (r refusal) Error() string { return string(r) }

// readRecord reads the presses that this program printed: an answer record, with "stopped" in it if a
// limit was reached. Of the exit code it is enough that 0 means an answer, and that a refusal claims nothing.
func (p *instance) readRecord(exit int, output []byte, res *Result) (presses []int, err error) {
	var a struct {
		solve.Answer
		Error string `json:"error"`
	}
	err = strictjson.Decode(output, &a, strictjson.Any)
	if f := a.Formula; f != nil {
		res.Vars, res.Clauses, res.Literals, res.Encoding = f.Variables, f.Clauses, f.Literals, f.EncodeSeconds
	}
	none := !a.Solvable || a.Feasible != nil && !*a.Feasible
	switch {
	case err != nil:
		return nil, err
	case exit == refusalCode && a.Error != "":
		return nil, refusal(a.Error)
	case a.Stopped != "":
		return nil, &export.NoModelError{Words: a.Stopped}
	case none != (exit != 0):
		return nil, errors.New("the exit code belongs to another answer")
	case none:
		return nil, &export.NoModelError{Unsat: true}
	case a.Presses == nil:
		return nil, errors.New("no presses in the answer")
	case p.question == askFewest && (a.Minimum == nil || !*a.Minimum):
		return nil, errors.New("not proved to be the fewest")
	}
	return a.Presses, nil
}

// counted finds a number that a solver printed under its word, as in "c conflicts: 12", "conflicts : 12" and
// "c 12 conflicts"; nil if it does not tell.
func counted(word *regexp.Regexp, printed []byte) *int {
	m := word.FindSubmatch(printed)
	if m == nil {
		return nil
	}
	n, _ := strconv.Atoi(string(m[1]) + string(m[2])) // so many digits are a number
	return &n
}

func countedAs(word string) *regexp.Regexp {
	return regexp.MustCompile(`(?im)^(?:c )?[ :]*` + word + `[ :]+(\d{1,18})\b|^c (\d{1,18}) ` + word + `$`)
}

var (
	conflictWords    = countedAs("conflicts")
	decisionWords    = countedAs("decisions")
	propagationWords = countedAs("propagations")
)
