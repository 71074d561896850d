package puzzlefile

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lightsout/board"
)

// A second reading of plain texts, as slow and as literal as the rule in docs/files.md allows. It shares nothing with the first.

// meaning is a graph or a picture. Names are those of nodes, pairs are edges with their names in order.
type meaning struct {
	kind    string
	names   map[string]bool
	pairs   map[[2]string]bool
	picture string
}

func newMeaning(kind string) *meaning {
	return &meaning{kind: kind, names: map[string]bool{}, pairs: map[[2]string]bool{}}
}

func (m *meaning) join(u, v string) {
	u, v = strings.Join(strings.Fields(u), " "), strings.Join(strings.Fields(v), " ")
	m.names[u], m.names[v] = true, true
	if u != v {
		m.pairs[[2]string{min(u, v), max(u, v)}] = true
	}
}

func (m *meaning) String() string {
	if m.picture != "" {
		return "picture " + m.picture
	}
	text := fmt.Sprint(len(m.names), " nodes")
	for _, name := range slices.Sorted(maps.Keys(m.names)) {
		text += " " + strconv.Quote(name)
	}
	for _, p := range slices.SortedFunc(maps.Keys(m.pairs), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) }) {
		text += fmt.Sprintf(", %q-%q", p[0], p[1])
	}
	return text
}

var (
	literalNumber  = regexp.MustCompile(`^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$`)
	literalCount   = regexp.MustCompile(`^[0-9]+$`)
	literalArrow   = regexp.MustCompile(`<--?>|--+>?|->|[–→]`)
	literalName    = regexp.MustCompile(`^[^()\[\]{}<>|"#][^()\[\]{}<>|"]*$`)
	literalLetter  = regexp.MustCompile(`[\pL\pN]`)
	literalPicture = regexp.MustCompile(`^[-01.#OoXx*_ \t,;]+$`)
	literalCells   = regexp.MustCompile(`^([-01.#OoXx*_]([ \t]|,[ \t]*|;[ \t]*))*[-01.#OoXx*_][,;]?$`)
	literalMixed   = regexp.MustCompile(`\S[ \t]+[0-9]+,[0-9]+([ \t]|$)`)
)

// literalParts are the expressions used once.
var literalParts = []*regexp.Regexp{
	regexp.MustCompile(`[ \t]#([ \t]|$)`),
	regexp.MustCompile(`[(\[][^()\[\]]*[)\]]`),
	regexp.MustCompile(`[ \t,;]*\{[^{}]*\}$`),
	regexp.MustCompile(`"[^"]*"`),
	regexp.MustCompile(`^("[^"]*")\s*:(.*)`),
	regexp.MustCompile(`[0-9],[0-9]`),
	regexp.MustCompile(`"(?:[^"]|"")*"`),
	regexp.MustCompile(`^(\S+|"[^"]*") *->`),
	regexp.MustCompile(`\n([ \t]*\n)+`),
	regexp.MustCompile(`^\s*([[({]|:|>>|p |b |c )`),
}

// literalLines is the lines that are no comments. It is false if a bracket is where it cannot be.
func literalLines(text string) (rows []string, ok bool) {
	var lines []string
	inside := false
	for _, line := range strings.Split(text, "\n") {
		line = strings.Trim(line, " ")
		if inside || strings.HasPrefix(line, "/*") {
			_, rest, ended := strings.Cut(line, "*/")
			if inside = !ended; inside {
				continue
			}
			line = strings.TrimSpace(rest)
		}
		if short := strings.TrimSpace(line); short == "" || short[0] == '#' || short[0] == '%' || strings.HasPrefix(line, "//") {
			continue
		}
		if at := literalParts[0].FindStringIndex(line); at != nil && strings.Count(line[:at[0]], `"`)%2 == 0 {
			line = strings.TrimSpace(line[:at[0]])
		}
		lines = append(lines, line)
	}
	all := strings.TrimSpace(strings.Join(lines, "\n"))
	if all == "" || all[0] != '[' && all[0] != '(' {
		return lines, true
	}
	// The innermost pairs are the rows, and between them are brackets, commas and blanks.
	inner := literalParts[1]
	for _, group := range inner.FindAllString(all, -1) {
		rows = append(rows, strings.TrimSpace(strings.ReplaceAll(group[1:len(group)-1], "\n", " ")))
	}
	rest := strings.Join(strings.Fields(strings.ReplaceAll(inner.ReplaceAllString(all, ""), ",", "")), "")
	return rows, len(rows) > 0 && (rest == "" || rest == "[]" || rest == "()")
}

