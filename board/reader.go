package board

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"lightsout/internal/suggest"
)

// ReaderOptions says what to read and how. The zero value reads any kind of file.
type ReaderOptions struct {
	// Name is the file's name, for messages, for SPECs (graph:NAME) and as a hint to its kind when
	// the content gives none; "" prints as "-".
	Name string
	// Kind is one of [Kinds], or "" to tell the kind by the content.
	Kind string
	// Board, if set, is the board that the puzzles are on. A text grid then gives only its lights,
	// and a file that describes a board of its own must describe this one.
	Board *Board
	// ByRows: the lights of large bitmaps come row by row (see [Puzzle].OnRows). They are read from
	// the file again and again, so it must stay open until the puzzle is done with.
	ByRows bool
}

// Reader reads puzzles one by one, in the memory of one puzzle. It is not safe for concurrent use.
type Reader struct {
	lines
	opt    ReaderOptions
	format *format
	count  int // puzzles handed out
	err    error
	named  *Board // the last board made from a SPEC: streams mostly repeat it
	spec   string // and the SPEC as it was written
	source io.Reader
	start  int64 // where in the source reading began; -1 if that is not known
}

// format is one kind of puzzle file: a row of the table.
type format struct {
	name   string
	about  string
	suffix string
	// recognise tells by the first line that is neither blank nor a comment.
	recognise func(line string) bool
	// parse reads the next puzzle; io.EOF when there is none.
	parse func(r *Reader) (*Puzzle, error)
}

// formats is every kind of puzzle file. To add one, add a row and the file that holds its two
// functions; no line may be recognised by two.
var formats = []format{
	{"lo", "native puzzle: p lights, p toggle or b SPEC", ".lo", looksLO, (*Reader).nextLO},
	{"dimacs", "DIMACS graph: p edge or p col, then e U V", ".col", looksDIMACS, (*Reader).nextDIMACS},
	{"pace", "PACE graph: p tw, then U V", ".gr", looksPACE, (*Reader).nextPACE},
	{"graph6", "graph6, a graph per line", ".g6", looksGraph6, (*Reader).nextGraph6},
	{"sparse6", "sparse6, a graph per line", ".s6", looksSparse6, (*Reader).nextGraph6},
	{"text", "text grid: rows of 0/1 or ./#, with _ or a space for a hole", ".txt", looksText, (*Reader).nextText},
	{"flip", "game ID of Simon Tatham's Flip", ".flip", looksFlip, (*Reader).nextFlip},
	{"pbm", "portable bitmap, P4 or P1: a black pixel is a light that is on", ".pbm", looksPBM, (*Reader).nextPBM},
}

// Kinds lists what [ReaderOptions].Kind takes.
func Kinds() []string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.name
	}
	return names
}

// KindAbout is one line about a kind, "" if there is no such kind.
func KindAbout(kind string) string {
	for _, f := range formats {
		if f.name == kind {
			return f.about
		}
	}
	return ""
}

// NewReader reads the puzzles of a file. It reads ahead of what it returns.
func NewReader(in io.Reader, opt ReaderOptions) *Reader {
	r := &Reader{opt: opt, source: in, start: -1}
	if f, ok := in.(io.Seeker); ok {
		if at, err := f.Seek(0, io.SeekCurrent); err == nil {
			r.start = at
		}
	}
	r.in = bufio.NewReaderSize(in, 1<<16)
	r.file = opt.Name
	return r
}

// Next is the next puzzle, or io.EOF after the last one. Defects of the file are *[SyntaxError]; a
// file without any puzzle is one. Once Next has failed, it fails again in the same way.
func (r *Reader) Next() (*Puzzle, error) {
	if r.err != nil {
		return nil, r.err
	}
	p, err := r.read()
	if err == io.EOF && r.count == 0 {
		err = r.errorf(1, "no puzzle here")
	}
	if err != nil {
		r.err = err
		return nil, err
	}
	r.count++
	return p, nil
}

func (r *Reader) read() (*Puzzle, error) {
	if r.format == nil {
		if err := r.choose(); err != nil {
			return nil, err
		}
	}
	p, err := r.format.parse(r)
	if err != nil {
		return nil, err
	}
	if given := r.opt.Board; given != nil && p.Board != given {
		if !p.Board.Equal(given) {
			return nil, &SyntaxError{File: r.file, Line: p.line(), Msg: fmt.Sprintf(
				"this file describes a board of its own, %s, which is not the given board %s", describe(p.Board), given)}
		}
		p.Board = given
	}
	return p, nil
}

// line is where the puzzle was read.
func (p *Puzzle) line() int {
	n, _ := strconv.Atoi(p.Origin[strings.LastIndexByte(p.Origin, ':')+1:])
	return n
}

func describe(b *Board) string {
	return fmt.Sprintf("%s with %d switches and %d lights", clip(b.spec), b.switches, b.lights)
}

