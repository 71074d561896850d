package bench

import (
	"cmp"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"lightsout/export"
	"lightsout/internal/suggest"
	"lightsout/solve"
)

// peer is a solver: another one, or this program. It reads one format; a solver that reads several has a row for each.
type peer struct {
	Name string `json:"name"` // in the names of contestants
	// Command is its command line: words, of which the first is the program, with placeholders in
	// braces. {cnf} or another format is the file with the problem, {seed} makes a run reproducible,
	// {answer} is a file for the answer, if it is not printed, and {drat} or {lrat} one for a proof that there is none.
	Command string `json:"command"`
	Debian  string `json:"debian"` // its Debian package, or ""
	// Version is the argument that makes it print its version. Without one, the version is that of the
	// Debian package.
	Version string `json:"version"`
	// Proofs are the words that let it write a proof, by kind: drat (or FRAT), lrat.
	Proofs map[string]string `json:"proofs"`
	ByName bool              `json:"by_name"` // it takes part only where a suite names it
	own    bool              // somebody's own, not a row of the table

	format export.Format // of its problem
	words  []string
}

// self is this program. It goes by the name of its SAT solver, or of an engine.
var self = &peer{Name: "gini", Command: "lightsout solve {lo}", format: ownFormat}

// ownFormat is what this program reads. A command with {lo} is this program or another version of it: flags that ask
// the question follow the command, and the answer is a record in JSON.
var ownFormat = export.Format{Name: "lo", Ext: "lo", Xor: true, Card: true, Min: true, Bounds: true, States: true}

func (p *peer) isOurs() bool { return p.format.Name == ownFormat.Name }

//go:embed solvers.json
var peerTable []byte

// peers is every solver to compare with. A new one is a row of solvers.json: answers in any form that export's
// model reader knows (the lines s and v of the SAT competitions, for one) need nothing else. Add its
// Debian package to tools/peers.sh as well, so that make peers installs it.
var peers = readPeers()

// readPeers reads the table. A test makes sure that there is no error.
func readPeers() []*peer {
	var list []*peer
	_ = json.Unmarshal(peerTable, &list)
	for _, p := range list {
		_ = p.compile()
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
	names := append(formatNames(), ownFormat.Name)
	allowed := append(names, append(ProofKinds(), "seed", "answer")...)
	for _, m := range placeholder.FindAllStringSubmatch(p.Command, -1) {
		i := slices.Index(names, m[1])
		switch {
		case !slices.Contains(allowed, m[1]):
			return fmt.Errorf("there is no placeholder {%s}%s; write {%s}", m[1], suggest.DidYouMean(m[1], allowed),
				strings.Join(allowed, "} {"))
		case i < 0: // not a file to read
		case p.format.Name != "" && p.format.Name != m[1]:
			return fmt.Errorf("{%s} and {%s}: a solver reads one file", p.format.Name, m[1])
		default:
			p.format = append(export.Formats(), ownFormat)[i]
		}
	}
	if p.format.Name == "" {
		return errors.New("the command reads no puzzle: put {cnf} or another format where the file's name belongs")
	}
	return nil
}

func formatNames() []string {
	return distinct(export.Formats(), func(f export.Format) string { return f.Name })
}

var (
	commandWord = regexp.MustCompile(`(?:'[^']*'|"[^"]*"|[^\s'"])+`)
	quotedPart  = regexp.MustCompile(`'([^']*)'|"([^"]*)"`)
)

// splitWords splits a command line at blanks. Quotes keep words together, as in a shell, and nothing
// else is special.
func splitWords(line string) ([]string, error) {
	if left := strings.TrimSpace(commandWord.ReplaceAllString(line, "")); left != "" {
		return nil, fmt.Errorf("a quote %c is not closed", left[0])
	}
	words := commandWord.FindAllString(line, -1)
	for i, word := range words {
		words[i] = quotedPart.ReplaceAllString(word, "$1$2")
	}
	return words, nil
}

// solverName admits what fits into a table and a file of results.
var solverName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9.+_-]*$`)

// find is the solvers of NAME=COMMAND, one of somebody's own, or of "NAME [FORMAT]", one that is known. A name is that
// of one program, and a command under its own name the same solver wherever it is said.
func (b *builder) find(text string) (found []*peer, err error) {
	name, command, own := strings.Cut(text, "=")
	name, command, format := strings.TrimSpace(name), strings.TrimSpace(command), ""
	if !own {
		name, format = solverOf(text), encodingOf(text)
	}
	var same *peer
	for _, p := range b.solvers {
		if p.Name == name {
			same = p
			if own && p.Command == command || !own && (format == "" || format == p.format.Name) {
				found = append(found, p)
			}
		}
	}
	switch {
	case len(found) > 0:
		return found, nil
	case own && slices.Contains(append(solve.EngineNames(), self.Name), name):
		return nil, fmt.Errorf("%s is already the name of a contestant; choose another, such as my-%s", name, name)
	case own && same != nil:
		return nil, fmt.Errorf("%s is already the name of %q; choose another, such as my-%s", name, same.Command, name)
	case same != nil:
		return nil, fmt.Errorf("%s does not read %q", name, format)
	case !own || !solverName.MatchString(name):
		return nil, fmt.Errorf("no such solver %q%s; write NAME=COMMAND for one of your own, or one of %s",
			name, suggest.DidYouMean(name, peerNames()), strings.Join(peerNames(), " "))
	}
	p := &peer{Name: name, Command: command, ByName: true, own: true}
	if err := p.compile(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	b.solvers = append(b.solvers, p)
	return []*peer{p}, nil
}

func peerNames() []string { return distinct(peers, func(p *peer) string { return p.Name }) }

// entries are the contestants of one solver: for each encoding, if it reads clauses or writes them itself.
func (p *peer) entries(e encodings) []contestant {
	c := contestant{peer: p}
	switch {
	case !p.format.Xor:
		return []contestant{c}
	case p.isOurs() && len(e.xors) > 0:
		c.Engine = "sat"
	case len(e.xors) == 0 && !p.isOurs():
		e.xors = []string{defaultXor(e.coloured)}
	}
	return e.of(c)
}

// programDigest is a digest of the files that run: the program, and for a wrapper all programs that its words name. It
// is "" if there is none.
func (p *peer) programDigest(ownPath string) string {
	paths := []string{ownPath}
	if p != self {
		path, err := p.find()
		if err != nil {
			return ""
		}
		paths = []string{path}
		if slices.Contains(wrappers, filepath.Base(path)) {
			for _, word := range strings.FieldsFunc(strings.Join(p.words[1:], " "), notInNames) {
				if path, err := exec.LookPath(word); err == nil {
					paths = append(paths, path)
				}
			}
		}
	}
	return digestOfFiles(paths...)
}

// digestOfFiles tells the contents of files apart. What cannot be read counts as empty.
func digestOfFiles(paths ...string) string {
	h := sha256.New()
	for _, path := range paths {
		if f, err := os.Open(path); err == nil {
			_, _ = io.Copy(h, f)
			_ = f.Close()
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8])
}

// notInNames reports what cannot be in the name of a program within the words of a shell.
func notInNames(c rune) bool { return strings.ContainsRune(" \t\n;|&()<>'\"`$", c) }

