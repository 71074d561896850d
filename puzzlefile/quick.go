package puzzlefile

import (
	"encoding/json"
	"strings"
)

// quick reads a record as generate writes it. It reports false for anything unusual, such as escapes in a name or a
// number with a fraction, and for any defect, and leaves that to strictjson, which says what is wrong. What it accepts
// it reads exactly as strictjson does.
//
// Grading 300,000 records takes a quarter of the time with it: encoding/json looks every field up by reflection, and
// strictjson looks at the text a second time.
func (j *jsonRecord) quick(line string) bool {
	raw := []byte(line) // what is kept of it as it stands
	at := skipBlanks(line, 0)
	if at == len(line) || line[at] != '{' {
		return false
	}
	var seen uint32
	for first := true; ; first = false {
		at = skipBlanks(line, at+1)
		end := valueEnd(line, at)
		if first && at < len(line) && line[at] == '}' {
			break
		}
		name, ok := plainText(line[at:end])
		colon := skipBlanks(line, end)
		if !ok || colon == len(line) || line[colon] != ':' {
			return false
		}
		at = skipBlanks(line, colon+1)
		end = valueEnd(line, at)
		known := fieldNumber(name)
		if known < 0 && mistakable(name) || known >= 0 && seen&(1<<known) != 0 || !j.set(name, known >= 0, line[at:end], raw[at:end:end]) {
			return false
		}
		if known >= 0 {
			seen |= 1 << known
		}
		at = skipBlanks(line, end)
		if at == len(line) || line[at] != ',' {
			break
		}
	}
	return at < len(line) && line[at] == '}' && skipBlanks(line, at+1) == len(line)
}

// recordFields are the fields of jsonRecord.
var recordFields = []string{"id", "board", "lights", "toggles", "graph", "names", "on", "rows", "goal", "presses", "answer", "min_presses", "answers", "seed", "index", "uniform"}

// fieldNumber is where a name is among them, or -1.
func fieldNumber(name string) int {
	for i, f := range recordFields {
		if f == name {
			return i
		}
	}
	return -1
}

// mistakable reports whether a name differs from that of a field by case alone.
func mistakable(name string) bool {
	for _, f := range recordFields {
		if len(f) == len(name) && strings.EqualFold(f, name) {
			return true
		}
	}
	return false
}

// set takes the value of a field, if it is a usual one.
func (j *jsonRecord) set(name string, known bool, value string, raw json.RawMessage) (ok bool) {
	if !known {
		j.passOver(name)
		return json.Valid(raw)
	}
	switch name {
	case "id":
		j.ID = raw
		return json.Valid(raw)
	case "toggles":
		j.Toggles = raw
		return json.Valid(raw)
	case "goal":
		j.Goal = raw
		return json.Valid(raw)
	case "on":
		return j.On.quick(value, raw)
	case "presses":
		return j.Presses.quick(value, raw)
	case "answer":
		return j.Answer.quick(value, raw)
	}
	if value == "null" {
		return true
	}
	switch name {
	case "board":
		j.Board, ok = plainText(value)
	case "rows":
		j.Rows, ok = plainTexts(value)
	case "names":
		j.Names, ok = plainTexts(value)
	case "answers":
		var text string
		text, ok = plainText(value)
		j.Answers = &text
	case "lights":
		j.Lights, ok = plainCount(value)
	case "min_presses":
		j.MinPresses, ok = plainCount(value)
	case "seed":
		j.Seed, ok = plainNumber(value)
	case "index":
		j.Index, ok = plainNumber(value)
	case "graph":
		j.Graph, ok = plainTruth(value)
	case "uniform":
		var even bool
		even, ok = plainTruth(value)
		j.Uniform = &even
	}
	return ok
}

// quick takes the value of a list of cells.
func (l *cellList) quick(value string, raw json.RawMessage) bool {
	*l = cellList{raw, plainNumbers(value)}
	return l.numbers != nil || json.Valid(raw)
}

func skipBlanks(text string, at int) int {
	for at < len(text) && (text[at] == ' ' || text[at] == '\t' || text[at] == '\r' || text[at] == '\n') {
		at++
	}
	return min(at, len(text))
}

// valueEnd is where the value that begins at a place ends, if the text is JSON.
func valueEnd(text string, at int) int {
	depth := 0
	for ; at < len(text); at++ {
		switch text[at] {
		case '"':
			for at++; at < len(text) && text[at] != '"'; at++ {
				if text[at] == '\\' {
					at++
				}
			}
			if depth == 0 {
				return min(at+1, len(text))
			}
		case '[', '{':
			depth++
		case ']', '}':
			if depth--; depth < 0 {
				return at
			}
			if depth == 0 {
				return at + 1
			}
		case ',', ':', ' ', '\t', '\r', '\n':
			if depth == 0 {
				return at
			}
		}
	}
	return len(text)
}

// plainText is a string of plain ASCII without escapes.
func plainText(value string) (string, bool) {
	n := len(value)
	if n < 2 || value[0] != '"' || value[n-1] != '"' {
		return "", false
	}
	for i := 1; i < n-1; i++ {
		if b := value[i]; b == '\\' || b == '"' || b < ' ' || b >= 0x80 {
			return "", false
		}
	}
	return value[1 : n-1], true
}

// plainTexts is a list of such strings.
func plainTexts(value string) (list []string, ok bool) {
	n := len(value)
	if n < 2 || value[0] != '[' || value[n-1] != ']' {
		return nil, false
	}
	list = make([]string, 0, 8)
	for at := skipBlanks(value, 1); at < n-1 || len(list) > 0; at = skipBlanks(value, at+1) {
		end := valueEnd(value, at)
		text, ok := plainText(value[at:end])
		if !ok {
			return nil, false
		}
		list = append(list, text)
		if at = skipBlanks(value, end); at == n-1 {
			break
		}
		if at == n || value[at] != ',' {
			return nil, false
		}
	}
	return list, true
}

func plainTruth(value string) (truth, ok bool) {
	return value == "true", value == "true" || value == "false"
}

// plainNumber is a whole number from 0 of up to 18 digits.
func plainNumber(value string) (uint64, bool) {
	n := uint64(0)
	for i := range len(value) {
		if value[i]-'0' > 9 {
			return 0, false
		}
		n = n*10 + uint64(value[i]-'0')
	}
	return n, len(value) == 1 || len(value) > 0 && len(value) <= 18 && value[0] != '0'
}

func plainCount(value string) (*int, bool) {
	n, ok := plainNumber(value)
	return new(int(n)), ok && n <= maxListed
}

// plainNumbers is a list of such numbers of up to nine digits; nil if it is anything else.
func plainNumbers(value string) []int {
	n := len(value)
	if n < 2 || value[0] != '[' || value[n-1] != ']' {
		return nil
	}
	list := make([]int, 0, 16)
	for at := skipBlanks(value, 1); at < n-1 || len(list) > 0; at = skipBlanks(value, at+1) {
		begin, number := at, 0
		for at < n && value[at]-'0' <= 9 && at-begin < 10 {
			number = number*10 + int(value[at]-'0')
			at++
		}
		if digits := at - begin; digits == 0 || digits > 9 || digits > 1 && value[begin] == '0' {
			return nil
		}
		list = append(list, number)
		if at = skipBlanks(value, at); at == n-1 {
			break
		}
		if at == n || value[at] != ',' {
			return nil
		}
	}
	return list
}

// textOf is what a JSON string says.
func textOf(value json.RawMessage) (text string, err error) {
	if text, ok := plainText(string(value)); ok {
		return text, nil
	}
	err = json.Unmarshal(value, &text)
	return text, err
}
