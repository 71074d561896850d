package puzzlefile

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Records as generate and solve write them are read without reflection here, since batches have millions of them.
// Whatever differs goes to package json, so that this file decides nothing about what a record may say.

// asWritten reads a line that is as generate writes it: such fields in such an order, without blanks and escapes. It is
// false for any other, which takes package json more than three times as long.
func (j *jsonRecord) asWritten(line string) bool {
	*j = jsonRecord{Rows: j.Rows[:0]} // whose memory is used again
	next := 0
	return plainFields(line, func(name, value string) bool {
		for i, field := range writtenFields[next:] {
			if field.name == name {
				next += i + 1
				return next > 1 && value == "null" || field.read(j, value)
			}
		}
		return false
	})
}

// asWritten reads an answer without blanks and escapes, past what solve writes besides: package json would take most of
// the time of check --batch for that. It is false for any other line.
func (a *jsonAnswer) asWritten(line string) bool {
	a.ID, a.Presses, a.Answer, a.Solvable, a.seen = nil, nil, nil, nil, a.seen[:0]
	return plainFields(line, func(name, value string) bool {
		if slices.Contains(a.seen, name) || len(a.seen) == maxWritten {
			return false
		}
		a.seen = append(a.seen, name)
		for i, field := range [...]*json.RawMessage{&a.ID, &a.Presses, &a.Answer, &a.Solvable} {
			if strings.EqualFold(name, answerFields[i]) {
				*field = []byte(value)
				return name == answerFields[i]
			}
		}
		return true
	})
}

// maxWritten is how many fields of an answer are compared with each other.
const maxWritten = 64

// plainFields hands on the fields of an object without blanks and escapes. It is false for any other line, and once
// take is. Control characters other than tabs are not in lines.
func plainFields(line string, take func(name, value string) bool) bool {
	rest, ok := strings.CutPrefix(line, "{")
	ok = ok && strings.IndexByte(line, '\\') < 0 && strings.IndexByte(line, '\t') < 0 && utf8.ValidString(line)
	for ok {
		n := plainLength(rest)
		if n == 0 || rest[0] != '"' || !strings.HasPrefix(rest[n:], ":") {
			return false
		}
		name, value := rest[1:n-1], rest[n+1:]
		if n = plainLength(value); n == 0 || n == len(value) || !take(name, value[:n]) {
			return false
		}
		if value[n] != ',' {
			return value[n:] == "}"
		}
		rest = value[n+1:]
	}
	return false
}

// writtenFields are the fields that generate writes on most boards, in its order, and how values are read.
var writtenFields = []struct {
	name string
	read func(j *jsonRecord, value string) bool
}{
	{"id", func(j *jsonRecord, v string) bool { j.ID = []byte(v); return true }},
	{"board", func(j *jsonRecord, v string) bool { j.Board = strings.Trim(v, `"`); return v[0] == '"' }},
	{"on", func(j *jsonRecord, v string) bool { j.On = []byte(v); return true }},
	{"rows", func(j *jsonRecord, v string) bool {
		for row := range strings.SplitSeq(strings.TrimSuffix(strings.TrimPrefix(v, `["`), `"]`), `","`) {
			j.Rows = append(j.Rows, row)
		}
		return strings.HasPrefix(v, `["`) && strings.HasSuffix(v, `"]`) && strings.Count(v, `"`) == 2*len(j.Rows)
	}},
	{"presses", func(j *jsonRecord, v string) bool { j.Presses = []byte(v); return true }},
	{"min_presses", func(j *jsonRecord, v string) bool {
		n, err := strconv.Atoi(v)
		j.MinPresses = &n
		return err == nil
	}},
	{"answers", func(j *jsonRecord, v string) bool { j.Answers = new(strings.Trim(v, `"`)); return v[0] == '"' }},
	{"lit", func(j *jsonRecord, v string) bool { j.Lit = []byte(v); return true }},
	{"nullity", func(*jsonRecord, string) bool { return true }},
	{"chase_presses", func(*jsonRecord, string) bool { return true }},
	{"solvable", func(j *jsonRecord, v string) bool {
		j.Solvable = new(v == "true")
		return *j.Solvable || v == "false"
	}},
	{"witness", func(j *jsonRecord, v string) bool { j.Witness = []byte(v); return true }},
	{"seed", func(j *jsonRecord, v string) (ok bool) { j.Seed, ok = unsigned(v); return ok }},
	{"index", func(j *jsonRecord, v string) (ok bool) { j.Index, ok = unsigned(v); return ok }},
}

func unsigned(text string) (uint64, bool) {
	n, err := strconv.ParseUint(text, 10, 64)
	return n, err == nil
}

// plainLength is the length of the value that a text begins with, if it is a number of digits, with a fraction or
// without, a string, true, false, null, or a list of these; else 0.
func plainLength(text string) int {
	switch {
	case text == "":
		return 0
	case text[0] == '"':
		if end := strings.IndexByte(text[1:], '"'); end >= 0 {
			return end + 2
		}
		return 0
	case text[0] == '[':
		end := strings.IndexByte(text, ']')
		for item := range strings.SplitSeq(text[1:max(1, end)], ",") {
			if n := plainLength(item); n == 0 || n < len(item) {
				return 0
			}
		}
		return end + 1
	}
	for _, word := range [...]string{"true", "false", "null"} {
		if strings.HasPrefix(text, word) {
			return len(word)
		}
	}
	n := digitCount(text)
	if n == 0 || n > 1 && text[0] == '0' {
		return 0
	}
	if strings.HasPrefix(text[n:], ".") {
		if fraction := digitCount(text[n+1:]); fraction > 0 {
			n += 1 + fraction
		}
	}
	return n
}

// digitCount is how many digits a text begins with.
func digitCount(text string) (n int) {
	for n < len(text) && '0' <= text[n] && text[n] <= '9' {
		n++
	}
	return n
}