// choose finds the kind of the file: the one asked for, or by its first line that says something,
// or by its name.
func (r *Reader) choose() error {
	if r.opt.Kind != "" {
		return r.chooseNamed(r.opt.Kind)
	}
	if head, _ := r.in.Peek(3); looksPBM(string(head)) {
		// Its pixels are not lines of text.
		return r.chooseNamed("pbm")
	}
	var line, loose string
	looseLine := 0
	for {
		var err error
		if line, err = r.next(); err != nil {
			return err
		}
		if !isBlank(line) && !isComment(line) && (line[0] != 'c' || looksGraph6(line)) {
			break
		}
		if !isBlank(line) && !isComment(line) && looseLine == 0 {
			loose, looseLine = line, r.number
		}
	}
	r.unread()
	for i := range formats {
		if !formats[i].recognise(line) {
			continue
		}
		// Public graph files have comments such as "cFILE: x"; elsewhere a comment is "c" and a blank.
		if name := formats[i].name; looseLine > 0 && name != "dimacs" && name != "pace" {
			return r.errorf(looseLine, "%q is neither a comment, which is c and a space, nor a line of a %s file", clip(loose), name)
		}
		r.format = &formats[i]
		return nil
	}
	for i := range formats {
		if strings.EqualFold(filepath.Ext(r.file), formats[i].suffix) {
			r.format = &formats[i]
			return nil
		}
	}
	return r.errorf(r.number, "no kind of puzzle file begins with %q; the kinds are %s", clip(line), strings.Join(Kinds(), " "))
}

func (r *Reader) chooseNamed(kind string) error {
	for i := range formats {
		if formats[i].name == kind {
			r.format = &formats[i]
			return nil
		}
	}
	return fmt.Errorf("no such kind of puzzle file: %q%s; the kinds are %s",
		clip(kind), suggest.DidYouMean(kind, Kinds()), strings.Join(Kinds(), " "))
}

func isBlank(line string) bool { return strings.Trim(line, " \t") == "" }

// isComment recognises c on its own or followed by a space: a graph6 line may begin with c too.
func isComment(line string) bool {
	line = strings.TrimLeft(line, " \t")
	return line != "" && line[0] == 'c' && (len(line) == 1 || line[1] == ' ' || line[1] == '\t')
}

// skip is the next line that is neither blank nor a comment.
func (r *Reader) skip() (string, error) {
	for {
		line, err := r.next()
		if err != nil || !isBlank(line) && !isComment(line) {
			return line, err
		}
	}
}

func (r *Reader) origin(line int) string { return fmt.Sprintf("%s:%d", fileName(r.file), line) }

// graphName is what a graph of this file is called in its SPEC: the file's name, with #K behind it
// for the K-th puzzle from the second on.
func (r *Reader) graphName() string {
	if r.count == 0 {
		return fileName(r.file)
	}
	return fmt.Sprintf("%s#%d", fileName(r.file), r.count+1)
}

// maxNamed is how many lights a board may have that a file names by its SPEC: a line of a few
// bytes may so cost 16 MiB per vector of lights, and no more.
const maxNamed = 1 << 27

// maxUnmentioned is how many nodes, switches or lights a file may announce beyond one for each of
// its bytes: legal, as a node need not have a neighbour, but nothing to take gigabytes for.
const maxUnmentioned = 1 << 20

// checkSize holds an announced number of nodes against the bytes read since the puzzle began.
func (r *Reader) checkSize(line, nodes, startBytes int, what string) error {
	if limit := maxUnmentioned + r.bytes - startBytes; nodes > limit {
		return r.errorf(line, "%d %s are announced, far more than a file of this length can mention (up to %d)", nodes, what, limit)
	}
	return nil
}

// boardOf is the board of a SPEC that a file names.
func (r *Reader) boardOf(spec string, line int) (*Board, error) {
	if r.named != nil && spec == r.spec {
		return r.named, nil
	}
	if strings.HasPrefix(strings.TrimSpace(spec), "graph:") {
		return nil, r.errorf(line, "a puzzle file cannot name another file as its board; read %s itself", clip(spec))
	}
	b, err := parseShape(strings.TrimSpace(spec))
	if err != nil {
		return nil, r.errorf(line, "%v", &SpecError{Spec: clip(spec), Msg: err.Error()})
	}
	if b.lights > maxNamed {
		return nil, r.errorf(line, "%s has %d lights; in a file a board may have up to %d", clip(b.spec), b.lights, maxNamed)
	}
	if err := CheckSize(b); err != nil {
		return nil, r.errorf(line, "%v", err)
	}
	if given := r.opt.Board; given != nil && given.spec == b.spec {
		b = given
	}
	r.named, r.spec = b, spec
	return b, nil
}

// number reads a count or an index written in decimal digits only, from low to high.
func number(text string, low, high int) (n int, ok bool) {
	if text == "" || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= low && n <= high
}

// readFirst is the first puzzle of a file, or the K-th if the name ends in #K and no file has that
// very name.
func readFirst(file string) (*Puzzle, error) {
	if file == "-" {
		return nil, &SpecError{Spec: "graph:-", Msg: "a board cannot be read from standard input; name a file"}
	}
	name, nth := file, 1
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s is a directory, not a puzzle file", file)
	} else if err != nil {
		if cut := strings.LastIndexByte(file, '#'); cut >= 0 {
			if k, ok := number(file[cut+1:], 1, maxListed); ok {
				name, nth = file[:cut], k
			}
		}
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := NewReader(f, ReaderOptions{Name: name})
	for {
		p, err := r.Next()
		if err == io.EOF {
			return nil, fmt.Errorf("%s holds %d puzzles, not %d", name, r.count, nth)
		}
		if err != nil || r.count == nth {
			return p, err
		}
	}
}
