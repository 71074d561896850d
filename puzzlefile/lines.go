package puzzlefile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"

	"lightsout/internal/suggest"
)

// maxLine is the longest line a puzzle file may have, in bytes. It bounds the memory a reader
// needs before it has understood anything.
const maxLine = 1 << 26

// SyntaxError is a defect of a puzzle file and where it is.
type SyntaxError struct {
	File string // "" is printed as "-", standard input
	Line int    // from 1; 0: the whole file
	Msg  string
	Err  error // what caused it, if that is worth telling apart, else nil
	// Skipped: only this line is lost. Where every line is a puzzle, a bad one says nothing about the next: the reader
	// goes on there. The line counts as a puzzle, so that the numbers of the others do not depend on it.
	Skipped bool
}

func (e *SyntaxError) Unwrap() error { return e.Err }

func (e *SyntaxError) Error() string {
	if e.Line == 0 {
		return fileName(e.File) + ": " + e.Msg
	}
	return fmt.Sprintf("%s:%d: %s", fileName(e.File), e.Line, e.Msg)
}

func fileName(name string) string {
	if name == "" {
		return "-"
	}
	return name
}

// unreadable is an error of the file system, or whatever a file comes from.
type unreadable struct{ error }

func (e *unreadable) Unwrap() error { return e.error }

func (l *lines) unreadable(err error) error {
	return &unreadable{fmt.Errorf("%s: %w", fileName(l.file), err)}
}

// checkRead panics with such an error, if there is one.
func (l *lines) checkRead(err error) {
	if err != nil {
		panic(l.unreadable(err))
	}
}

// catch ends a function that reads with the error that was found below it. Readers do not pass defects of a file on
// from function to function: they panic with the error, as text/template/parse does, and catch makes a result of it.
// All that users of this package call have it. What is not such an error goes on as a panic.
func catch(err *error) {
	switch found := recover().(type) {
	case nil:
	case runtime.Error:
		panic(found)
	case error:
		*err = found
	default:
		panic(found)
	}
}

// check panics with an error, if there is one.
func check(err error) {
	if err != nil {
		panic(err)
	}
}

// shown is a text that is not shortened again.
type shown string

// problem is what is wrong, with at most 80 characters of each text.
func problem(format string, args ...any) error {
	for i, arg := range args {
		if text, ok := arg.(string); ok {
			args[i] = clip(text)
		}
	}
	return fmt.Errorf(format, args...)
}

// fail panics with what is wrong.
func fail(format string, args ...any) { panic(problem(format, args...)) }

// refuse fails if something is wrong. It takes memory where it does not.
func refuse(wrong bool, format string, args ...any) {
	if wrong {
		fail(format, args...)
	}
}

// lines hands out a text file line by line, numbered, without line ends. The last line can be put
// back, and lines can be looked at before they are handed out. It accepts CRLF and a leading UTF-8 byte order mark, and
// refuses what is not text.
type lines struct {
	in     *bufio.Reader
	file   string
	number int // of the line last handed out
	bytes  int // read so far, for limits that grow with the input
	last   string
	ahead  []string // read but not handed out
	failed error    // what came after ahead
	long   []byte   // gathers lines longer than the buffer of in
	within bool     // the line last read was too long, and its rest is still to come
}

// next is the next line; false after the last one.
func (l *lines) next() (line string, ok bool) {
	text, err := "", l.failed
	switch {
	case len(l.ahead) > 0:
		text, l.ahead = l.ahead[0], l.ahead[1:]
		err = nil
	case err != nil:
		l.failed = nil
	default:
		text, err = l.line(l.number + 1)
	}
	if err == io.EOF {
		return "", false
	}
	l.number++
	if err != nil {
		panic(err)
	}
	l.last = text
	return text, true
}

// line reads the line of that number.
func (l *lines) line(number int) (string, error) {
	read, err := l.read(number)
	if err != nil {
		return "", err
	}
	text := string(read)
	l.bytes += len(text)
	if number == 1 {
		text = strings.TrimPrefix(text, "\ufeff")
	}
	text = strings.TrimSuffix(text, "\n")
	text = strings.TrimSuffix(text, "\r")
	if number == 1 && len(text) > 1 && min(text[0], text[1]) == 0 && max(text[0], text[1]) >= ' ' {
		return "", l.errorf(number, "the text is UTF-16 without its mark; convert the file first, "+
			"as with iconv -f utf-16 -t utf-8")
	}
	for i := range len(text) {
		if c := text[i]; c < ' ' && c != '\t' {
			return "", l.notText(number, c, i+1)
		}
	}
	return text, nil
}

func (l *lines) notText(line int, control byte, at int) error {
	return l.errorf(line, "byte 0x%02x at position %d: a puzzle file is plain text", control, at)
}

// peek is the line i lines after the next one, which stays to be handed out; false if there is none.
func (l *lines) peek(i int) (string, bool) {
	for len(l.ahead) <= i && l.failed == nil {
		text, err := l.line(l.number + len(l.ahead) + 1)
		if err != nil {
			l.failed = err
			break
		}
		l.ahead = append(l.ahead, text)
	}
	if i >= len(l.ahead) {
		return "", false
	}
	return l.ahead[i], true
}

// peekAll is the text from a line on.
func (l *lines) peekAll(at int) string {
	for i, ok := at, true; ok; i++ {
		_, ok = l.peek(i)
	}
	return strings.Join(append(l.ahead[min(at, len(l.ahead)):], ""), "\n")
}

// read returns the line of that number with its line end; the slice is valid until the next call.
func (l *lines) read(number int) ([]byte, error) {
	l.long = l.long[:0]
	for {
		part, err := l.in.ReadSlice('\n')
		if l.within {
			l.within = err == bufio.ErrBufferFull
			if l.within || err == nil {
				continue
			}
			part = nil
		}
		if len(l.long)+len(part) > maxLine {
			l.within = err == bufio.ErrBufferFull
			return nil, l.errorf(number, "the line is longer than %d bytes", maxLine)
		}
		switch {
		case err == nil && len(l.long) == 0:
			return part, nil
		case err == nil || err == io.EOF && len(l.long)+len(part) > 0:
			l.long = append(l.long, part...)
			return l.long, nil
		case err == bufio.ErrBufferFull:
			l.long = append(l.long, part...)
		case err == io.EOF:
			return nil, io.EOF
		default:
			return nil, l.unreadable(err)
		}
	}
}

func (l *lines) errorf(line int, format string, args ...any) error {
	return &SyntaxError{File: l.file, Line: line, Msg: fmt.Sprintf(format, args...)}
}

// check panics with an error, placed in the file, if there is one.
func (l *lines) check(line int, err error) {
	if err != nil {
		panic(l.wrap(line, err))
	}
}

// wrap places an error in the file, unless it has a place.
func (l *lines) wrap(line int, err error) error {
	_, placed := errors.AsType[*SyntaxError](err)
	if _, unread := errors.AsType[*unreadable](err); placed || unread {
		return err
	}
	return &SyntaxError{File: l.file, Line: line, Msg: err.Error(), Err: err}
}

// clip keeps an error message readable when a line is long.
func clip(s string) string { return suggest.Clip(s, 80) }
