package puzzlefile

import (
	"errors"
	"regexp"
)

// foreign are kinds of graph files that are not read: how they begin, and what to do instead.
var foreign = []struct {
	begins *regexp.Regexp
	err    error
}{
	{regexp.MustCompile(`^[^{}<]*[^\s{}<]\s*(--+>?|<-+>?|<?=+>|->|[←→⇐⇒⟵⟶➔➜])\s*[\w".]`),
		errors.New("such arrows are not read; write a b on each line, with a comma between if names have blanks")},
	{regexp.MustCompile(`^\s*[\[{]?\s*\(\s*['"\w]`),
		errors.New("pairs in brackets are not read; write one edge on each line, as in 0 1")},
	{regexp.MustCompile(`^\s*\{\s*['0-9]`),
		errors.New("a dictionary of neighbours is not read; write a line for each node, as in a: b c")},
	{regexp.MustCompile(`^\s*(\{.*"(adjacency|elements)"\s*:|\[\s*\{)`),
		errors.New("this JSON is not read; node_link_data(G) of networkx has nodes and links")},
}

// isForeign says what to do with such a file instead, by its first line; nil if it is none.
func isForeign(line string) error {
	for _, f := range foreign {
		if f.begins.MatchString(line) {
			return f.err
		}
	}
	return nil
}
