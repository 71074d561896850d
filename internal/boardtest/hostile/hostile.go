// Package hostile makes names of nodes that lists, formats of files and drawings may take for something else.
package hostile

import "math/rand/v2"

var pieces = []string{"0", "1", "00", "2", "a", "r1c2", "-", "~", ".", "..", "#", "X", "O", "o", "x", "?", "*", "@", ",", `"`, "'",
	" ", "all", "none", "random", "unknown", "ALL", "0x", "0b", "0x1f", "/", "_", "é", "+", ":", ";", "|", "(", "=", "1-2",
	"é ", "●", "◉", "·", "*2", "P1", "[", "c", " ", "\u00a0", "\u2003", "  ", `\`, "<", "&", "->", "true", "{"}

// Name is a text of one piece or some; it may not be a name.
func Name(r *rand.Rand) string {
	name := pieces[r.IntN(len(pieces))]
	for r.IntN(3) == 0 {
		name += pieces[r.IntN(len(pieces))]
	}
	return name
}
