package puzzlefile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"lightsout/board"
	"lightsout/internal/suggest"
)

// The kind of a file is told in five steps:
//
//  1. The caller names it.
//  2. Or its head does, the first line that is no comment: no other kind has such a line.
//  3. Else it is plain text, on the whole of which every plain kind is tried; if none fits, once more without what
//     stands around the names (undress.go).
//  4. If several fit and give different boards, the suffix of the file's name chooses among them.
//  5. Else it is an error that names them. No kind is ever guessed.

// choose finds the kind of the file.
func (r *Reader) choose() (err error) {
	defer catch(&err)
	if err := r.decode(); err != nil {
		return err
	}
	if kind := r.opt.Kind; kind == "" || kind == "json" || kind == "jsonl" {
		r.unlist()
	}
	if kind := r.opt.Kind; kind != "" {
		if f := formatNamed(kind); f != nil && f.Reads() {
			r.format = f
			return nil
		}
		return fmt.Errorf("no such kind of puzzle file: %q%s; the kinds are %s", clip(kind),
			suggest.DidYouMean(kind, formatNames(Format.Reads)), strings.Join(formatNames(Format.Reads), " "))
	}
	first, _ := r.in.Peek(maxMagic)
	if looksPBM(string(first)) {
		first, _ = r.in.Peek(maxHead)
	}
	for i := range formats {
		if f := &formats[i]; f.magic != nil && f.magic(string(first)) {
			return r.take(f, 1)
		}
	}
	return r.byHead()
}

// take makes the format that of the file, or refuses it if it is known and not read.
func (r *Reader) take(f *Format, line int) error {
	if f.Instead != "" {
		return r.errorf(line, "%s is not read; %s", f.Name, f.Instead)
	}
	r.format = f
	return nil
}

// byHead looks for a line that only one kind has, and passes over comments: those that begin with #, % or //, or are
// between /* and */, and those of the native format and of DIMACS, if a line of theirs follows.
func (r *Reader) byHead() error {
	within, loose, native, rows := false, false, 0, false
	for at := 0; ; at++ {
		line, ok := r.peek(at)
		if !ok {
			return r.withoutHead(native, loose, rows)
		}
		line = strings.TrimSpace(line)
		if within || strings.HasPrefix(line, "/*") {
			_, rest, ended := strings.Cut(line, "*/")
			if within = !ended; isBlank(rest) {
				continue
			}
		}
		if f := r.headAt(at, loose); f != nil {
			return r.take(f, r.number+at+1)
		}
		switch {
		case isRemark(line):
			// Our own comment names a plain kind, above the text: # edges.
			name, own := strings.CutPrefix(line, "# ")
			if f := formatNamed(name); own && f != nil && f.plain > 0 && f.form.write != nil && r.number+at == 0 {
				r.own = true
				return r.take(f, 1)
			}
			rows = rows || line != "" && line[0] == '#' && looksText(line)
		case isComment(line):
			native++
			if text, named := boardComment(line); named {
				r.head.text, r.head.line = text, r.number+at+1
			}
			r.head.batch = r.head.batch || numbered.MatchString(line)
		case line[0] == 'c':
			loose = true
		case r.tellsJSON(at, maxBroken):
			r.format = formatNamed("jsonl")
			return nil
		default:
			return r.plain()
		}
	}
}

// headAt is the format with that head, nil if there is none. Comments without a blank after their c are those of
// DIMACS.
func (r *Reader) headAt(at int, loose bool) *Format {
	for i := range formats {
		f := &formats[i]
		if f.head == nil || loose && !slices.Contains([]string{"lo", "dimacs", "pace"}, f.Name) || !f.head(r, at) {
			continue
		}
		for k, line := range r.ahead[:min(at, len(r.ahead))] {
			if f.graph == nil && line != "" && line[0] != 'c' && !isComment(line) {
				r.ahead[k] = "c" // the comments before the head are those of streams
			}
		}
		return f
	}
	return nil
}

// withoutHead is about a file in which there is nothing but comments. Those that begin with c may be edges.
func (r *Reader) withoutHead(native int, loose, rows bool) error {
	switch {
	case r.failed != nil && r.failed != io.EOF:
		err := r.skipAhead()
		if _, defect := errors.AsType[*SyntaxError](err); defect && !r.within && r.tellsJSON(0, maxBroken) {
			r.format, r.defect = formatNamed("jsonl"), err
			return nil
		}
		return err
	case r.head.text != "" || r.head.batch || native > 0 && r.opt.Empty && !loose || native == 0 && !loose && !rows:
		return io.EOF
	}
	return r.plain()
}

// skipAhead reads up to the line that fails.
func (r *Reader) skipAhead() (err error) {
	defer catch(&err)
	for ok := true; ok; {
		_, ok = r.next()
	}
	return nil
}

// maxBroken is how many bad lines may come before the first that tells that a file is jsonl.
const maxBroken = 16

