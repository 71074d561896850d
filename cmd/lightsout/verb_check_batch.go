package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"lightsout/internal/grade"
	"lightsout/internal/stdio"
	"lightsout/internal/textboard"
	"lightsout/puzzlefile"
)

// checkBatch gives a verdict on every record of a file. What is wrong with one line says nothing
// about the next, so only a file that cannot be read ends it early.
func checkBatch(ctx context.Context, k *call) error {
	c, err := newCheck(k)
	if err != nil {
		return err
	}
	ctx, cancel := withTimeout(ctx, c.lapse("timeout"))
	defer cancel()
	var summary *stdio.Target
	if name := c.text("summary"); name != "" {
		if summary, err = k.con.Create("--summary", name); err != nil {
			return err
		}
	}
	src, err := k.con.Open(c.text("batch"))
	if err != nil {
		return err
	}
	defer src.Close()
	run := &batchCheck{call: k, batch: src.Name}
	if c.given("answers") {
		if run.answers, err = c.readAnswers(ctx); err != nil {
			return err
		}
	}
	r := puzzlefile.NewReader(src.Reader, puzzlefile.ReaderOptions{
		Name: src.Name, Kind: "jsonl", FreeText: c.yes("free-text"),
	})
	s := stream[grade.Summary]{
		con: k.con, jobs: c.number("jobs"), flow: src.Flow, much: run.answers != nil, each: run.each, done: run.done,
	}
	return run.end(s.run(ctx, s.cut(r)), summary)
}

// batchCheck grades the records of a file.
type batchCheck struct {
	*call
	batch   string         // the file
	answers *grade.Answers // nil: the records have their answers
	unused  bool           // some answers have no puzzle
	all     grade.Summary
}

// end writes the summary, and says how the batch ended.
func (b *batchCheck) end(err error, summary *stdio.Target) error {
	if err == nil && b.answers != nil {
		for _, line := range b.answers.Unused(b.batch) {
			fmt.Fprintln(b.con.Err, "lightsout: "+line)
			b.unused = true
		}
	}
	_, empty := errors.AsType[*puzzlefile.SyntaxError](err)
	lines := b.all.Lines
	b.con.result.nothing = lines > 0 && b.all.Unread+b.all.Unchecked == lines
	switch outcome := b.outcome(); {
	case empty || err == nil && lines == 0:
		return usagef("%s holds no record: one JSON object per line is wanted, as generate --format jsonl writes them",
			b.batch)
	case err != nil && exitCode(err) == exitGaveUp && outcome == exitUsage: // which is worse
		fmt.Fprintf(b.con.Err, "lightsout: %v\n", err)
		return cmp.Or(b.con.stopped(b.con.Out, err), error(cutShort{reported: outcome}))
	case err != nil:
		return err
	default:
		return b.sum(summary, outcome)
	}
}

// sum writes the summary, and how many lines are no puzzles.
func (b *batchCheck) sum(summary *stdio.Target, outcome reported) error {
	if err := b.all.Write(b.con.Err); err != nil {
		return err
	}
	if summary != nil {
		if err := b.all.WriteJSON(summary, b.batch); err != nil {
			return err
		}
	}
	if n := b.all.Unread; n > 0 && n == b.all.Lines {
		fmt.Fprintf(b.con.Err, "lightsout: %s: no line is a record; --batch takes what generate --format jsonl "+
			"writes\n", b.batch)
	} else if n > 0 {
		fmt.Fprintf(b.con.Err, "lightsout: %s: %s; the verdicts say why\n", b.batch,
			textboard.Count(n, "line is not a puzzle", "lines are not puzzles"))
	}
	if n := b.all.Unchecked; n > 0 {
		fmt.Fprintf(b.con.Err, "lightsout: %s: %s too large; the verdicts say why\n", b.batch,
			textboard.Count(n, "puzzle is", "puzzles are"))
	}
	return outcome.after(nil)
}

func (b *batchCheck) outcome() reported {
	switch {
	case b.all.Unread > 0 || b.unused:
		return exitUsage
	case b.all.Unchecked > 0:
		return exitGaveUp
	case b.all.Failed:
		return exitNo
	}
	return exitDone
}

// each writes the verdict on a line of the file.
func (b *batchCheck) each(_ context.Context, p *piece[grade.Summary], record *puzzlefile.Record, err error) error {
	var v grade.Verdict
	line := p.records.Line()
	if err == nil {
		p.noteUnknown(record)
		v, err = grade.Of(record, line, b.answers)
	}
	if err != nil {
		why := err.Error()
		if syntax, ok := errors.AsType[*puzzlefile.SyntaxError](err); ok {
			why = syntax.Msg
		}
		v = grade.NoPuzzle(record, why, exitCode(err) == exitGaveUp)
	}
	v.Line = line
	p.note.Add(record, &v)
	if b.format == "json" {
		return writeJSON(p.out, &v)
	}
	_, err = fmt.Fprintln(p.out, v.String())
	return err
}

func (b *batchCheck) done(p *piece[grade.Summary], text []byte) []byte {
	b.all.Merge(&p.note)
	return text
}

// readAnswers reads the file of --answers.
func (c *checkCommand) readAnswers(ctx context.Context) (*grade.Answers, error) {
	src, err := c.con.Open(c.text("answers"))
	if err != nil {
		return nil, err
	}
	defer src.Close()
	r := puzzlefile.NewReader(src.Reader, puzzlefile.ReaderOptions{
		Name: src.Name, Kind: "jsonl", FreeText: c.yes("free-text"), Answers: true,
	})
	f := grade.NewAnswers(src.Name)
	s := stream[[]grade.Line]{
		con: c.con, jobs: c.number("jobs"), much: true,
		each: func(_ context.Context, p *piece[[]grade.Line], record *puzzlefile.Record, err error) error {
			p.note = append(p.note, grade.ReadLine(p.records.Line(), record, err))
			return nil
		},
		done: func(p *piece[[]grade.Line], text []byte) []byte {
			for _, line := range p.note {
				f.Add(line)
			}
			return text
		},
	}
	err = s.run(ctx, s.cut(r))
	if _, bad := errors.AsType[*puzzlefile.SyntaxError](err); bad {
		return nil, usagef("%s holds no answer: one JSON object per line is wanted, with id and answer", src.Name)
	}
	return f, err
}
