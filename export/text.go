package export

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
)

// text is buffered output of words and numbers. Like its bufio.Writer it keeps the first error, which
// Flush reports.
type text struct{ *bufio.Writer }

func newText(w io.Writer) text { return text{bufio.NewWriterSize(w, 1<<16)} }

// put writes strings and integers, one after another.
func (t text) put(parts ...any) {
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			t.WriteString(p)
		case int:
			t.num(p)
		default:
			panic(fmt.Sprintf("export: put of a %T", p))
		}
	}
}

func (t text) num(n int) {
	t.Write(strconv.AppendInt(t.AvailableBuffer(), int64(n), 10))
}

// comments writes each line after the mark that begins a comment.
func (t text) comments(mark string, lines []string) {
	for _, l := range lines {
		t.put(mark, l, "\n")
	}
}

// termsPerLine keeps lines short: old readers of LP files stop at 255 characters.
const termsPerLine = 10

// wrap goes before item i of a list: a blank, with a line break every few items.
func (t text) wrap(i int) {
	if i > 0 && i%termsPerLine == 0 {
		t.put("\n ")
	}
	t.put(" ")
}

// list writes numbers from 0, counted from 1 and each after a name.
func list[T int | int32](t text, name string, numbers []T) {
	for i, n := range numbers {
		t.wrap(i)
		t.put(name, int(n)+1)
	}
}

// bit is 1 for true.
func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