// literalFields cuts rows: at the one sign that every row of more than a word has, or at blanks, and at arrows.
func literalFields(rows []string) (fields [][]string, colons, ok bool) {
	colons = true
	texts := slices.Clone(rows)
	for i, row := range rows {
		row = literalParts[2].ReplaceAllString(row, "")
		texts[i] = row
		name, rest, found := strings.Cut(literalParts[3].ReplaceAllString(row, "x"), ":")
		if !strings.HasPrefix(rest, " ") && strings.ContainsAny(rest, " \t") {
			found = false
		}
		if !found || strings.Contains(rest, ":") || !literalName.MatchString(strings.TrimSpace(name)) || strings.ContainsAny(name, ",;\t") {
			colons = false
		}
	}
	heads := make([]string, len(rows))
	if colons {
		for i, row := range texts {
			name, rest, _ := strings.Cut(row, ":")
			if quoted := literalParts[4].FindStringSubmatch(row); quoted != nil {
				name, rest = "\x02"+strings.Trim(quoted[1], `"`), quoted[2]
			}
			heads[i], texts[i] = strings.TrimSpace(name), strings.Trim(strings.TrimSpace(rest), "[]()")
		}
	}
	numbers := true
	for _, text := range texts {
		numbers = numbers && !strings.Contains(text, "\t") || numbers && areLiteralNumbers(strings.Fields(text)) && !strings.Contains(text, "\t\t")
	}
	plain := func(text string) string { return literalParts[3].ReplaceAllString(text, "x") }
	holds := []string{}
	for _, sign := range []string{",", ";", "\t"} {
		has, several := 0, 0
		for _, text := range texts {
			if text = strings.TrimSpace(plain(text)); strings.ContainsAny(text, " \t,;") || literalArrow.MatchString(text) {
				if sign == "," && strings.ContainsAny(text, ";\t") {
					text = literalParts[5].ReplaceAllString(text, "")
				}
				if several++; strings.Contains(text, sign) {
					has++
				}
			}
		}
		if several > 0 && has == several && !(sign == "\t" && numbers) {
			holds = append(holds, sign)
		}
	}
	if len(holds) > 1 {
		return nil, false, false
	}
	for i, text := range texts {
		var list []string
		if heads[i] != "" {
			list = append(list, heads[i])
		}
		sign := ""
		if len(holds) > 0 {
			sign = holds[0]
		}
		if sign != "" && literalMixed.MatchString(text) {
			return nil, false, false
		}
		if heads[i] == "" || strings.TrimSpace(text) != "" {
			list = append(list, literalCut(text, sign)...)
		}
		fields = append(fields, list)
	}
	return fields, colons, true
}

// literalCut cuts a row at a sign, or at blanks if it is "".
func literalCut(text, sign string) (list []string) {
	quotes := literalParts[6]
	var kept []string
	text = quotes.ReplaceAllStringFunc(text, func(q string) string {
		kept = append(kept, q)
		return fmt.Sprintf("\x00%d\x00", len(kept)-1)
	})
	cut := sign
	if cut == "" {
		cut = "\x01"
		text = strings.Join(strings.Fields(text), cut)
		text = strings.ReplaceAll(text, cut+"-"+cut, cut+"--"+cut)
	} else {
		text = strings.ReplaceAll(text, " - ", " -- ")
	}
	arrow := literalArrow.FindStringIndex(text)
	if sign != "" && arrow != nil && strings.Contains(text[:arrow[0]], sign) || sign == "" && arrow != nil && strings.Contains(strings.Trim(text[:arrow[0]], cut), cut) {
		return []string{"|"} // it is not after the first name
	}
	if len(literalArrow.FindAllString(text, -1)) > 1 {
		return []string{"|"} // a chain is no row
	}
	text = literalArrow.ReplaceAllString(text, cut)
	for _, field := range strings.Split(text, cut) {
		field = strings.TrimSpace(field)
		for i, q := range kept {
			field = strings.ReplaceAll(field, fmt.Sprintf("\x00%d\x00", i), "\x02"+strings.ReplaceAll(q[1:len(q)-1], `""`, `"`))
		}
		if sign == "" && strings.ContainsAny(field, ",;") && field[0] != 2 {
			return []string{"|"}
		}
		if field != "" || sign != "" {
			list = append(list, field)
		}
	}
	return list
}

