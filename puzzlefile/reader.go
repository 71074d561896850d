package puzzlefile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"lightsout/board"
	"lightsout/internal/batch"
	"lightsout/internal/textboard"
)

// ReaderOptions says what to read and how. The zero value reads any kind of file.
type ReaderOptions struct {
	// Name is the file's name, for messages, for SPECs (graph:NAME) and as a hint to its kind when
	// the content gives none; "" prints as "-".
	Name string
	// Kind is the name of one of [Formats], or "" to tell the format by the content.
	Kind string
	// Board, if set, is the board that the puzzles are on. Text, bits and csv then give only the
	// lights, and a file that describes a board of its own must describe this one.
	Board *board.Board
	// Undirected makes edges of a graph that work in one direction work in both.
	Undirected bool
	// Names is what the nodes of a graph file are called: "id", or "label", which all nodes then must have. "" is the
	// label if all nodes have one and they differ, else the id.
	Names string
	// FreeText: an answer in a record of jsonl may be any text, of which its final form is read: lightsout help answers
	// has the rule.
	FreeText bool
	// Answers: the records of jsonl are answers, each with the id of the puzzle that it is an answer to,
	// and hold no puzzle. See [Record.Given].
	Answers bool
	// Only, if not 0, is the number of the one puzzle to return, counted from 1. [FileNumber] finds it
	// in a name such as FILE#3. Bad lines before it count too, where every line is a puzzle, and are passed over.
	Only int
	// Empty: a file may hold no puzzle at all, as what a sieve that lets nothing pass writes. Otherwise
	// that is an error.
	Empty bool
}

// ErrNeedsBoard says that a format does not name its board, so that [ReaderOptions].Board is needed.
var ErrNeedsBoard = errors.New("the file does not name its board")

// Reader reads puzzles one by one, in the memory of one puzzle. It is not safe for concurrent use.
// The zero Reader has no file, and its methods panic: [NewReader] makes one.
type Reader struct {
	lines
	opt     ReaderOptions
	format  *Format
	count   int  // puzzles handed out, and bad lines
	begun   bool // a puzzle was found, or a bad line
	ended   bool
	err     error
	defect  error // of the first line, to be reported in its place
	boards  *boards
	recent  *board.Board  // that of the SPEC named last
	spec    string        // which it was named by
	cutter  *batch.Lines  // of jsonl, once pieces were cut off
	cut     bool          // it is a piece
	ready   []readAhead   // of a piece: what was read before it was cut off
	size    int           // of a piece, in bytes
	json    jsonRecord    // of jsonl: the line that was read last
	answer  jsonAnswer    // likewise, of a file of answers
	comma   string        // of csv, once a line was read: what is between fields
	columns []string      // of csv, once named
	badHead error         // what is wrong with those names
	head    header        // of text and bits
	doc     *document     // of a document, once begun
	found   *board.Puzzle // that was read to tell the kind of the file
	parsed  value         // of a graph in JSON, if it was read to tell its kind
	own     bool          // our own comment names the kind of the file
	bare    bool          // the text is read without its dress
	dress   string        // a note on that
	isFile  bool          // what is being read: all of it is there
}

// NewReader reads the puzzles of a file. It reads ahead of what it returns.
func NewReader(in io.Reader, opt ReaderOptions) *Reader {
	r := &Reader{opt: opt, boards: &boards{}}
	if f, ok := in.(io.Seeker); ok {
		_, err := f.Seek(0, io.SeekCurrent)
		r.isFile = err == nil
	}
	r.in = bufio.NewReaderSize(in, 1<<16)
	r.file = opt.Name
	return r
}

// Next is the next puzzle, or io.EOF after the last one. Defects of the file are *[SyntaxError]; a
// file without any puzzle is one, unless [ReaderOptions].Empty allows it. Once Next has failed, it fails again in the
// same way, unless the defect was a line that is skipped.
func (r *Reader) Next() (*board.Puzzle, error) {
	rec, err := r.NextRecord()
	if err != nil {
		return nil, err
	}
	return &rec.Puzzle, nil
}

// NextRecord is Next for those who want to know what the file says about the puzzle. If a line is a
// record but not a puzzle, the record comes with the error, and has only its ID.
func (r *Reader) NextRecord() (*Record, error) {
	for r.err == nil {
		rec, err := r.read()
		switch {
		case err == io.EOF && !r.begun && !r.opt.Empty:
			err = r.nothing()
		case err == io.EOF && r.count < r.opt.Only:
			held := textboard.Count(r.count, "puzzle", "puzzles")
			err = fmt.Errorf("%s holds %s, not %d", fileName(r.file), held, r.opt.Only)
		}
		if err != nil {
			if r.err = err; r.goOn(err) && r.count < r.opt.Only {
				continue // another puzzle is asked for
			}
			return rec, err
		}
		r.begun = true
		r.count++
		if r.count == r.opt.Only {
			r.err = io.EOF
		}
		if r.opt.Only == 0 || r.err != nil {
			return rec, nil
		}
	}
	return nil, r.err
}

