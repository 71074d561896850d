package bench

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"lightsout/board"
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
	cmd, err := r.command(ctx, who, q, files, res)
	if err != nil {
		return err
	}
	if cmd == nil {
		res.Outcome = missing
		return nil
	}
	cmd.Dir = dir
	out, err := outputFile(files.output)
	if err != nil {
		return err
	}
	defer out.Close()
	complaints, err := outputFile(files.complaints)
	if err != nil {
		return err
	}
	defer complaints.Close()
	cmd.Stdout, cmd.Stderr = out, complaints
	u := run(ctx, cmd, limits{cpu: r.Timeout, memory: r.Memory})
	res.CPU, res.Wall, res.Peak = u.cpu.Seconds(), u.wall.Seconds(), u.peak
	switch {
	case u.end == byInterrupt:
		return context.Cause(ctx)
	case u.err != nil:
		res.Outcome, res.Note = failed, u.err.Error()
	case u.end == byTime:
		res.Outcome = gaveUp
	case u.end == byMemory:
		res.Outcome = outOfMemory
	default:
		return r.judge(ctx, who, q, files, u, res)
	}
	return nil
}

// command is what to run; nil if the peer is not installed.
func (r *runner) command(ctx context.Context, who contestant, q *instance, files paths, res *Result) (*exec.Cmd, error) {
	if who.Peer == "" {
		problem := files.problem + ".lo"
		if q.question != askBatch {
			if err := writePuzzle(problem, q.puzzle); err != nil {
				return nil, err
			}
		}
		cmd := exec.Command(r.Self, who.args(q, problem)...)
		// One core, like the peers, so that CPU time is comparable.
		cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
		return cmd, nil
	}
	peer, ok := peerByName(who.Peer)
	if !ok {
		return nil, fmt.Errorf("no such peer %q", who.Peer)
	}
	path, err := peer.find()
	if err != nil {
		res.Version, res.Note = "", err.Error()
		return nil, nil //nolint:nilerr // missing is an outcome
	}
	res.Version = r.machine.Versions[peer.program]
	args, err := peer.command(ctx, who, q, files)
	if err != nil {
		return nil, err
	}
	return exec.Command(path, args...), nil
}

func writePuzzle(name string, p *board.Puzzle) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := board.Write(f, "lo", p); err != nil {
		return err
	}
	return f.Close()
}
