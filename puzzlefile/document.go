package puzzlefile

import (
	"io"
	"strings"

	"lightsout/board"
)

// A document is a file that is one graph, or a few after each other, and is read whole. The reader of such a kind is a
// function of the text: it returns the next graph, nil after the last one, and panics with what is wrong (see catch).
// It is a column of the table in formats.go; gml.go is an example.
type document struct {
	state         any     // of its reader, between graphs
	cut           *cutter // of plain text: how it is cut into rows
	kind          string  // of the file
	sure          bool    // which was named
	own           bool    // by our own comment above it
	named         bool    // or is told by the suffix of the file's name
	bare          bool    // it is read without its dress (undress.go): every row is an edge
	parsed        value   // of JSON: the whole text, if it was read to tell its kind
	file          string
	text          string // every line ends with \n
	base          int    // how many lines of the file are before the text
	at            int    // where reading goes on
	counted, ends int    // how many lines end before a place, which was asked for last
	from          int    // where the line begins that was handed out last, or what is being read: for errors
}

// next is the next line; false after the last one.
func (d *document) next() (line string, ok bool) {
	if d.from = d.at; d.at == len(d.text) {
		return "", false
	}
	line, _, _ = strings.Cut(d.text[d.at:], "\n")
	d.at += len(line) + 1
	return line, true
}

// below is the next line that is neither blank nor begins with one of those marks; false if there is none.
func (d *document) below(marks string) (line string, ok bool) {
	for line, ok = d.next(); ok && (isBlank(line) || strings.IndexByte(marks, line[0]) >= 0); {
		line, ok = d.next()
	}
	return line, ok
}

// fields is the next such line, cut at its blanks.
func (d *document) fields(marks string) ([]string, bool) {
	line, ok := d.below(marks)
	return strings.Fields(line), ok
}

// shown is the line handed out last, for messages.
func (d *document) shown() string {
	line, _, _ := strings.Cut(d.text[d.from:], "\n")
	return clip(line)
}

// newGraph is a graph that begins on that line.
func newGraph(d *document) *graphFile { return &graphFile{doc: d, at: d.from} }

// checkSize holds an announced number of nodes against the size of the file.
func (d *document) checkSize(at int, nodes uint64, what string) {
	if limit := maxUnmentioned + len(d.text); nodes > uint64(limit) {
		d.fail(at, "%d %s are announced, far more than a file of this length can mention (up to %d)", nodes, what,
			limit)
	}
}

// unread puts the line handed out last back.
func (d *document) unread() { d.at = d.from }

// line is the number of the line on which a place in the text is.
func (d *document) line(at int) int {
	if at = max(min(at, len(d.text)-1), 0); at < d.counted {
		d.counted, d.ends = 0, 0
	}
	d.ends += strings.Count(d.text[d.counted:at], "\n")
	d.counted = at
	return d.base + 1 + d.ends
}

// rest is what was not read yet, and counts as read.
func (d *document) rest() string {
	rest := d.text[d.at:]
	d.at = len(d.text)
	return rest
}

// check panics with an error, placed in the file, if there is one.
func (d *document) check(at int, err error) {
	if err != nil {
		panic(&SyntaxError{File: d.file, Line: d.line(at), Msg: err.Error(), Err: err})
	}
}

// fail panics with what is wrong at a place.
func (d *document) fail(at int, format string, args ...any) { d.check(at, problem(format, args...)) }

// whole is what is left of the file as a document. The lines of r.ahead belong to it.
func (r *Reader) whole() *document {
	d := &document{file: r.file, base: r.number, parsed: r.parsed, bare: r.bare}
	r.parsed = value{}
	if r.failed != nil { // all was read ahead
		d.text = r.peekAll(0)
		r.number, r.ahead = r.number+len(r.ahead), nil
		r.next() // panics with the error, unless it is the end
		return d
	}
	var text strings.Builder
	for _, line := range r.ahead {
		text.WriteString(line)
		text.WriteByte('\n')
	}
	if mark, _ := r.in.Peek(3); d.base == 0 && len(r.ahead) == 0 && string(mark) == "\ufeff" {
		_, err := r.in.Discard(len(mark))
		r.checkRead(err)
	}
	begin := text.Len()
	_, err := io.Copy(&text, r.in)
	r.checkRead(err)
	if text.Len() > begin && !strings.HasSuffix(text.String(), "\n") {
		text.WriteByte('\n')
	}
	d.text = text.String()
	if strings.Contains(d.text[begin:], "\r\n") {
		d.text = d.text[:begin] + strings.ReplaceAll(d.text[begin:], "\r\n", "\n")
	}
	r.ahead, r.bytes = nil, r.bytes+len(d.text)-begin
	for i := begin; i < len(d.text); i++ {
		if c := d.text[i]; c < ' ' && c != '\t' && c != '\n' {
			panic(r.notText(d.line(i), c, i-strings.LastIndexByte(d.text[:i], '\n')))
		}
	}
	return d
}

// nextDocument is the next graph of a document as a puzzle.
func (r *Reader) nextDocument() *board.Puzzle {
	if r.doc == nil {
		r.doc = r.whole()
		r.doc.kind, r.doc.sure = r.format.Name, r.opt.Kind != "" || r.own
		r.doc.own = r.own
		r.doc.named = r.doc.sure || r.format.named(r.file)
	}
	d := r.doc
	if isBlank(strings.TrimRight(d.text, "\n")) { // nothing, or a piece whose puzzles were cut off before
		return nil
	}
	defer func() { r.number = d.line(d.from) }()
	g := r.format.graph(d)
	if g == nil {
		return nil
	}
	return r.graphPuzzle(d.line(g.at), g)
}
