package decode

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"lightsout/internal/suggest"
	"lightsout/puzzlefile"
)

// A detector error model, as Stim writes it, lists independent error mechanisms:
//
//	error(0.1) D0 D1 L0        with probability 0.1, detectors 0 and 1 and observable 0 flip
//	error(0.01) D0 ^ D3 L0     ^ suggests how to take it apart; what flips is the sum of the parts
//	detector(1, 2) D7          there is a detector 7; its place does not matter here
//	logical_observable L2      there is an observable 2
//	shift_detectors(0, 1) 8    from here on, D0 means detector 8 more than before
//	repeat 100 {               the lines up to } so many times
//	}
//
// Names may be in capitals, a name may have a [tag] after it, and # begins a comment. Detectors and
// observables are numbered from 0, and so are error mechanisms, in order, each time they are repeated.

// instruction is a line of a detector error model.
type instruction struct {
	name    string
	line    int
	p       float64  // of error
	targets []target // of error, detector and logical_observable
	number  uint64   // of shift_detectors and repeat
	body    []instruction
}

type target struct {
	kind  byte // D or L
	index uint64
}

var instructionNames = []string{"error", "detector", "logical_observable", "shift_detectors", "repeat"}

// IsDEM reports whether the first line of a file that is neither blank nor a comment is one of a
// detector error model.
func IsDEM(line string) bool {
	name, _ := cutName(strings.TrimSpace(line))
	return slices.Contains(instructionNames, strings.ToLower(name))
}

