package bench

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// outcome is how one contestant fared on one instance.
type outcome string

// The outcomes. The first two are correct answers. The last two mean that nothing ran: they enter no
// score. All others are not right, and only wrong is known to be an incorrect answer.
const (
	solved  outcome = "solved"     // an answer, which was replayed
	refuted outcome = "unsolvable" // "there is no answer", which is true
	// a claim that nobody checked: there is no answer, of a formula of one's own that is too hard to be decided, or
	// there are no fewer presses, where the fewest are not known
	unchecked outcome = "unchecked"
	// at the time limit, or at a limit of the contestant's own, perhaps with an answer
	gaveUp      outcome = "gave-up"
	outOfMemory outcome = "out-of-memory" // over the memory limit
	wrong       outcome = "wrong"         // the answer is not correct
	failed      outcome = "error"         // it did not start, crashed, contradicts itself, or printed no answer
	missing     outcome = "missing"       // the solver is not installed
	notAsked    outcome = "not-asked"     // the contestant does not take this question or this board
)

// outcomes are in the order in which summaries list them.
var outcomes = []outcome{solved, refuted, unchecked, gaveUp, outOfMemory, wrong, failed, missing, notAsked}

// Right reports whether the answer is correct.
func (o outcome) Right() bool { return o == solved || o == refuted }

// Ran reports whether the contestant was run at all. Only then does the result count.
func (o outcome) Ran() bool { return o != missing && o != notAsked }

// Bad reports whether the outcome is a fault that somebody has to look into: a wrong answer or a child
// that failed.
func (o outcome) Bad() bool {
	return o == wrong || o == failed
}

// words is the outcome as a heading.
func (o outcome) words() string { return strings.ReplaceAll(string(o), "-", " ") }

// Result is one measurement: one contestant on one instance with one seed. It is a line of
// results.jsonl. What is not known is left out.
//
// Question is "any", "unsolvable", "at-most", "too-few" or "min". Outcome is "solved" or "unsolvable" for a
// correct answer; otherwise "unchecked" (a claim that a formula has no model, or a puzzle no fewer presses, which
// nobody checked), "gave-up", "out-of-memory", "wrong", or "error" (it crashed, or its output is no answer). "missing" (the solver is not
// installed) and "not-asked" (it does not take the question or the board) mean that nothing was run.
type Result struct {
	Suite      string   `json:"suite"`    // the suite
	Instance   string   `json:"instance"` // the puzzle's name
	Family     string   `json:"family"`   // the family of boards
	Size       int      `json:"size"`     // within the family, or the number of the puzzle in its file
	Board      string   `json:"board"`    // the board's SPEC, or FILE#K
	Lights     int      `json:"lights"`
	Switches   int      `json:"switches"`
	Nullity    *int     `json:"nullity,omitempty"`
	Question   question `json:"question"`        // any, unsolvable, at-most, too-few or min
	Bound      *int     `json:"bound,omitempty"` // of at-most and too-few
	Seed       uint64   `json:"seed"`
	Digest     string   `json:"digest"`               // tells boards of the same name apart
	Contestant string   `json:"contestant"`           // the encoding, engine or solver
	Outcome    outcome  `json:"outcome"`              // how it ended (benchmarks.md lists the outcomes)
	Note       string   `json:"note,omitempty"`       // a remark
	CPU        float64  `json:"cpu_seconds"`          // processor time
	Wall       float64  `json:"wall_seconds"`         // time by the clock
	Peak       int64    `json:"peak_bytes,omitempty"` // resident memory, if it could be sampled
	Measured   string   `json:"measured,omitempty"`   // how: control group, process tree, or the child alone
	Presses    *int     `json:"presses,omitempty"`    // how many presses the answer has
	Vars       int      `json:"variables,omitempty"`
	Clauses    int      `json:"clauses,omitempty"`
	Literals   int      `json:"literals,omitempty"`
	Xors       int      `json:"xors,omitempty"`           // lines with an XOR, where the solver reads these
	Formula    string   `json:"formula,omitempty"`        // a digest of its clauses, in whatever order
	GBDHash    string   `json:"gbdhash,omitempty"`        // of the file, as the Global Benchmark Database has it
	Encoding   float64  `json:"encode_seconds,omitempty"` // time to write the problem
	Conflicts  *int     `json:"conflicts,omitempty"`      // as the solver reports, like the next two
	Decisions  *int     `json:"decisions,omitempty"`
	Propagated *int     `json:"propagations,omitempty"`
	Proof      string   `json:"proof,omitempty"` // of a claim that there is no answer: verified, or why not
	ProofBytes int64    `json:"proof_bytes,omitempty"`
	Checking   float64  `json:"proof_seconds,omitempty"` // time by the clock to check it
	Timeout    float64  `json:"timeout_seconds"`         // the limit on processor time
	Memory     int64    `json:"memory_bytes"`            // the limit on memory
	Load       float64  `json:"load"`                    // of the machine over the minute before
	Version    string   `json:"version"`                 // of the solver
	Command    string   `json:"command"`                 // its command line, with placeholders
	Program    string   `json:"program,omitempty"`       // a digest of the files that ran
	Ran        string   `json:"ran,omitempty"`           // the command line as it ran
	Exit       *int     `json:"exit,omitempty"`          // its exit status; -1 after a signal
	Run        string   `json:"run"`                     // the line of machine.jsonl
}

