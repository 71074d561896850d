package bench

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"lightsout/internal/suggest"
)

// question is what is asked about a puzzle.
type question string

// The questions.
const (
	askAny        question = "any"        // any answer to a solvable state
	askUnsolvable question = "unsolvable" // a proof that a state one light away from a reachable one has no answer
	askAtMost     question = "at-most"    // an answer with at most the fewest presses possible
	askTooFew     question = "too-few"    // a proof that one press less is not enough
	askFewest     question = "min"        // an answer with the fewest presses, proved
	askBatch      question = "generate"   // a batch of solvable puzzles
	askDecode     question = "decode"     // the fewest flips that explain each of a batch of shots
)

var questions = []question{askAny, askUnsolvable, askAtMost, askTooFew, askFewest, askBatch, askDecode}

// asked is what people write for each of the questions. The results call none by its outcome.
var asked = []string{"any", "none", "at-most", "too-few", "min", "generate", "decode"}

func parseQuestion(name string) (question, error) {
	if i := slices.Index(asked, name); i >= 0 {
		return questions[i], nil
	}
	if q := question(name); slices.Contains(questions, q) {
		return q, nil
	}
	return "", fmt.Errorf("no such question %q%s; the questions are %s", name, suggest.DidYouMean(name, asked), strings.Join(asked, " "))
}

// words is the question as a heading.
func (q question) words() string {
	switch q {
	case askAny:
		return "any answer"
	case askUnsolvable:
		return "proof that there is none"
	case askAtMost:
		return "an answer within the fewest presses"
	case askTooFew:
		return "proof that one press less is too few"
	case askFewest:
		return "the fewest presses"
	case askDecode:
		return "time per shot"
	}
	return "a batch"
}

// counts reports whether the question bounds the number of presses.
func (q question) counts() bool { return q == askAtMost || q == askTooFew }

// minimizes reports whether the question asks for the fewest presses.
func (q question) minimizes() bool { return q == askFewest || q == askDecode }

// engine is the part of this program that answers the question and no other; "" if engines do.
func (q question) engine() string {
	switch q {
	case askBatch:
		return "generate"
	case askDecode:
		return "decode"
	}
	return ""
}

// suite is what a suite file says: a list of what is measured.
type suite struct {
	Name    string
	About   string
	Repeats int           // how many seeds, unless the options say otherwise
	Timeout time.Duration // CPU time of one child, unless the options say otherwise; 0 is defaultTimeout
	// How long it took on one core, without and with peers; 0 if nobody noted it.
	Takes, TakesWithPeers time.Duration
	Rows                  []row
	own                   bool // not one of the built-in suites
	// commands are those of somebody's own solvers, by name.
	commands map[string]string
}

// admit notes the commands of somebody's own solvers. A name has one command.
func (s *suite) admit(line statement, who []contestant) error {
	for _, c := range who {
		if !c.peer.own {
			continue
		}
		if other, there := s.commands[c.peer.name]; there && other != c.peer.command {
			return line.errorf("%s is already the name of %q; choose another", c.peer.name, other)
		}
		if s.commands == nil {
			s.commands = map[string]string{}
		}
		s.commands[c.peer.name] = c.peer.command
	}
	return nil
}

// changed reports whether a result is of another command than the contestant has now.
func (s *suite) changed(r *Result) bool {
	name, _, _ := strings.Cut(r.Contestant, " ")
	if command, own := s.commands[name]; own {
		return r.Version != command
	}
	return placeholder.MatchString(r.Version) // a command that had the name of a known solver
}

// noteUnable notes which questions somebody's own solvers cannot be asked, because of their format.
func (s *suite) noteUnable(notes map[string]string) {
	for _, r := range s.Rows {
		for _, c := range r.Contestants {
			for _, q := range r.Questions {
				if c.peer != nil && c.peer.own && q != askBatch && !c.peer.answers(q) {
					notes[fmt.Sprintf("%s, question %s", c.peer.name, q)] = c.peer.cannot(q)
				}
			}
		}
	}
}

// replaced reports whether somebody's own command took the name of this known solver.
func (s *suite) replaced(c contestant) bool {
	return c.peer != nil && !c.peer.own && s.commands[c.peer.name] != ""
}

// row puts every question to every contestant, on boards of one family in every size.
type row struct {
	Family      family
	Sizes       []int
	Questions   []question
	Contestants []contestant
	Start       start
	Peers       []contestant // if peers are asked; nil is all that can answer the question
	Batch       int          // number of puzzles or shots, for the questions generate and decode
}

