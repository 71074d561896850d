package bench

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/encode"
	"lightsout/puzzlefile"
)

// family is boards of one kind, told apart by their size: a SPEC with N in it, or the puzzles of a
// file, whose sizes are their numbers.
type family struct {
	name string // in instances, tables and files
	// template is the SPEC with N for the size, or the name of the file.
	template  string
	takesSize bool // the template has an N
	puzzles   map[int]*board.Puzzle
	formula   *encode.Formula // of a file that is one; its XORs are then the only puzzle
	// given means that these have lights of their own.
	given bool
}

// randomGraphs are boards that only benchmarks have: graphs drawn from the seed.
var randomGraphs = map[string]struct {
	form  string               // with an N for each number
	fault func(n []int) string // what is wrong with the numbers; "" if nothing is
	draw  func(n []int, seed uint64) *board.Board
}{
	"regular": {"regular:NxN", regularFault, func(n []int, seed uint64) *board.Board { return regular(n[0], n[1], seed) }},
	"tree":    {"tree:N", func([]int) string { return "" }, func(n []int, seed uint64) *board.Board { return randomTree(n[0], seed) }},
}

func regularFault(n []int) string {
	switch {
	case n[1] < 2*n[0]:
		return "the number of nodes, the second, is at least twice the degree, the first"
	case n[0]*n[1]%2 == 1:
		return "the degree or the number of nodes is even"
	}
	return ""
}

// maxDrawn is how many lights the largest random graph has.
const maxDrawn = 1 << 22

// blueprint is a board that was checked and not made yet.
type blueprint struct {
	spec   string
	lights int
	states int // of a light; 0 stands for 2
	board  func(seed uint64) *board.Board
}

// parseSpec reads a SPEC, or the name of a random graph.
func parseSpec(spec string) (blueprint, error) {
	shape, rest, _ := strings.Cut(spec, ":")
	g, random := randomGraphs[shape]
	rest, byEdges := strings.CutSuffix(rest, ",switches=edges")
	if !random {
		b, err := puzzlefile.ParseBoard(spec)
		if err != nil {
			return blueprint{}, err
		}
		return blueprint{b.Spec(), b.Lights(), b.States(), func(uint64) *board.Board { return b }}, nil
	}
	var n []int
	for side := range strings.SplitSeq(rest, "x") {
		k, err := strconv.Atoi(side)
		if err != nil || k < 1 || k > maxDrawn {
			return blueprint{}, fmt.Errorf("%s: write %s, with numbers from 1 to %d", spec, g.form, maxDrawn)
		}
		n = append(n, k)
	}
	if len(n) != strings.Count(g.form, "N") {
		return blueprint{}, fmt.Errorf("%s: write %s", spec, g.form)
	}
	if fault := g.fault(n); fault != "" {
		return blueprint{}, fmt.Errorf("%s: %s", spec, fault)
	}
	lights := n[len(n)-1]
	return blueprint{spec: spec, lights: lights, board: func(seed uint64) *board.Board {
		b := g.draw(n, seed)
		if on, err := b.WithOptions("switches=edges"); byEdges && err == nil {
			b = on
		}
		return b
	}}, nil
}

// spec is the SPEC of one size.
func (f family) spec(n int) string {
	if !f.takesSize {
		return f.template
	}
	return strings.ReplaceAll(f.template, "N", strconv.Itoa(n))
}

// coloured reports whether lights have more than two states, as the SPEC says for any size.
func (f family) coloured() bool { return f.puzzles == nil && coloured(f.template) }

func coloured(template string) bool {
	spec, err := parseSpec(family{template: template, takesSize: true}.spec(2))
	return err == nil && spec.states > 2
}

// about describes the board of size n.
func (f family) about(n int) string {
	if f.puzzles != nil {
		return fmt.Sprintf("%s#%d", f.template, n)
	}
	return f.spec(n)
}

// puzzle is the puzzle of size n, which the caller may change; given means that it has lights of its
// own.
func (f family) puzzle(n int, seed uint64) (p *board.Puzzle, given bool, err error) {
	if f.puzzles != nil {
		q := *f.puzzles[n]
		q.On = q.On.Clone()
		return &q, f.given, nil
	}
	b, err := parseSpec(f.spec(n))
	if err != nil {
		return nil, false, err
	}
	return board.NewPuzzle(b.board(seed)), false, nil
}

// formulaFamily reads a formula.
func formulaFamily(f family, text io.Reader) (family, []int, error) {
	formula, err := cnf.ReadDIMACS(text, f.template)
	if err != nil {
		return f, nil, err
	}
	if f.formula, err = encode.NewFormula(formula, f.template); err != nil {
		return f, nil, err
	}
	if f.given = true; f.formula.XORs == nil {
		return f, nil, fmt.Errorf("%s has no XOR lines: every encoding of these is the same", f.template)
	}
	f.puzzles[1] = f.formula.XORs
	return f, []int{1}, nil
}

