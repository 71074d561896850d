package bench

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"lightsout/export"
	"lightsout/internal/suggest"
)

// peer is another solver. It reads one format; a solver that reads several has a row for each.
type peer struct {
	name string // in the names of contestants
	// command is its command line: words, of which the first is the program, with placeholders in
	// braces. {cnf} or another format is the file with the problem, {seed} makes a run reproducible,
	// and {answer} is a file for the answer, if it is not printed.
	command string
	debian  string // its Debian package, or ""
	// version is the argument that makes it print its version. Without one, the version is that of the
	// Debian package.
	version string
	// questions are those it is asked where a suite names no peers. Planners have none, because only
	// the smallest boards are within their reach.
	questions []question
	own       bool // somebody's own, not a row of the table

	format string // the placeholder of its problem
	words  []string
}

var (
	decisions   = []question{askAny, askUnsolvable, askAtMost, askTooFew}
	withMinimum = append(slices.Clone(decisions), askFewest)
)

// peers is every solver to compare with. A new one is a row here: answers in any form that export's
// model reader knows (the lines s and v of the SAT competitions, for one) need nothing else. Add its
// Debian package to the Makefile as well, so that make peers installs it.
var peers = known([]peer{
	{name: "minisat", command: "minisat -rnd-seed={seed} {cnf} {answer}", debian: "minisat", questions: decisions},
	{name: "cadical", command: "cadical --seed={seed} {cnf}", debian: "cadical", version: "--version", questions: decisions},
	{name: "cryptominisat5", command: "cryptominisat5 --verb 1 --random {seed} {xnf}", debian: "cryptominisat", version: "--version", questions: decisions},
	{name: "cryptominisat5", command: "cryptominisat5 --verb 1 --random {seed} {cnf}", debian: "cryptominisat", version: "--version", questions: decisions},
	// The same without matrices: what is left is clause learning, and XORs as watched constraints.
	{name: "cryptominisat5-nogauss", command: "cryptominisat5 --maxnummatrices 0 --verb 1 --random {seed} {xnf}", debian: "cryptominisat", version: "--version"},
	{name: "cryptominisat5-nogauss", command: "cryptominisat5 --maxnummatrices 0 --verb 1 --random {seed} {cnf}", debian: "cryptominisat", version: "--version"},
	{name: "picosat", command: "picosat -v -s {seed} {cnf}", debian: "picosat", version: "--version"},
	{name: "glucose", command: "glucose -model -rnd-seed={seed} {cnf}"},
	{name: "kissat", command: "kissat --seed={seed} {cnf}", version: "--version"},
	{name: "clasp", command: "clasp --stats --seed={seed} {opb}", debian: "clasp", version: "--version", questions: withMinimum},
	{name: "glpsol", command: "glpsol --lp {lp} -w {answer}", debian: "glpk-utils", version: "--version", questions: withMinimum},
	{name: "glpsol", command: "glpsol -m {mathprog} -w {answer}", debian: "glpk-utils", version: "--version", questions: withMinimum},
	// Chlond's way: glpsol turns the integer program into clauses for the MiniSat it contains, which
	// finds an answer and minimizes nothing.
	{name: "glpsol-minisat", command: "glpsol --minisat -m {mathprog} -w {answer}", debian: "glpk-utils", version: "--version"},
	{name: "cbc", command: "cbc {lp} randomCbcSeed {seed} solve solu {answer}", debian: "coinor-cbc", version: "-quit", questions: withMinimum},
	{name: "z3", command: "z3 sat.random_seed={seed} {smt2}", debian: "z3", version: "--version", questions: withMinimum},
	{name: "mace4", command: "mace4 -f {mace4}", questions: []question{askAny, askUnsolvable}},
	{name: "prover9", command: "prover9 -f {prover9}"},
	// Processing the oldest clause first and selecting negative literals make E search the states
	// breadth-first. --auto and --auto-schedule fail at two presses on 5×5.
	{name: "eprover", command: "eprover --literal-selection-strategy=SelectNegativeLiterals -H(1*FIFOWeight(ConstPrio)) --proof-object --silent {tptp}",
		debian: "eprover", version: "--version"},
})

// puzzleFormat is this program's own.
const puzzleFormat = "lo"