// tellsJSON reports whether a file is jsonl by one of so many lines from the i-th after the next one on: the
// lines before it are bad then. Nothing but jsonl has a line that begins with {" below its first.
func (r *Reader) tellsJSON(i, lines int) bool {
	for n := i; n < i+lines; n++ {
		line, ok := r.peek(n)
		if !ok {
			return false
		}
		if objectBegins.MatchString(line) {
			return true
		}
	}
	return false
}

var objectBegins = regexp.MustCompile(`^[ \t]*\{[ \t]*"`)

// onLine makes a head of a test of a line.
func onLine(looks func(line string) bool) func(r *Reader, at int) bool {
	return func(r *Reader, at int) bool {
		line, ok := r.peek(at)
		return ok && looks(line)
	}
}

// begins is a head by the expression that its line matches.
func begins(expression string) func(r *Reader, at int) bool {
	return onLine(regexp.MustCompile(expression).MatchString)
}

// prefix is a test of the first bytes of a file.
func prefix(begin string) func(first string) bool {
	return func(first string) bool { return strings.HasPrefix(first, begin) }
}

// named reports whether the suffix of a name tells the format. Some suffixes are used for anything.
func (f *Format) named(file string) bool {
	ext := suffix(file)
	return !slices.Contains([]string{"", ".txt", ".csv", ".tsv", ".json", ".jsonl"}, ext) &&
		(ext == f.Suffix || slices.Contains(f.also, ext))
}

func suffix(file string) string { return strings.ToLower(filepath.Ext(file)) }

// KindError says that the kind of a file cannot be told, so that [ReaderOptions].Kind is needed.
type KindError struct {
	Msg   string
	Kinds []string // those that it may have
}

func (e *KindError) Error() string { return e.Msg }

func needsKind(msg string, kinds ...string) error { return &KindError{msg, kinds} }

// trial is what came of reading a plain text as one kind.
type trial struct {
	format *Format
	puzzle *board.Puzzle // nil: it does not fit
	err    *SyntaxError  // why
	text   string        // of pictures: the text without its comments
}

// plain tells the kind of a plain text: what is left of those that it is tried on.
func (r *Reader) plain() error {
	d := r.whole()
	for i := range formats { // a broken file of another kind
		if f := &formats[i]; f.plain == 0 && f.Reads() && f.named(r.file) && suffix(r.file) != ".net" {
			r.again(f, d)
			return nil
		}
	}
	_ = defect(d, func() { newCutter(d) })
	d.at, d.from = 0, 0
	var fit, failed []trial
	var known *Format
	for i := range formats {
		if formats[i].plain == 0 {
			continue
		}
		t := r.try(&formats[i], *d)
		fits := t.err == nil
		if !fits {
			_, fits = errors.AsType[*KindError](t.err) // it may be right, but needs to be named
		}
		switch {
		case !fits:
			failed = append(failed, t)
		case t.format.Instead != "":
			known = t.format
		default:
			fit = append(fit, t)
		}
	}
	kinds := suggest.Names(fit, func(t trial) string { return t.format.Name })
	for _, t := range failed {
		_, final := errors.AsType[decisive](t.err)
		if broken := t.format.plain == strict && t.format.named(r.file); final || broken && len(fit) > 0 {
			if broken {
				t.err.Err = needsKind(t.err.Msg, kinds...)
			}
			return t.err
		}
	}
	ext := suffix(r.file)
	chosen := slices.IndexFunc(fit, func(t trial) bool {
		return t.format.named(r.file) || (ext == ".csv" || ext == ".tsv") && slices.Contains(t.format.also, ext)
	})
	switch {
	case len(fit) == 0 && known != nil:
		return r.take(known, d.line(max(d.cut.begin, 0)))
	case len(fit) == 0 && r.undress(d):
		return nil
	case len(fit) == 0:
		return r.nearest(d, failed)
	case chosen >= 0:
	case !slices.ContainsFunc(fit[1:], func(t trial) bool { return fit[0].differs(&t) }):
		chosen = 0
	default:
		most := len(kinds) - 1
		err := needsKind("may be "+strings.Join(kinds[:most], ", ")+" or "+kinds[most], kinds...)
		return r.wrap(0, err)
	}
	t := fit[chosen]
	if t.puzzle == nil {
		return t.err
	}
	if r.format, r.found = t.format, t.puzzle; t.text == "" {
		r.doc, d.at, d.cut = d, len(d.text), nil
		return nil
	}
	r.again(t.format, d)
	r.found = nil // pictures are read one by one
	r.head.matrix = slices.ContainsFunc(failed, func(t trial) bool { return t.format.Name == "adjmatrix" }) &&
		isSquare(d)
	return nil
}

// again reads the text from its beginning, as that format.
func (r *Reader) again(f *Format, d *document) {
	r.format, r.in, r.failed, r.number = f, bufio.NewReader(strings.NewReader(d.text)), nil, d.base
}