// literalNamed is a field as a name: a quoted one is anything, another has no brackets and is not punctuation only.
func literalNamed(field string) (name string, ok bool) {
	if name, quoted := strings.CutPrefix(field, "\x02"); quoted {
		return name, name != "" && !strings.Contains(name, "\x02")
	}
	return field, literalName.MatchString(field) && literalLetter.MatchString(field) && !strings.Contains(field, "\x02")
}

func allNamed(fields [][]string) bool {
	for _, row := range fields {
		for i := range row {
			name, ok := literalNamed(row[i])
			if !ok {
				return false
			}
			row[i] = name
		}
	}
	return true
}

func areLiteralNumbers(list []string) bool {
	return !slices.ContainsFunc(list, func(x string) bool { return !literalNumber.MatchString(x) })
}

// literally is all that a text may be.
func literally(text string) (list []*meaning) {
	add := func(m *meaning) {
		if m != nil && (m.picture != "" || len(m.names) > 0) {
			list = append(list, m)
		}
	}
	add(literalDrawing(text))
	add(literalTGF(text))
	rows, ok := literalLines(text)
	if !ok || len(rows) == 0 {
		return list
	}
	literalArrowRows = !slices.ContainsFunc(rows, func(row string) bool { return !literalParts[7].MatchString(row) })
	fields, colons, ok := literalFields(rows)
	if !ok {
		return list
	}
	copied := func() (c [][]string) {
		for _, row := range fields {
			c = append(c, slices.Clone(row))
		}
		return c
	}
	if !colons {
		arrows := literalArrow.MatchString(strings.ReplaceAll(strings.Join(rows, "\n"), " - ", "--"))
		if !arrows {
			add(literalMatrix(copied()))
			add(literalSIF(copied()))
		}
		add(literalMETIS(text))
		if table := literalTable(copied()); table != nil {
			add(table)
		} else {
			mayHead := !literalBare && !literalBracket.MatchString(text) && !literalArrow.MatchString(strings.ReplaceAll(rows[0], " - ", "--"))
			for _, m := range literalEdges(copied(), mayHead) {
				add(m)
			}
		}
	}
	add(literalNeighbours(copied(), colons))
	return list
}

func literalDrawing(text string) *meaning {
	blocks := literalParts[8].Split(text, -1)
	var first *meaning
	for _, block := range blocks {
		var rows []string
		width, indent := 0, len(text)
		for _, line := range strings.Split(block, "\n") {
			short := strings.TrimSpace(line)
			if !literalPicture.MatchString(line) && short != "" && strings.ContainsAny(short[:1], "#%/") && (short[0] != '#' || strings.Trim(short, "#") == "" || strings.ContainsAny(strings.TrimLeft(short, "#")[:1], " \t!")) && (short[0] != '/' || strings.HasPrefix(short, "//") || strings.HasSuffix(short, "*/")) || short == "" {
				continue
			}
			rows = append(rows, line)
			width, indent = max(width, len(strings.TrimRight(line, " \t"))), min(indent, len(line)-len(strings.TrimLeft(line, " \t")))
		}
		if len(rows) == 0 {
			continue
		}
		table, blanks, tight := true, true, true
		for _, row := range rows {
			inner := strings.TrimRight(row[indent:], " \t")
			table = table && literalCells.MatchString(inner)
			blanks = blanks && len(row) >= width && !strings.ContainsAny(row, "\t_,;")
			inner = strings.TrimRight(inner, ",;")
			tight = tight && !strings.ContainsAny(inner, " \t,;") && len(inner) == len(strings.TrimRight(rows[0][indent:], " \t,;"))
		}
		for i, row := range rows {
			switch inner := strings.TrimRight(row[indent:], " \t"); {
			case table:
				rows[i] = strings.NewReplacer(" ", "", "\t", "", ",", "", ";", "").Replace(inner)
			case tight:
				rows[i] = strings.TrimRight(inner, ",;")
			case blanks:
				rows[i] = strings.ReplaceAll(row[indent:width], " ", "_")
			default:
				return nil
			}
		}
		m := newMeaning("text")
		for _, pair := range []string{"01", ".#", ".O", ".o", ".X", ".x", ".*", "-#", "-O", "-o", "-X", "-x", "-*"} {
			if strings.Trim(strings.Join(rows, ""), pair+"_") == "" {
				m.picture = strings.NewReplacer(pair[:1], "0", pair[1:], "1").Replace(strings.Join(rows, "/"))
			}
		}
		if m.picture == "" || slices.ContainsFunc(rows, func(row string) bool { return len(row) != len(rows[0]) }) {
			return nil
		}
		first = cmp.Or(first, m)
	}
	return first
}

