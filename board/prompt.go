package board

import (
	"fmt"
	"strings"

	"lightsout/gf2"
)

// prompt is the rules and the puzzle in plain words, as a JSON string in parts.
type prompt struct {
	rules   []byte // up to the lights, with the opening quotation mark
	caption []byte // goes between a list of lights and the picture; nil: one of the two is enough
}

// AddPrompt makes every record carry a statement of the rules and the puzzle in plain words. Only
// jsonl has a place for it.
func (w *Writer) AddPrompt() error {
	if w.format.Name != "jsonl" {
		return fmt.Errorf("only the format jsonl carries a prompt")
	}
	w.prompt = newPrompt(w.board, w.picture)
	return nil
}

// newPrompt chooses how to say which lights are on. A picture is enough if counting its signs gives
// the numbers of the lights. Otherwise the numbers are listed, and a picture is an extra.
func newPrompt(b *Board, picture []pictureRow) *prompt {
	p := &prompt{}
	inside := func(text string) []byte { q := quote(text); return q[1 : len(q)-1] }
	text := rules(b)
	switch counted, inOrder := numbering(picture); {
	case counted:
		text += "The lights now (# is on, . is off), in the order of their numbers, row by row:\n"
	case picture == nil:
		text += "The lights that are on now: "
	case inOrder:
		text += "The lights that are on now: "
		p.caption = inside("\nThe same as a picture (# is on, . is off, _ is no light); lights are numbered row by row, and _ is not counted:\n")
	default:
		text += "The lights that are on now: "
		p.caption = inside("\nThe same as a picture (# is on, . is off, _ is no light); lights are not numbered row by row there:\n")
	}
	p.rules = append([]byte{'"'}, inside(text)...)
	return p
}

// numbering reports whether a picture has a light in every place, numbered row by row, and whether
// its lights are at least in that order.
func numbering(picture []pictureRow) (counted, inOrder bool) {
	counted, inOrder = picture != nil, picture != nil
	place, next := 0, 0
	for _, r := range picture {
		for c := range r.width {
			l := r.light(c)
			counted = counted && l == place
			if place++; l >= 0 {
				inOrder = inOrder && l == next
				next++
			}
		}
	}
	return counted, inOrder
}

// append appends the prompt of a puzzle as a JSON string.
func (p *prompt) append(dst []byte, picture []pictureRow, on gf2.Vec) []byte {
	dst = append(dst, p.rules...)
	if picture == nil || p.caption != nil {
		dst = append(appendList(dst, on), p.caption...)
	}
	for i := range picture {
		if i > 0 {
			dst = append(dst, `\n`...)
		}
		dst = picture[i].append(dst, on.Words())
	}
	return append(dst, '"')
}

// rules says what the puzzle is, in plain words, up to the lights that are on.
func rules(b *Board) string {
	var s strings.Builder
	fmt.Fprintf(&s, "Lights Out: there are %d lights and %d switches, each numbered from 0. ", b.Lights(), b.Switches())
	s.WriteString("Pressing a switch flips some lights: those that are on go off, and those that are off go on. ")
	if rows, cols, ok := b.Shape().CrossRows("grid"); ok && !b.Shape().Pattern.SelfOff {
		fmt.Fprintf(&s, "The lights form a grid of %d rows and %d columns, numbered row by row from the top left corner, and every light is a switch as well: pressing it flips itself and the lights directly above, below, left and right of it, where there are any.", rows, cols)
	} else {
		s.WriteString("They are:\n")
		for sw := range b.Switches() {
			fmt.Fprintf(&s, "switch %d flips %s\n", sw, strings.Trim(fmt.Sprint(b.Toggles(sw)), "[]"))
		}
	}
	s.WriteString("\nFind the switches to press, as few as possible, so that all lights are off. The order does not matter. Answer with a JSON list of switch numbers.\n")
	return s.String()
}
