package decode

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"lightsout/internal/suggest"
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

// form is what an instruction looks like. The last group holds its targets or its number.
type form struct {
	name, example string
	line          *regexp.Regexp
}

var forms = []form{
	{"error", "error(0.01) D0 D1 ^ D2 L0",
		formOf(`\([ \t]*([-+.\deE]+)[ \t]*\)((?:(?:[ \t]+[DL]\d+)+(?:[ \t]+\^(?:[ \t]+[DL]\d+)+)*)?)`)},
	{"detector", "detector(1, 2) D5", formOf(places + `((?:[ \t]+D\d+)+)`)},
	{"logical_observable", "logical_observable L0", formOf(`((?:[ \t]+L\d+)+)`)},
	{"shift_detectors", "shift_detectors(0, 1) 8", formOf(places + `[ \t]+(\d+)`)},
	{"repeat", "repeat 100 {", formOf(`[ \t]+(0*[1-9]\d*)[ \t]*\{`)},
}

// places are the numbers after a name that say nothing here.
const places = `(?:\([-+.\deE, \t]*\))?`

// formOf is a line with these words after the name and its tag, and a comment at its end.
func formOf(words string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)^\w+(?:\[[^\]]*\])?` + words + `[ \t]*(?:#.*)?$`)
}

// formFor is the form of the instruction that a line begins with; nil if there is none of that name.
func formFor(line string) *form {
	name := strings.ToLower(instructionName.FindString(line))
	if i := slices.IndexFunc(forms, func(f form) bool { return f.name == name }); i >= 0 {
		return &forms[i]
	}
	return nil
}

var (
	instructionName = regexp.MustCompile(`^\w*`)
	blockEnd        = regexp.MustCompile(`^\}[ \t]*(?:#.*)?$`)
)

// areDEM recognises a detector error model by its first line that is neither blank nor a comment.
func areDEM(lines []string) bool {
	i := slices.IndexFunc(lines, func(line string) bool { return line != "" && line[0] != '#' })
	return i >= 0 && formFor(lines[i]) != nil
}

// instruction is a line of a detector error model.
type instruction struct {
	name                string
	line                int
	p                   float64 // of error
	checks, observables []int   // of error, detector and logical_observable
	number              int     // of shift_detectors and repeat
	body                block   // of repeat
}

// block is some instructions, and how many are carried out and how many error mechanisms are listed if repeated ones
// count each time.
type block struct {
	list          []instruction
	steps, errors float64
}

// ReadDEM reads a detector error model. Defects are *[SyntaxError].
func ReadDEM(in io.Reader, name string) (*Model, error) {
	d := &demReader{lines: newLineReader(in, name), model: &Model{}}
	body, err := d.block(0)
	if err != nil {
		return nil, err
	}
	if err := d.run(body); err != nil {
		return nil, err
	}
	d.model.Bits = len(d.model.columns)
	return d.model, nil
}

// Limits beside those of models: how deep repeat blocks may be, how many instructions are carried out, repeated ones
// each time, and how many targets all error mechanisms may have together.
const (
	maxNesting = 64
	maxSteps   = 1 << 24
	maxTargets = 1 << 26
)

// demReader reads instructions and carries them out.
type demReader struct {
	lines   *lineReader
	model   *Model
	offset  int // of detectors
	targets int
}

// block reads instructions up to the end of the file, or, inside a repeat block, up to its }.
func (d *demReader) block(depth int) (body block, err error) {
	began := d.lines.number
	for {
		line, err := d.lines.next()
		switch {
		case err == io.EOF && depth > 0:
			return body, d.lines.errorf("the file ends inside the repeat block of line %d: a } is missing", began)
		case err == io.EOF:
			return body, nil
		case err != nil:
			return body, err
		}
		text := strings.Trim(string(line), " \t\ufeff")
		switch ends := blockEnd.MatchString(text); {
		case text == "" || text[0] == '#':
			continue
		case ends && depth == 0:
			return body, d.lines.errorf("} without a repeat block to end")
		case ends:
			return body, nil
		}
		one, err := d.instruction(text)
		if err != nil {
			return body, err
		}
		if one.name == "repeat" {
			if depth == maxNesting {
				return body, d.lines.errorf("repeat blocks may be nested %d deep", maxNesting)
			}
			if one.body, err = d.block(depth + 1); err != nil {
				return body, err
			}
		}
		if err := d.append(&body, one); err != nil {
			return body, err
		}
	}
}

