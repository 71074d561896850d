package bench

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
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
	Name string `json:"name"` // in the names of contestants
	// Command is its command line: words, of which the first is the program, with placeholders in
	// braces. {cnf} or another format is the file with the problem, {seed} makes a run reproducible,
	// and {answer} is a file for the answer, if it is not printed.
	Command string `json:"command"`
	Debian  string `json:"debian"` // its Debian package, or ""
	// Version is the argument that makes it print its version. Without one, the version is that of the
	// Debian package.
	Version string `json:"version"`
	ByName  bool   `json:"by_name"` // it takes part only where a suite names it
	own     bool   // somebody's own, not a row of the table

	format export.Format // of its problem
	words  []string
}

//go:embed solvers.json
var peerTable []byte

// peers is every solver to compare with. A new one is a row of solvers.json: answers in any form that export's
// model reader knows (the lines s and v of the SAT competitions, for one) need nothing else. Add its
// Debian package to the Makefile as well, so that make peers installs it.
var peers = readPeers()

// readPeers reads the table. A test makes sure that there is no error.
func readPeers() []peer {
	var list []peer
	_ = json.Unmarshal(peerTable, &list)
	for i := range list {
		_ = list[i].compile()
	}
	return list
}

var placeholder = regexp.MustCompile(`\{([A-Za-z0-9_-]*)\}`)

// compile reads the command line. It has exactly one format, once or more.
func (p *peer) compile() (err error) {
	if p.words, err = splitWords(p.Command); err != nil {
		return err
	}
	if len(p.words) == 0 {
		return errors.New("there is no command")
	}
	allowed := append(formatNames(), "seed", "answer")
	for _, m := range placeholder.FindAllStringSubmatch(p.Command, -1) {
		f, errFormat := export.FormatByName(m[1])
		switch {
		case !slices.Contains(allowed, m[1]):
			return fmt.Errorf("there is no placeholder {%s}%s; write {%s}", m[1], suggest.DidYouMean(m[1], allowed), strings.Join(allowed, "} {"))
		case errFormat != nil: // {seed} or {answer}
		case p.format.Name != "" && p.format.Name != f.Name:
			return fmt.Errorf("{%s} and {%s}: a solver reads one file", p.format.Name, f.Name)
		default:
			p.format = f
		}
	}
	if p.format.Name == "" {
		return errors.New("the command reads no puzzle: put {cnf} or another format where the file's name belongs")
	}
	return nil
}

func formatNames() []string {
	return distinct(export.Formats(), func(f *export.Format) string { return f.Name })
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

// register reads NAME=COMMAND. Anything else is a known solver.
func (b *builder) register(text string) error {
	name, command, own := strings.Cut(text, "=")
	name, command = strings.TrimSpace(name), strings.TrimSpace(command)
	if !own || !solverName.MatchString(name) {
		return nil
	}
	if slices.Contains(append(engineNames(), "gini"), name) {
		return fmt.Errorf("%s is already the name of a contestant; choose another, such as my-%s", name, name)
	}
	if other := b.own[name]; other != nil {
		if other.Command != command {
			return fmt.Errorf("%s is already the name of %q; choose another", name, other.Command)
		}
		return nil
	}
	p := &peer{Name: name, Command: command, own: true}
	if err := p.compile(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if b.own == nil {
		b.own = map[string]*peer{}
	}
	b.own[name] = p
	return nil
}

// solver finds the contestants of NAME=COMMAND, or of "NAME [FORMAT|ENCODING]".
func (b *builder) solver(text string, e encodings) ([]contestant, error) {
	name, rest := solverOf(text), encodingOf(text)
	if before, _, own := strings.Cut(text, "="); own {
		name = strings.TrimSpace(before)
	}
	if p := b.own[name]; p != nil {
		return p.entries(e), nil
	}
	var list []contestant
	for i := range peers {
		p := &peers[i]
		switch {
		case p.Name != name:
		case rest == "" || rest == p.format.Name:
			list = append(list, p.entries(e)...)
		case p.format.Name == "cnf" && !slices.ContainsFunc(peers, func(k peer) bool { return k.Name == name && k.format.Name == rest }):
			xors, err := parseXors([]string{rest}, false)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, errors.Unwrap(err))
			}
			list = append(list, p.entries(encodings{xors: xors, cards: e.cards})...)
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

func peerNames() []string { return distinct(peers, func(p *peer) string { return p.Name }) }

// usualPeers are those that need not be named, by name and format.
func usualPeers(coloured bool) []string {
	var list []string
	for _, p := range peers {
		if !p.ByName && (p.format.States || !coloured) {
			list = append(list, p.Name+" "+p.format.Name)
		}
	}
	return list
}

// entries are the contestants of one peer: for each encoding, if it reads clauses.
func (p *peer) entries(e encodings) []contestant {
	if !p.format.Xor {
		return []contestant{{peer: p}}
	}
	if len(e.xors) == 0 {
		e.xors = []string{defaultXor(e.coloured)}
	}
	return e.of(contestant{peer: p})
}

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
	case p.Debian == "":
		return "", fmt.Errorf("%s is not on the path", program)
	}
	return "", fmt.Errorf("%s is not installed (Debian: %s)", program, p.Debian)
}

var versionNumber = regexp.MustCompile(`\d+(\.[0-9a-f]+)+(-\w+)?|sc20\d\d|\b\d{3}\b`)

// wrappers run another program: their version is not that of the solver.
var wrappers = []string{"sh", "bash", "env", "nice", "time", "timeout", "taskset"}

// versionOf is the version that the program prints, or else that of its Debian package.
func (p *peer) versionOf(ctx context.Context, path string) string {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	version := p.Version
	if p.own && !slices.Contains(wrappers, filepath.Base(path)) {
		version = "--version"
	}
	if version != "" {
		printed, _ := exec.CommandContext(ctx, path, version).CombinedOutput()
		if v := versionNumber.Find(printed); v != nil {
			return string(v)
		}
	}
	installed, err := exec.CommandContext(ctx, "dpkg-query", "-W", "-f", "${Version}", p.Debian).Output()
	if p.Debian == "" || err != nil || len(installed) == 0 {
		return "unknown"
	}
	return string(installed)
}