// known reads the commands of the table.
func known(table []peer) []peer {
	for i := range table {
		// A test makes sure that there is no error.
		_ = table[i].compile()
	}
	return table
}

// placeholders are the words that may stand in braces in somebody's own command.
func placeholders() []string {
	var names []string
	for _, f := range export.Formats() {
		names = append(names, f.Name)
	}
	return append(names, "seed", "answer")
}

var placeholder = regexp.MustCompile(`\{([A-Za-z0-9_-]*)\}`)

// compile reads the command line. It has exactly one format, once or more.
func (p *peer) compile() (err error) {
	allowed := placeholders()
	if p.words, err = splitWords(p.command); err != nil {
		return err
	}
	if len(p.words) == 0 {
		return errors.New("there is no command")
	}
	for _, m := range placeholder.FindAllStringSubmatch(p.command, -1) {
		switch name := m[1]; {
		case !slices.Contains(allowed, name):
			return fmt.Errorf("there is no placeholder {%s}%s; write {%s}", name, suggest.DidYouMean(name, allowed), strings.Join(allowed, "} {"))
		case !slices.Contains([]string{"seed", "answer", p.format}, name):
			if p.format != "" {
				return fmt.Errorf("{%s} and {%s}: a solver reads one file", p.format, name)
			}
			p.format = name
		}
	}
	if p.format == "" {
		return errors.New("the command reads no puzzle: put {cnf} or another format where the file's name belongs")
	}
	return nil
}

// splitWords splits a command line at blanks. Quotes keep words together, as in a shell, and nothing
// else is special.
func splitWords(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	within, quote := false, rune(0)
	for _, c := range line {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(c)
		case c == '\'' || c == '"':
			within, quote = true, c
		case c == ' ' || c == '\t' || c == '\n':
			if within {
				words = append(words, word.String())
				word.Reset()
			}
			within = false
		default:
			within = true
			word.WriteRune(c)
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("a quote %c is not closed", quote)
	}
	if within {
		words = append(words, word.String())
	}
	return words, nil
}

