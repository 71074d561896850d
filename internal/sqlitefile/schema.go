package sqlitefile

import (
	"fmt"
	"slices"
	"strings"
)

// parseTable reads CREATE TABLE: which columns there are, and where a row has them.
func parseTable(sql string) (*Table, error) {
	tokens, ok := tokenize(sql)
	open := slices.IndexFunc(tokens, func(t token) bool { return t.is("(") })
	if !ok || len(tokens) < 4 || !tokens[0].is("CREATE") || open < 0 {
		return nil, damaged("the schema is damaged: %.60q", sql)
	}
	if slices.ContainsFunc(tokens[:open], func(t token) bool { return t.is("VIRTUAL") }) {
		return nil, &Error{Unsupported, "it is a virtual table"}
	}
	parts, rest := split(tokens[open+1:])
	p := &tableParser{Table: &Table{rowid: true}}
	for i := range rest {
		if rest[i].is("WITHOUT") {
			p.rowid = false
		}
	}
	for _, part := range parts {
		if err := p.part(part); err != nil {
			return nil, err
		}
	}
	if len(p.columns) == 0 || !p.rowid && len(p.keys) == 0 {
		return nil, damaged("the schema is damaged: %.60q", sql)
	}
	return p.place()
}

// tableParser collects what is declared.
type tableParser struct {
	*Table
	types []string
	keys  []keyName
	alias bool // a key of one INTEGER column is the row's number
}

type keyName struct {
	name       string
	descending bool
	other      bool // it is not in the order of its bytes
}

// place says where the columns are in a record.
func (p *tableParser) place() (*Table, error) {
	t := p.Table
	if t.rowid {
		for i := range t.columns {
			t.columns[i].at = i
		}
		if len(p.keys) == 1 && p.alias {
			if i, err := t.Column(p.keys[0].name); err == nil && strings.EqualFold(p.types[i], "INTEGER") {
				t.columns[i].at = -1
			}
		}
		return t, nil
	}
	// The key comes first, each of its columns once, and then the others.
	for i := range t.columns {
		t.columns[i].at = -1
	}
	next := 0
	for _, k := range p.keys {
		i, err := t.Column(k.name)
		if err != nil {
			return nil, damaged("the schema is damaged: a key has the column %s, and the table has not", k.name)
		}
		if t.columns[i].at < 0 {
			t.columns[i].at = next
			t.key = append(t.key, key{i, k.descending})
			next++
		} else if k.other {
			// Under another order the same column is part of the key once more.
			return nil, &Error{Unsupported, "a key has a column twice"}
		}
	}
	for i := range t.columns {
		if t.columns[i].at < 0 {
			t.columns[i].at = next
			next++
		}
	}
	return t, nil
}

// part reads one of the parts between commas: a column, or a constraint on the table.
func (p *tableParser) part(tokens []token) error {
	if len(tokens) == 0 {
		return damaged("the schema is damaged: a column without a name")
	}
	for _, word := range []string{"CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"} {
		if tokens[0].is(word) {
			p.constraint(tokens)
			return nil
		}
	}
	c := column{name: tokens[0].text}
	end := slices.IndexFunc(tokens[1:], token.endsType) + 1
	if end == 0 {
		end = len(tokens)
	}
	var words []string
	for _, t := range tokens[1:end] {
		words = append(words, t.text)
	}
	kind := strings.ToUpper(strings.Join(words, " "))
	c.real = isReal(kind)
	depth := 0
	for i := end; i < len(tokens); i++ {
		t := tokens[i]
		next := func(n int) token {
			if i+n < len(tokens) {
				return tokens[i+n]
			}
			return token{}
		}
		switch {
		case t.is("("):
			depth++
		case t.is(")"):
			depth--
		case depth > 0:
		case t.is("PRIMARY") && next(1).is("KEY"):
			p.keys = append(p.keys, keyName{name: c.name, descending: next(2).is("DESC")})
			// An oddity that SQLite keeps for the sake of old files.
			p.alias = !next(2).is("DESC")
		case t.is("DEFAULT"):
			c.otherwise = !next(1).is("NULL")
		case t.is("AS") || t.is("GENERATED"):
			return &Error{Unsupported, fmt.Sprintf("its column %s is computed", c.name)}
		}
	}
	p.columns, p.types = append(p.columns, c), append(p.types, kind)
	return nil
}

