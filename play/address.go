package play

import (
	"encoding/base64"
	"net/url"
	"strconv"
	"strings"

	"lightsout/board"
	"lightsout/puzzlefile"
)

// The page's address holds the puzzle and the presses, behind the "#" (docs/embedding.md):
//
//	#v=2&board=torus:4x4&on=0x1b3&presses=0,4,7    a board that has a SPEC
//	#v=2&lo=cCBsaWdodHMg…&presses=2                any other puzzle: its .lo file, as base64url of UTF-8
//	#v=2&daily=2026-11-15    #v=2&level=grid:3x3/4
//
// What stands between the version and the presses names the puzzle. Here it is written; js/address.js reads it.

// version begins an address. Those without it are of older pages, which counted presses from 1.
const version = "#v=2&"

// Address is the part of the page's address, from "#" on, that opens a puzzle. One that the page would refuse is
// refused.
func (a *API) Address(p *board.Puzzle) (string, error) {
	p, err := p.Checked()
	if err != nil {
		return "", err
	}
	if err := a.check(p.Board); err != nil {
		return "", err
	}
	name, err := named(p)
	if err == nil && len(name) > a.limits.Body {
		err = a.tooLong()
	}
	return version + name, err
}

// nameOf names a puzzle, wherever its nodes stand.
func nameOf(p *board.Puzzle) (string, error) {
	plain, err := p.Board.At(nil)
	if err != nil {
		return "", err
	}
	bare := *p
	bare.Board = plain
	return named(&bare)
}

func named(p *board.Puzzle) (string, error) {
	if p.Board.Shape().Kind == "graph" || !p.Forbidden.IsZero() || !p.DontCare.IsZero() {
		var text strings.Builder
		if err := puzzlefile.Write(&text, "lo", p); err != nil {
			return "", err
		}
		return "lo=" + base64.RawURLEncoding.EncodeToString([]byte(text.String())), nil
	}
	name := "board=" + escape(p.Board.Spec()) + "&on=" + digits(p.On)
	if !p.Goal.IsZero() {
		name += "&goal=" + digits(p.Goal)
	}
	return name, nil
}

// readable gives a SPEC its own signs back: they have no meaning behind the "#".
var readable = strings.NewReplacer("%3A", ":", "%2C", ",", "%3B", ";", "%3D", "=", "%2F", "/")

func escape(spec string) string { return readable.Replace(url.QueryEscape(spec)) }

// digits is a state as --on takes it: an integer whose lowest bit is the first light, or a digit for each light.
func digits(state board.State) string {
	if state.Mod() > 2 {
		var text strings.Builder
		for _, number := range state.Digits() {
			text.WriteString(strconv.FormatInt(int64(number), 36))
		}
		return text.String()
	}
	nibbles := make([]byte, (state.Len()+3)/4)
	for _, i := range state.Indices() {
		nibbles[len(nibbles)-1-i/4] |= 1 << (i % 4)
	}
	for i, n := range nibbles {
		nibbles[i] = "0123456789abcdef"[n]
	}
	if text := strings.TrimLeft(string(nibbles), "0"); text != "" {
		return "0x" + text
	}
	return "0x0"
}