// cutName splits off the letters, digits and underscores at the beginning.
func cutName(text string) (name, rest string) {
	rest = strings.TrimLeft(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
	return text[:len(text)-len(rest)], rest
}

// ReadDEM reads a detector error model. Defects are *[puzzlefile.SyntaxError].
func ReadDEM(in io.Reader, name string) (*Model, error) {
	p := &demParser{lines: newLineReader(in, name)}
	body, err := p.block(0)
	if err != nil {
		return nil, err
	}
	e := &expansion{file: name, model: &Model{}}
	if err := e.limit(body); err != nil {
		return nil, err
	}
	if err := e.run(body); err != nil {
		return nil, err
	}
	m := e.model
	m.Bits = len(m.columns)
	return m, nil
}

// maxNesting is how deep repeat blocks may be.
const maxNesting = 64

type demParser struct{ lines *lineReader }

// block reads instructions up to the end of the file, or, inside a repeat block, up to its }.
func (p *demParser) block(depth int) ([]instruction, error) {
	var body []instruction
	began := p.lines.number
	for {
		line, err := p.lines.next()
		switch {
		case err == io.EOF && depth > 0:
			return nil, p.lines.errorf("the file ends inside the repeat block of line %d: a } is missing", began)
		case err == io.EOF:
			return body, nil
		case err != nil:
			return nil, err
		}
		text := strings.Trim(string(line), " \t")
		if p.lines.number == 1 {
			text = strings.TrimPrefix(text, "\ufeff")
		}
		switch {
		case text == "" || text[0] == '#':
			continue
		case text[0] == '}':
			if rest := strings.TrimLeft(text[1:], " \t"); rest != "" && rest[0] != '#' {
				return nil, p.lines.errorf("%q follows }, which stands on a line of its own", clip(rest))
			}
			if depth == 0 {
				return nil, p.lines.errorf("} without a repeat block to end")
			}
			return body, nil
		}
		one, opens, err := p.instruction(text)
		if err != nil {
			return nil, err
		}
		if opens {
			if depth == maxNesting {
				return nil, p.lines.errorf("repeat blocks may be nested %d deep", maxNesting)
			}
			if one.body, err = p.block(depth + 1); err != nil {
				return nil, err
			}
		}
		body = append(body, one)
	}
}

// counted is how many instructions are carried out, and error mechanisms listed, if repeated ones count each time.
func counted(body []instruction) (steps, errors float64) {
	for i := range body {
		switch one := &body[i]; one.name {
		case "repeat":
			inner, listed := counted(one.body)
			steps += float64(one.number) * (1 + inner)
			errors += float64(one.number) * listed
		case "error":
			steps, errors = steps+1, errors+1
		default:
			steps++
		}
	}
	return steps, errors
}

// instruction reads NAME[TAG](ARGUMENTS) TARGETS, and whether a { follows.
func (p *demParser) instruction(text string) (one instruction, opens bool, err error) {
	name, rest := cutName(text)
	one = instruction{name: strings.ToLower(name), line: p.lines.number}
	if !slices.Contains(instructionNames, one.name) {
		return one, false, p.lines.errorf("no such instruction %q%s; there are %s",
			clip(fields(text)[0]), suggest.DidYouMean(name, instructionNames), strings.Join(instructionNames, " "))
	}
	if tag, ok := strings.CutPrefix(rest, "["); ok {
		if _, rest, ok = strings.Cut(tag, "]"); !ok {
			return one, false, p.lines.errorf("the tag after %s has no closing ]", one.name)
		}
	}
	var arguments []float64
	given := false
	if list, ok := strings.CutPrefix(rest, "("); ok {
		given = true
		if list, rest, ok = strings.Cut(list, ")"); !ok {
			return one, false, p.lines.errorf("the numbers after %s have no closing )", one.name)
		}
		if arguments, err = p.arguments(list); err != nil {
			return one, false, err
		}
	}
	rest, _, _ = strings.Cut(rest, "#")
	rest, opens = strings.CutSuffix(strings.TrimRight(rest, " \t"), "{")
	if rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return one, false, p.lines.errorf("%q: a space is missing after %s", clip(rest), text[:len(name)])
	}
	words := fields(rest)
	if opens != (one.name == "repeat") {
		if opens {
			return one, false, p.lines.errorf("only repeat has a block after it, not %s", one.name)
		}
		return one, false, p.lines.errorf("a { is missing: write repeat COUNT {")
	}
	switch one.name {
	case "error":
		if len(arguments) != 1 {
			return one, false, p.lines.errorf("error needs one probability: error(0.01) D0 D1")
		}
		if one.p = arguments[0]; one.p < 0 || one.p > 1 {
			return one, false, p.lines.errorf("the probability %v is not between 0 and 1", one.p)
		}
		one.targets, err = p.targets(words, "DL", one.name)
	case "detector":
		one.targets, err = p.targets(words, "D", one.name)
	case "logical_observable":
		if given {
			return one, false, p.lines.errorf("logical_observable takes no numbers in brackets")
		}
		one.targets, err = p.targets(words, "L", one.name)
	default:
		if given && one.name == "repeat" {
			return one, false, p.lines.errorf("repeat takes no numbers in brackets")
		}
		one.number, err = p.number(words, one.name)
	}
	return one, opens, err
}

func (p *demParser) arguments(list string) ([]float64, error) {
	var numbers []float64
	for _, word := range strings.Split(list, ",") {
		word = strings.Trim(word, " \t")
		x, err := strconv.ParseFloat(word, 64)
		if err != nil || strings.Trim(word, "0123456789+-.eE") != "" {
			return nil, p.lines.errorf("%q is not a number", clip(word))
		}
		numbers = append(numbers, x)
	}
	return numbers, nil
}

// targets reads what an error flips, where separators stand between others, or what is declared, which is not nothing.
func (p *demParser) targets(words []string, kinds, name string) ([]target, error) {
	if len(words) == 0 && name != "error" {
		return nil, p.lines.errorf("%s needs a target: %s %s0", name, name, kinds)
	}
	list := make([]target, 0, len(words))
	for i, word := range words {
		if word == "^" && name == "error" {
			if i == 0 || i == len(words)-1 || words[i-1] == "^" {
				return nil, p.lines.errorf("^ stands between the parts of an error")
			}
			continue
		}
		t, err := p.target(word, kinds, name)
		if err != nil {
			return nil, err
		}
		list = append(list, t)
	}
	return list, nil
}