// digestOf tells the puzzle of one size apart from others of the same name, also from those that were made to
// be taken for it.
func (f family) digestOf(n int, on string) string {
	h := sha256.New()
	fmt.Fprintf(h, "%q ", on)
	if f.formula != nil {
		_ = cnf.WriteDIMACS(h, func(s cnf.Sink) error { f.formula.WriteNative(s); return nil })
	} else if p := f.puzzles[n]; p != nil {
		_ = puzzlefile.Write(h, puzzleFormat, p) // a hash takes anything
	} else {
		fmt.Fprint(h, f.spec(n))
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:16])
}

// numbers are the sizes in the shape of a SPEC.
var numbers = regexp.MustCompile(`\d+`)

// family reads a board as people write it: a SPEC, a SPEC with N, or a file of puzzles or graphs. It
// returns the sizes to measure.
func (b *builder) family(text string, n []int) (f family, sizes []int, err error) {
	graph := strings.HasPrefix(text, "graph:")
	file, isFile := b.fileOf(text)
	spec, errSpec := parseSpec(text)
	switch {
	case errSpec == nil && (!graph || !isFile): // a file may hold several graphs
		f, sizes = fixedFamily(spec)
	case isFile:
		f, sizes, err = fileFamily(file, graph)
	case strings.Contains(text, "N"):
		f = family{name: slugOf(dropSides.ReplaceAllString(text, "$1")), template: text, takesSize: true}
		sizes, err = n, f.check(n)
	case !graph && strings.ContainsAny(text, "./#"):
		err = fmt.Errorf("there is no file %s, and it is not a SPEC either", text)
	default:
		err = errSpec
	}
	return f, sizes, err
}

// check refuses sizes that make no board.
func (f family) check(sizes []int) error {
	if len(sizes) == 0 {
		return fmt.Errorf("%s: its N needs numbers, such as n 4-20", f.template)
	}
	for _, n := range sizes {
		if _, err := parseSpec(f.spec(n)); err != nil {
			return err
		}
	}
	return nil
}

// dropSides takes the N out of a SPEC for its name: grid:NxN is of the family grid.
var dropSides = regexp.MustCompile(`:N(?:xN)*(,|$)`)

// fixedFamily is the family of a SPEC. If the numbers in its shape are all the same, that is its size,
// so that 5x5 and 6x6 are of one family; otherwise it is a family of its own, whose size is its number
// of lights.
func fixedFamily(b blueprint) (family, []int) {
	shape, options, hasOptions := strings.Cut(b.spec, ",")
	all := numbers.FindAllString(shape, -1)
	same := len(all) > 0 && !strings.HasPrefix(shape, "graph:")
	for _, n := range all {
		same = same && n == all[0]
	}
	if !same {
		return family{name: slugOf(b.spec), template: b.spec}, []int{b.lights}
	}
	f := family{template: numbers.ReplaceAllString(shape, "N"), takesSize: true}
	if hasOptions {
		f.template += "," + options
	}
	f.name = slugOf(dropSides.ReplaceAllString(f.template, "$1"))
	size, _ := strconv.Atoi(all[0]) // a board was made of it
	return f, []int{size}
}

// fileOf is the file that a board names, if it exists.
func (b *builder) fileOf(text string) (file string, ok bool) {
	file = strings.TrimPrefix(text, "graph:")
	if b.dir != "" && !filepath.IsAbs(file) {
		file = filepath.Join(b.dir, file)
	}
	name, _ := puzzlefile.FileNumber(file)
	_, err := os.Stat(name)
	return file, err == nil
}

// fileFamily reads the puzzles or graphs of a file, or the K-th of FILE#K.
func fileFamily(file string, graphs bool) (family, []int, error) {
	name, only := puzzlefile.FileNumber(file)
	f := family{template: name, puzzles: map[int]*board.Puzzle{}}
	f.name = slugOf(strings.TrimSuffix(filepath.Base(name), filepath.Ext(name)))
	in, err := os.Open(name)
	if err != nil {
		return f, nil, err
	}
	defer in.Close()
	if info, err := in.Stat(); err == nil && info.IsDir() {
		return f, nil, fmt.Errorf("%s: is a directory; name a file", name)
	}
	text := bufio.NewReaderSize(in, 1<<16)
	if start, _ := text.Peek(1 << 16); cnf.IsDIMACS(start) {
		return formulaFamily(f, text)
	}
	r := puzzlefile.NewReader(text, puzzlefile.ReaderOptions{Name: name, Only: only})
	var sizes []int
	for k := max(only, 1); ; k++ {
		p, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return f, nil, err
		}
		if k-max(only, 1) >= mostPuzzles {
			return f, nil, fmt.Errorf("%s: more than %d puzzles; name some of them as in %s#1", name, mostPuzzles, name)
		}
		f.puzzles[k], sizes = p, append(sizes, k)
	}
	f.given = !graphs && !r.BoardsOnly()
	return f, sizes, nil
}