// Several reports whether the file holds several puzzles, or may: a pipe, or a format of streams, tells only at its
// end. It is to be asked before the first puzzle is read; then it reads ahead.
func (r *Reader) Several() bool {
	if r.opt.Only > 0 {
		return false
	}
	if r.format == nil && r.err == nil {
		if err := r.choose(); err != nil && err != io.EOF {
			r.err = err
		}
	}
	if r.format == nil || r.format.ends > 0 || r.format.graph == nil && !r.isFile {
		return r.err == nil
	}
	var ahead []readAhead
	for err := error(nil); err == nil && r.count < 2; r.count++ {
		var rec *Record
		rec, err = r.read()
		ahead = append(ahead, readAhead{rec, err, r.number})
	}
	r.count, r.ready = 0, ahead
	return len(ahead) > 1 && ahead[1].err != io.EOF
}

// Line is the number of the line that was read last.
func (r *Reader) Line() int { return r.number }

// Kind is the name of the file's format, once a puzzle has been read; "" before.
func (r *Reader) Kind() string {
	if r.format == nil {
		return ""
	}
	return r.format.Name
}

// goOn lets the reader go on after a defect, and reports whether it can: with the next line, or with the puzzle after
// this one, which a blank line ends, if a later one is asked for.
func (r *Reader) goOn(err error) bool {
	defect, ok := errors.AsType[*SyntaxError](err)
	switch {
	case !ok || r.ended || r.format == nil:
		return false
	case r.format.ends == lineEnd:
		defect.Skipped = true
	case r.format.ends == 0 || r.count+1 >= r.opt.Only || !r.pastBlank():
		return false
	}
	r.err, r.begun = nil, true
	if r.count++; r.count == r.opt.Only {
		r.err = io.EOF
	}
	return true
}

// pastBlank reads up to a blank line.
func (r *Reader) pastBlank() (ok bool) {
	var failed error
	defer func() { ok = failed == nil }()
	defer catch(&failed)
	for more := true; more && !isBlank(r.last); {
		_, more = r.next()
	}
	return true
}

// nothing is the error for a file without a puzzle.
func (r *Reader) nothing() error {
	r.ended = true
	if r.bytes == 0 && r.number == 0 {
		return r.errorf(0, "the file is empty")
	}
	return r.errorf(1, "no puzzle here")
}

func (r *Reader) read() (rec *Record, err error) {
	if len(r.ready) > 0 {
		first := r.ready[0]
		r.ready, r.number = r.ready[1:], first.line
		return first.record, first.err
	}
	if r.format == nil {
		if err := r.choose(); err != nil {
			return nil, err
		}
	}
	if err := r.defect; err != nil {
		r.defect = nil
		return nil, err
	}
	if rec, err = r.readOne(); err != nil {
		return rec, r.wrap(r.number, err)
	}
	if rec == nil {
		return nil, io.EOF
	}
	if r.format.ends == lineEnd {
		rec.Text = r.last
	}
	if r.opt.Undirected && rec.Board != nil {
		rec.Board = undirected(rec.Board, r.graphName())
	}
	if err := r.checkBoard(rec); err != nil {
		return &Record{ID: rec.ID}, err
	}
	return rec, nil
}

// readOne reads the next record, nil if there is none.
func (r *Reader) readOne() (rec *Record, err error) {
	defer catch(&err)
	if p := r.found; p != nil {
		r.found, r.number = nil, lineOf(p)
		return &Record{Puzzle: *p}, nil
	}
	if r.format.graph != nil {
		return puzzles((*Reader).nextDocument)(r)
	}
	return r.format.read(r)
}

// checkBoard refuses a board that the format cannot express, or that is not the given one.
func (r *Reader) checkBoard(rec *Record) error {
	b, given, line := rec.Board, r.opt.Board, lineOf(&rec.Puzzle)
	switch {
	case b != nil && b.States() > 2 && !r.format.colours:
		return r.wrap(line, r.format.cannotColour(b))
	case given == nil || b == given:
	case !b.Equal(given):
		return r.errorf(line, "this file describes a board of its own, %s with %d switches and %d lights, "+
			"which is not the given board %s", clip(b.Spec()), b.Switches(), b.Lights(), given)
	case b.Names() == nil || given.Names() != nil:
		rec.Board = given
	}
	return nil
}

