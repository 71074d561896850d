package main

import (
	"cmp"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// look is what a terminal can show; nothing if it is none.
type look struct {
	file    *os.File // the terminal, nil if there is none
	ascii   bool     // it has no other letters
	escapes bool     // it understands escape sequences, for colours and to move the cursor
}

// lookOf asks the terminal behind w, if it is one.
func lookOf(w io.Writer) look {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return look{}
	}
	return look{file: f, ascii: onlyASCII(), escapes: understandsEscapes(f)}
}

// colours reports whether to use colours.
func (l look) colours() bool {
	return l.escapes && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// asciiLocale reports whether the environment names a character set other than UTF-8, as LANG=C and
// LANG=de_DE.ISO-8859-1 do. Where it names none at all, as in many containers, terminals show UTF-8.
func asciiLocale(getenv func(string) string) bool {
	name := strings.ToLower(cmp.Or(getenv("LC_ALL"), getenv("LC_CTYPE"), getenv("LANG")))
	return name != "" && !strings.Contains(name, "utf-8") && !strings.Contains(name, "utf8")
}