func literalMatrix(rows [][]string) *meaning {
	if slices.ContainsFunc(rows, func(row []string) bool { return len(row) == 0 }) {
		return nil
	}
	cell := func(x string) bool { return literalNumber.MatchString(x) }
	names, all := []string(nil), len(rows)
	switch n := len(rows) - 1; {
	case len(rows[0]) == 1 && rows[0][0] == strconv.Itoa(n) && n > 1:
		rows = rows[1:]
	case n > 1 && len(rows[0]) == n && !cell(rows[0][n-1]):
		names, rows = rows[0], rows[1:]
	case n > 1 && len(rows[1]) == n+1 && len(rows[0]) == n:
		names, rows = rows[0], rows[1:]
	case n > 1 && len(rows[0]) == n+1 && (rows[0][0] == "" || !cell(rows[0][0]) && !cell(rows[0][n])):
		names, rows = rows[0][1:], rows[1:]
	}
	n := len(rows)
	if headed := n < all; headed && n > 1 && len(rows[0]) == 1 && len(rows[0][0]) == n { // nothing between cells
		for i, row := range rows {
			if len(row) == 1 && len(row[0]) == n {
				rows[i] = strings.Split(row[0], "")
			}
		}
	}
	if n > 0 && len(rows[0]) == n+1 { // names at the side
		var side []string
		for i, row := range rows {
			if len(row) != n+1 {
				return nil
			}
			side, rows[i] = append(side, row[0]), row[1:]
		}
		if names != nil && !slices.Equal(names, side) {
			return nil
		}
		names = side
	}
	if names == nil {
		for i := range rows {
			names = append(names, strconv.Itoa(i+1))
		}
	}
	if n < 2 || len(names) != n || len(slices.Compact(slices.Sorted(slices.Values(names)))) != n {
		return nil
	}
	at := map[[2]int]float64{}
	shape := ""
	for i, row := range rows {
		first := 0
		switch {
		case len(row) == n && (i == 0 || shape == ""):
		case len(row) == i+1 && (i == 0 || shape == "l"):
			shape = "l"
		case len(row) == n-i && (i == 1 && shape == "" || shape == "u"):
			shape, first = "u", i
		default:
			return nil
		}
		for k, x := range row {
			switch {
			case literalNumber.MatchString(x):
				at[[2]int{i, first + k}], _ = strconv.ParseFloat(x, 64)
			case strings.EqualFold(x, "true"):
				at[[2]int{i, first + k}] = 1
			case !slices.Contains([]string{"", "nan", "na", "false"}, strings.ToLower(x)):
				return nil
			}
		}
	}
	m, symmetric, above, below, diagonal := newMeaning("adjmatrix"), true, false, false, false
	for i := range n {
		for k := range n {
			x := at[[2]int{i, k}]
			symmetric = symmetric && x == at[[2]int{k, i}]
			if x != 0 {
				above, below, diagonal = above || i < k, below || i > k, diagonal || i == k
				m.join(strings.TrimPrefix(names[i], "\x02"), strings.TrimPrefix(names[k], "\x02"))
			}
		}
		if _, ok := literalNamed(names[i]); !ok {
			return nil
		}
		m.join(strings.TrimPrefix(names[i], "\x02"), strings.TrimPrefix(names[i], "\x02"))
	}
	if diagonal || !symmetric && above && below {
		return nil
	}
	return m
}