// start is the state that a puzzle starts from.
type start struct {
	on      string  // as board.Puzzle.SetLights takes it; "" is a random reachable state
	presses string  // if not "", a random state that needs as many presses: a number, or N for the size
	flips   float64 // if not 0, every switch is pressed with this probability
}

//go:embed suites/*.suite
var suiteFiles embed.FS

// suiteNames is the order in which the built-in suites are shown. A new suite is a file in the folder
// suites and its name here.
var suiteNames = []string{"quick", "encodings", "solvers", "counting", "engines", "generators", "scale", "planning", "hypercube", "decoding", "colours"}

// Suites lists the names of the built-in suites. The first one finishes in under a minute.
func Suites() []string { return slices.Clone(suiteNames) }

// suiteSuffix ends the names of suite files.
const suiteSuffix = ".suite"

// suiteByName is a built-in suite, or the one in a file.
func suiteByName(name string) (suite, error) {
	if slices.Contains(suiteNames, name) {
		return builtIn(name)
	}
	text, err := os.ReadFile(name)
	switch {
	case err == nil:
		return parseSuite(suite{own: true}, name, text)
	case errors.Is(err, syscall.EISDIR):
		return suite{}, fmt.Errorf("%s is a directory; name a suite file", name)
	case errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(name, "./"+string(filepath.Separator)):
		return suite{}, fmt.Errorf("no such suite %q%s; the suites are %s, or name a suite file", name, suggest.DidYouMean(name, Suites()), strings.Join(Suites(), " "))
	}
	return suite{}, err
}

func builtIn(name string) (suite, error) {
	file := "suites/" + name + suiteSuffix
	text, err := suiteFiles.ReadFile(file)
	if err != nil {
		return suite{}, err
	}
	return parseSuite(suite{}, file, text)
}

// ownSuite is the suite that the options describe without a file.
const ownSuite = "own"

// plan is the suite that the options name or describe.
func (o Options) plan() (suite, error) {
	described := o.described()
	if len(o.Boards) == 0 {
		for _, s := range described {
			if s.key != "solver" {
				return suite{}, s.errorf("goes with boards; a suite says its own")
			}
		}
		s, err := suiteByName(o.Suite)
		if err != nil {
			return s, err
		}
		err = s.join(described)
		return s, err
	}
	s := suite{Name: ownSuite, Repeats: 1, own: true}
	if o.Suite != "" {
		return s, fmt.Errorf("boards and the suite %s: choose one of them", o.Suite)
	}
	b := &builder{suite: &s}
	for _, line := range described {
		if err := b.take(line); err != nil {
			return s, err
		}
	}
	return s, b.finish()
}

// described is the options as statements of a suite file, in the order in which one would write them.
func (o Options) described() []statement {
	var list []statement
	for _, b := range o.Boards {
		list = append(list, statement{key: "board", value: b})
	}
	for _, s := range []statement{
		{key: "n", value: o.N}, {key: "question", value: o.Question}, {key: "on", value: o.On},
		{key: "xor", value: o.Xor}, {key: "card", value: o.Card}, {key: "engine", value: o.Engine},
	} {
		if s.value != "" {
			list = append(list, s)
		}
	}
	for _, s := range o.Solvers {
		list = append(list, statement{key: "solver", value: s})
	}
	return list
}

// join lets further solvers take part in every row.
func (s *suite) join(solvers []statement) error {
	for _, line := range solvers {
		takesPart := false
		for i := range s.Rows {
			r := &s.Rows[i]
			who, err := line.solvers(r.parities(), nil, r.Family.coloured())
			if err == nil {
				err = s.admit(line, who)
			}
			if err != nil {
				return err
			}
			for _, c := range who {
				if slices.ContainsFunc(r.Questions, c.peer.answers) {
					takesPart = true
					r.Contestants = append(r.Contestants, c)
				}
			}
		}
		if !takesPart {
			return line.errorf("the suite %s asks nothing that it could answer", s.Name)
		}
	}
	return nil
}

// parities are the XOR encodings that the row's contestants use.
func (r row) parities() []parity {
	var list []parity
	for _, c := range r.Contestants {
		if p := (parity{c.Xor, c.Broken}); c.Xor != "" && c.peer == nil && !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	return list
}
