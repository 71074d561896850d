package puzzlefile

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"lightsout/board"
)

// dressed is a graph, to be written in many ways.
type dressed struct {
	names []string
	edges [][2]int
}

// oneGraph are graphs of 6, 12 and 100 nodes, with names, with numbers from 0 and with numbers from 1.
func oneGraph(n int) dressed {
	r := rand.New(rand.NewPCG(uint64(n), 7))
	g := dressed{}
	for u := range n {
		switch n {
		case 6:
			g.names = append(g.names, []string{"ann", "bob", "carol", "dave", "Eve", "frank"}[u])
		case 12:
			g.names = append(g.names, fmt.Sprint(u))
		default:
			g.names = append(g.names, fmt.Sprint(u+1))
		}
		if u > 0 { // connected
			g.edges = append(g.edges, [2]int{r.IntN(u), u})
		}
	}
	for range n / 2 {
		u, v := r.IntN(n), r.IntN(n)
		if e := [2]int{min(u, v), max(u, v)}; u != v && !slices.Contains(g.edges, e) {
			g.edges = append(g.edges, e)
		}
	}
	return g
}

func (g dressed) joins(u, v int) bool { return slices.Contains(g.edges, [2]int{min(u, v), max(u, v)}) }

var (
	repeatedPart = regexp.MustCompile(`(?s)«(.*?)(?:¦([^»]*))?»`)
	innerPart    = regexp.MustCompile(`(?s)‹(later )?(?:(row|low) (\S+) (\S+?)|(.*?))(?:\|([^›]*))?›`)
)

// text writes the graph as testdata/dresses.txtar says.
func (g dressed) text(dress string) string {
	counts := strings.NewReplacer("#n", fmt.Sprint(len(g.names)), "#m", fmt.Sprint(len(g.edges)), "@0", g.names[0])
	return replaced(repeatedPart, counts.Replace(dress), func(part []string) string {
		var list []string
		if regexp.MustCompile(`[@#$]v`).MatchString(part[1]) {
			for i, e := range g.edges {
				list = append(list, strings.NewReplacer("@u", g.names[e[0]], "@v", g.names[e[1]], "#u", fmt.Sprint(e[0]+1), "#v", fmt.Sprint(e[1]+1),
					"$u", fmt.Sprint(e[0]), "$v", fmt.Sprint(e[1]), "#i", fmt.Sprint(i+1), "$i", fmt.Sprint(i)).Replace(part[1]))
			}
			return strings.Join(list, part[2])
		}
		for u, name := range g.names {
			text := replaced(innerPart, part[1], func(inner []string) string { return g.around(u, inner) })
			list = append(list, strings.NewReplacer("@u", name, "#u", fmt.Sprint(u+1), "$u", fmt.Sprint(u)).Replace(text))
		}
		return strings.Join(list, part[2])
	})
}

// around writes a part for the neighbours of a node, or its row of the matrix.
func (g dressed) around(u int, part []string) string {
	var list []string
	for v, name := range g.names {
		switch joined := g.joins(u, v); {
		case part[2] == "low" && v > u:
		case part[2] != "" && joined:
			list = append(list, part[3])
		case part[2] != "":
			list = append(list, part[4])
		case joined && (part[1] == "" || v > u):
			list = append(list, strings.NewReplacer("@w", name, "#w", fmt.Sprint(v+1)).Replace(part[5]))
		}
	}
	return strings.Join(list, part[6])
}

func replaced(expression *regexp.Regexp, text string, by func(part []string) string) string {
	return expression.ReplaceAllStringFunc(text, func(match string) string { return by(expression.FindStringSubmatch(match)) })
}

// Graphs of 6, 12 and 100 nodes in all dresses are read right. Some may be asked about, and none is misread.
func TestDressesAreReadRight(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/dresses.txtar")
	if err != nil || 3*len(archive.Files) < 200 {
		t.Fatal(err, "few dresses")
	}
	for _, file := range archive.Files {
		dress, words := string(file.Data), strings.Fields(strings.TrimSuffix(file.Name, path.Ext(file.Name)))
		if words[len(words)-1] == "quoted" {
			if dress, err = strconv.Unquote(`"` + strings.TrimSpace(dress) + `"`); err != nil {
				t.Fatal(file.Name, err)
			}
		}
		for _, n := range []int{6, 12, 100} {
			g := oneGraph(n)
			text := g.text(dress)
			p, err := NewReader(strings.NewReader(text), ReaderOptions{Name: "x" + path.Ext(file.Name)}).Next()
			_, asked := errors.AsType[*KindError](err)
			isPicture := p != nil && strings.Contains(p.Board.Warning(), "as adjmatrix it is the matrix of a graph")
			if mayAsk := slices.Contains(words, "ask"); mayAsk && (asked || isPicture) {
				continue
			}
			if err != nil || !g.is(p.Board, !slices.Contains(words, "numbers")) {
				t.Errorf("%s of %d nodes: %v\n%.300s", file.Name, n, err, text)
			}
		}
	}
}

// is reports whether a board is the graph, with its names or with numbers.
func (g dressed) is(b *board.Board, named bool) bool {
	known := map[string]bool{}
	for u, v := range arcs(listsOf(b)) {
		known[b.Label(u)+" "+b.Label(v)] = true
	}
	if len(known) != len(g.names)+2*len(g.edges) || b.Lights() != len(g.names) {
		return false
	}
	for _, e := range g.edges {
		u, v := fmt.Sprint(e[0]+1), fmt.Sprint(e[1]+1)
		if named {
			u, v = g.names[e[0]], g.names[e[1]]
		}
		if !known[u+" "+v] || !known[v+" "+u] {
			return false
		}
	}
	return true
}