// literalMETIS reads lines of numbers, of which an empty one is a node without neighbours.
func literalMETIS(text string) *meaning {
	var rows [][]string
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "%") || line == "" && len(rows) == 0 {
			continue
		}
		rows = append(rows, strings.Fields(line))
	}
	if len(rows) < 2 || len(rows[0]) != 2 {
		return nil
	}
	n, m := 0, newMeaning("metis")
	neighbours := map[[2]string]int{}
	for i, row := range rows {
		for _, x := range row {
			if !literalCount.MatchString(x) {
				return nil
			}
			v, err := strconv.Atoi(x)
			switch {
			case err != nil:
				return nil
			case i == 0:
			case i > n || v < 1 || v > n:
				return nil
			default:
				m.join(strconv.Itoa(i), strconv.Itoa(v))
				neighbours[[2]string{strconv.Itoa(i), strconv.Itoa(v)}]++
			}
		}
		if i == 0 {
			n, _ = strconv.Atoi(row[0])
			if n < 1 || n > len(text) {
				return nil
			}
		}
	}
	both, edges := 0, rows[0][1]
	for pair, count := range neighbours {
		if neighbours[[2]string{pair[1], pair[0]}] != count {
			return nil
		}
		both += count
	}
	if count, _ := strconv.Atoi(edges); len(rows)-1 < n || both != 2*count {
		return nil
	}
	for u := range n {
		m.names[strconv.Itoa(u+1)] = true
	}
	return m
}

func literalTable(rows [][]string) *meaning {
	known := [][2]string{{"source", "target"}, {"from", "to"}, {"src", "dst"}, {"u", "v"}, {"node1", "node2"}, {"id1", "id2"}}
	if len(rows) < 2 {
		return nil
	}
	for _, pair := range known {
		at := [2]int{-1, -1}
		for i, field := range rows[0] {
			for k := range pair {
				if strings.EqualFold(strings.TrimPrefix(field, "\x02"), pair[k]) && at[k] < 0 {
					at[k] = i
				}
			}
		}
		if min(at[0], at[1]) < 0 {
			continue
		}
		m, shift := newMeaning("table"), len(rows[1])-len(rows[0])
		for _, row := range rows[1:] {
			if len(row)-len(rows[0]) != shift || shift < 0 || shift > 1 {
				return nil
			}
			u, ok := literalNamed(row[at[0]+shift])
			v, ok2 := literalNamed(row[at[1]+shift])
			if !ok || !ok2 || slices.ContainsFunc(at[:], func(i int) bool { return rows[0][i] == u || rows[0][i] == v }) {
				return nil
			}
			m.join(u, v)
		}
		return m
	}
	return nil
}

// literalBracket begins a row that cannot be how many nodes and edges there are, and literalBare says that no row can.
var (
	literalBracket = regexp.MustCompile(`(?m)^\s*[\[(]`)
	literalBare    bool
)

// literalEdges is what a list of edges may be: two readings are a question.
func literalEdges(rows [][]string, mayHead bool) []*meaning {
	m, alone := newMeaning("edges"), []string{}
	count, others, last := map[string]int{}, newMeaning("edges"), 0
	width, cells := len(rows[0]), true
	for i, row := range rows {
		if len(row) != width {
			width = 0
		}
		for _, x := range row {
			value, err := strconv.ParseFloat(x, 64)
			cells = cells && err == nil && (value == 0 || value == 1)
		}
		switch {
		case len(row) == 0:
			return nil
		case len(row) == 1 && i > 0 && !literalNumber.MatchString(row[0]):
			name, ok := literalNamed(row[0])
			if !ok {
				return nil
			}
			alone = append(alone, name)
		case len(row) < 2 || len(row) > 4 || !areLiteralNumbers(row[2:]):
			return nil
		default:
			if !allNamed([][]string{row[:2]}) {
				return nil
			}
			m.join(row[0], row[1])
			if count[row[0]]++; row[0] != row[1] {
				count[row[1]]++
			}
			if last++; i > 0 {
				others.join(row[0], row[1])
			}
		}
	}
	for _, name := range alone {
		if count[name] > 0 {
			return nil
		}
		m.names[name], others.names[name] = true, true
	}
	if len(rows) == 1 && strings.Contains(rows[0][0]+rows[0][1], " ") {
		return nil // a sentence
	}
	if len(m.pairs) == 0 || cells && (width != 2 || last == 2) {
		return nil // a table of 0 and 1 is a picture
	}
	first := rows[0]
	again := func(name string) bool { return others.names[name] }
	n, err := strconv.Atoi(first[0])
	edges, err2 := strconv.Atoi(first[1])
	if mayHead && err == nil && err2 == nil && len(first) == 2 && edges == last-1 && edges > 0 && (first[0] == first[1] || !again(first[0]) || !again(first[1])) {
		if n == len(others.names) {
			return []*meaning{others}
		}
		low, high := edges+n, 0
		for name := range others.names {
			value, err := strconv.Atoi(name)
			if err != nil || value < 0 {
				value = n + 1
			}
			low, high = min(low, value), max(high, value)
		}
		if n > len(others.names) && (high < n || high == n && low > 0) {
			return []*meaning{others, m} // true as far as can be seen
		}
	}
	if len(others.pairs) > 0 && !literalNumber.MatchString(first[0]) && !literalNumber.MatchString(first[1]) && first[0] != first[1] &&
		last > 2 && !again(first[0]) && !again(first[1]) && len(others.names) < 2*(last-1)+len(alone) {
		return []*meaning{others, m}
	}
	return []*meaning{m}
}