// key identifies what was measured. A later result replaces an earlier one with the same key.
func (r *Result) key() string { return r.puzzle() + "|" + r.Contestant }

// puzzle identifies the puzzle and the question: the instance and the seed.
func (r *Result) puzzle() string {
	return strings.Join([]string{r.Suite, r.Instance, fmt.Sprint(r.Seed), r.Digest}, "|")
}

// time is from the puzzle to the answer: that of the child, and that of writing its problem, which this program does
// for other solvers and itself within its own child.
func (r *Result) time() float64 {
	if strings.Contains(r.Command, "{"+ownFormat.Name+"}") {
		return r.CPU
	}
	return r.CPU + r.Encoding
}

// slug is the form of suite and family names; reports build file names from them.
var slug = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// sound rejects results that no run writes.
func (r *Result) sound() error {
	switch {
	case !slug.MatchString(r.Suite):
		return fmt.Errorf("%q is not a suite name", r.Suite)
	case !slug.MatchString(r.Family):
		return fmt.Errorf("%q is not a family of boards", r.Family)
	case !slices.Contains(questions, r.Question):
		return fmt.Errorf("%q is not a question", r.Question)
	case r.Instance != instanceName(r.Family, r.Size, r.Question):
		return fmt.Errorf("the instance is %q, but family, size and question give %q", r.Instance,
			instanceName(r.Family, r.Size, r.Question))
	case !contestantName.MatchString(r.Contestant):
		return fmt.Errorf("%q is not a contestant", r.Contestant)
	case !slices.Contains(outcomes, r.Outcome):
		return fmt.Errorf("%q is not an outcome", r.Outcome)
	case r.Size < 1 || r.Lights < 1 && r.Outcome.Ran():
		return fmt.Errorf("a board of size %d with %d lights", r.Size, r.Lights)
	case r.CPU < 0 || r.Timeout < 0:
		return fmt.Errorf("%v s of CPU time within a limit of %v s", r.CPU, r.Timeout)
	}
	return nil
}

// contestantName admits nothing that would break a table.
var contestantName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9:.+_ -]*$`)

// solverOf and encodingOf are the two parts of a contestant's name: who, and what it reads.
func solverOf(contestant string) string {
	name, _, _ := strings.Cut(contestant, " ")
	return name
}

func encodingOf(contestant string) string {
	_, encoding, _ := strings.Cut(contestant, " ")
	return encoding
}

// settled reports whether a resumed run can skip this measurement. An answer stands, right or wrong. A
// run that hit a limit is repeated if that limit is larger now. A missing or failed contestant is
// always tried again.
func (r *Result) settled(o Options) bool {
	largerLimit := r.Outcome == gaveUp && r.Timeout < o.Timeout.Seconds() ||
		r.Outcome == outOfMemory && r.Memory < o.Memory
	return r.Outcome != failed && r.Outcome != missing && !largerLimit
}