// constraint reads PRIMARY KEY(…). Constraints need no comma between them.
func (p *tableParser) constraint(tokens []token) {
	for i := range tokens {
		if !tokens[i].is("PRIMARY") || i+2 >= len(tokens) || !tokens[i+1].is("KEY") || !tokens[i+2].is("(") {
			continue
		}
		columns, _ := split(tokens[i+3:])
		for _, c := range columns {
			if len(c) == 0 {
				continue
			}
			k := keyName{name: c[0].text}
			for _, t := range c[1:] {
				k.descending = k.descending || t.is("DESC")
				k.other = k.other || t.is("COLLATE")
			}
			p.keys = append(p.keys, k)
		}
		p.alias = true
		return
	}
}

// isReal reports whether a column of a type keeps numbers as real ones.
func isReal(kind string) bool {
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(kind, word) })
	}
	return !has("INT", "CHAR", "CLOB", "TEXT", "BLOB") && has("REAL", "FLOA", "DOUB")
}

// token is a word, a sign, or something in quotes.
type token struct {
	text   string
	quoted bool
}

// is compares with a keyword or a sign.
func (t token) is(word string) bool { return !t.quoted && strings.EqualFold(t.text, word) }

// endsType reports whether a type ends before the word.
func (t token) endsType() bool {
	return slices.ContainsFunc([]string{"CONSTRAINT", "PRIMARY", "NOT", "NULL", "UNIQUE", "CHECK", "DEFAULT", "COLLATE", "REFERENCES", "GENERATED", "AS"}, t.is)
}

// split separates tokens at the commas, up to the parenthesis that closes them, and returns the rest.
func split(tokens []token) (parts [][]token, rest []token) {
	depth, from := 0, 0
	for i, t := range tokens {
		switch {
		case t.is("("):
			depth++
		case t.is(")") && depth == 0:
			return append(parts, tokens[from:i]), tokens[i+1:]
		case t.is(")"):
			depth--
		case t.is(",") && depth == 0:
			parts, from = append(parts, tokens[from:i]), i+1
		}
	}
	return append(parts, tokens[from:]), nil
}

// tokenize cuts SQL into tokens, without white space and comments.
func tokenize(sql string) (tokens []token, ok bool) {
	for sql != "" {
		switch c := sql[0]; {
		case strings.HasPrefix(sql, "--"):
			_, sql, _ = strings.Cut(sql, "\n")
		case strings.HasPrefix(sql, "/*"):
			_, sql, _ = strings.Cut(sql[2:], "*/")
		case strings.IndexByte(" \t\r\n\f", c) >= 0:
			sql = sql[1:]
		case strings.IndexByte("\"'`[", c) >= 0:
			end := c
			if c == '[' {
				end = ']'
			}
			text, rest, ok := quoted(sql[1:], end)
			if !ok {
				return nil, false
			}
			tokens, sql = append(tokens, token{text, true}), rest
		case isWord(c):
			n := 1
			for n < len(sql) && isWord(sql[n]) {
				n++
			}
			tokens, sql = append(tokens, token{sql[:n], false}), sql[n:]
		default:
			tokens, sql = append(tokens, token{sql[:1], false}), sql[1:]
		}
	}
	return tokens, true
}

// quoted reads up to the end of a quotation. The sign for the end, twice, is part of it, except for a bracket.
func quoted(sql string, end byte) (text, rest string, ok bool) {
	var s strings.Builder
	for {
		i := strings.IndexByte(sql, end)
		if i < 0 {
			return "", "", false
		}
		s.WriteString(sql[:i])
		sql = sql[i+1:]
		if end == ']' || sql == "" || sql[0] != end {
			return s.String(), sql, true
		}
		s.WriteByte(end)
		sql = sql[1:]
	}
}

// isWord reports whether a byte belongs to a name, a keyword or a number. Letters beyond ASCII do.
func isWord(c byte) bool {
	return c == '_' || c == '$' || c == '.' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
