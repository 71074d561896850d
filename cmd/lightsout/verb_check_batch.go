package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"lightsout/internal/stdio"
	"lightsout/internal/textboard"
	"lightsout/play"
	"lightsout/puzzlefile"
)

// verdictJSON is what --batch says of a line, with --json.
type verdictJSON struct {
	ID   json.RawMessage `json:"id"`
	Line int             `json:"line"` // its line, from 1
	play.Grade

	unread bool // the line is not a puzzle
}

// checkBatch gives a verdict on every record of a file. What is wrong with one line says nothing
// about the next, so only a file that cannot be read ends it early.
func checkBatch(ctx context.Context, k *call) error {
	c, err := newCheck(k)
	if err != nil {
		return err
	}
	con := k.con
	ctx, cancel := withTimeout(ctx, c.lapse("timeout"))
	defer cancel()
	var summary *stdio.Target
	if name := c.text("summary"); name != "" {
		if summary, err = con.Create("--summary", name); err != nil {
			return err
		}
	}
	src, err := con.Open(c.text("batch"))
	if err != nil {
		return err
	}
	defer src.Close()
	run := &batchCheck{checkCommand: c, con: con}
	if c.given("answers") {
		if run.answers, err = c.readAnswers(ctx, con); err != nil {
			return err
		}
	}
	r := puzzlefile.NewReader(src.Reader, puzzlefile.ReaderOptions{Name: src.Name, Kind: "jsonl",
		FreeText: c.yes("free-text")})
	s := stream[gradeSummary]{con: con, jobs: c.number("jobs"), flow: src.Flow, much: run.answers != nil,
		each: run.each, done: run.done}
	err = s.run(ctx, s.cut(r))
	if err == nil && run.answers != nil {
		run.unused(con)
	}
	_, empty := errors.AsType[*puzzlefile.SyntaxError](err)
	con.result.nothing = run.all.lines > 0 && run.all.unread == run.all.lines
	switch outcome := run.outcome(); {
	case empty || err == nil && run.all.lines == 0:
		return usagef("%s holds no record: one JSON object per line is wanted, as generate --format jsonl writes them",
			src.Name)
	case err != nil && exitCode(err) == exitGaveUp && outcome == exitUsage: // which is worse
		fmt.Fprintf(con.Err, "lightsout: %v\n", err)
		if con.json {
			return cmp.Or(writeJSON(con.Out, con.stoppedAt(err, time.Since(con.began))),
				error(cutShort{reported: outcome}))
		}
		return cutShort{reported: outcome}
	case err != nil:
		return err
	default:
		if err := run.all.write(con, src.Name, summary); err != nil {
			return err
		}
		if n := run.all.unread; n > 0 && n == run.all.lines {
			fmt.Fprintf(con.Err, "lightsout: %s: no line is a record; --batch takes what generate --format jsonl "+
				"writes\n", src.Name)
		} else if n > 0 {
			fmt.Fprintf(con.Err, "lightsout: %s: %s; the verdicts say why\n", src.Name,
				textboard.Count(n, "line is not a puzzle", "lines are not puzzles"))
		}
		return outcome.after(nil)
	}
}

// batchCheck grades the records of a file.
type batchCheck struct {
	*checkCommand
	con     *console
	answers *answerFile // nil: the records have their answers
	all     gradeSummary
}

func (b *batchCheck) outcome() reported {
	switch {
	case b.all.unread > 0 || b.answers != nil && len(b.answers.stray) > 0:
		return exitUsage
	case b.all.failed:
		return exitNo
	}
	return exitDone
}

// each writes the verdict on a line of the file.
func (b *batchCheck) each(_ context.Context, p *piece[gradeSummary], record *puzzlefile.Record, err error) error {
	var v verdictJSON
	line := p.records.Line()
	if syntax, bad := errors.AsType[*puzzlefile.SyntaxError](err); bad {
		v = noPuzzle(record, syntax.Msg)
	} else {
		p.noteUnknown(record)
		v = b.grade(record, line)
	}
	v.Line = line
	p.note.add(record, &v)
	return b.writeVerdict(p.out, &v)
}

// grade is the verdict on a record, whose answer is in it or apart.
func (b *batchCheck) grade(record *puzzlefile.Record, line int) verdictJSON {
	v := verdictJSON{ID: record.ID}
	if len(v.ID) == 0 {
		v.ID = json.RawMessage("null")
	}
	answer := record.Answer
	if b.answers != nil {
		answer = func() ([]int, error) { return b.answers.to(record, line) }
	}
	presses, err := answer()
	v.Grade = play.GradeAnswer(&record.Puzzle, record.MinPresses, presses, err)
	return v
}

func (b *batchCheck) done(p *piece[gradeSummary], text []byte) []byte {
	b.all.merge(&p.note)
	return text
}

// noPuzzle is the verdict on a line that is not a puzzle; record is nil if not even the id is known.
func noPuzzle(record *puzzlefile.Record, why string) verdictJSON {
	v := verdictJSON{ID: json.RawMessage("null"), Grade: play.Grade{Wrong: []int{}, Error: why}, unread: true}
	if record != nil && len(record.ID) > 0 {
		v.ID = record.ID
	}
	return v
}

func (b *batchCheck) writeVerdict(w io.Writer, v *verdictJSON) error {
	if b.format == "json" {
		return writeJSON(w, v)
	}
	_, err := fmt.Fprintf(w, "%d %s: %s\n", v.Line, v.name(), printable(v.text()))
	return err
}

// name is the id as people read it.
func (v *verdictJSON) name() string {
	var text string
	switch {
	case string(v.ID) == "null":
		return "(no id)"
	case json.Unmarshal(v.ID, &text) == nil && text != "":
		return printable(text)
	}
	return printable(string(v.ID))
}

func (v *verdictJSON) text() string {
	switch {
	case v.unread:
		return "not a puzzle: " + v.Error
	case v.Refuted:
		return v.replay() + "; wrong record: " + v.Error
	case v.Error != "":
		return "not solved: " + v.Error
	case v.Minimum == nil:
		return v.replay()
	case *v.Minimum:
		return v.replay() + ", as few as min_presses"
	default:
		return v.replay() + ", more than min_presses"
	}
}

func (v *verdictJSON) replay() string {
	presses := textboard.Count(v.PressCount, "press", "presses")
	if v.Solved {
		return "solved, " + presses
	}
	return fmt.Sprintf("not solved: after %s, %s wrong", presses,
		textboard.Count(len(v.Wrong), "light is", "lights are"))
}

// printable quotes what would do more to a terminal than show itself.
func printable(text string) string {
	if !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(text)
	}
	return text
}
