package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"strconv"
	"strings"

	"lightsout/internal/batch"
)

// writeJSON writes one object on one line.
func writeJSON(w io.Writer, object any) error {
	line, err := json.Marshal(object)
	if err != nil {
		return err
	}
	return batch.WriteWhole(w, append(line, '\n'))
}

// write writes the record as encoding/json writes it, and a line end. What most answers have is written without
// reflection, which takes a sixth of the time of a batch on 5x5.
func (a *answerJSON) write(out *bufio.Writer) error {
	if a.unusual() {
		return writeJSON(out, a)
	}
	line := jsonLine(out.AvailableBuffer())
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
	line[0] = '{'
	return batch.WriteWhole(out, line)
}

// unusual reports whether there is more to write than the presses that most answers have.
func (a *answerJSON) unusual() bool {
	f, m := &a.found, &a.more
	refuted := !f.Solvable || f.Feasible != nil || f.Reason != "" || f.Witness != nil || f.WitnessCount != 0
	asked := f.Cost != nil || f.CostMinimum != nil || f.CostLowerBound != nil || m.Hint != nil || m.Steps != nil ||
		m.Classes != "" || m.Lightest != "" || a.near != nil
	other := f.Board == "" || f.Presses == nil || f.Minimum == nil || f.Formula != nil || m.PressNames != nil ||
		m.WitnessNames != nil || f.Seconds < 1e-6 || f.Seconds >= 1e21
	return refuted || asked || other || !isPlain(string(a.id)) || bytes.IndexByte(a.id, ' ') >= 0
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

// joined is an object with the fields of several, one after another; nil has none.
type joined []any

// MarshalJSON makes it an object.
func (j joined) MarshalJSON() ([]byte, error) {
	var all [][]byte
	for _, part := range j {
		text, err := json.Marshal(part)
		if err != nil {
			return nil, err
		}
		if fields, is := bytes.CutPrefix(text, []byte("{")); is && len(fields) > 1 {
			all = append(all, fields[:len(fields)-1])
		}
	}
	return append(append([]byte("{"), bytes.Join(all, []byte(","))...), '}'), nil
}
