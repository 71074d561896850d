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
	if len(a.ID) > 0 {
		line = append(line.field("id"), a.ID...)
	}
	line = line.text("board", a.Board).number("lights", &a.Lights).number("switches", &a.Switches)
	line = line.number("rank", a.Rank).number("nullity", a.Nullity).text("quiet_order", a.QuietOrder)
	line = append(line, `,"solvable":true,"presses":[`...)
	for _, n := range a.Presses {
		line = append(strconv.AppendInt(line, int64(n), 10), ',')
	}
	line = append(bytes.TrimSuffix(line, []byte(",")), ']')
	line = strconv.AppendBool(line.number("press_count", a.PressCount).field("minimum"), *a.Minimum)
	line = line.number("lower_bound", a.LowerBound).text("lower_bound_by", a.LowerBoundBy)
	line = line.text("proof", a.Proof).text("stopped", a.Stopped).text("method", a.Method)
	line = line.text("answers", a.Answers).text("engine", a.Engine)
	line = strconv.AppendFloat(line.field("seconds"), a.Seconds, 'f', -1, 64)
	line = append(line.text("origin", a.Origin), '}', '\n')
	line[len(dst)] = '{'
	return line, nil
}

// unusual reports whether there is more to write than the presses that most answers have.
func (a *answerJSON) unusual() bool {
	refuted := !a.Solvable || a.Feasible != nil || a.Reason != "" || a.Witness != nil || a.WitnessCount != 0 ||
		a.WitnessNames != nil
	other := a.Board == "" || a.Presses == nil || a.Minimum == nil || a.Formula != nil || a.PressNames != nil
	return refuted || other || a.asked() || a.Seconds < 1e-6 || a.Seconds >= 1e21 || !isPlain(string(a.ID)) ||
		bytes.IndexByte(a.ID, ' ') >= 0
}

// asked reports whether there is what only some questions ask for.
func (a *answerJSON) asked() bool {
	return a.Cost != nil || a.CostMinimum != nil || a.CostLowerBound != nil || a.Hint != nil || a.Steps != nil ||
		a.Classes != "" || a.Lightest != ""
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
