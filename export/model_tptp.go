package export

import (
	"regexp"
	"strings"

	"lightsout/gf2"
)

// szsStatus is the line in which provers that read the TPTP's language report their result.
var szsStatus = regexp.MustCompile(`^[#%] SZS status (\w+)`)

func isTPTP(line string) bool { return szsStatus.MatchString(line) }

// readTPTP reads a prover's verdict and the derivation that proves it:
//
//	# SZS status Theorem
//	cnf(press_5, axiom, (lights(…)|~lights(…)), file('puzzle.p', press_5)).
//	cnf(c_0_9, plain, (lights(…)), inference(rw,[status(thm)],[inference(pm,[status(thm)],[c_0_5, c_0_6]), c_0_7])).
//	cnf(c_0_11, plain, ($false), inference(…), ['proof']).
//
// Every clause has at most one state before and one after, so each use of a rule in the derivation of
// $false is a press, in whatever order the steps are combined.
func (m *model) readTPTP() error {
	status, statusAt := "", 0
	for n, line := range m.lines() {
		if found := szsStatus.FindStringSubmatch(line); found != nil {
			status, statusAt = found[1], n
		}
	}
	switch status {
	case "Theorem", "Unsatisfiable", "ContradictoryAxioms":
		return m.derivation(statusAt, status)
	case "CounterSatisfiable", "Satisfiable":
		return m.noAnswer(status)
	}
	return m.gaveUp(status)
}

// derivation adds up the presses of each step, until one is $false.
func (m *model) derivation(statusAt int, status string) error {
	presses := map[string]gf2.Vec{} // by the name of a step
	t := tptpText{rest: m.withoutComments(), line: 1}
	for {
		fields, n, err := t.statement(m)
		switch {
		case err != nil:
			return err
		case fields == nil:
			return m.errorf(statusAt, "the prover says %s but prints no proof: ask for one (eprover --proof-object)", status)
		case len(fields) < 4:
			return m.errorf(n, "a step without a source")
		}
		name, formula, source := fields[0].word, fields[2], fields[3]
		sum := gf2.NewVec(m.variables)
		if err := m.addParents(n, sum, source, presses); err != nil {
			return err
		}
		if formula.is("$false") {
			for v := range sum.Ones() {
				m.values[v] = 1
			}
			return nil
		}
		presses[name] = sum
	}
}

// addParents adds the presses of a source: a file's axiom, an inference, or a step by its name.
func (m *model) addParents(n int, sum gf2.Vec, source tptpTerm, presses map[string]gf2.Vec) error {
	switch {
	case source.word == "file" && len(source.args) == 2:
		digits, isPress := strings.CutPrefix(source.args[1].word, "press_")
		if !isPress {
			return nil
		}
		v, ok := variable(digits)
		if !ok || v > m.variables {
			return m.errorf(n, "there is no switch %s: the board has %d, so the output belongs to another puzzle", clip(digits), m.variables)
		}
		sum.Flip(v - 1)
	case source.word == "inference" && len(source.args) == 3:
		for _, parent := range source.args[2].args {
			if err := m.addParents(n, sum, parent, presses); err != nil {
				return err
			}
		}
	case source.word == "introduced" || source.word == "theory":
	default:
		step, known := presses[source.word]
		if !known || len(source.args) > 0 {
			return m.errorf(n, "%q is not an earlier step", clip(source.word))
		}
		sum.Add(step)
	}
	return nil
}

// withoutComments blanks comment lines, so that the others keep their numbers.
func (m *model) withoutComments() string {
	var b strings.Builder
	for _, line := range m.lines() {
		if !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "%") {
			b.WriteString(line)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// tptpTerm is a word with arguments, a list (no word), or a formula in parentheses (word "(").
type tptpTerm struct {
	word string
	args []tptpTerm
}

// is reports whether the term is that word, in any number of parentheses.
func (t tptpTerm) is(word string) bool {
	for t.word == "(" && len(t.args) == 1 {
		t = t.args[0]
	}
	return t.word == word && len(t.args) == 0
}

// tptpText is the text left to read.
type tptpText struct {
	rest string
	line int
}

// tptpDepth bounds how deep terms are nested. E nests one rewriting step per light.
const tptpDepth = 1000

// statement reads the next cnf(name, role, formula, source). and returns its fields, nil at the end.
// Other text between statements is skipped line by line.
func (t *tptpText) statement(m *model) (fields []tptpTerm, line int, err error) {
	for {
		t.space()
		line = t.line
		switch {
		case t.rest == "":
			return nil, line, nil
		case strings.HasPrefix(t.rest, "cnf("), strings.HasPrefix(t.rest, "fof("):
			t.rest = t.rest[len("cnf("):]
			fields, ok := t.list(')', 0)
			if !ok || !strings.HasPrefix(t.rest, ".") {
				return nil, line, m.errorf(line, "an unfinished step: the output is truncated")
			}
			t.rest = t.rest[1:]
			return fields, line, nil
		}
		_, t.rest, _ = strings.Cut(t.rest, "\n")
		t.line++
	}
}

func (t *tptpText) space() {
	for t.rest != "" && strings.IndexByte(" \t\r\n", t.rest[0]) >= 0 {
		if t.rest[0] == '\n' {
			t.line++
		}
		t.rest = t.rest[1:]
	}
}

// list reads terms and operators up to the closing character. Between two commas is one item: if it is
// more than one term, they become the arguments of a parenthesis.
func (t *tptpText) list(closing byte, depth int) (items []tptpTerm, ok bool) {
	if depth > tptpDepth {
		return nil, false
	}
	begun := false // within an item
	for {
		t.space()
		if t.rest == "" {
			return nil, false
		}
		switch c := t.rest[0]; c {
		case closing:
			t.rest = t.rest[1:]
			return items, true
		case ')', ']':
			return nil, false
		case ',':
			t.rest, begun = t.rest[1:], false
		default:
			term, ok := t.term(depth)
			switch {
			case !ok:
				return nil, false
			case !begun:
				items, begun = append(items, term), true
			default:
				last := &items[len(items)-1]
				*last = tptpTerm{word: "(", args: []tptpTerm{*last, term}}
			}
		}
	}
}

// term reads a word, quoted or not, with its arguments; a list; a parenthesis; or one character.
func (t *tptpText) term(depth int) (tptpTerm, bool) {
	var word string
	switch c := t.rest[0]; {
	case c == '\'' || c == '"':
		end := strings.IndexByte(t.rest[1:], c)
		if end < 0 {
			return tptpTerm{}, false
		}
		word, t.rest = t.rest[1:end+1], t.rest[end+2:]
		t.line += strings.Count(word, "\n")
	case c == '[':
		t.rest = t.rest[1:]
		args, ok := t.list(']', depth+1)
		return tptpTerm{args: args}, ok
	case c == '(':
		t.rest = t.rest[1:]
		args, ok := t.list(')', depth+1)
		return tptpTerm{word: "(", args: args}, ok
	default:
		end := 1
		for isWord(c) && end < len(t.rest) && isWord(t.rest[end]) {
			end++
		}
		word, t.rest = t.rest[:end], t.rest[end:]
	}
	if !strings.HasPrefix(t.rest, "(") {
		return tptpTerm{word: word}, true
	}
	t.rest = t.rest[1:]
	args, ok := t.list(')', depth+1)
	return tptpTerm{word, args}, ok
}

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '$'
}
