package stdio

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"sync/atomic"
	"syscall"

	"golang.org/x/term"
)

// Console is the streams of a command.
type Console struct {
	In       io.Reader
	Stdin    os.FileInfo // of In, if it is a file
	Out      *bufio.Writer
	Err      io.Writer
	Terminal bool            // standard output is a terminal
	Colours  bool            // and shows colours
	Watched  bool            // standard error is a terminal: progress is shown
	Ctx      context.Context // ends what is being read
	Closed   chan struct{}   // has something once nobody reads what is written

	printed *atomic.Bool // something was given to the output
	files   files
}

// New is a console on three streams.
func New(in io.Reader, out, err io.Writer) *Console {
	c := &Console{
		In: in, Err: err, Ctx: context.Background(), Closed: make(chan struct{}, 1), Watched: understandsEscapes(err),
	}
	if f, ok := in.(*os.File); ok {
		c.Stdin, _ = f.Stat()
	}
	c.write(out)
	return c
}

// write makes w the output.
func (c *Console) write(w io.Writer) {
	c.printed = new(atomic.Bool)
	c.Out = bufio.NewWriterSize(pipe{w, c.Closed, c.printed}, 1<<16)
	c.Terminal = isTerminal(w)
	c.Colours = understandsEscapes(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// understandsEscapes reports whether w is a terminal that knows the sequences for colours and to clear a line.
// Consoles of Windows may show them as they are.
func understandsEscapes(w io.Writer) bool { return isTerminal(w) && runtime.GOOS != "windows" }

// pipe notices when the program that reads what is written has ended.
type pipe struct {
	io.Writer
	closed  chan<- struct{}
	printed *atomic.Bool
}

// Printed reports whether anything has left for the output; what is still in Out has not.
func (c *Console) Printed() bool { return c.printed.Load() }

func (p pipe) Write(text []byte) (int, error) {
	p.printed.Store(true)
	n, err := p.Writer.Write(text)
	if errors.Is(err, syscall.EPIPE) {
		select {
		case p.closed <- struct{}{}:
		default: // it is known
		}
	}
	return n, err
}
