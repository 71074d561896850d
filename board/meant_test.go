package board_test

import (
	"strings"
	"testing"

	"lightsout/board"
)

// What people write for a board is answered by what to write, and nothing else is taken for a board.
func TestMeant(t *testing.T) {
	for text, want := range map[string]string{
		"5,6": "5x6", "5 6": "5x6", "5 by 6": "5x6", "5-6": "5x6", "(5, 6)": "5x6", "5 x 5": "5x5", "5*5": "5x5", "5:5": "5x5",
		"grid 5x5": "5x5", "torus4x4": "torus:4x4", "torus:4,4": "torus:4x4", "torus 4 4": "torus:4x4", "4x4,torus": "torus:4x4",
		"4x4 torus": "torus:4x4", "Torus:4x4": "torus:4x4", "5x5,king": "5x5,pattern=king", "5x5 king": "5x5,pattern=king",
		"5x5, mod=3": "5x5,mod=3", "5x5 mod=3": "5x5,mod=3", "5x5 mod 3": "5x5,mod=3", "5x5 self off": "5x5,self=off",
		"hex 4": "hex:4", "petersen graph": "", "torus:4x4 king": "torus:4x4,pattern=king", "5x5 x": "5x5,pattern=x",
		"": "", "5": "", "torus": "", "puzzle.lo": "", "my5x5.txt": "", "no/such/dir": "", "hexagon 4": "hex:4", "0x5": "",
		"2x2-4x4": "", "5x5,6x6": "", "5*5 6*6": "", "0001": "", "000": "", "007,7": "7x7",
	} {
		if got := board.Meant(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
		if _, err := board.Parse(text); err == nil && text != "5*5" {
			t.Errorf("%q is a board", text)
		} else if want != "" && err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
