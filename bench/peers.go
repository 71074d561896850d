package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"lightsout/export"
)

// peer is another solver, which answers some of the questions.
type peer struct {
	name    string // in the names of contestants
	program string // looked up on the PATH
	debian  string // its Debian package, or ""
	// versionArgs make it print its version. Without them, the version is that of the Debian package.
	versionArgs []string
	formats     []string // the formats it reads, as export names them
	// questions are those it is asked where a suite names no peers. Planners have none, because only
	// the smallest boards are within their reach.
	questions []question
	// args is its command line. It reads the file problem; seed makes a run reproducible.
	args func(problem, answer string, seed uint64) []string
	// writes means that it writes the answer to the file answer instead of standard output.
	writes bool
	// batch, for a generator, is the command line that prints a batch of puzzles; fits rejects boards
	// that it does not have.
	batch func(q *instance) []string
	fits  func(q *instance) error
}

var (
	decisions   = []question{askAny, askUnsolvable, askAtMost, askTooFew}
	withMinimum = append(slices.Clone(decisions), askFewest)
)

// peers is every solver to compare with. A new one is a row here: answers in any form that export's
// model reader knows (the lines s and v of the SAT competitions, for one) need nothing else. Add its
// Debian package to the Makefile as well, so that make peers installs it.
var peers = []peer{
	{
		name: "minisat", program: "minisat", debian: "minisat",
		formats: []string{"cnf"}, questions: decisions, writes: true,
		args: func(problem, answer string, seed uint64) []string {
			return []string{"-verb=0", fmt.Sprintf("-rnd-seed=%d", seed), problem, answer}
		},
	},
	{
		name: "cadical", program: "cadical", debian: "cadical", versionArgs: []string{"--version"},
		formats: []string{"cnf"}, questions: decisions,
		args: func(problem, _ string, seed uint64) []string {
			return []string{"-q", fmt.Sprintf("--seed=%d", seed), problem}
		},
	},
	{
		name: "cryptominisat5", program: "cryptominisat5", debian: "cryptominisat", versionArgs: []string{"--version"},
		formats: []string{"xnf", "cnf"}, questions: decisions,
		args: func(problem, _ string, seed uint64) []string {
			return []string{"--verb", "0", "--random", fmt.Sprint(seed), problem}
		},
	},
	{
		name: "clasp", program: "clasp", debian: "clasp", versionArgs: []string{"--version"},
		formats: []string{"opb"}, questions: withMinimum,
		args: func(problem, _ string, seed uint64) []string {
			return []string{fmt.Sprintf("--seed=%d", seed), problem}
		},
	},
	{
		name: "glpsol", program: "glpsol", debian: "glpk-utils", versionArgs: []string{"--version"},
		formats: []string{"lp", "mathprog"}, questions: withMinimum, writes: true,
		args: func(problem, answer string, _ uint64) []string {
			if strings.HasSuffix(problem, ".mod") {
				return []string{"-m", problem, "-w", answer}
			}
			return []string{"--lp", problem, "-w", answer}
		},
	},
	{
		// Chlond's way: glpsol turns the integer program into clauses for the MiniSat it contains, which
		// finds an answer and minimizes nothing.
		name: "glpsol-minisat", program: "glpsol", debian: "glpk-utils", versionArgs: []string{"--version"},
		formats: []string{"mathprog"}, writes: true,
		args: func(problem, answer string, _ uint64) []string {
			return []string{"--minisat", "-m", problem, "-w", answer}
		},
	},
	{
		name: "cbc", program: "cbc", debian: "coinor-cbc", versionArgs: []string{"-quit"},
		formats: []string{"lp"}, questions: withMinimum, writes: true,
		args: func(problem, answer string, seed uint64) []string {
			return []string{problem, "randomCbcSeed", fmt.Sprint(seed), "solve", "solu", answer}
		},
	},
	{
		name: "z3", program: "z3", debian: "z3", versionArgs: []string{"--version"},
		formats: []string{"smt2"}, questions: withMinimum,
		args: func(problem, _ string, seed uint64) []string {
			return []string{fmt.Sprintf("sat.random_seed=%d", seed), problem}
		},
	},
	{
		name: "mace4", program: "mace4",
		formats: []string{"mace4"}, questions: anyOrNone,
		args: func(problem, _ string, _ uint64) []string { return []string{"-f", problem} },
	},
	{
		name: "prover9", program: "prover9",
		formats: []string{"prover9"},
		args:    func(problem, _ string, _ uint64) []string { return []string{"-f", problem} },
	},
	{
		name: "eprover", program: "eprover", debian: "eprover", versionArgs: []string{"--version"},
		formats: []string{"tptp"},
		// Processing the oldest clause first and selecting negative literals make E search the states
		// breadth-first. --auto and --auto-schedule fail at two presses on 5×5.
		args: func(problem, _ string, _ uint64) []string {
			return []string{"--literal-selection-strategy=SelectNegativeLiterals", "-H(1*FIFOWeight(ConstPrio))", "--proof-object", "--silent", problem}
		},
	},
	{
		name: "sgt-flip", program: "sgt-flip", debian: "sgt-puzzles", versionArgs: []string{"--version"},
		formats: []string{"flip"}, questions: generating,
		batch: func(q *instance) []string {
			return []string{"--generate", fmt.Sprint(q.batch), fmt.Sprintf("%dx%dc", q.size, q.size)}
		},
		fits: func(q *instance) error {
			if q.family != "grid" {
				return errors.New("Flip has grids only")
			}
			return nil
		},
	},
}