// solverName admits what fits into a table and a file of results.
var solverName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9.+_-]*$`)

// solvers reads who takes part: NAME=COMMAND, or a known solver, perhaps with a format or an XOR encoding. A
// solver that reads clauses and names no encoding gets each of those given.
func (s *suite) solvers(text string, xors, cards []string, coloured bool) ([]contestant, error) {
	if len(xors) == 0 {
		xors = []string{defaultXor(coloured)}
	}
	name, command, own := strings.Cut(text, "=")
	name, command = strings.TrimSpace(name), strings.TrimSpace(command)
	if !own || !solverName.MatchString(name) {
		return knownSolver(text, xors, cards)
	}
	if slices.Contains(append(engineNames(), "gini"), name) {
		return nil, fmt.Errorf("%s is already the name of a contestant; choose another, such as my-%s", name, name)
	}
	if other, there := s.commands[name]; there && other != command {
		return nil, fmt.Errorf("%s is already the name of %q; choose another", name, other)
	}
	p := &peer{name: name, command: command, own: true}
	if err := p.compile(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if s.commands == nil {
		s.commands = map[string]string{}
	}
	s.commands[name] = command
	return p.entries(xors, cards), nil
}

// knownSolver finds the contestants of "NAME [FORMAT|ENCODING]".
func knownSolver(text string, xors, cards []string) ([]contestant, error) {
	name, rest := solverOf(text), encodingOf(text)
	var list []contestant
	for i := range peers {
		p := &peers[i]
		switch {
		case p.name != name:
		case rest == "" || rest == p.format:
			list = append(list, p.entries(xors, cards)...)
		case p.format == "cnf" && !slices.ContainsFunc(peers, func(k peer) bool { return k.name == name && k.format == rest }):
			own, err := parseXors([]string{rest}, false)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			list = append(list, p.entries(own, cards)...)
		}
	}
	switch {
	case !slices.Contains(peerNames(), name):
		return nil, fmt.Errorf("no such solver %q%s; write NAME=COMMAND for one of your own, or one of %s",
			name, suggest.DidYouMean(name, peerNames()), strings.Join(peerNames(), " "))
	case len(list) == 0:
		return nil, fmt.Errorf("%s does not read %q", name, rest)
	}
	return list, nil
}

func peerNames() []string { return distinct(peers, func(p *peer) string { return p.name }) }

// entries are the contestants of one peer: for each encoding, if it reads clauses.
func (p *peer) entries(xors, cards []string) []contestant {
	c := contestant{peer: p}
	f, err := export.FormatByName(p.format)
	if err != nil || !f.Xor {
		return []contestant{c}
	}
	return crossed(c, xors, cards)
}

// answers reports whether the peer's format can express the question.
func (p *peer) answers(q question) bool {
	f, err := export.FormatByName(p.format)
	switch {
	case err != nil:
		return false
	case q == askFewest:
		return f.Min
	case q.counts():
		return f.Bounds
	}
	return true
}

// peersFor lists the peers that can answer a question, once for each format; those that read clauses
// get the XORs both whole and cut, or sums in the default encoding.
func peersFor(q question, coloured bool) []contestant {
	xors := []string{"direct", "cut:4"}
	if coloured {
		xors = []string{defaultXor(true)}
	}
	var list []contestant
	for i := range peers {
		f, err := export.FormatByName(peers[i].format)
		if slices.Contains(peers[i].questions, q) && (!coloured || err == nil && f.States) {
			list = append(list, peers[i].entries(xors, nil)...)
		}
	}
	return list
}

// writes means that the peer writes its answer to a file instead of standard output.
func (p *peer) writes() bool { return strings.Contains(p.command, "{answer}") }

// find is the path of the peer's program.
func (p *peer) find() (string, error) {
	program := p.words[0]
	path, err := exec.LookPath(program)
	if errors.Is(err, exec.ErrDot) {
		err = nil
	}
	switch {
	case err == nil:
		return filepath.Abs(path)
	case errors.Is(err, fs.ErrPermission):
		return "", fmt.Errorf("%s is not a program that may be run", program)
	case p.own:
		return "", fmt.Errorf("%s is not on the path", program)
	case p.debian == "":
		return "", fmt.Errorf("%s is not installed, and Debian 12 does not have it", program)
	}
	return "", fmt.Errorf("%s is not installed (Debian: %s)", program, p.debian)
}

var versionNumber = regexp.MustCompile(`\d+(\.[0-9a-f]+)+(-\w+)?|sc20\d\d|\b\d{3}\b`)

// wrappers run another program: their version is not that of the solver.
var wrappers = []string{"sh", "bash", "env", "nice", "time", "timeout", "taskset"}

// versionOf is the version that the program prints, or else that of its Debian package.
func (p *peer) versionOf(ctx context.Context, path string) string {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	version := p.version
	if p.own && !slices.Contains(wrappers, filepath.Base(path)) {
		version = "--version"
	}
	if version != "" {
		printed, _ := exec.CommandContext(ctx, path, version).CombinedOutput()
		if v := versionNumber.Find(printed); v != nil {
			return string(v)
		}
	}
	installed, err := exec.CommandContext(ctx, "dpkg-query", "-W", "-f", "${Version}", p.debian).Output()
	if p.debian == "" || err != nil || len(installed) == 0 {
		return "unknown"
	}
	return string(installed)
}

// arguments exports the problem and returns the words that follow the program.
func (p *peer) arguments(c contestant, q *instance, files paths) ([]string, error) {
	format, err := export.FormatByName(p.format)
	if err != nil {
		return nil, err
	}
	problem := files.problem + "." + format.Ext
	values := map[string]string{"seed": fmt.Sprint(q.seed), "answer": files.answer, p.format: problem}
	if err := c.export(q, problem); err != nil {
		return nil, err
	}
	var args []string
	for _, word := range p.words[1:] {
		args = append(args, placeholder.ReplaceAllStringFunc(word, func(name string) string { return values[name[1:len(name)-1]] }))
	}
	return args, nil
}

// export writes the puzzle in the contestant's format.
func (c contestant) export(p *instance, name string) error {
	if p.family.formula != nil {
		return p.writeFormula(name, c.peer.format, c.Xor)
	}
	opt := export.Options{Xor: c.Xor, Min: p.question == askFewest}
	if p.question.counts() {
		opt.AtMost, opt.Card = &p.bound, c.Card
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return errors.Join(export.Write(f, p.puzzle, c.peer.format, opt), f.Close())
}
