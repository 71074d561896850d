package bench

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
	"text/template"
	"unicode/utf8"
)

// Formats are those that [Report] writes.
var Formats = []string{"md", "latex", "html"}

//go:embed templates/*.tmpl
var templateFiles embed.FS

// aboutReports says what the tables show, a paragraph to a line.
//
//go:embed templates/about.txt
var aboutReports string

// texEscapes are what LaTeX takes for commands, and letters that its plain fonts do not have.
var texEscapes = strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`,
	"%", `\%`,
	"_", `\_`, "^", `\^{}`, "~", `\~{}`,
	"×", `$\times$`, "²", `$^2$`, "≥", `$\ge$`, "<", `$<$`, ">", `$>$`, "|", `$|$`)

// document is a report under way: what a template makes a file of.
type document []element

// element is a heading of some level, a figure, a table or a paragraph.
type element struct {
	Level  int
	Text   string
	Figure string // the name of a plot, without extension, since every plot is there as SVG and as PDF
	Table  *table
}

// table has a head and rows of as many cells.
type table struct {
	Head []string
	Rows [][]string
}

func (t *table) add(cells ...any) {
	var row []string
	for _, cell := range cells {
		row = append(row, fmt.Sprint(cell))
	}
	t.Rows = append(t.Rows, row)
}

// matrix is a table with a row and a column for each of the names.
func matrix(corner string, rows, columns []string, cell func(row, column int) string) *table {
	t := &table{Head: append([]string{corner}, columns...)}
	for i, name := range rows {
		row := []string{name}
		for k := range columns {
			row = append(row, cell(i, k))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (d *document) heading(level int, text string) {
	*d = append(*d, element{Level: level, Text: text})
}
func (d *document) paragraph(text string)     { *d = append(*d, element{Text: text}) }
func (d *document) figure(title, name string) { *d = append(*d, element{Text: title, Figure: name}) }

// table adds a table, unless its cells are empty.
func (d *document) table(t *table) {
	for _, row := range t.Rows {
		if strings.Join(row[1:], "") != "" {
			*d = append(*d, element{Table: t})
			return
		}
	}
}

// Columns is how LaTeX sets the columns: those with long texts as paragraphs.
func (t *table) Columns() string {
	const long = 40
	text := ""
	for i := range t.Head {
		isLong := func(row []string) bool { return utf8.RuneCountInString(row[i]) > long }
		text += map[bool]string{false: "l", true: "p{3.6cm}"}[slices.ContainsFunc(t.Rows, isLong)]
	}
	return text
}

// write is the document in one of the formats, with the extension of its file.
func (d document) write(format string) (text []byte, extension string, err error) {
	if extension = format; format == "latex" {
		extension = "tex"
	}
	file := "report." + extension + ".tmpl"
	t, err := template.New(file).Funcs(template.FuncMap{"tex": texEscapes.Replace}).ParseFS(templateFiles,
		"templates/"+file)
	if err != nil {
		return nil, "", err
	}
	var out bytes.Buffer
	err = t.Execute(&out, d)
	return out.Bytes(), extension, err
}

// String is the table in Markdown, padded so that it reads as plain text too.
func (t *table) String() string {
	var out strings.Builder
	w := tabwriter.NewWriter(&out, 0, 0, 1, ' ', 0)
	line := slices.Repeat([]string{"---"}, len(t.Head))
	for _, row := range append([][]string{t.Head, line}, t.Rows...) {
		for _, cell := range row {
			fmt.Fprintf(w, "| %s\t", strings.ReplaceAll(cell, "|", "/"))
		}
		fmt.Fprintln(w, "|")
	}
	_ = w.Flush() // into memory
	return out.String()
}

// seconds formats a time with about two digits and a unit; a time beyond the limit is a dash.
func seconds(s float64) string {
	switch {
	case math.IsNaN(s):
		return ""
	case math.IsInf(s, 1):
		return "–"
	case s < 0.0095:
		return fmt.Sprintf("%.1f ms", s*1e3)
	case s < 0.95:
		return fmt.Sprintf("%.0f ms", s*1e3)
	case s < 9.5:
		return fmt.Sprintf("%.1f s", s)
	}
	return fmt.Sprintf("%.0f s", s)
}

// limit formats a limit of time: 10 s, not 10.0 s.
func limit(s float64) string { return strings.Replace(seconds(s), ".0 ", " ", 1) }

// slugOf makes a name of small letters, digits and dashes.
func slugOf(text string) string {
	const longest = 40
	name := strings.Trim(notInSlugs.ReplaceAllString(strings.ToLower(text), "-"), "-")
	return cmp.Or(strings.Trim(name[:min(len(name), longest)], "-"), "board")
}

var notInSlugs = regexp.MustCompile(`[^a-z0-9]+`)

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// someOf lists names, at most so many.
func someOf(names []string, most int) string {
	text := strings.Join(names[:min(len(names), most)], ", ")
	if left := len(names) - most; left > 0 {
		text += fmt.Sprintf(" and %d more", left)
	}
	return text
}
