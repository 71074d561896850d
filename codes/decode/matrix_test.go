package decode

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/internal/boardtest"
	"lightsout/puzzlefile"
)

func buffered(text string) *bufio.Reader { return bufio.NewReaderSize(strings.NewReader(text), peeked) }

// A matrix is the same in every way to write it, told by its content, with other matrices around it.
func TestMatricesInEveryForm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := make([]string, rapid.IntRange(1, 6).Draw(t, "rows"))
		width := rapid.IntRange(1, 9).Draw(t, "columns")
		for i := range rows {
			rows[i] = boardtest.DrawVec(t, width, "row").String()
		}
		spread := func(separator string) []string {
			var out []string
			for _, row := range rows {
				out = append(out, strings.Join(strings.Split(row, ""), separator))
			}
			return out
		}
		forms := map[string]string{
			"digits": "# a code\n" + strings.Join(rows, "\n") + "\n\n",
			"blanks": "\n" + strings.Join(spread(" "), "\r\n"),
			"commas": "\ufeff" + strings.Join(spread(", "), "\n") + "\n",
			"json":   "[[" + strings.Join(spread(","), "], [") + "]]",
			"numpy":  "[[" + strings.Join(spread(". "), ".]\n [") + ".]]\n",
		}
		mtx := fmt.Sprintf("%%%%MatrixMarket matrix array integer general\n%d %d\n", len(rows), width)
		for j := range width {
			for _, row := range rows {
				mtx += row[j:j+1] + "\n"
			}
		}
		forms["mtx"] = mtx
		for form, text := range forms {
			opt := puzzlefile.ReaderOptions{Name: "x"}
			if form == "json" && rapid.Bool().Draw(t, "second") {
				text, opt.Only = "[[1,1,1]]\n"+text+"\n[[0]]\n", 2
			}
			p, err := ReadMatrix(buffered(text), opt)
			if err != nil {
				t.Fatalf("%s %q: %v", form, text, err)
			}
			if p.Board.Lights() != len(rows) || p.Board.Switches() != width {
				t.Fatalf("%s %q: %d×%d", form, text, p.Board.Lights(), p.Board.Switches())
			}
			for s := range width {
				for i, l := 0, p.Board.Toggles(s); i < len(rows); i++ {
					if one := len(l) > 0 && l[0] == i; one != (rows[i][s] == '1') {
						t.Fatalf("%s %q: bit %d, check %d", form, text, s, i)
					} else if one {
						l = l[1:]
					}
				}
			}
		}
	})
}

func TestDefectsOfMatrices(t *testing.T) {
	for _, c := range []struct{ kind, text, want string }{
		{"", "[[1]] [[0]]\n", "x:1: a list follows the matrix"},
		{"", "[[1, 0],\n [1]]\n", "x:2: this row has 1 entries, the row before it (line 1) 2"},
		{"", "[[1],\n\n2]", `x:3: "2": a matrix is a list of rows`},
		{"", "[[1,\n2]]", `x:2: "2": the entries of a parity-check matrix are 0 and 1`},
		{"", "[[]]", "x:1: a row has no entries"},
		{"", "[[1]", "x:1: the list does not end"},
		{"text", "01\n0x\n", `x:2: "x": the entries`},
		{"text", "\n", "x holds no matrix"},
		{"text", "", "x holds no matrix"},
		{"", "10\n01\n\n11\n", "x holds more than one matrix"},
		{"mtx", "[[1]]", `x:1: "[[1]]" is not of the form`},
	} {
		_, err := ReadMatrix(buffered(c.text), puzzlefile.ReaderOptions{Name: "x", Kind: c.kind})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %q: %v, want %q", c.kind, c.text, err, c.want)
		}
	}
}

// Whatever a file says, it is a matrix whose parts fit, or an error.
func FuzzMatrix(f *testing.F) {
	for _, text := range []string{
		"101\n011\n", "1 0\n0 1\n", "[[1,0],[0,1]]\n", "[[1,0],\n[0]]", "[[true False]]", "[[", "]", "0\n\n1\n", "c x\n1\n",
		"c board 2x2\n0110\n", "p toggle 2 1\nt 1 1\n", "a b\nb c\n", "#\n", "[[1]] [[0]]", "[[]]", "01,\t\n,\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ReadMatrix(buffered(text), puzzlefile.ReaderOptions{Name: "x"})
		if err == io.EOF || err == nil && (p == nil || p.Board.Lights() == 0) {
			t.Fatalf("%q: %v, %v", text, p, err)
		}
	})
}
