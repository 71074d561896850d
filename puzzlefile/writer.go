package puzzlefile

import (
	"errors"
	"fmt"
	"io"
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

// NewWriter prepares writing puzzles on a board, in the format of that name. It fails if the format
// cannot express the board.
func NewWriter(format string, b *board.Board) (*Writer, error) {
	f := formatNamed(format)
	if f == nil || f.write == nil {
		known := formatNames(Format.Writes)
		return nil, fmt.Errorf("no such format to write: %q%s; the formats are %s", clip(format), suggest.DidYouMean(format, known), strings.Join(known, " "))
	}
	if b == nil {
		return nil, errors.New("the puzzle has no board")
	}
	if b.States() > 2 && !f.colours {
		return nil, fmt.Errorf("the format %s cannot express lights with %d states; %s can", format, b.States(), colourFormats())
	}
	w := &Writer{board: b, format: f}
	if err := f.write(w); err != nil {
		return nil, err
	}
	return w, nil
}

// AddSplit makes every record say which part of a data set it belongs to. Only jsonl and csv have a place
// for it.
func (w *Writer) AddSplit() error {
	switch w.format.Name {
	case "csv":
		w.layout.Head = csvHead + ",split\n"
	case "jsonl":
	default:
		return fmt.Errorf("only the formats jsonl and csv say which part of a data set a puzzle belongs to")
	}
	w.splits = true
	return nil
}

// AddUneven has files say that some puzzles were likelier than others, and why: in a comment at the beginning, or in a
// column. In most formats each record says so, and game IDs of Flip have no place for it. It comes after AddSplit.
func (w *Writer) AddUneven(why string) {
	switch w.format.Name {
	case "bits":
		w.layout.Head += "c not uniform: " + why + "\n"
	case "csv":
		w.layout.Head = csvHead + ",split,uniform\n"
		w.splits, w.uneven = true, true
	}
}

// Prompts lists the wordings that [Writer.AddPrompt] knows.
func Prompts() []string { return answers.Prompts() }

// AddPrompt makes every record carry a statement of the rules and the puzzle, in one of the wordings of
// [Prompts]. Only jsonl has a place for it, and the wording grid needs a board with rows and columns.
func (w *Writer) AddPrompt(wording string) (err error) {
	if w.format.Name != "jsonl" {
		return fmt.Errorf("only the format jsonl carries a prompt")
	}
	w.prompt, err = answers.NewPrompt(wording, w.board)
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
	w, err := NewWriter(format, p.Board)
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
