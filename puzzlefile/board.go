package puzzlefile

import (
	"fmt"
	"math"
	"os"
	"strings"

	"lightsout/board"
)

// ParseBoard reads a SPEC as [board.Parse] does, and graph:FILE too: the board of the first puzzle of a file, or of
// the K-th with graph:FILE#K. After the file come the options self=off, switches=edges and mod=K. A defect of the
// file is a *[SyntaxError]. SPECs that others wrote are for board.Parse, which opens no file.
func ParseBoard(spec string) (*board.Board, error) {
	spec = strings.TrimSpace(spec)
	file, ok := strings.CutPrefix(spec, "graph:")
	if !ok {
		return board.Parse(spec)
	}
	file, options := cutOptions(file)
	if file == "" {
		return nil, specError(spec, "names no file: write graph:FILE")
	}
	p, err := readFirst(file)
	if err != nil || options == "" {
		return p.Board, err
	}
	b, err := p.Board.WithOptions(options)
	if err != nil {
		return nil, specError(spec, err.Error())
	}
	return b, nil
}

// BoardFile is the file that a SPEC names, "" if it names none.
func BoardFile(spec string) string {
	file, ok := strings.CutPrefix(strings.TrimSpace(spec), "graph:")
	if !ok {
		return ""
	}
	file, _ = cutOptions(file)
	file, _ = FileNumber(file)
	return file
}

// cutOptions cuts the options off a name, which may have commas of its own.
func cutOptions(name string) (rest, options string) {
	for cut := strings.LastIndexByte(name, ','); cut >= 0; cut = strings.LastIndexByte(name, ',') {
		option, _, _ := strings.Cut(name[cut+1:], "=")
		if option != "self" && option != "switches" && option != "mod" {
			break
		}
		name, options = name[:cut], name[cut+1:]+","+options
	}
	return name, strings.TrimSuffix(options, ",")
}

// specError says what is wrong with a SPEC, as [board.Parse] does.
func specError(spec, what string) error { return fmt.Errorf("board %q: %s", clip(spec), what) }

// readFirst is the first puzzle of a file, or the K-th of FILE#K.
func readFirst(file string) (*board.Puzzle, error) {
	none := &board.Puzzle{}
	name, only := FileNumber(file)
	if name == "-" {
		return none, specError("graph:-", "a board cannot be read from standard input; name a file")
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return none, fmt.Errorf("%s is a directory, not a puzzle file", file)
	}
	f, err := os.Open(name)
	if err != nil {
		return none, err
	}
	defer f.Close()
	p, err := NewReader(f, ReaderOptions{Name: name, Only: max(only, 1)}).Next()
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