func peerByName(name string) (peer, bool) {
	i := slices.IndexFunc(peers, func(p peer) bool { return p.name == name })
	if i < 0 {
		return peer{}, false
	}
	return peers[i], true
}

// peersFor lists the peers that can answer a question, once for each format; those that read clauses
// get the XORs both whole and cut.
func peersFor(q question) []contestant {
	var list []contestant
	for _, p := range peers {
		if !slices.Contains(p.questions, q) {
			continue
		}
		for _, f := range p.formats {
			if f != "cnf" {
				list = append(list, contestant{Peer: p.name, Format: f})
				continue
			}
			for _, x := range []string{"direct", "cut:4"} {
				list = append(list, contestant{Peer: p.name, Format: f, Xor: x})
			}
		}
	}
	return list
}

// peerNamed finds contestants by name: a peer, then its format or an XOR encoding, then optionally the
// word broken.
func peerNamed(names ...string) []contestant {
	var list []contestant
	for _, n := range names {
		words := strings.Fields(n)
		c := contestant{Peer: words[0], Broken: slices.Contains(words, "broken")}
		switch {
		case len(words) == 1:
			c.Format = words[0]
		default:
			if _, err := export.FormatByName(words[1]); err == nil {
				c.Format = words[1]
			} else {
				c.Format, c.Xor = "cnf", words[1]
			}
		}
		list = append(list, c)
	}
	return list
}

// find is the path of the peer's program; games are often not on the PATH.
func (p peer) find() (string, error) {
	path, err := exec.LookPath(p.program)
	if err != nil {
		path, err = exec.LookPath(filepath.Join("/usr/games", p.program))
	}
	if err != nil {
		if p.debian == "" {
			return "", fmt.Errorf("%s is not installed, and Debian 12 does not have it", p.program)
		}
		return "", fmt.Errorf("%s is not installed (Debian: %s)", p.program, p.debian)
	}
	return path, nil
}

var versionNumber = regexp.MustCompile(`\d+(\.[0-9a-f]+)+(-\w+)?|sc20\d\d`)

// version is the version that the program prints, or else that of its Debian package.
func (p peer) version(ctx context.Context, path string) string {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if p.versionArgs != nil {
		printed, _ := exec.CommandContext(ctx, path, p.versionArgs...).CombinedOutput()
		if v := versionNumber.Find(printed); v != nil {
			return string(v)
		}
	}
	version, err := exec.CommandContext(ctx, "dpkg-query", "-W", "-f", "${Version}", p.debian).Output()
	if err != nil || len(version) == 0 {
		return "unknown"
	}
	return string(version)
}

// command exports the problem and returns the peer's command line.
func (p peer) command(ctx context.Context, c contestant, q *instance, files paths) ([]string, error) {
	if q.question == askBatch {
		return p.batch(q), nil
	}
	format, err := export.FormatByName(c.Format)
	if err != nil {
		return nil, err
	}
	problem := files.problem + "." + format.Ext
	if err := c.export(ctx, q, problem); err != nil {
		return nil, err
	}
	return p.args(problem, files.answer, q.seed), nil
}

// export writes the puzzle in the contestant's format.
func (c contestant) export(ctx context.Context, p *instance, name string) error {
	opt := export.Options{Xor: c.Xor, Min: p.question == askFewest}
	if p.question == askAtMost || p.question == askTooFew {
		opt.AtMost = &p.bound
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if c.Broken {
		err = p.exportBroken(ctx, f, c.Xor)
	} else {
		err = export.Write(f, p.puzzle, c.Format, opt)
	}
	return errors.Join(err, f.Close())
}
