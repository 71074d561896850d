package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// ask runs the child and judges its answer. An error is a fault of this program, or an interrupt.
func (r *runner) ask(ctx context.Context, who contestant, q *instance, res *Result) error {
	program := r.Self
	if who.peer != nil {
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
	begun := time.Now()
	problem := filepath.Join(dir, "problem."+who.extension(q))
	err = writeProblem(problem, who, q)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		res.Outcome, res.Note = failed, err.Error()
		return nil
	}
	encoded := time.Since(begun).Seconds()
	f := output{filepath.Join(dir, "stdout"), filepath.Join(dir, "stderr"), filepath.Join(dir, "answer")}
	cmd := exec.Command(program, who.arguments(q, problem, f.answer)...)
	if who.peer == nil || !who.peer.own {
		cmd.Dir = dir // somebody's own command may name files of the current folder
	}
	// One core for everybody, so that CPU time is comparable.
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	res.Load = load()
	u, err := f.run(ctx, cmd, limits{cpu: r.Timeout, memory: r.Memory})
	if err != nil {
		return err
	}
	res.CPU, res.Wall, res.Peak = u.cpu.Seconds(), u.wall.Seconds(), u.peak
	if who.peer != nil {
		res.Encoding, res.Solving = encoded, res.CPU
	}
	switch {
	case u.end == byInterrupt:
		return context.Cause(ctx)
	case u.err != nil:
		res.Outcome, res.Note = failed, u.err.Error()
	case u.end == byTime:
		res.Outcome = gaveUp
	case u.end == byMemory:
		res.Outcome = outOfMemory
	case u.end == byOutput:
		res.Outcome, res.Note = unreadable, fmt.Sprintf("printed more than %d MiB", maxOutput>>20)
	default:
		return f.judge(who, q, u, res)
	}
	return nil
}

// extension is that of the contestant's file.
func (c contestant) extension(q *instance) string {
	switch {
	case c.peer != nil:
		return c.peer.format.Ext
	case q.family.formula != nil:
		return "xnf"
	}
	return puzzleFormat
}

func writeProblem(name string, who contestant, q *instance) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(who.export(f, q), f.Close())
}

// arguments are the words of the command line after the program.
func (c contestant) arguments(q *instance, problem, answer string) []string {
	values := map[string]string{"{seed}": fmt.Sprint(q.seed), "{bound}": fmt.Sprint(q.bound), "{answer}": answer}
	words, _ := splitWords(c.command(q.family, q.question)) // it was read before
	for i, word := range words {
		words[i] = placeholder.ReplaceAllStringFunc(word, func(name string) string {
			if value, ok := values[name]; ok {
				return value
			}
			return problem
		})
	}
	return words[1:]
}

// output is the files that a child writes: what it prints, its complaints, and the answer of those that do not print it.
type output struct{ printed, complaints, answer string }

// run runs the child with these files.
func (f output) run(ctx context.Context, cmd *exec.Cmd, lim limits) (usage, error) {
	out, err := os.Create(f.printed)
	if err != nil {
		return usage{}, err
	}
	defer out.Close()
	complaints, err := os.Create(f.complaints)
	if err != nil {
		return usage{}, err
	}
	defer complaints.Close()
	cmd.Stdout, cmd.Stderr = out, complaints
	return run(ctx, cmd, lim), nil
}
