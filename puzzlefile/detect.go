package puzzlefile

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/internal/suggest"
)

// The kind of a file is the one that the caller names, or else is told by its first line that says something, and by
// the lines after it: each format says how like it they are. The likest is taken. Where several are equally like, a
// board that is known decides for rows of lights, then the suffix of the file's name; if it does not either, it is an
// error that names them. No kind is ever guessed.

// likeness is how like a format the beginning of a file is.
type likeness int

const (
	unlike likeness = iota
	maybe           // the first line may be of this format
	fits            // and so may those after it, as far as was looked
	signed          // no other format has such a first line
)

// within is how many lines are looked at to tell the kind of a file.
const within = 64

// sign makes a likeness of a test of the first line that no other format passes.
func sign(looks func(line string) bool) func(r *Reader, line string) likeness {
	return func(_ *Reader, line string) likeness {
		if looks(line) {
			return signed
		}
		return unlike
	}
}

// onLine makes a head of a test of its first line.
func onLine(looks func(line string) bool) func(r *Reader, at int) bool {
	return func(r *Reader, at int) bool {
		line, ok := r.peek(at)
		return ok && looks(line)
	}
}

// begins is a head by the expression that its first line matches.
func begins(expression string) func(r *Reader, at int) bool {
	return onLine(regexp.MustCompile(expression).MatchString)
}

// prefix is a test of the first bytes of a file.
func prefix(begin string) func(first string) bool {
	return func(first string) bool { return strings.HasPrefix(first, begin) }
}

// byHead is the format whose head the file has, nil if it has none. Comments before it begin with #, % or //, or are between
// /* and */.
func (r *Reader) byHead() (*Format, error) {
	within := false
	for at := 0; ; at++ {
		line, ok := r.peek(at)
		line = strings.TrimSpace(line)
		switch {
		case !ok:
			return nil, nil
		case within || strings.HasPrefix(line, "/*"):
			within = !strings.Contains(line, "*/")
			continue
		case line == "" || line[0] == '#' || line[0] == '%' && !looksMatrixMarket(line) || strings.HasPrefix(line, "//"):
			continue
		}
		for i := range formats {
			switch f := &formats[i]; {
			case f.head == nil || !f.head(r, at):
			case f.Instead != "":
				return nil, r.errorf(r.number+at+1, "%s is not read; %s", f.Name, f.Instead)
			default:
				return f, nil
			}
		}
		return nil, nil
	}
}

// choose finds the kind of the file.
func (r *Reader) choose() (err error) {
	defer catch(&err)
	if err := r.decode(); err != nil {
		return err
	}
	if kind := r.opt.Kind; kind != "" {
		if r.format = formatNamed(kind); r.format != nil && r.format.Reads() {
			return nil
		}
		r.format = nil
		return fmt.Errorf("no such kind of puzzle file: %q%s; the kinds are %s",
			clip(kind), suggest.DidYouMean(kind, readable()), strings.Join(readable(), " "))
	}
	first, _ := r.in.Peek(maxMagic)
	for i := range formats {
		if magic := formats[i].magic; magic != nil && magic(string(first)) {
			if formats[i].Instead != "" {
				return r.errorf(1, "%s is not read; %s", formats[i].Name, formats[i].Instead)
			}
			r.format = &formats[i]
			return nil
		}
	}
	if f, err := r.byHead(); f != nil || err != nil {
		r.format = f
		return err
	}
	line, odd, err := r.firstLine()
	if err != nil {
		if _, defect := errors.AsType[*SyntaxError](err); defect && !r.within && r.tellsJSON(0, maxBroken) {
			r.format, r.defect, err = formatNamed("jsonl"), err, nil
		}
		return err
	}
	f, err := r.detect(line)
	if _, placed := errors.AsType[*SyntaxError](err); placed {
		return err
	}
	if err != nil {
		return r.wrap(r.number+1, err)
	}
	switch {
	case f.Name == "jsonl", f.Name == "edges": // bad lines, each reported in its place; comments that say something
		r.ahead = append(odd, r.ahead...)
		r.number -= len(odd)
	case len(odd) == 0 || f.loose == odd[0][0]:
	default:
		return r.errorf(r.number+1-len(odd), "%q is neither a comment, which is c and a space, nor a line of a %s file", clip(odd[0]), f.Name)
	}
	if f.Name == "edges" && r.head.comment > 0 {
		return r.wrap(r.head.comment, needsKind("a line that begins with c and a space is a comment in other files, but an edge in a list of edges, whose comments begin with #", "edges"))
	}
	r.format = f
	return nil
}

// detect tells the kind of the file by its lines and its name.
func (r *Reader) detect(line string) (*Format, error) {
	if r.head.text != "" { // c board SPEC: a state such as a may look like another line
		for _, name := range []string{"bits", "text"} {
			if f := formatNamed(name); f.like(r, line) == signed {
				return f, nil
			}
		}
	}
	if err := isForeign(line); err != nil && !looksText(line) {
		return nil, err
	}
	likest, how := []*Format(nil), maybe
	for i := range formats {
		f := &formats[i]
		if f.like == nil {
			continue
		}
		switch like := f.like(r, line); {
		case like == signed:
			return f, nil // without a look at lines that may not be there yet
		case like > how:
			likest, how = []*Format{f}, like
		case like == how:
			likest = append(likest, f)
		}
	}
	if r.head.text == "" && (r.tellsJSON(1, 1) || likest == nil && r.tellsJSON(1, maxBroken)) {
		return formatNamed("jsonl"), nil
	}
	byName := func(f *Format) bool { return f.named(r.file) }
	if i := slices.IndexFunc(likest, byName); i >= 0 {
		return likest[i], nil
	}
	switch len(likest) {
	case 1:
		return likest[0], nil
	case 0:
		if i := slices.IndexFunc(formats, func(f Format) bool { return f.named(r.file) }); i >= 0 {
			return &formats[i], nil // which says what is wrong
		}
		return nil, r.nearest(line)
	}
	var names, words []string
	for _, f := range likest {
		about, _, _ := strings.Cut(f.About, ":")
		names, words = append(names, f.Name), append(words, fmt.Sprintf("%s (%s)", f.Name, about))
	}
	return nil, needsKind(fmt.Sprintf("the file can be read as %s", strings.Join(words, " and as ")), names...)
}

