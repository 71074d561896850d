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
	"slices"
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
	formula   *formula // of a file that is one; its XORs are then the only puzzle
	given     bool     // the puzzles have lights of their own, and may have no answer
}

// A random graph is another one for each seed of a benchmark, unless its SPEC has a seed of its own.
const (
	regularPrefix = "regular:"
	seedOption    = ",seed="
)

func isDrawn(spec string) bool {
	return strings.HasPrefix(spec, regularPrefix) && !strings.Contains(spec, seedOption)
}

// spec is the SPEC of one size and seed.
func (f family) spec(n int, seed uint64) string {
	spec := f.template
	if f.takesSize {
		spec = strings.ReplaceAll(spec, "N", strconv.Itoa(n))
	}
	if isDrawn(spec) {
		spec += seedOption + strconv.FormatUint(seed, 10)
	}
	return spec
}

// coloured reports whether the lights of a SPEC, in which N may stand for any size, have more than two states.
func coloured(template string) bool {
	b, err := puzzlefile.ParseBoard(strings.ReplaceAll(template, "N", "2"))
	return err == nil && b.States() > 2
}

// coloured reports whether the lights of the board of size n have more than two states.
func (f family) coloured(n int) bool {
	if p := f.puzzles[n]; p != nil {
		return p.Board.States() > 2
	}
	return coloured(f.template)
}

// about describes the board of one size and seed.
func (f family) about(n int, seed uint64) string {
	if f.puzzles != nil {
		return fmt.Sprintf("%s#%d", f.template, n)
	}
	return f.spec(n, seed)
}

// puzzle is the puzzle of size n, which the caller may change.
func (f family) puzzle(n int, seed uint64) (*board.Puzzle, error) {
	if f.puzzles != nil {
		q := *f.puzzles[n]
		q.On = q.On.Clone()
		return &q, nil
	}
	b, err := puzzlefile.ParseBoard(f.spec(n, seed))
	if err == nil {
		err = b.CheckSize()
	}
	if err != nil {
		return nil, err
	}
	return board.NewPuzzle(b), nil
}

// write writes one of the family's puzzles, or its formula, as this program reads it.
func (f family) write(w io.Writer, p *board.Puzzle) error {
	if f.formula == nil {
		return puzzlefile.Write(w, ownFormat.Name, p)
	}
	return cnf.WriteDIMACS(w, func(sink cnf.Sink) error { f.formula.WriteNative(sink); return nil })
}

// digestOf tells the puzzle of one size and seed apart from others of the same name, also from those that were made to
// be taken for it.
func (f family) digestOf(n int, seed uint64) string {
	h := sha256.New()
	fmt.Fprint(h, `"" `) // published results have it
	if p := f.puzzles[n]; p != nil {
		_ = f.write(h, p) // a hash takes anything
	} else {
		fmt.Fprint(h, f.spec(n, seed))
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:16])
}

// family reads a board as people write it: a SPEC, a SPEC with N, or a file of puzzles or graphs. It
// returns the sizes to measure.
func (b *builder) family(text string, n []int) (f family, sizes []int, err error) {
	file, isFile := b.fileOf(text)
	isGraph := strings.HasPrefix(text, "graph:")
	made, err := puzzlefile.ParseBoard(text)
	switch {
	case err == nil && (!isGraph || !isFile): // a file may hold several graphs
		f, sizes = fixedFamily(text, made)
		return f, sizes, nil
	case isFile:
		return fileFamily(file, isGraph)
	case strings.Contains(text, "N") && len(n) == 0:
		err = fmt.Errorf("%s: its N needs numbers: --n 4-20, or n in a suite file", text)
	case strings.Contains(text, "N"): // other sizes that make no board are not asked
		f = family{template: text, takesSize: true}
		_, err = puzzlefile.ParseBoard(f.spec(n[0], 1))
	case !isGraph && strings.ContainsAny(text, "./#"):
		err = fmt.Errorf("there is no file %s, and it is not a SPEC either", text)
	}
	return f, n, err
}

