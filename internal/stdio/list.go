package stdio

import (
	"bufio"
	"bytes"
	"io"
)

// list makes JSON values that are written one a line a list. Its zero value has begun nothing.
type list struct {
	to    io.Writer
	begun bool
	held  bool // the end of a line, until it is known whether another one follows
}

// List makes the JSON values that the command prints, one a line, one list, where they go to a file that ends in .json.
func (c *Console) List() {
	if c.files.json && c.files.values == nil {
		c.files.values = &list{to: c.Out}
		c.Out = bufio.NewWriterSize(c.files.values, 1<<16)
	}
}

func (l *list) Write(text []byte) (int, error) {
	if len(text) == 0 {
		return 0, nil
	}
	before := ""
	switch {
	case !l.begun:
		before = "[\n"
	case l.held:
		before = ",\n"
	}
	rest, held := bytes.CutSuffix(text, []byte("\n"))
	l.begun, l.held = true, held
	_, err := l.to.Write(append([]byte(before), bytes.ReplaceAll(rest, []byte("\n"), []byte(",\n"))...))
	return len(text), err
}

func (l *list) end() error {
	end := "\n]\n"
	if !l.begun {
		end = "[]\n"
	}
	_, err := io.WriteString(l.to, end)
	return err
}
