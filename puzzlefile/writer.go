package puzzlefile

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/internal/answers"
	"lightsout/internal/suggest"
)

// Writer turns puzzles on one board into the records of a file. What does not change from puzzle to
// puzzle is prepared once. A Writer does not change once made and is safe for concurrent use.
// The zero Writer has no board, and its methods panic: [NewWriter] makes one.
type Writer struct {
	board  *board.Board
	format *Format
	layout Layout
	before []byte // of every record
	after  []byte
	// record appends what goes between before and after.
	record    func(dst []byte, r *Record) []byte
	goals     bool // records have a place for a goal
	dontCares bool // and for lights that do not matter in it
	forbids   bool // and for forbidden switches
	picture   []pictureRow
	spec      []byte          // the board as a field of a record
	splits    bool            // records say which part of a data set they belong to
	uneven    bool            // csv: records say that they were not drawn evenly
	refutes   bool            // csv: records have a place for a witness
	prompt    *answers.Prompt // nil: none
}

// Layout is how records follow one another in a file, and what of an answer they have a place for.
type Layout struct {
	// Head goes before the first record of a file; most formats have none.
	Head string
	// Blank: records end with a blank line. Otherwise a record is a line.
	Blank bool
	// Presses: records carry an answer. Otherwise there is no need to find one. Counts: they say only how many presses
	// a puzzle needs, if that is known.
	Presses, Counts bool
}

// Layout is that of the writer's format.
func (w *Writer) Layout() Layout { return w.layout }

// Heads is the head of a file whose records are of several writers of one form, and what goes before each record of a
// writer. What depends on the board goes before every record, so that a record depends on its puzzle alone.
func Heads(writers []*Writer) (head string, each []string, err error) {
	each = make([]string, len(writers))
	if len(writers) == 0 || slices.Contains(writers, nil) {
		return "", each, nil
	}
	layout := writers[0].layout
	if !slices.ContainsFunc(writers, func(w *Writer) bool { return w.layout.Head != layout.Head }) {
		return layout.Head, each, nil
	}
	if !layout.Blank {
		return "", nil, errors.New("format: a file of this format names one board for all its puzzles, so that " +
			"several boards cannot be mixed; lo, text, jsonl and csv can")
	}
	for k, w := range writers {
		each[k] = strings.TrimSuffix(w.layout.Head, "\n")
	}
	return "", each, nil
}

// Form is how puzzles are written.
type Form struct {
	Format string // the name of a format
	// Prompt, if not "", is one of [Prompts]: every record carries a statement of the rules and the puzzle in that
	// wording. Only jsonl has a place for it, and the wording grid needs a board with rows and columns.
	Prompt string
	// Split: every record says which part of a data set it belongs to. Only jsonl and csv have a place for it.
	Split bool
	// Uneven, if not "", is why some puzzles were likelier than others. Files say so in a comment at the beginning, or
	// in a column. In most formats each record says so, and game IDs of Flip have no place for it.
	Uneven string
	// Unsolvable: some puzzles have no answer. Only jsonl, csv, lo and text have a place for saying so.
	Unsolvable bool
}

// NewWriter prepares writing puzzles on a board. It fails if the format cannot express the board, or has no place for
// what the form asks for; the error begins with the field of the form.
func NewWriter(form Form, b *board.Board) (*Writer, error) {
	w, err := newWriter(form.Format, b)
	if err != nil {
		return nil, fmt.Errorf("format: %w", err)
	}
	return w, w.add(form)
}

func newWriter(format string, b *board.Board) (*Writer, error) {
	f := formatNamed(format)
	if f == nil || f.write == nil {
		known := formatNames(Format.Writes)
		return nil, fmt.Errorf("no such format to write: %q%s; the formats are %s",
			clip(format), suggest.DidYouMean(format, known), strings.Join(known, " "))
	}
	if b == nil {
		return nil, errors.New("the puzzle has no board")
	}
	if b.States() > 2 && !f.colours {
		return nil, f.cannotColour(b)
	}
	w := &Writer{board: b, format: f}
	if err := f.write(w); err != nil {
		return nil, err
	}
	return w, nil
}

// Prompts lists the wordings of [Form].
func Prompts() []string { return answers.Prompts() }

// add gives records what the form asks for beside the puzzle.
func (w *Writer) add(f Form) (err error) {
	name := w.format.Name
	switch w.splits = f.Split; {
	case f.Unsolvable && (name == "bits" || name == "flip"):
		return fmt.Errorf("format: %s cannot say that a puzzle has no answer; jsonl, csv, lo and text can", name)
	case f.Prompt != "" && name != "jsonl":
		return errors.New("prompt: only the format jsonl carries a prompt")
	case f.Split && name != "jsonl" && name != "csv":
		return errors.New("split: only the formats jsonl and csv say which part of a data set a puzzle belongs to")
	case f.Uneven != "" && name == "bits":
		w.layout.Head += "c not uniform: " + f.Uneven + "\n"
	case f.Unsolvable && name == "csv":
		w.layout.Head, w.splits, w.uneven, w.refutes = strings.Join(csvColumns, ",")+"\n", true, true, true
	case f.Uneven != "" && name == "csv":
		w.layout.Head, w.splits, w.uneven = csvHead+",split,uniform\n", true, true
	case f.Split && name == "csv":
		w.layout.Head = csvHead + ",split\n"
	}
	if f.Prompt != "" {
		if w.prompt, err = answers.NewPrompt(f.Prompt, w.board, f.Unsolvable); err != nil {
			err = fmt.Errorf("prompt: %w", err)
		}
	}
	return err
}

// Append appends the record of a puzzle on the writer's board. It fails, and appends nothing, if the
// format cannot express the puzzle.
func (w *Writer) Append(dst []byte, r *Record) ([]byte, error) {
	lights, states := w.board.Lights(), w.board.States()
	if r.On.Len() != lights || r.On.Mod() != states || r.Goal.Len() != lights {
		loaded := *r
		loaded.Board = w.board
		p, err := loaded.Checked()
		if err != nil {
			return dst, err
		}
		loaded.Puzzle, r = *p, &loaded
	}
	if err := w.refuse(r); err != nil {
		return dst, err
	}
	if len(w.before) > 0 {
		dst = append(dst, w.before...)
	}
	if dst = w.record(dst, r); len(w.after) > 0 {
		dst = append(dst, w.after...)
	}
	return dst, nil
}

// refuse says what the format has no place for.
func (w *Writer) refuse(r *Record) error {
	switch {
	case !w.dontCares && !r.DontCare.IsZero():
		return fmt.Errorf("the format %s cannot say which lights do not matter; lo can", w.format.Name)
	case !w.goals && !r.Goal.IsZero():
		return fmt.Errorf("the format %s cannot say which lights the goal has on", w.format.Name)
	case !w.forbids && r.Forbidden.Len() > 0 && !r.Forbidden.IsZero():
		return fmt.Errorf("the format %s cannot forbid switches", w.format.Name)
	}
	return nil
}

// Write writes one puzzle in the format of that name. Puzzles written one after another read back
// one by one. The same puzzle is always written the same way.
func Write(to io.Writer, format string, p *board.Puzzle) error {
	p, err := p.Checked()
	if err != nil {
		return err
	}
	w, err := newWriter(format, p.Board)
	if err != nil {
		return err
	}
	text, err := w.Append([]byte(w.layout.Head), &Record{Puzzle: *p})
	if err != nil {
		return err
	}
	_, err = to.Write(text)
	return err
}