// append adds an instruction to a block, unless that becomes too large.
func (d *demReader) append(body *block, one instruction) error {
	body.list = append(body.list, one)
	switch one.name {
	case "error":
		body.errors++
	case "repeat":
		body.errors += float64(one.number) * one.body.errors
		body.steps += float64(one.number) * (1 + one.body.steps)
	}
	switch body.steps++; {
	case body.errors > maxBits:
		return d.errorAt(&one, "there are more than %d error mechanisms, repeated ones counted each time", maxBits)
	case body.steps > maxSteps:
		return d.errorAt(&one, "there are more than %d instructions, repeated ones counted each time", maxSteps)
	}
	return nil
}

func (d *demReader) errorAt(one *instruction, format string, args ...any) error {
	return &SyntaxError{File: d.lines.file, Line: one.line, Msg: fmt.Sprintf(format, args...)}
}

// instruction reads a line.
func (d *demReader) instruction(text string) (one instruction, err error) {
	f := formFor(text)
	if f == nil {
		names := suggest.Names(forms, func(f form) string { return f.name })
		return one, d.lines.errorf("no such instruction %q%s; there are %s", clip(fields(text)[0]),
			suggest.DidYouMean(instructionName.FindString(text), names), strings.Join(names, " "))
	}
	groups := f.line.FindStringSubmatch(text)
	if groups == nil {
		return one, d.lines.errorf("%q: write %s as in %s", clip(text), f.name, f.example)
	}
	one = instruction{name: f.name, line: d.lines.number}
	last := groups[len(groups)-1]
	switch f.name {
	case "error":
		if one.p, err = strconv.ParseFloat(groups[1], 64); err != nil || one.p < 0 || one.p > 1 {
			return one, d.lines.errorf("the probability %s is not between 0 and 1", clip(groups[1]))
		}
		fallthrough
	case "detector", "logical_observable":
		return one, d.readTargets(&one, fields(last))
	}
	if one.number, err = strconv.Atoi(last); err != nil {
		return one, d.lines.errorf("%s: the number is too large", clip(last))
	}
	return one, nil
}

func (d *demReader) readTargets(one *instruction, words []string) error {
	for _, word := range words {
		n, err := strconv.Atoi(word[1:])
		switch detector := word[0] == 'D' || word[0] == 'd'; {
		case word == "^":
		case detector && (err != nil || n >= maxChecks):
			return d.lines.errorf("detector %s: up to %d are supported", clip(word[1:]), maxChecks)
		case detector:
			one.checks = append(one.checks, n)
		case err != nil || n >= maxObservables:
			return d.lines.errorf("observable %s: up to %d are supported", clip(word[1:]), maxObservables)
		default:
			one.observables = append(one.observables, n)
		}
	}
	return nil
}

func (d *demReader) run(body block) error {
	for i := range body.list {
		one := &body.list[i]
		switch one.name {
		case "repeat":
			for range one.number {
				if err := d.run(one.body); err != nil {
					return err
				}
			}
		case "shift_detectors":
			if d.offset += one.number; d.offset > maxChecks || one.number > maxChecks {
				return d.errorAt(one, "detectors are shifted beyond %d, the most that are supported", maxChecks)
			}
		default:
			if err := d.declare(one); err != nil {
				return err
			}
		}
	}
	return nil
}

// declare notes the targets of an instruction, and an error mechanism if it is one.
func (d *demReader) declare(one *instruction) error {
	m := d.model
	var checks, observables []int32
	for _, n := range one.checks {
		if n += d.offset; n >= maxChecks {
			return d.errorAt(one, "detector %d: up to %d are supported", n, maxChecks)
		}
		checks = append(checks, int32(n))
		m.Checks = max(m.Checks, n+1)
	}
	for _, n := range one.observables {
		observables = append(observables, int32(n))
		m.Observables = max(m.Observables, n+1)
	}
	if one.name != "error" {
		return nil
	}
	if d.targets += len(checks) + len(observables); d.targets > maxTargets {
		return d.errorAt(one, "the error mechanisms have more than %d targets together", maxTargets)
	}
	m.columns = append(m.columns, reduced(checks))
	m.changes = append(m.changes, reduced(observables))
	m.probability = append(m.probability, one.p)
	return nil
}
