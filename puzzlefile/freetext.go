package puzzlefile

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// lastList finds the answer in a text that a person or a language model wrote, as a JSON list of numbers, pairs
// [row,column] and places "r1c1". This is the rule:
//
// The answer is the last list in square brackets or braces that holds nothing but numbers, places such as r1c1 and
// pairs; [] is no presses, unless it is a box to tick ("- [ ]"), and braces around a single list are left off. Without one it is the last two or more
// numbers, or places and pairs, in a row, or else the last single one: only commas, semicolons, &, blanks, line ends,
// the marks of bulleted and numbered lists and the word and are between them, and a blank line ends them. Quotation
// marks, asterisks, backslashes and LaTeX's \[ \] count as blanks, and what is part of a longer word, such as 5x5,
// 2.5 or 3-7, is no number.
func lastList(text string) (list []byte, ok bool) {
	s := listScan{text: text}
	s.scan()
	s.endRun()
	for _, found := range [][]string{s.inBrackets, s.several, s.place, s.number} {
		if found != nil {
			return jsonList(found), true
		}
	}
	return nil, false
}

func jsonList(items []string) []byte { return []byte("[" + strings.Join(items, ",") + "]") }

// listScan goes over a text once. Items are JSON already.
type listScan struct {
	text string
	open []bracket // those that have begun and not ended
	run  []string  // items in a row so far

	inBrackets, several, place, number []string // the last of each; nil: none yet
}

// bracket is a pair of brackets while it is read.
type bracket struct {
	sign  byte
	at    int
	items []string
	lists [][]string // those directly within it that are not pairs
	other bool       // something else is within it
	run   []string   // what was in a row before it
	box   bool       // it comes right after the mark of a list
}

// scan cuts the text into items, brackets and words. What is between two items of a list is passed over.
func (s *listScan) scan() {
	lineStart, mark, ends := true, false, 0
	for i := 0; i < len(s.text); {
		begin := i
		switch c := s.text[i]; {
		case c == '\n':
			if ends++; ends > 1 {
				s.endRun()
			}
			lineStart = true
			i++
			continue
		case c == '\\' && i+1 < len(s.text) && strings.IndexByte("[]()", s.text[i+1]) >= 0:
			i += 2
			continue
		case strings.IndexByte(" \t\r,;&\"'`*\\$", c) >= 0:
			i++
			continue
		case strings.IndexByte("[{(", c) >= 0:
			s.open = append(s.open, bracket{sign: c, at: i, run: s.run, box: mark})
			s.endRun()
			i++
		case strings.IndexByte("]})", c) >= 0:
			s.close(c, i)
			i++
		case strings.IndexByte("<>=:|", c) >= 0:
			s.word()
			i++
		default:
			i += wordEnd(s.text[i:])
			if isBetween(s.text[begin:i], s.text[i:], lineStart) {
				mark, lineStart, ends = lineStart, false, 0
				continue
			}
			s.take(s.text[begin:i])
		}
		lineStart, mark, ends = false, false, 0
	}
}

// wordEnd is where a word ends: before a sign that has a meaning of its own, or a blank. A sign alone is a word.
func wordEnd(text string) int {
	end := strings.IndexAny(text, " \t\r\n,;&\"'`*\\$[]{}()<>=:|\u00a0“”‘’•")
	switch {
	case end < 0:
		return len(text)
	case end == 0:
		_, end = utf8.DecodeRuneInString(text)
	}
	return end
}

var listMark = regexp.MustCompile(`^([-+]|[0-9]+\.)$`)

// isBetween reports whether a word may be between two items: and, a typographic blank, or the mark of a list.
func isBetween(word, rest string, lineStart bool) bool {
	if strings.EqualFold(word, "and") || strings.Trim(word, "\u00a0“”‘’•") == "" {
		return true
	}
	blank := rest != "" && strings.IndexByte(" \t", rest[0]) >= 0
	return lineStart && blank && listMark.MatchString(word)
}

var (
	listNumber = regexp.MustCompile(`^(-?)0*([0-9]+)$`)
	listPlace  = regexp.MustCompile(`^[rR]([0-9]+)[cC]([0-9]+)$`)
)

// listItem is a number or a place as JSON.
func listItem(word string) (item string, ok bool) {
	if m := listNumber.FindStringSubmatch(word); m != nil {
		return m[1] + m[2], true
	}
	if m := listPlace.FindStringSubmatch(word); m != nil {
		return `"r` + m[1] + "c" + m[2] + `"`, true
	}
	return "", false
}

func isNumber(item string) bool { return item[0] != '"' && item[0] != '[' }

// take is the next word.
func (s *listScan) take(word string) {
	if item, ok := listItem(strings.TrimRight(word, ".!?")); ok {
		s.item(item)
		return
	}
	s.word()
}

// word is something that is no item.
func (s *listScan) word() {
	s.endRun()
	if n := len(s.open); n > 0 {
		s.open[n-1].other = true
	}
}

func (s *listScan) item(item string) {
	if len(s.run) > 0 && isNumber(s.run[0]) != isNumber(item) {
		s.endRun()
	}
	s.run = append(s.run, item)
	if n := len(s.open); n > 0 {
		s.open[n-1].items = append(s.open[n-1].items, item)
	}
}

// endRun ends the items in a row.
func (s *listScan) endRun() {
	switch {
	case len(s.run) > 1:
		s.several = s.run
	case len(s.run) == 1 && isNumber(s.run[0]):
		s.number = s.run
	case len(s.run) == 1:
		s.place = s.run
	}
	s.run = nil
}

// close ends brackets: they are a pair, a list or something else.
func (s *listScan) close(sign byte, at int) {
	n := len(s.open)
	if n == 0 || strings.IndexByte("]})", sign) != strings.IndexByte("[{(", s.open[n-1].sign) {
		s.endRun()
		s.open = nil // nothing that began can end any more
		return
	}
	b := s.open[n-1]
	s.open = s.open[:n-1]
	list, isList := b.list(s.text[b.at+1 : at])
	isPair := isList && b.sign != '{' && len(list) == 2 && isNumber(list[0]) && isNumber(list[1])
	if isPair && (b.sign == '(' || n > 1) {
		s.run = b.run
		s.item("[" + list[0] + "," + list[1] + "]")
	} else {
		s.endRun()
	}
	if n > 1 && !isPair {
		s.open[n-2].other = s.open[n-2].other || !isList
		s.open[n-2].lists = append(s.open[n-2].lists, list)
	}
	if isList && b.sign != '(' {
		s.inBrackets = list
	}
}

// list is what the brackets hold, if they are a list.
func (b *bracket) list(inside string) (list []string, ok bool) {
	switch {
	case b.other || b.sign == '(' && len(b.items) == 0:
		return nil, false
	case len(b.lists) == 1 && len(b.items) == 0 && b.sign == '{':
		return b.lists[0], true
	case len(b.lists) > 0:
		return nil, false
	case b.sign == '{' && len(b.items) == 1 && b.items[0][0] == '[' && strings.Contains(inside, "["):
		return strings.Split(strings.Trim(b.items[0], "[]"), ","), true // what it wraps is the list
	case len(b.items) == 0:
		return []string{}, strings.TrimSpace(inside) == "" && !b.box
	}
	return b.items, true
}