func (p *demParser) target(word, kinds, name string) (target, error) {
	kind := word[0] &^ 0x20 // in capitals
	index, err := strconv.ParseUint(word[1:], 10, 62)
	if err != nil || !strings.ContainsRune(kinds, rune(kind)) {
		forms := map[string]string{"D": "D5", "L": "L0", "DL": "D5 or L0"}[kinds]
		return target{}, p.lines.errorf("%q is not a target of %s; write %s", clip(word), name, forms)
	}
	return target{kind, index}, nil
}

func (p *demParser) number(words []string, name string) (uint64, error) {
	if len(words) == 1 {
		n, err := strconv.ParseUint(words[0], 10, 62)
		if err == nil && (n > 0 || name != "repeat") {
			return n, nil
		}
	}
	what := map[string]string{"repeat": "how often, at least once: repeat 100 {", "shift_detectors": "by how much: shift_detectors 8"}[name]
	return 0, p.lines.errorf("%s needs one whole number, %s", name, what)
}

// maxSteps is how many instructions are carried out, repeated ones each time.
const maxSteps = 1 << 24

// maxTargets is how many targets all error mechanisms may have together.
const maxTargets = 1 << 26

// expansion carries out instructions.
type expansion struct {
	file    string
	model   *Model
	offset  uint64 // of detectors
	targets int
}

// limit refuses models that are too large, before any of it is carried out.
func (e *expansion) limit(body []instruction) error {
	var steps, errors float64
	for i := range body {
		s, n := counted(body[i : i+1])
		steps, errors = steps+s, errors+n
		switch {
		case errors > maxBits:
			return e.errorf(&body[i], "there are more than %d error mechanisms, repeated ones counted each time", maxBits)
		case steps > maxSteps:
			return e.errorf(&body[i], "there are more than %d instructions, repeated ones counted each time", maxSteps)
		}
	}
	return nil
}

func (e *expansion) run(body []instruction) error {
	for i := range body {
		one := &body[i]
		switch one.name {
		case "repeat":
			for range one.number {
				if err := e.run(one.body); err != nil {
					return err
				}
			}
		case "shift_detectors":
			if e.offset += one.number; e.offset > maxChecks {
				return e.errorf(one, "detectors are shifted beyond %d, the most that are supported", maxChecks)
			}
		default:
			if err := e.declare(one); err != nil {
				return err
			}
		}
	}
	return nil
}

// declare notes the targets of an instruction, and an error mechanism if it is one.
func (e *expansion) declare(one *instruction) error {
	m := e.model
	var checks, observables []int32
	for _, t := range one.targets {
		switch {
		case t.kind == 'D' && t.index+e.offset >= maxChecks:
			return e.errorf(one, "detector %d: up to %d are supported", t.index+e.offset, maxChecks)
		case t.kind == 'L' && t.index >= maxObservables:
			return e.errorf(one, "observable %d: up to %d are supported", t.index, maxObservables)
		case t.kind == 'D':
			checks = append(checks, int32(t.index+e.offset))
			m.Checks = max(m.Checks, int(t.index+e.offset)+1)
		default:
			observables = append(observables, int32(t.index))
			m.Observables = max(m.Observables, int(t.index)+1)
		}
	}
	if one.name != "error" {
		return nil
	}
	if e.targets += len(one.targets); e.targets > maxTargets {
		return e.errorf(one, "the error mechanisms have more than %d targets together", maxTargets)
	}
	m.columns = append(m.columns, reduced(checks))
	m.changes = append(m.changes, reduced(observables))
	m.probability = append(m.probability, one.p)
	return nil
}

func (e *expansion) errorf(one *instruction, format string, args ...any) error {
	return &puzzlefile.SyntaxError{File: e.file, Line: one.line, Msg: fmt.Sprintf(format, args...)}
}
