package answers

import (
	"regexp"
	"strings"
)

// Last finds the answer in a text that a person or a language model wrote, as a JSON list of numbers, pairs
// [row,column] and places "r1c1". This is the rule:
//
// The answer is the last list in square brackets or braces that holds nothing but numbers, places such as r1c1 and
// pairs; [] is no presses, unless it is a box to tick ("- [ ]"), and braces around a single list are left off. Without one it is the last two or more
// numbers, or places and pairs, in a row, or else the last single one: only commas, semicolons, &, blanks, line ends,
// the marks of bulleted and numbered lists and the word and are between them, and a blank line ends them. Quotation
// marks, asterisks, backslashes and LaTeX's \[ \] count as blanks, and what is part of a longer word, such as 5x5,
// 2.5 or 3-7, is no number.
//
// The text is first written in a plain way, listText, of which regular expressions then find the parts.
func Last(text string) (list []byte, ok bool) {
	text = roundPair.ReplaceAllString(listText(text), " ($1,$2)")
	for _, rule := range []*regexp.Regexp{bracketList, severalItems, singlePlace, singleNumber} {
		if found := rule.FindAllString(text, -1); found != nil {
			return jsonList(found[len(found)-1]), true
		}
	}
	return nil, false
}

// What listText writes, in which each word has a blank before it.
const (
	aNumber = `(?: -?[0-9]+)`
	aPlace  = `(?: r[0-9]+c[0-9]+| \(-?[0-9]+,-?[0-9]+\))`
	anItem  = `(?:` + aNumber + `|` + aPlace + `| \[` + aNumber + `{2} \])`
	items   = `(?:(?: ¶)*` + anItem + `)+(?: ¶)*`
)

// Places alone, as people write them.
const (
	between = `[, ;\t\n]`
	places  = between + `*[rR][0-9]+[cC][0-9]+(?:` + between + `+[rR][0-9]+[cC][0-9]+)*` + between + `*`
)

var (
	bracketList  = regexp.MustCompile(` \[` + items + ` \]| \{` + items + ` \}| \[\]`)
	severalItems = regexp.MustCompile(aNumber + `{2,}|` + aPlace + `{2,}`)
	singlePlace  = regexp.MustCompile(aPlace)
	singleNumber = regexp.MustCompile(aNumber)
	listItems    = regexp.MustCompile(anItem)
	roundPair    = regexp.MustCompile(` \( (-?[0-9]+) (-?[0-9]+) \)`)
	placesOnly   = regexp.MustCompile(`^(\{(?:` + between + `*|` + places + `)\}|` + places + `)$`)
	wrappedPair  = regexp.MustCompile(`^ \{( \[` + aNumber + `{2} \]) \}$`)
)

// jsonList is a list that was found, as JSON.
func jsonList(found string) []byte {
	if m := wrappedPair.FindStringSubmatch(found); m != nil {
		found = strings.Trim(m[1], " []")
	} else if strings.HasPrefix(found, " [") || strings.HasPrefix(found, " {") {
		found = found[2:]
	}
	var list []string
	for _, item := range listItems.FindAllString(" "+strings.TrimSpace(found), -1) {
		switch words := strings.Fields(strings.NewReplacer("(", "[ ", ",", " ", ")", " ]").Replace(item)); {
		case len(words) > 1:
			list = append(list, "["+words[1]+","+words[2]+"]")
		case words[0][0] == 'r':
			list = append(list, `"`+words[0]+`"`)
		default:
			list = append(list, words[0])
		}
	}
	return []byte("[" + strings.Join(list, ",") + "]")
}

var (
	listToken  = regexp.MustCompile(`\n|\\[\[\]()]|\[\s*\]|\{\s*\}|[\[\](){}<>=:|•]|[^\s,;&"'` + "`" + `*\\$\[\](){}<>=:|\x{a0}“”‘’•]+`)
	listMark   = regexp.MustCompile(`^([-+•]|[0-9]+\.)$`)
	listNumber = regexp.MustCompile(`^(-?)0*([0-9]+)$`)
	listPlace  = regexp.MustCompile(`^[rR]([0-9]+)[cC]([0-9]+)$`)
)

// listText is a text as Last looks at it: numbers, places and brackets, [] for one that is empty, ¶ for a blank
// line and x for any other word. What may be between two items is left out.
func listText(text string) string {
	var plain strings.Builder
	lineStart, mark, ends := true, false, 0
	for _, at := range listToken.FindAllStringIndex(text, -1) {
		word, next := text[at[0]:at[1]], text[at[1]:min(at[1]+1, len(text))]
		isMark := lineStart && (next == " " || next == "\t") && listMark.MatchString(word)
		switch item, ok := listItem(strings.TrimRight(word, ".!?")); {
		case word == "\n":
			if ends++; ends == 2 {
				plain.WriteString(" ¶")
			}
			lineStart = true
			continue
		case word[0] == '\\':
			continue
		case isMark, strings.EqualFold(word, "and"), word == "•":
			mark, lineStart, ends = lineStart, false, 0
			continue
		case ok:
			plain.WriteString(" " + strings.Trim(item, `"`))
		case len(word) == 1 && strings.Contains("[](){}", word):
			plain.WriteString(" " + word)
		case (word[0] == '[' || word[0] == '{') && !mark:
			plain.WriteString(" []")
		default:
			plain.WriteString(" x")
		}
		lineStart, mark, ends = false, false, 0
	}
	return plain.String()
}

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
