package encode_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/encode"
	"lightsout/internal/boardtest"
)

var updateDocs = flag.Bool("update-docs", false, "rewrite the examples and size tables of docs/encodings.md")

const docsFile = "../docs/encodings.md"

// docs/encodings.md shows what the encodings do: its examples are their output, and its tables have
// their sizes. Run with -update-docs after an intended change.
func TestDocumentedExamplesAndSizes(t *testing.T) {
	text, err := os.ReadFile(docsFile)
	if err != nil {
		t.Fatal(err)
	}
	rendered := renderTables(t, renderExamples(t, string(text)))
	if *updateDocs {
		if err := os.WriteFile(docsFile, []byte(rendered), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if rendered == string(text) {
		return
	}
	was, is := strings.Split(string(text), "\n"), strings.Split(rendered, "\n")
	for i := range min(len(was), len(is)) {
		if was[i] != is[i] {
			t.Fatalf("%s:%d: says %q, should say %q", docsFile, i+1, was[i], is[i])
		}
	}
	t.Fatalf("%s is out of date", docsFile)
}

// Every encoding has a chapter and a place in a size table, and every encoding of parity an example.
func TestEveryEncodingIsDocumented(t *testing.T) {
	text, err := os.ReadFile(docsFile)
	if err != nil {
		t.Fatal(err)
	}
	has := func(pattern string) {
		t.Helper()
		if !regexp.MustCompile("(?m)" + pattern).Match(text) {
			t.Errorf("%s has no line like %s", docsFile, pattern)
		}
	}
	for _, p := range encode.Parities() {
		has("^### " + p.Name + "(:N)?$")
		has("^```cnf " + p.Name + "\\b")
		if !p.WholeSystem {
			has("^\\| " + p.Name + "\\b")
		}
	}
	for _, p := range encode.Sums() {
		has("^### " + p.Name + "$")
		has("^\\| " + p.Name + "\\b")
	}
	for _, c := range encode.Countings() {
		has("^### " + c.Name + "$")
		has("^\\| " + c.Name + "\\b")
	}
}

// An example is a block that begins with one of
//
//	```cnf NAME xor N          the XOR of N switches, odd
//	```cnf NAME sum N K        the sum of N switches modulo K, which must be 1
//	```cnf NAME SPEC           a board, all on
//	```cnf NAME count N K      at most K of N
var exampleBlock = regexp.MustCompile("(?ms)^```cnf ([^\n]*)\n.*?^```$")

func renderExamples(t *testing.T, text string) string {
	return exampleBlock.ReplaceAllStringFunc(text, func(block string) string {
		head := exampleBlock.FindStringSubmatch(block)[1]
		words := strings.Fields(head)
		if len(words) < 2 {
			t.Fatalf("an example without a subject: %q", head)
		}
		var f *cnf.Formula
		switch words[1] {
		case "xor":
			f = formula(t, oneLight(t, numbers(t, head, words[2:], 1)[0]), encode.Options{Xor: words[0]})
		case "sum":
			n := numbers(t, head, words[2:], 2)
			f = formula(t, oneSum(t, n[0], n[1]), encode.Options{Xor: words[0]})
		case "count":
			n := numbers(t, head, words[2:], 2)
			f = &cnf.Formula{}
			f.NewVars(n[0])
			c, err := encode.NewCount(f, words[0], firstLits(n[0]), n[1])
			if err != nil {
				t.Fatal(err)
			}
			c.RequireAtMost(n[1])
		default:
			f = formula(t, board.NewPuzzle(boardtest.Parse(t, words[1])), encode.Options{Xor: words[0]})
		}
		var out bytes.Buffer
		if err := f.WriteDIMACS(&out); err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("```cnf %s\n%s```", head, out.String())
	})
}

func numbers(t *testing.T, what string, words []string, n int) []int {
	t.Helper()
	if len(words) != n {
		t.Fatalf("%q needs %d numbers", what, n)
	}
	list := make([]int, n)
	for i, w := range words {
		if _, err := fmt.Sscanf(w, "%d", &list[i]); err != nil {
			t.Fatalf("%q: %v", what, err)
		}
	}
	return list
}

// A size table has the head | XOR of | n | …, | sum of | n mod k | … or | count | n up to k | …, a line of dashes, and rows
// | NAME | variables + clauses | …
func renderTables(t *testing.T, text string) string {
	lines := strings.Split(text, "\n")
	var head []string
	for i, line := range lines {
		cells := tableCells(line)
		switch {
		case cells == nil:
			head = nil
		case cells[0] == "XOR of" || cells[0] == "count" || cells[0] == "sum of":
			head = cells
		case head != nil && !strings.HasPrefix(cells[0], "-"):
			lines[i] = "| " + strings.Join(append([]string{cells[0]}, sizes(t, cells[0], head)...), " | ") + " |"
		}
	}
	return strings.Join(lines, "\n")
}

func tableCells(line string) []string {
	if !strings.HasPrefix(line, "|") {
		return nil
	}
	cells := strings.Split(strings.Trim(line, "|"), "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return cells
}

func sizes(t *testing.T, name string, head []string) []string {
	t.Helper()
	var list []string
	for _, question := range head[1:] {
		var vars, clauses int
		ok := true
		switch head[0] {
		case "sum of":
			n := numbers(t, question, strings.Split(question, " mod "), 2)
			vars, clauses, ok = sumSizeOf(t, name, n[0], n[1])
		case "XOR of":
			p, err := encode.ParseParity(name)
			if err != nil {
				t.Fatal(err)
			}
			vars, clauses, ok = p.Size(numbers(t, question, []string{question}, 1)[0])
		default:
			c, err := encode.ParseCounting(name)
			if err != nil {
				t.Fatal(err)
			}
			n := numbers(t, question, strings.Split(question, " up to "), 2)
			vars, clauses = c.Size(n[0], n[1])
		}
		if !ok {
			list = append(list, "–")
			continue
		}
		list = append(list, fmt.Sprintf("%d + %d", vars, clauses))
	}
	return list
}