func literalNeighbours(rows [][]string, colons bool) *meaning {
	m, begins, two := newMeaning("adjlist"), map[string]int{}, true
	if slices.ContainsFunc(rows, func(row []string) bool { return len(row) == 0 }) || !allNamed(rows) {
		return nil
	}
	for _, row := range rows {
		begins[row[0]]++
		m.join(row[0], row[0])
		two = two && len(row) == 2
		if !colons && !literalArrowRows && len(slices.Compact(slices.Sorted(slices.Values(row)))) < len(row) {
			return nil
		}
		for _, name := range row[1:] {
			m.join(row[0], name)
		}
	}
	if !colons && !literalArrowRows && len(m.pairs) == 0 {
		return nil
	}
	for name := range m.names {
		if !colons && begins[name] != 1 && !literalArrowRows {
			return nil
		}
	}
	if !colons && two {
		return nil
	}
	return m
}

// literalArrowRows: every row has an arrow after its first name, which begins a row of neighbours.
var literalArrowRows bool

func literalSIF(rows [][]string) *meaning {
	m, relations := newMeaning("sif"), map[string]bool{}
	if slices.ContainsFunc(rows, func(row []string) bool { return len(row) == 0 }) || !allNamed(rows) {
		return nil
	}
	lines, ends := 0, 0
	for _, row := range rows {
		switch {
		case len(row) == 2 || len(row) > 1 && literalNumber.MatchString(row[1]):
			return nil
		case len(row) < 3:
			m.names[row[0]] = true
			continue
		}
		relations[row[1]] = true
		for _, to := range row[2:] {
			m.join(row[0], to)
		}
		lines, ends = lines+1, ends+len(row)-2
	}
	for name := range relations {
		if m.names[name] {
			return nil
		}
	}
	if lines == 0 || 2*len(relations) > lines || len(m.names) >= len(rows)+ends {
		return nil // words of which some come again after others are prose as well
	}
	return m
}

func literalTGF(text string) *meaning {
	m, below, labels := newMeaning("tgf"), false, map[string]string{}
	for _, line := range strings.Split(text, "\n") {
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
		case strings.TrimSpace(line) == "#":
			if below || len(m.names) == 0 {
				return nil
			}
			below = true
		case below:
			if len(words) < 2 || !m.names[words[0]] || !m.names[words[1]] {
				return nil
			}
			m.join(words[0], words[1])
		default:
			if name, ok := literalNamed(words[0]); !ok || m.names[name] {
				return nil
			}
			m.names[words[0]] = true
			labels[words[0]] = strings.Join(words[1:], " ")
		}
	}
	if !below || len(m.pairs) == 0 && !strings.Contains(text[strings.LastIndex(text, "#"):], " ") {
		return nil
	}
	if list := slices.Sorted(maps.Values(labels)); len(list) > 0 && list[0] == "" || len(slices.Compact(list)) < len(labels) {
		return m
	}
	called := newMeaning("tgf")
	for pair := range m.pairs {
		called.join(labels[pair[0]], labels[pair[1]])
	}
	for _, label := range labels {
		called.names[label] = true
	}
	return called
}