// find is the path of the peer's program.
func (p *peer) find() (string, error) {
	path, err := exec.LookPath(p.words[0])
	switch {
	case err == nil:
		return filepath.Abs(path)
	case p.Debian == "":
		return "", fmt.Errorf("%s is not on the path, or not a program", p.words[0])
	}
	return "", fmt.Errorf("%s is not installed (Debian: %s)", p.words[0], p.Debian)
}

var versionNumber = regexp.MustCompile(`\d+(\.[0-9a-f]+)+(-\w+)?|sc20\d\d|\b\d{3}\b`)

// wrappers run another program: their version is not that of the solver.
var wrappers = []string{"sh", "bash", "env", "nice", "time", "timeout", "taskset"}

// beginning is the beginning of what a program prints. The pipe is closed when it prints more.
type beginning []byte

func (b *beginning) Write(p []byte) (int, error) {
	const longest = 1 << 16
	if len(*b)+len(p) > longest {
		return 0, io.ErrShortWrite
	}
	*b = append(*b, p...)
	return len(p), nil
}

// versionOf is the version that the program prints, and that of its Debian package: some print the name of a branch.
func (p *peer) versionOf(ctx context.Context, path string) string {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	version := p.Version
	if p.own && !slices.Contains(wrappers, filepath.Base(path)) {
		version = "--version"
	}
	var found []string
	if version != "" {
		ask := exec.Command(path, version)
		var printed beginning
		ask.Stdout, ask.Stderr = &printed, &printed
		ask.WaitDelay = time.Second // what it started may hold on to its output
		run(ctx, ask, limits{Memory: defaultMemory})
		if v := versionNumber.Find(printed); v != nil {
			found = append(found, string(v))
		}
	}
	installed, err := exec.CommandContext(ctx, "dpkg-query", "-W", "-f", "${Version}", p.Debian).Output()
	if p.Debian != "" && filepath.Dir(path) == "/usr/bin" && err == nil && len(installed) > 0 {
		found = append(found, "Debian "+string(installed))
	}
	return cmp.Or(strings.Join(found, ", "), "unknown")
}
