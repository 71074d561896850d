package puzzlefile

import (
	"fmt"
	"math"
	"os"
	"strings"

	"lightsout/board"
)

// ParseBoard reads a SPEC as [board.Parse] does, and graph:FILE too: the board of the first puzzle of a file, or of
// the K-th with graph:FILE#K. After the file come the options directed=off, names=id or names=label, self=off,
// switches=edges and mod=K. A defect of the file is a *[SyntaxError]. SPECs that others wrote are for board.Parse,
// which opens no file.
func ParseBoard(spec string) (*board.Board, error) {
	spec = strings.TrimSpace(spec)
	g, ok := ParseGraph(spec)
	switch {
	case !ok:
		return board.Parse(spec)
	case g.File == "":
		return nil, specError(spec, "names no file: write graph:FILE")
	case g.Wrong != "":
		return nil, specError(spec, g.Wrong)
	}
	p, err := readFirst(g)
	if err != nil || g.Options == "" {
		return p.Board, err
	}
	b, err := p.Board.WithOptions(g.Options)
	if err != nil {
		return nil, specError(spec, err.Error())
	}
	return b, nil
}

// GraphSpec is a SPEC that names a file.
type GraphSpec struct {
	File string // with #K, if it has that
	// Options are those of the board, such as self=off.
	Options string
	// Undirected and Names are as in [ReaderOptions].
	Undirected bool
	Names      string

	Wrong string // what is wrong with an option, "" if nothing is
}

// ParseGraph takes graph:FILE apart; false if a SPEC is not of this form.
func ParseGraph(spec string) (g GraphSpec, ok bool) {
	if g.File, ok = strings.CutPrefix(strings.TrimSpace(spec), "graph:"); !ok {
		return g, false
	}
	for cut := strings.LastIndexByte(g.File, ','); cut >= 0; cut = strings.LastIndexByte(g.File, ',') {
		name, value, _ := strings.Cut(g.File[cut+1:], "=")
		switch name {
		case "self", "switches", "mod":
			g.Options = strings.TrimSuffix(g.File[cut+1:]+","+g.Options, ",")
		case "directed":
			if g.Undirected = value == "off"; !g.Undirected {
				g.Wrong = fmt.Sprintf("directed=%s: write directed=off, which makes all edges work in both directions",
					clip(value))
			}
		case "names":
			if g.Names = value; value != "id" && value != "label" {
				g.Wrong = fmt.Sprintf("names=%s: write names=id or names=label", clip(value))
			}
		default:
			return g, true
		}
		g.File = g.File[:cut]
	}
	return g, true
}

// BoardFile is the file that a SPEC names, "" if it names none.
func BoardFile(spec string) string {
	g, ok := ParseGraph(spec)
	if !ok {
		return ""
	}
	file, _ := FileNumber(g.File)
	return file
}

// specError says what is wrong with a SPEC, as [board.Parse] does.
func specError(spec, what string) error { return fmt.Errorf("board %q: %s", clip(spec), what) }

// readFirst is the first puzzle of a file, or the K-th of FILE#K.
func readFirst(g GraphSpec) (*board.Puzzle, error) {
	none := &board.Puzzle{}
	name, only := FileNumber(g.File)
	if name == "-" {
		return none, specError("graph:-", "a board cannot be read from standard input; name a file")
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return none, fmt.Errorf("%s is a directory, not a puzzle file", g.File)
	}
	f, err := os.Open(name)
	if err != nil {
		return none, err
	}
	defer f.Close()
	p, err := NewReader(f, ReaderOptions{Name: name, Only: max(only, 1), Undirected: g.Undirected,
		Names: g.Names}).Next()
	if err != nil {
		return none, err
	}
	return p, nil
}

// FileNumber splits FILE#K into the file and the number of a puzzle in it, counted from 1. The number
// is 0 if there is none, or if a file has that very name.
func FileNumber(file string) (name string, k int) {
	cut := strings.LastIndexByte(file, '#')
	if cut < 0 {
		return file, 0
	}
	if _, err := os.Stat(file); err == nil {
		return file, 0
	}
	if k, ok := number(file[cut+1:], 1, maxListed); ok {
		return file[:cut], k
	}
	return file, 0
}

// maxListed is how many nodes, switches or lights a file may have.
const maxListed = math.MaxInt32

// isListed reports whether a board has no SPEC but a file's name.
func isListed(b *board.Board) bool { return strings.HasPrefix(b.Spec(), "graph:") }

// hasHoles reports whether a board's drawing has places without a cell.
func hasHoles(b *board.Board) bool {
	rows, cols := b.Layout().Size()
	return b.Lights() < rows*cols
}