// understood is what a text was read as.
func understood(kind string, p *board.Puzzle) *meaning {
	m, b := newMeaning(kind), p.Board
	if kind == "text" {
		rows, cols := b.Layout().Size()
		for r := range rows {
			m.picture += strings.Repeat("/", min(r, 1))
			for c := range cols {
				sign := "_"
				if l := b.Layout().Cell(r, c); l >= 0 {
					sign = strconv.Itoa(p.On.At(l))
				}
				m.picture += sign
			}
		}
		return m
	}
	name := func(u int) string {
		if b.Names() == nil {
			return strconv.Itoa(u + 1)
		}
		return b.Names()[u]
	}
	for u := range b.Lights() {
		m.join(name(u), name(u))
		for _, v := range b.Toggles(u) {
			m.join(name(u), name(v))
		}
	}
	return m
}

var literalTexts = flag.Int("literal", 10_000, "how many random plain texts are read twice")

// No plain text is read as another graph than the second reading says, and none that it has a question about.
func TestPlainTextsAreReadLiterally(t *testing.T) {
	heads := literalParts[9]
	counts := map[string]int{}
	texts := *literalTexts
	if testing.Short() {
		texts /= 10
	}
	for seed := range texts {
		rng := rand.New(rand.NewPCG(uint64(seed), 1))
		text := plainText(rng)
		r := NewReader(strings.NewReader(text), ReaderOptions{})
		p, err := r.Next()
		for more := err; more != io.EOF && err == nil; {
			_, more = r.Next()
			if more != nil && more != io.EOF {
				err = more
			}
		}
		if err != nil {
			counts["refused or asked"]++
			literalBare = false
			if want := literally(text); len(want) == 1 {
				counts["refused, though the second reading has one meaning"]++
				if testing.Verbose() && counts["refused, though the second reading has one meaning"] < 40 {
					t.Logf("%q (%s): %v", text, want[0].kind, err)
				}
			}
			continue
		}
		f := formatNamed(r.Kind())
		if f.plain == 0 && (heads.MatchString(text) || f.Name == "graph6") {
			counts["told by its head"]++
			continue
		}
		if literalBare = strings.Contains(p.Board.Warning(), "what stands around the names"); literalBare {
			counts["undressed"]++
			for _, without := range undressing {
				text = without(text)
			}
		}
		got, want := understood(r.Kind(), p).String(), []string{}
		for _, m := range literally(text) {
			want = append(want, m.String())
		}
		slices.Sort(want)
		if want = slices.Compact(want); len(want) != 1 || want[0] != got {
			counts["misread"]++
			if counts["misread"] < 20 {
				t.Errorf("%q (seed %d)\n is read as %s: %s\n the second reading has %s", text, seed, r.Kind(), got, cmp.Or(strings.Join(want, "\n or "), "none"))
			}
			continue
		}
		counts["right"]++
	}
	t.Log(counts)
}