// nearest is the error for a file that fits no kind: what stopped the reader that came furthest.
func (r *Reader) nearest(line string) error {
	const most = 1 << 20 // bytes that are tried
	var text strings.Builder
	for i := 0; text.Len() < most; i++ {
		next, ok := r.peek(i)
		if !ok {
			break
		}
		text.WriteString(next + "\n")
	}
	kinds := []string{"edges", "text", "metis", "alist", "lo", "nested"}
	if r.head.text != "" || strings.IndexAny(board.PlainPicture(strings.TrimSpace(line)), ".#*") == 0 {
		kinds[0], kinds[1] = kinds[1], kinds[0]
	}
	nearest, stopped := "", &SyntaxError{}
	for _, kind := range kinds {
		try := NewReader(strings.NewReader(text.String()), ReaderOptions{Name: r.file, Kind: kind, Board: r.opt.Board})
		try.number, try.head = r.number, r.head
		p, err := try.Next()
		if err == nil && p.Board.Lights() > 1 {
			return needsKind(fmt.Sprintf("no kind of file fits %q: a graph has one edge on each line, as in a b, and a picture rows of . and #", clip(line)), kind)
		}
		const farther = 2 // the first line is often a head that any reader passes
		if defect, ok := errors.AsType[*SyntaxError](err); ok && (nearest == "" || defect.Line >= stopped.Line+farther) {
			nearest, stopped = kind, defect
		}
	}
	about, _, _ := strings.Cut(formatNamed(nearest).About, ":")
	return r.errorf(max(stopped.Line, r.number+1), "no kind of file fits; as %s (%s): %s", nearest, about, stopped.Msg)
}

// named reports whether the suffix of a name tells the format. Some suffixes are used for anything.
func (f *Format) named(file string) bool {
	ext := suffix(file)
	return !slices.Contains([]string{"", ".txt", ".csv", ".json"}, ext) && (ext == f.Suffix || slices.Contains(f.also, ext))
}

func suffix(file string) string { return strings.ToLower(filepath.Ext(file)) }

// KindError says that the kind of a file cannot be told, so that [ReaderOptions].Kind is needed.
type KindError struct {
	Msg   string
	Kinds []string // those that it may have
}

func (e *KindError) Error() string { return e.Msg }

func needsKind(msg string, kinds ...string) error { return &KindError{msg, kinds} }

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
		if rest, found := strings.CutPrefix(strings.TrimLeft(line, " \t"), "{"); found && strings.HasPrefix(strings.TrimLeft(rest, " \t"), `"`) {
			return true
		}
	}
	return false
}

// firstLine is the first line that is neither blank nor a comment, and stays to be read. Public graph
// files have comments such as "cFILE: x", edge lists such as "# nodes: 5"; odd is the lines from the
// first of those on.
func (r *Reader) firstLine() (line string, odd []string, err error) {
	defer catch(&err)
	edges := true // the comments may be edges
	for {
		isName := func(line string) bool { return strings.HasPrefix(line, "c") && !isComment(line) }
		line, ok := r.next()
		loose := false
		switch {
		case !ok && slices.ContainsFunc(odd, isName): // no p line follows: names that begin with c
			odd = odd[slices.IndexFunc(odd, func(line string) bool { return strings.HasPrefix(line, "c") }):]
			r.ahead, r.number = odd, r.number-len(odd)
			return odd[0], nil, nil
		case !ok && r.head.comment > 0 && edges && !r.opt.Empty:
			return "", odd, r.wrap(r.head.comment, needsKind("every line begins with c and a blank, as comments do in other files than lists of edges", "edges"))
		case !ok:
			return "", odd, io.EOF
		case isBlank(line):
		case isComment(line):
			r.comment(line)
			edges = edges && isEdgeRow(strings.Fields(line))
		case line[0] == 'c' && !looksGraph6(line) && !r.isStates(line) && !ownHead.MatchString(line), line[0] == '#' && (!r.isRow(line) || len(odd) > 0 && odd[0][0] == '#'), line[0] == '%' && !looksMatrixMarket(line):
			loose = true
		default:
			r.unread()
			return line, odd, nil
		}
		if loose || len(odd) > 0 {
			odd = append(odd, line)
		}
	}
}

// isRow reports whether a line that begins with # is a row of a picture. Nothing but # is one if the next line is as wide and
// a row too, or there is none.
func (r *Reader) isRow(line string) bool {
	if !looksText(line) || strings.Trim(line, "#") != "" {
		return looksText(line)
	}
	next, more := r.peek(0)
	return !more || isBlank(next) || looksText(next) && len(next) == len(line)
}

func readable() []string { return formatNames(Format.Reads) }
