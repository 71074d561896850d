package puzzlefile

import (
	"encoding/xml"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// xmlText is a text as an attribute of XML has it.
func xmlText(kind, text string) string {
	var s strings.Builder
	_ = xml.EscapeText(&s, []byte(text)) // a Builder takes all
	if strings.Count(s.String(), "\ufffd") != strings.Count(text, "\ufffd") {
		panic(noName(kind, text, "XML lacks one of its characters"))
	}
	return s.String()
}

const xmlHead = `<?xml version="1.0" encoding="UTF-8"?>` + "\n"

func (g *graphText) directedness() string {
	return map[bool]string{false: "undirected", true: "directed"}[g.oneWay]
}

// writeGraphML writes places as the data x and y.
func writeGraphML(g *graphText) {
	g.printf("%s<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n", xmlHead)
	if g.places != nil {
		for _, key := range []string{"x", "y"} {
			g.printf("<key id=\"%s\" for=\"node\" attr.name=\"%s\" attr.type=\"double\"/>\n", key, key)
		}
	}
	g.printf("<graph edgedefault=\"%s\">\n", g.directedness())
	for u := range g.nodes() {
		g.printf(`<node id="%s"`, xmlText("graphml", g.name(u)))
		if g.places == nil {
			g.printf("/>\n")
			continue
		}
		g.printf("><data key=\"x\">%s</data><data key=\"y\">%s</data></node>\n", coordinate(g.places[u][0]), coordinate(g.places[u][1]))
	}
	for u, v := range g.edges() {
		g.printf("<edge source=\"%s\" target=\"%s\"/>\n", xmlText("graphml", g.name(u)), xmlText("graphml", g.name(v)))
	}
	g.printf("</graph>\n</graphml>\n")
}

// writeGEXF writes places as Gephi has them, where y goes up.
func writeGEXF(g *graphText) {
	g.printf("%s<gexf xmlns=\"http://gexf.net/1.3\" xmlns:viz=\"http://gexf.net/1.3/viz\" version=\"1.3\">\n", xmlHead)
	g.printf("<graph defaultedgetype=\"%s\">\n<nodes>\n", g.directedness())
	for u := range g.nodes() {
		g.printf(`<node id="%d" label="%s"`, u+1, xmlText("gexf", g.name(u)))
		if g.places == nil {
			g.printf("/>\n")
			continue
		}
		g.printf("><viz:position x=\"%s\" y=\"%s\"/></node>\n", coordinate(g.places[u][0]), coordinate(-g.places[u][1]))
	}
	g.printf("</nodes>\n<edges>\n")
	i := 0
	for u, v := range g.edges() {
		i++
		g.printf("<edge id=\"%d\" source=\"%d\" target=\"%d\"/>\n", i, u+1, v+1)
	}
	g.printf("</edges>\n</graph>\n</gexf>\n")
}

// gmlText is a text as GML has it, in ASCII.
func gmlText(text string) string {
	var s strings.Builder
	for _, ch := range text {
		if ch == '"' || ch == '&' || ch >= utf8.RuneSelf {
			fmt.Fprintf(&s, "&#%d;", ch)
		} else {
			s.WriteRune(ch)
		}
	}
	return s.String()
}

func writeGML(g *graphText) {
	g.printf("graph [\n  directed %d\n", map[bool]int{true: 1}[g.oneWay])
	for u := range g.nodes() {
		g.printf(`  node [ id %d label "%s"`, u+1, gmlText(g.name(u)))
		if g.places != nil {
			g.printf(" graphics [ x %s y %s ]", coordinate(g.places[u][0]), coordinate(g.places[u][1]))
		}
		g.printf(" ]\n")
	}
	for u, v := range g.edges() {
		g.printf("  edge [ source %d target %d ]\n", u+1, v+1)
	}
	g.printf("]\n")
}

// dotWord is a name that needs no quotation marks, unless it is a word of the language.
var (
	dotWord    = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_]*|[0-9]+)$`)
	dotKeyword = regexp.MustCompile(`(?i)^(graph|digraph|strict|subgraph|node|edge)$`)
	dotOdd     = regexp.MustCompile(`\\("|$)`)
)

// dotName is a name as DOT has it, which has no sign for a backslash before a quotation mark.
func dotName(name string) string {
	switch {
	case dotOdd.MatchString(name):
		panic(noName("dot", name, "a backslash is at its end or before a quotation mark"))
	case dotWord.MatchString(name) && !dotKeyword.MatchString(name):
		return name
	}
	return `"` + strings.ReplaceAll(name, `"`, `\"`) + `"`
}

// writeDOT writes places as Graphviz has them, where y goes up.
func writeDOT(g *graphText) {
	word, arrow := "graph", "--"
	if g.oneWay {
		word, arrow = "digraph", "->"
	}
	g.printf("%s {\n", word)
	for u := range g.nodes() {
		g.printf("  %s", dotName(g.name(u)))
		if g.places != nil {
			g.printf(` [pos="%s,%s"]`, coordinate(g.places[u][0]), coordinate(-g.places[u][1]))
		}
		g.printf(";\n")
	}
	for u, v := range g.edges() {
		g.printf("  %s %s %s;\n", dotName(g.name(u)), arrow, dotName(g.name(v)))
	}
	g.printf("}\n")
}