// plainText is a small text: a graph in one of its dresses, perhaps with a few mistakes, or words at random.
func plainText(rng *rand.Rand) string {
	pick := func(list ...string) string { return list[rng.IntN(len(list))] }
	words := [][]string{{"0", "1", "2", "3", "4", "5"}, {"1", "2", "3", "4", "5", "6"}, {"ann", "bob", "carol", "dave", "eve", "fay"},
		{"0", "1", "a", "b", "x", "c"}, {"Ann Lee", "bob", "a,b", "1-2", "x:y", "-"}, {"a", "b", "c", "d", "e", "f"}}[rng.IntN(6)]
	if rng.IntN(3) == 0 {
		var text strings.Builder
		tokens := append([]string{"0", "1", "2", "3", "0", "1", "a", "b", "c", "2.5", "-1", "a:", "1:", "source", "target", "u", "v"}, words...)
		between := []string{" ", " ", " ", " ", "\t", ",", ", ", ";", " -- ", "->", " -> ", " - ", ": ", "|", ""}
		sign := pick(between...)
		for range 1 + rng.IntN(5) {
			for i := range 1 + rng.IntN(4) {
				if i > 0 && rng.IntN(8) > 0 {
					text.WriteString(sign)
				} else if i > 0 {
					text.WriteString(pick(between...))
				}
				text.WriteString(pick(tokens...))
			}
			text.WriteString(pick("\n", "\n", "\n", "\n", "\n", " # note\n", "\n# note\n", "\n\n", "\n#\n"))
		}
		return text.String()
	}
	n := 2 + rng.IntN(5)
	words = words[:n]
	joined := map[[2]int]bool{}
	for range rng.IntN(2 * n) {
		if u, v := rng.IntN(n), rng.IntN(n); u != v {
			joined[[2]int{min(u, v), max(u, v)}] = true
		}
	}
	has := func(u, v int) bool { return joined[[2]int{min(u, v), max(u, v)}] }
	sign := pick(" ", " ", "\t", ",", ", ", ";", " -- ", " -> ", "->", " - ")
	quoted := func(u int) string {
		if strings.ContainsAny(words[u], " ,:-") && rng.IntN(2) == 0 {
			return `"` + words[u] + `"`
		}
		return words[u]
	}
	var lines []string
	edges := func(before, after string) {
		for u := range n {
			for v := range u {
				if has(u, v) {
					lines = append(lines, before+quoted(u)+sign+quoted(v)+after)
				}
			}
		}
		rng.Shuffle(len(lines), func(i, k int) { lines[i], lines[k] = lines[k], lines[i] })
	}
	dress := rng.IntN(10)
	switch dress {
	case 0, 1:
		edges("", pick("", "", "", sign+"1", sign+"2.5", " {}", " {'weight': 3}"))
		if rng.IntN(3) == 0 {
			lines = slices.Insert(lines, 0, fmt.Sprint(n, " ", len(lines)))
		}
	case 2:
		edges("(", ")")
	case 3:
		edges("", "")
		lines = slices.Insert(lines, 0, pick("source", "from", "ann", "u", "name")+sign+pick("target", "to", "bob", "v", "friend"))
	case 4, 5:
		colon := pick(":", "", "", " ->")
		for u := range n {
			line := quoted(u) + colon
			for v := range n {
				if has(u, v) && (dress == 4 || u < v) {
					line += pick(" ", " ", " ", sign) + quoted(v)
				}
			}
			lines = append(lines, line)
		}
	case 6:
		if rng.IntN(3) == 0 {
			lines = append(lines, pick(fmt.Sprint(n), strings.Join(words, sign), sign+strings.Join(words, sign)))
		}
		side := rng.IntN(4) == 0
		for u := range n {
			var row []string
			if side {
				row = append(row, quoted(u))
			}
			for v := range n {
				row = append(row, map[bool]string{true: pick("1", "1", "1", "2", "0.5"), false: "0"}[has(u, v)])
			}
			lines = append(lines, strings.Join(row, sign))
		}
	case 7:
		lines = append(lines, fmt.Sprint(n, " ", len(joined)))
		for u := range n {
			var row []string
			for v := range n {
				if has(u, v) {
					row = append(row, strconv.Itoa(v+1))
				}
			}
			lines = append(lines, strings.Join(row, " "))
		}
	case 8:
		signs := pick("01", ".#", ".X", "01_")
		for range n {
			var row []string
			for range 2 + n/2 {
				row = append(row, string(signs[rng.IntN(len(signs))]))
			}
			lines = append(lines, strings.Join(row, pick("", "", " ")))
		}
	case 9:
		for u := range n {
			lines = append(lines, words[u]+pick("", " label", " Ann Lee"))
		}
		if rng.IntN(2) == 0 {
			lines = append(lines, "#")
			for pair := range joined {
				lines = append(lines, words[pair[0]]+" "+words[pair[1]])
			}
		} else {
			lines = nil
			edges("", "")
			for i, line := range lines {
				lines[i] = strings.Replace(line, sign, " "+pick("knows", "likes")+" ", 1)
			}
		}
	}
	text := strings.Join(lines, "\n") + "\n"
	for range rng.IntN(3) {
		at := rng.IntN(len(text))
		switch rng.IntN(4) {
		case 0:
			text = text[:at] + text[at+1:] + "\n"
		case 1:
			text = text[:at] + pick(" ", "1", "0", "#", "\n", ",", ":", "a", "-", ";", "\t", `"`, "(", ")", "|", "# x\n") + text[at:]
		case 2:
			text = pick("# note\n", "% note\n", "//\n", "3 2\n", "a b\n", "3\n", "/* x */\n", "c\n") + text
		case 3:
			i := strings.IndexByte(text[at:]+"\n", '\n')
			text = text[:at] + text[min(at+i, len(text)):] + "\n"
		}
	}
	return text
}
