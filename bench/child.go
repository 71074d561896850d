package bench

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"lightsout/board"
	"lightsout/puzzlefile"
)

// paths are the files of one child.
type paths struct{ problem, answer, output, complaints string }

// ask runs the child and judges its answer. An error is a fault of this program, or an interrupt.
func (r *runner) ask(ctx context.Context, who contestant, q *instance, res *Result) error {
	dir, err := os.MkdirTemp(r.scratch, "pair-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	files := paths{filepath.Join(dir, "problem"), filepath.Join(dir, "answer"), filepath.Join(dir, "stdout"), filepath.Join(dir, "stderr")}
	begun := time.Now()
	cmd, err := r.command(who, q, files, res)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		res.Outcome, res.Note = failed, err.Error()
		return nil
	case cmd == nil:
		res.Outcome = missing
		return nil
	}
	if who.peer != nil {
		res.Encoding = time.Since(begun).Seconds()
	}
	out, err := os.Create(files.output)
	if err != nil {
		return err
	}
	defer out.Close()
	complaints, err := os.Create(files.complaints)
	if err != nil {
		return err
	}
	defer complaints.Close()
	cmd.Stdout, cmd.Stderr = out, complaints
	res.Load = load()
	u := run(ctx, cmd, limits{cpu: r.Timeout, memory: r.Memory})
	res.CPU, res.Wall, res.Peak = u.cpu.Seconds(), u.wall.Seconds(), u.peak
	if who.peer != nil {
		res.Solving = res.CPU
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
		return r.judge(who, q, files, u, res)
	}
	return nil
}

// command is what to run; nil if the peer is not installed.
func (r *runner) command(who contestant, q *instance, files paths, res *Result) (*exec.Cmd, error) {
	if who.peer == nil {
		problem := files.problem + "." + puzzleFormat
		err := error(nil)
		if q.family.formula != nil {
			problem = files.problem + ".xnf"
			err = q.writeFormula(problem, "xnf", "")
		} else {
			err = writePuzzle(problem, q.puzzle)
		}
		if err != nil {
			return nil, err
		}
		cmd := exec.Command(r.Self, who.args(q.family.formula != nil, q.question, fmt.Sprint(q.bound), problem)...)
		// One core, like the peers, so that CPU time is comparable.
		cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
		cmd.Dir = filepath.Dir(problem)
		return cmd, nil
	}
	path, err := who.peer.find()
	if err != nil {
		res.Note = err.Error()
		return nil, nil //nolint:nilerr // missing is an outcome
	}
	args, err := who.peer.arguments(who, q, files)
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(path, args...)
	if !who.peer.own {
		cmd.Dir = filepath.Dir(files.problem) // somebody's own command may name files of the current folder
	}
	return cmd, nil
}

func writePuzzle(name string, p *board.Puzzle) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := puzzlefile.Write(f, puzzleFormat, p); err != nil {
		return err
	}
	return f.Close()
}
