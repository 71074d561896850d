package bench

import (
	"crypto/md5" //nolint:gosec // gbdhash is MD5
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"lightsout/cnf"
	"lightsout/export"
)

// problem is the file that contestants with the same format and encodings are given. It is written once.
type problem struct {
	path     string
	seconds  float64 // CPU time to write it
	size     sizes
	err      error  // it could not be written
	counting string // what the size leaves out: the clauses that count, of the fewest presses
	digest   string // of the file: a solver may not change what others are asked, or what its proof is checked with
}

// sizes are those of a formula in DIMACS's form.
type sizes struct {
	vars, clauses, literals, xors int
	sum                           uint64 // a digest of the clauses, in whatever order
	gbd                           string // gbdhash, if there are no XORs
}

// problem is the file in a contestant's format; with asClauses, its formula as clauses, whatever it reads.
func (p *instance) problem(who contestant, asClauses bool) *problem {
	format := who.peer.format
	if asClauses {
		format, _ = export.FormatByName("cnf")
	}
	name := fmt.Sprintf("%s-s%d", instanceName(p.family.name, p.size, p.question), p.seed)
	for _, word := range []string{who.Xor, who.Card} {
		if word != "" && format.Name == "cnf" {
			name += "-" + strings.ReplaceAll(word, ":", "")
		}
	}
	path := filepath.Join(p.dir, name+"."+format.Ext)
	if p.problems[path] == nil {
		made := &problem{path: path}
		made.err = made.write(p, who, format)
		p.problems[path] = made
	}
	return p.problems[path]
}

// write writes and measures the file.
func (f *problem) write(p *instance, who contestant, format export.Format) error {
	begun := ownTime()
	file, err := os.Create(f.path)
	if err != nil {
		return err
	}
	err = errors.Join(p.export(file, who, format), file.Close())
	f.seconds = (ownTime() - begun).Seconds()
	f.digest = digestOfFiles(f.path)
	if err != nil || format.Name != "cnf" && format.Name != "xnf" {
		return err
	}
	if p.question == askFewest {
		f.counting = who.Card
	}
	file, err = os.Open(f.path)
	if err == nil {
		f.size, err = measureFormula(file)
		err = errors.Join(err, file.Close())
	}
	return err
}

// export writes the problem in a format.
func (p *instance) export(w io.Writer, who contestant, format export.Format) error {
	switch {
	case p.family.formula != nil && format.Name == "cnf":
		return cnf.WriteDIMACS(w, func(sink cnf.Sink) error { return p.family.formula.Write(sink, who.Xor) })
	case p.family.formula != nil || format.Name == ownFormat.Name:
		return p.family.write(w, p.puzzle)
	}
	opt := export.Options{Xor: who.Xor, Min: p.question == askFewest && format.Min}
	if p.question.bounds() {
		opt.AtMost, opt.Card = &p.bound, who.Card
	}
	return export.Write(w, p.puzzle, format.Name, opt)
}

// setProblem gives the contestant its file, and the result the sizes of its formula.
func (p *instance) setProblem(who contestant, res *Result) (*problem, error) {
	file := p.problem(who, false)
	formula := file
	if who.Xor != "" && who.peer.format.Name != "cnf" { // it encodes for itself, or reads more than clauses
		formula = p.problem(who, true)
	}
	if err := errors.Join(file.err, formula.err); err != nil {
		return nil, err
	}
	if !who.peer.isOurs() {
		res.Encoding = file.seconds
	}
	if s := formula.size; s.gbd != "" || s.xors > 0 {
		res.Vars, res.Clauses, res.Literals, res.Xors, res.GBDHash = s.vars, s.clauses, s.literals, s.xors, s.gbd
		res.Formula = strings.TrimSpace(fmt.Sprintf("%016x %s", s.sum+scramble(uint64(s.vars)), formula.counting))
	}
	return file, nil
}

// notWritten is the outcome of a problem that could not be written: a fault of the disk, or a formula that the encoding
// does not write.
func notWritten(err error) outcome {
	if _, fault := errors.AsType[*fs.PathError](err); fault {
		return failed
	}
	return notAsked
}

// measureFormula measures a formula in DIMACS's form, with or without XOR lines.
func measureFormula(in io.Reader) (sizes, error) {
	f, err := cnf.ReadDIMACS(in, "formula")
	if err != nil {
		return sizes{}, err
	}
	s := sizes{vars: f.Vars(), clauses: f.NumClauses(), xors: f.NumXors()}
	gbd := md5.New() //nolint:gosec // as above
	var text []byte
	for lits := range f.Clauses() {
		clause := uint64(1)
		for _, lit := range lits {
			clause += scramble(uint64(lit))
			text = append(strconv.AppendInt(text, int64(lit), 10), ' ')
		}
		_, _ = gbd.Write(append(text, '0'))
		text = append(text[:0], ' ')
		s.sum += scramble(clause)
		s.literals += len(lits)
	}
	if s.xors == 0 {
		s.gbd = fmt.Sprintf("%x", gbd.Sum(nil))
	}
	return s, nil
}
