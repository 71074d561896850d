package bench

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// ask runs the child and judges its answer. An error is a fault of this program, or an interrupt.
func (r *runner) ask(ctx context.Context, who contestant, q *instance, problem *problem, res *Result) error {
	program := r.Self
	if who.peer != self {
		var err error
		if program, err = who.peer.find(); err != nil {
			res.Outcome, res.Note = missing, err.Error()
			return nil //nolint:nilerr // missing is an outcome
		}
	}
	dir, err := os.MkdirTemp(r.scratch, "pair-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	words := who.arguments(q, problem.path, dir)
	cmd := exec.Command(program, words...)
	res.Ran = filepath.Base(program)
	for _, word := range who.arguments(q, filepath.Base(problem.path), "") {
		if strings.ContainsAny(word, " '\"$|&;<>()*") { // as it is typed in a shell
			word = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
		res.Ran += " " + word
	}
	if !who.peer.own {
		cmd.Dir = dir // somebody's own command may name files of the current folder
	}
	// One core for everybody, so that CPU time is comparable.
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	out, errOut := os.Create(filepath.Join(dir, printedFile))
	complaints, errComplaints := os.Create(filepath.Join(dir, complaintsFile))
	defer out.Close()
	defer complaints.Close()
	if err := cmp.Or(errOut, errComplaints); err != nil {
		return err
	}
	cmd.Stdout, cmd.Stderr = out, complaints
	res.Load = load()
	u := run(ctx, cmd, limits{CPU: r.Timeout, Wall: r.Wall, Memory: r.Memory, File: maxFile})
	res.CPU, res.Wall, res.Peak, res.Measured = u.CPU.Seconds(), u.Wall.Seconds(), u.Peak, u.Method
	res.Exit = &u.Exit
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case u.Fault != "":
		res.Outcome, res.Note = failed, u.Fault
	case digestOfFiles(problem.path) != problem.digest:
		res.Outcome, res.Note = failed, "it changed the file with its problem"
		delete(q.problems, problem.path) // the others get a new one
		return os.RemoveAll(problem.path)
	case u.Outcome == failed:
		res.Outcome, res.Note = failed, fmt.Sprintf("printed more than %d MiB", maxOutput>>20)
	case u.Outcome == gaveUp && u.CPU < r.Timeout:
		res.Outcome, res.Note = gaveUp, fmt.Sprintf("it waited: %s by the clock were over", limit(r.Wall.Seconds()))
	case u.Outcome != "":
		res.Outcome = u.Outcome
	default:
		q.judgeFiles(who, u, dir, res)
		return r.checkProof(ctx, who, problem.path, dir, res)
	}
	return nil
}

// The files that a child writes: what it prints, its complaints, the answer of those that do not print it, and a proof.
const (
	printedFile    = "stdout"
	complaintsFile = "stderr"
	answerFile     = "answer"
	proofFile      = "proof"
)

// maxFile is the largest file that a child may write: proofs grow by some megabytes a second.
const maxFile = 4 << 30

// arguments are the words of the command line after the program; what it writes is in the folder dir.
func (c contestant) arguments(q *instance, problem, dir string) []string {
	replace := []string{"{seed}", fmt.Sprint(q.seed), "{bound}", fmt.Sprint(q.bound),
		"{answer}", filepath.Join(dir, answerFile), "{" + c.peer.format.Name + "}", problem}
	for _, kind := range ProofKinds() {
		replace = append(replace, "{"+kind+"}", filepath.Join(dir, proofFile+"."+kind))
	}
	fill := strings.NewReplacer(replace...)
	words, _ := splitWords(c.command(q.family, q.question)) // it was read before
	for i, word := range words {
		words[i] = fill.Replace(word)
	}
	return words[1:]
}