// cannotColour is the error for a board whose lights have too many states.
func (f *Format) cannotColour(b *board.Board) error {
	can := strings.Join(formatNames(func(f Format) bool { return f.colours }), ", ")
	return fmt.Errorf("the format %s cannot express lights with %d states; %s can", f.Name, b.States(), can)
}

// lineOf is where a puzzle was read.
func lineOf(p *board.Puzzle) int {
	n, _ := strconv.Atoi(p.Origin[strings.LastIndexByte(p.Origin, ':')+1:])
	return n
}

func isBlank(line string) bool { return strings.Trim(line, " \t") == "" }

// isComment recognises c on its own or followed by a space: a graph6 line may begin with c too.
func isComment(line string) bool {
	line = strings.TrimLeft(line, " \t")
	return line != "" && line[0] == 'c' && (len(line) == 1 || line[1] == ' ' || line[1] == '\t')
}

// isComment also recognises the comments of plain texts, in pictures.
func (r *Reader) isComment(line string) bool {
	return isComment(line) || r.format != nil && r.format.Name == "text" && isPictureRemark(strings.TrimSpace(line))
}

// skip is the next line that is neither blank nor a comment; false if there is none.
func (r *Reader) skip() (line string, ok bool) {
	for line, ok = r.next(); ok && (isBlank(line) || r.isComment(line)); line, ok = r.next() {
		if !isBlank(line) {
			r.comment(line)
		}
	}
	return line, ok
}

func (r *Reader) origin(line int) string {
	return fileName(r.file) + ":" + strconv.Itoa(line)
}

// graphName is what a graph of this file is called in its SPEC: the file's name, followed by #K for
// the K-th puzzle from the second on, and how it is read.
func (r *Reader) graphName() string {
	name := fileName(r.file)
	if r.count > 0 {
		name = fmt.Sprintf("%s#%d", name, r.count+1)
	}
	if r.opt.Undirected {
		name += ",directed=off"
	}
	if r.opt.Names != "" {
		name += ",names=" + r.opt.Names
	}
	return name
}

// maxNamed is how many lights a board may have that a file names by its SPEC: a line of a few
// bytes may so cost 16 MiB per vector of lights, and no more.
const maxNamed = 1 << 27

// maxUnmentioned is how many nodes, switches or lights a file may announce beyond one for each of
// its bytes: legal, as a node need not have a neighbour, but nothing to take gigabytes for.
const maxUnmentioned = 1 << 20

// checkSize holds an announced number of nodes against the bytes read since the puzzle began.
func (r *Reader) checkSize(line int, nodes uint64, startBytes int, what string) {
	if limit := maxUnmentioned + r.bytes - startBytes; nodes > uint64(limit) {
		panic(r.errorf(line, "%d %s are announced, far more than a file of this length can mention (up to %d)",
			nodes, what, limit))
	}
}

// remember makes the board that a text describes unless an earlier puzzle had it.
func (r *Reader) remember(text string, make func() *board.Board) *board.Board {
	if r.recent == nil || r.spec != text {
		text = strings.Clone(text) // not to keep all that was read with it
		b := r.boards.of(text, nil)
		if b == nil {
			b = r.boards.of(text, make())
		}
		r.recent, r.spec = b, text
	}
	return r.recent
}

// boardOf is the board of a SPEC that a file names.
func (r *Reader) boardOf(spec string, line int) *board.Board {
	return r.remember(spec, func() *board.Board {
		if strings.HasPrefix(strings.TrimSpace(spec), "graph:") {
			panic(r.errorf(line, "a puzzle file cannot name another file as its board; read %s itself", clip(spec)))
		}
		b, err := board.Parse(spec)
		r.check(line, err)
		if b.Lights() > maxNamed {
			r.check(line, &board.TooLargeError{What: fmt.Sprintf("%s with %d lights", clip(b.Spec()), b.Lights()),
				Limit: fmt.Sprintf("in a file a board may have up to %d", maxNamed)})
		}
		r.check(line, b.CheckSize())
		if given := r.opt.Board; given != nil && given.Spec() == b.Spec() {
			return given
		}
		return b
	})
}

// number reads a count or an index written in decimal digits only, from low to high.
func number(text string, low, high int) (n int, ok bool) {
	if text == "" || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= low && n <= high
}

// numberIn is such a number, or panics with what is wrong: the text, and what follows it in the message.
func numberIn(text string, low, high int, wrong string, args ...any) int {
	n, ok := number(text, low, high)
	if !ok {
		fail("%q %s", text, fmt.Sprintf(wrong, args...))
	}
	return n
}
