package main

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// appendTo appends the record as encoding/json writes it, and a line end. What most answers have is written without
// reflection: here and in puzzlefile, it would make a batch of 200,000 puzzles on 5x5 take 1.6 times as long.
func (a *answerJSON) appendTo(dst []byte) ([]byte, error) {
	if a.unusual() {
		return appendJSON(dst, a)
	}
	line := jsonLine(dst)
	if len(a.id) > 0 {
		line = append(line.field("id"), a.id...)
	}
	line = line.text("board", a.found.Board).number("lights", &a.found.Lights).number("switches", &a.found.Switches)
	line = line.number("rank", a.found.Rank).number("nullity", a.found.Nullity).text("quiet_order", a.found.QuietOrder)
	line = append(line, `,"solvable":true,"presses":[`...)
	for _, n := range a.found.Presses {
		line = append(strconv.AppendInt(line, int64(n), 10), ',')
	}
	line = append(bytes.TrimSuffix(line, []byte(",")), ']')
	line = strconv.AppendBool(line.number("press_count", a.found.PressCount).field("minimum"), *a.found.Minimum)
	line = line.number("lower_bound", a.found.LowerBound).text("lower_bound_by", a.found.LowerBoundBy)
	line = line.text("proof", a.found.Proof).text("stopped", a.found.Stopped).text("method", a.found.Method)
	line = line.text("answers", a.found.Answers).text("engine", a.found.Engine)
	line = strconv.AppendFloat(line.field("seconds"), a.found.Seconds, 'f', -1, 64)
	line = append(line.text("origin", a.more.Origin), '}', '\n')
	line[len(dst)] = '{'
	return line, nil
}

// unusual reports whether there is more to write than the presses that most answers have.
func (a *answerJSON) unusual() bool {
	refuted := !a.found.Solvable || a.found.Feasible != nil || a.found.Reason != "" || a.found.Witness != nil ||
		a.found.WitnessCount != 0 ||
		a.more.WitnessNames != nil
	other := a.found.Board == "" || a.found.Presses == nil || a.found.Minimum == nil || a.found.Formula != nil ||
		a.more.PressNames != nil
	return refuted || other || a.asked() || a.found.Seconds < 1e-6 || a.found.Seconds >= 1e21 ||
		!isPlain(string(a.id)) ||
		bytes.IndexByte(a.id, ' ') >= 0
}

// asked reports whether there is what only some questions ask for.
func (a *answerJSON) asked() bool {
	return a.found.Cost != nil || a.found.CostMinimum != nil || a.found.CostLowerBound != nil || a.more.Hint != nil ||
		a.more.Steps != nil ||
		a.more.Classes != "" || a.more.Lightest != ""
}

// jsonLine is an object that is written field by field. The comma before the first field is to become its brace.
type jsonLine []byte

func (l jsonLine) field(name string) jsonLine {
	return append(append(append(l, ',', '"'), name...), '"', ':')
}

func (l jsonLine) number(name string, n *int) jsonLine {
	if n == nil {
		return l
	}
	return strconv.AppendInt(l.field(name), int64(*n), 10)
}

func (l jsonLine) text(name, text string) jsonLine {
	if text == "" {
		return l
	}
	if !isPlain(text) || strings.Contains(text, `"`) {
		quoted, _ := json.Marshal(text) // texts always marshal
		return append(l.field(name), quoted...)
	}
	return append(append(append(l.field(name), '"'), text...), '"')
}

// isPlain reports whether a text is the same in JSON, but for quotation marks.
func isPlain(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '\\' || c == '<' || c == '>' || c == '&' {
			return false
		}
	}
	return true
}

// joined is an object with the fields of several, one after another.
type joined []any

// MarshalJSON makes it an object.
func (j joined) MarshalJSON() ([]byte, error) {
	all := []byte{'{'}
	for _, part := range j {
		text, err := json.Marshal(part)
		if err != nil {
			return nil, err
		}
		if len(all) > 1 && len(text) > len("{}") {
			all = append(all, ',')
		}
		all = append(all, text[1:len(text)-1]...)
	}
	return append(all, '}'), nil
}
