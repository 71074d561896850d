package bench

import (
	"bytes"
	"fmt"
	"html"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Formats are those that [Report] writes.
var Formats = []string{"md", "latex", "html"}

// extensions of the report in each format.
var extensions = map[string]string{"md": "md", "latex": "tex", "html": "html"}

// document is a report under way, in one of the formats.
type document struct {
	bytes.Buffer
	format string
}

// table has a head and rows of as many cells.
type table struct {
	head []string
	rows [][]string
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// begin and end make the document whole.
func (d *document) begin(title string) {
	switch d.format {
	case "latex":
		d.WriteString("\\documentclass{article}\n\\usepackage{graphicx}\n\\usepackage[margin=2cm]{geometry}\n\\begin{document}\n")
	case "html":
		fmt.Fprintf(d, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>%s</title>\n"+
			"<style>body{font-family:sans-serif;max-width:60em;margin:auto;padding:1em}"+
			"table{border-collapse:collapse;font-size:smaller}td,th{border:1px solid #ccc;padding:.2em .5em;text-align:left}"+
			"img{width:24em;max-width:100%%}</style></head><body>\n", html.EscapeString(title))
	}
}

func (d *document) end() {
	switch d.format {
	case "latex":
		d.WriteString("\\end{document}\n")
	case "html":
		d.WriteString("</body></html>\n")
	}
}

// texEscapes are what LaTeX takes for commands, and letters that its plain fonts do not have.
var texEscapes = strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "%", `\%`,
	"_", `\_`, "^", `\^{}`, "~", `\~{}`, "µ", `$\mu$`, "×", `$\times$`, "²", `$^2$`, "≥", `$\ge$`)

// text is words as the format writes them.
func (d *document) text(words string) string {
	switch d.format {
	case "latex":
		return texEscapes.Replace(words)
	case "html":
		return html.EscapeString(words)
	}
	return words
}

func (d *document) heading(level int, words string) {
	switch d.format {
	case "latex":
		fmt.Fprintf(d, "\\%ssection*{%s}\n\n", strings.Repeat("sub", level-1), d.text(words))
	case "html":
		fmt.Fprintf(d, "<h%d>%s</h%d>\n", level, d.text(words), level)
	default:
		fmt.Fprintf(d, "%s %s\n\n", strings.Repeat("#", level), words)
	}
}

func (d *document) paragraph(words string) {
	words = d.text(words)
	if d.format == "html" {
		words = "<p>" + words + "</p>"
	}
	fmt.Fprintf(d, "%s\n\n", words)
}

// figure shows a plot; its name has no extension, since every plot is there as SVG and as PDF.
func (d *document) figure(title, name string) {
	switch d.format {
	case "latex":
		fmt.Fprintf(d, "\\begin{figure}[!htb]\\centering\\includegraphics{%s.pdf}\\caption{%s}\\end{figure}\n\n", name, d.text(title))
	case "html":
		fmt.Fprintf(d, "<figure><img src=\"%s.svg\" alt=\"%s\"><figcaption>%s</figcaption></figure>\n", name, d.text(title), d.text(title))
	default:
		fmt.Fprintf(d, "![%s](%s.svg)\n\n", title, name)
	}
}

func (d *document) table(t table) {
	switch d.format {
	case "latex":
		fmt.Fprintf(d, "\\begin{center}\\scriptsize\\begin{tabular}{%s}\\hline\n", strings.Repeat("l", len(t.head)))
		for i, row := range append([][]string{t.head}, t.rows...) {
			fmt.Fprintf(d, "%s \\\\%s\n", strings.Join(d.cells(row), " & "), map[bool]string{true: "\\hline"}[i == 0 || i == len(t.rows)])
		}
		d.WriteString("\\end{tabular}\\end{center}\n\n")
	case "html":
		d.WriteString("<table>\n")
		for i, row := range append([][]string{t.head}, t.rows...) {
			tag := map[bool]string{true: "th", false: "td"}[i == 0]
			fmt.Fprintf(d, "<tr><%s>%s</%s></tr>\n", tag, strings.Join(d.cells(row), "</"+tag+"><"+tag+">"), tag)
		}
		d.WriteString("</table>\n")
	default:
		d.WriteString(t.String() + "\n")
	}
}

func (d *document) cells(row []string) []string {
	list := slices.Clone(row)
	for i := range list {
		list[i] = d.text(list[i])
	}
	return list
}

// String is the table in Markdown, padded so that it reads as plain text too.
func (t table) String() string {
	var out strings.Builder
	widths := make([]int, len(t.head))
	rows := append([][]string{t.head}, t.rows...)
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell), 1)
		}
	}
	for k, row := range rows {
		for i, cell := range row {
			cell = strings.ReplaceAll(cell, "|", "/")
			fmt.Fprintf(&out, "| %s%s ", cell, strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)))
		}
		out.WriteString("|\n")
		for i := 0; k == 0 && i < len(widths); i++ {
			fmt.Fprintf(&out, "|%s", strings.Repeat("-", widths[i]+2))
		}
		if k == 0 {
			out.WriteString("|\n")
		}
	}
	return out.String()
}

// seconds formats a time with about two digits and a unit; a time beyond the limit is a dash.
func seconds(s float64) string {
	switch {
	case math.IsNaN(s):
		return ""
	case math.IsInf(s, 1):
		return "–"
	case s < 0.00095:
		return fmt.Sprintf("%.0f µs", s*1e6)
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

// String is the interval of a time.
func (in interval) String() string { return fmt.Sprintf("%s to %s", seconds(in.low), seconds(in.top)) }

// slugOf makes a name of small letters, digits and dashes.
func slugOf(text string) string {
	const longest = 40
	name := strings.Trim(notInSlugs.ReplaceAllString(strings.ToLower(text), "-"), "-")
	if name == "" {
		return "board"
	}
	return strings.Trim(name[:min(len(name), longest)], "-")
}

var notInSlugs = regexp.MustCompile(`[^a-z0-9]+`)

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	if strings.HasSuffix(what, "s") {
		what += "e"
	}
	return fmt.Sprintf("%d %ss", n, what)
}