// differs reports whether two kinds give different boards.
func (t *trial) differs(other *trial) bool {
	return t.puzzle == nil || other.puzzle == nil || (t.text != "") != (other.text != "") ||
		!t.puzzle.Board.Equal(other.puzzle.Board) || !slices.Equal(t.puzzle.Board.Names(), other.puzzle.Board.Names())
}

// defect is what a function panics with, placed in the text.
func defect(d *document, do func()) *SyntaxError {
	var err error
	func() {
		defer catch(&err)
		do()
	}()
	if err == nil {
		return nil
	}
	if placed, ok := errors.AsType[*SyntaxError](err); ok {
		return placed
	}
	return &SyntaxError{File: d.file, Line: d.line(d.from), Msg: err.Error(), Err: err}
}

// try reads the text as one kind.
func (r *Reader) try(f *Format, d document) (t trial) {
	t.format = f
	d.kind, d.named = f.Name, f.named(r.file)
	t.err = defect(&d, func() {
		if f.graph == nil {
			r.tryPictures(&t, &d)
		} else if g := f.graph(&d); g != nil {
			t.puzzle = r.graphPuzzle(d.line(g.at), g)
		} else {
			fail("no puzzle here")
		}
	})
	return t
}

var nativeComment = regexp.MustCompile(`(?m)^[ \t]*c([ \t]|$)`)

// tryPictures reads the text as pictures, in which c begins no comment.
func (r *Reader) tryPictures(t *trial, d *document) {
	if at := nativeComment.FindStringIndex(d.text); at != nil {
		d.fail(at[0], "c begins a comment only in files of the native format and below c board SPEC; write #")
	}
	t.text = d.text
	in := NewReader(strings.NewReader(t.text), ReaderOptions{Name: r.file, Kind: t.format.Name, Board: r.opt.Board})
	in.number = d.base
	for {
		p, err := in.Next()
		if err == io.EOF {
			return
		}
		check(err)
		t.puzzle = p
	}
}

// isRemark recognises a line without anything but a comment, or blanks.
func isRemark(text string) bool {
	return text == "" || text[0] == '#' || text[0] == '%' || strings.HasPrefix(text, "//")
}

// isPictureRemark recognises a comment in a picture: a sign right after # may be meant to be a cell, and so may signs
// apart by blanks.
func isPictureRemark(line string) bool {
	c := cutter{}
	if line == "" || c.withoutComment(line) != "" || looksText(line) {
		return false
	}
	cells := strings.FieldsFunc(line, func(ch rune) bool { return strings.ContainsRune(" \t,;", ch) })
	long := slices.ContainsFunc(cells, func(cell string) bool { return utf8.RuneCountInString(cell) > 1 })
	rest := strings.TrimLeft(line, "#")
	return (long || len(cells) <= 2) && (line[0] != '#' || rest == "" || strings.IndexByte(" \t!", rest[0]) >= 0)
}

// isSquare reports whether a text is a square of 0 and 1.
func isSquare(d *document) bool {
	copied := *d
	copied.at, copied.sure, copied.kind = 0, true, "adjmatrix"
	return defect(&copied, func() {
		if g := readMatrix(&copied); g == nil || g.names != nil {
			fail("names")
		}
	}) == nil
}

// nearest is the error for a text that fits no kind: what stopped the one that the name of the file tells, or that came
// furthest.
func (r *Reader) nearest(d *document, failed []trial) error {
	if d.parsed.hasObjects() {
		return defect(d, func() { d.fail(len(d.text)-len(d.parsed.text)+d.parsed.from(), jsonForm) })
	}
	first, c := "", cutter{}
	for line := range strings.Lines(d.text) {
		line = strings.TrimSuffix(line, "\n")
		if c.withoutComment(line) != "" || !isBlank(line) && looksText(line) {
			first = line
			break
		}
	}
	rank := []string{"edges", "adjlist", "text"}
	switch {
	case looksText(first) || looksNested(first):
		rank = rank[2:]
	case d.cut != nil && d.cut.colons:
		rank = rank[1:2]
	case d.cut != nil && d.cut.table:
		rank = []string{"table"}
	}
	general, nearest := len(rank) > 1, (*trial)(nil)
	for i := range failed {
		t := &failed[i]
		if picture := t.text != ""; picture && rank[0] == "text" {
			r.again(t.format, d) // those before the bad one are read
			return nil
		} else if at := slices.Index(rank, t.format.Name); t.format.plain == strict && t.format.named(r.file) {
			nearest = t
			break
		} else if at >= 0 && (picture || !general || t.format.Name != "text") && (nearest == nil ||
			t.err.Line > nearest.err.Line || t.err.Line == nearest.err.Line &&
			at < slices.Index(rank, nearest.format.Name)) {
			nearest = t
		}
	}
	if general && nearest.format.Name != "text" {
		nearest.err.Msg += "; lightsout help files shows what is read"
	}
	return nearest.err
}