// dropSides takes the N out of a SPEC for its name: grid:NxN is of the family grid.
var dropSides = regexp.MustCompile(`:N(?:xN)*(,|$)`)

// nameOf names a family by its template or its file, with a number if other boards have that name already.
func (b *builder) nameOf(f family) string {
	base := dropSides.ReplaceAllString(f.template, "$1")
	if f.puzzles != nil {
		base = filepath.Base(f.template) // with its ending: own.col and own.xnf are different things
	}
	base = slugOf(base)
	name, boards := base, fmt.Sprint(f.template, f.given)
	for k := 2; b.names[name] != "" && b.names[name] != boards; k++ {
		name = fmt.Sprintf("%s-%d", base, k)
	}
	b.names[name] = boards
	return name
}

// digits are the sizes in the shape of a SPEC.
var digits = regexp.MustCompile(`\d+`)

// fixedFamily is the family of a SPEC. If the numbers in its shape are all the same, that is its size,
// so that 5x5 and 6x6 are of one family; otherwise it is a family of its own, whose size is its number
// of lights.
func fixedFamily(text string, b *board.Board) (family, []int) {
	spec := b.Spec()
	if isDrawn(text) {
		spec = text
	}
	shape, options, _ := strings.Cut(spec, ",")
	all := slices.Compact(digits.FindAllString(shape, -1))
	if len(all) != 1 || strings.HasPrefix(shape, "graph:") {
		return family{template: spec}, []int{b.Lights()}
	}
	size, _ := strconv.Atoi(all[0]) // a board was made of it
	template := strings.TrimSuffix(digits.ReplaceAllString(shape, "N")+","+options, ",")
	return family{template: template, takesSize: true}, []int{size}
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

// fileFamily reads the puzzles or graphs of a file, or the K-th of FILE#K, or a formula.
func fileFamily(file string, graphs bool) (f family, sizes []int, err error) {
	name, only := puzzlefile.FileNumber(file)
	f = family{template: name, puzzles: map[int]*board.Puzzle{}}
	in, err := os.Open(name)
	if err != nil {
		return f, nil, err
	}
	defer in.Close()
	text := bufio.NewReaderSize(in, 1<<16)
	if cnf.StartsDIMACS(text) || filepath.Ext(name) == ".xnf" {
		return f, []int{1}, f.readFormula(text)
	}
	r := puzzlefile.NewReader(text, puzzlefile.ReaderOptions{Name: name, Only: only})
	for k := max(only, 1); ; k++ {
		p, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return f, nil, err
		}
		if len(sizes) >= mostSizes {
			return f, nil, fmt.Errorf("%s: more than %d puzzles; name some of them as in %s#1", name, mostSizes, name)
		}
		f.puzzles[k], sizes = p, append(sizes, k)
	}
	f.given = !graphs && !slices.ContainsFunc(puzzlefile.Formats(), func(k puzzlefile.Format) bool {
		return k.BoardOnly && k.Name == r.Kind()
	})
	return f, sizes, nil
}

func (f *family) readFormula(text io.Reader) error {
	read, err := cnf.ReadDIMACS(text, f.template)
	if err != nil {
		return err
	}
	own := &formula{}
	if own.read, err = encode.NewFormula(read, f.template); err != nil {
		return err
	}
	with, found := cnf.RecoverXors(read)
	if found.Xors > 0 {
		own.recovered = found.String()
	}
	if own.Formula, err = encode.NewFormula(with, f.template); err != nil {
		return err
	}
	if own.XORs == nil {
		return fmt.Errorf("%s: neither x lines nor XORs among its clauses: every encoding of it is the same",
			f.template)
	}
	f.formula, f.given = own, true
	f.puzzles[1] = own.XORs
	return nil
}
