package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// What is drawn. A frame is the whole screen, line by line from its top left corner, so that the terminal
// never scrolls and never blinks.

// terminalHelp is the page of the key ?.
const terminalHelp = `Every press flips a fixed set of lights; the brackets around
them show which. Switch all lights off.

arrow keys   move over the board; Tab: to the next light
space        press
h            hint: the press to make next
u            undo
r            restart
n            new puzzle on this board
d            daily puzzle
l            next level: every board, from one press to its hardest
+ -          more or fewer presses for new puzzles
s            statistics
q            quit

Pressing twice undoes itself, and the order never matters.`

// terminalKeys are the last lines of the screen.
var terminalKeys = []string{
	"arrows move  space press  h hint  u undo  r restart  l levels",
	"n new  d daily  + - difficulty  s statistics  ? help  q quit",
}

// style is how a character looks.
type style byte

const (
	plain style = iota
	faint
	bright // a light that is on
	strong
)

var styles = map[style]string{faint: "\x1b[2m", bright: "\x1b[1;33m", strong: "\x1b[1m"}

// canvas is a screen of characters.
type canvas struct {
	width, height int
	text          [][]rune
	look          [][]style
}

func newCanvas(width, height int) *canvas {
	c := &canvas{width: width, height: height, text: make([][]rune, height), look: make([][]style, height)}
	for y := range height {
		c.text[y] = slices.Repeat([]rune{' '}, width)
		c.look[y] = make([]style, width)
	}
	return c
}

// put writes a text at a place; what is outside is cut off.
func (c *canvas) put(x, y int, text string, look style) {
	for _, r := range text {
		if r < ' ' || r == 0x7f {
			r = ' ' // a message cannot move the cursor
		}
		if y >= 0 && y < c.height && x >= 0 && x < c.width {
			c.text[y][x], c.look[y][x] = r, look
		}
		x++
	}
}

// frame is the text that draws the canvas.
func (c *canvas) frame(colour bool) string {
	var b strings.Builder
	b.WriteString("\x1b[H")
	for y := range c.height {
		if y > 0 {
			b.WriteString("\r\n")
		}
		end := c.width
		for end > 0 && c.text[y][end-1] == ' ' {
			end--
		}
		at := plain
		for x := range end {
			if look := c.look[y][x]; colour && look != at {
				b.WriteString("\x1b[m" + styles[look])
				at = look
			}
			b.WriteRune(c.text[y][x])
		}
		if at != plain {
			b.WriteString("\x1b[m")
		}
		if end < c.width { // after the last column it would delete the last character
			b.WriteString("\x1b[K")
		}
	}
	return b.String()
}

// frame draws the game in a window of that size.
func (g *terminalGame) frame(width, height int) string {
	width, height = min(max(width, 1), 1000), min(max(height, 1), 1000)
	c := newCanvas(width, height)
	if width < terminalWidth || height < terminalHeight {
		c.put(0, 0, "The window is too small:", plain)
		c.put(0, 1, fmt.Sprintf("at least %d by %d, please.", terminalWidth, terminalHeight), plain)
		return c.frame(g.colour)
	}
	if g.page != "" {
		lines := strings.Split(strings.TrimRight(g.page, "\n"), "\n")
		for y, line := range lines[:min(len(lines), height-2)] {
			c.put(2, y, line, plain)
		}
		c.put(2, height-1, "any key: back to the board", faint)
		return c.frame(g.colour)
	}
	c.put(1, 0, "Lights Out", strong)
	c.put(13, 0, g.title, plain)
	c.put(1, 1, fmt.Sprintf("Lights left %d   Presses %d   Best possible %s   Time %s", g.wrong(), len(g.presses), g.bestText(), clock(g.time().Seconds())), plain)
	g.drawBoard(c, 3, height-6)
	for i, line := range wrap(g.message, width-2, 2) {
		c.put(1, height-4+i, line, strong)
	}
	for i, line := range terminalKeys {
		c.put(1, height-2+i, line, faint)
	}
	return c.frame(g.colour)
}

func (g *terminalGame) bestText() string {
	switch {
	case !g.best.Known:
		return "?"
	case g.best.Unsolvable:
		return "none"
	case !g.best.Minimum:
		return fmt.Sprintf("at most %d", g.best.Presses)
	}
	return fmt.Sprint(g.best.Presses)
}

// wrap breaks a text into lines; what does not fit is cut off.
func wrap(text string, width, most int) []string {
	var lines []string
	for _, word := range strings.Fields(text) {
		if last := len(lines) - 1; last >= 0 && len(lines[last])+1+len(word) <= width {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines[:min(len(lines), most)]
}

// cellWidth is the characters of a light: two, and a bracket on either side.
const cellWidth = 4

// drawBoard draws the lights between the lines top and bottom. If the board is larger than that, the part
// around the cursor is shown.
func (g *terminalGame) drawBoard(c *canvas, top, bottom int) {
	places, width, height := g.places(c.width-2, bottom-top+1)
	offset := func(size, room, at int) int {
		if size <= room {
			return (room - size) / 2
		}
		return -min(max(at-room/2, 0), size-room)
	}
	dx := 1 + offset(width, c.width-2, places[g.cursor][0])
	dy := top + offset(height, bottom-top+1, places[g.cursor][1])
	flips := g.View.Toggles[g.cursor]
	for l, at := range places {
		x, y := at[0]+dx, at[1]+dy
		if y < top || y > bottom {
			continue
		}
		text, look := g.light(l)
		c.put(x+1, y, text, look)
		left, right := " ", " "
		switch {
		case l == g.cursor:
			left, right = "[", "]"
		case l == g.hinted:
			left, right = "*", "*"
		case slices.Contains(flips, l):
			left, right = "(", ")"
		case slices.Contains(g.Forbidden, l):
			left, right = "x", "x"
		}
		c.put(x, y, left, strong)
		c.put(x+3, y, right, strong)
	}
}

// light is how a light is drawn: on, off, and if there is a goal, on as it should be and off but to be on.
func (g *terminalGame) light(l int) (string, style) {
	on, goal, any := g.on[l], slices.Contains(g.Goal, l), slices.Contains(g.DontCare, l)
	var k int
	look := faint
	switch {
	case any && on:
		k = 4
	case any:
		k = 5
	case on && goal:
		k, look = 2, bright
	case on:
		k, look = 0, bright
	case goal:
		k = 3
	default:
		k = 1
	}
	if g.ascii {
		return [...]string{"##", "..", "@@", "oo", "%%", "__"}[k], look
	}
	return [...]string{"██", "··", "▓▓", "○○", "▒▒", "  "}[k], look
}

// places is where each light is drawn, and the size of the whole.
func (g *terminalGame) places(width, height int) (places [][2]int, w, h int) {
	places = make([][2]int, g.View.Lights)
	if g.View.Outlines == nil && g.View.Places != nil {
		rows := 0
		for _, at := range g.View.Places {
			rows = max(rows, at[0]+1)
		}
		step := 1
		if 2*rows-1 <= height {
			step = 2
		}
		for l, at := range g.View.Places {
			places[l] = [2]int{at[1] * cellWidth, at[0] * step}
		}
		return sized(places)
	}
	centres := g.View.Nodes
	if g.View.Outlines != nil {
		centres = nil
		for _, corners := range g.View.Outlines {
			var sum [2]float64
			for _, at := range corners {
				sum[0] += at[0] / float64(len(corners))
				sum[1] += at[1] / float64(len(corners))
			}
			centres = append(centres, sum)
		}
	}
	if placed, ok := spread(centres, width, height); ok && len(centres) == len(places) {
		return sized(placed)
	}
	columns := min(max(1, width/(cellWidth+1)), int(math.Ceil(math.Sqrt(float64(len(places))))))
	for l := range places {
		places[l] = [2]int{l % columns * (cellWidth + 1), l / columns}
	}
	return sized(places)
}

func sized(places [][2]int) ([][2]int, int, int) {
	w, h := 0, 0
	for _, at := range places {
		w, h = max(w, at[0]+cellWidth), max(h, at[1]+1)
	}
	return places, w, h
}

// spread puts points on a screen, in the window if they do not overlap there, else on a larger screen.
func spread(centres [][2]float64, width, height int) ([][2]int, bool) {
	if len(centres) == 0 {
		return nil, false
	}
	low, high := centres[0], centres[0]
	for _, at := range centres {
		for k := range 2 {
			low[k], high[k] = min(low[k], at[k]), max(high[k], at[k])
		}
	}
	// A line is about as high as two characters are wide.
	scale := math.Inf(1)
	if high[1] > low[1] {
		scale = float64(height-1) / (high[1] - low[1])
	}
	if high[0] > low[0] {
		scale = min(scale, float64(width-cellWidth)/(high[0]-low[0])/2)
	}
	if math.IsInf(scale, 1) {
		scale = 1
	}
	for range 16 {
		places := make([][2]int, len(centres))
		taken := map[[2]int]bool{}
		free := true
		for i, at := range centres {
			places[i] = [2]int{int(math.Round((at[0] - low[0]) * scale * 2)), int(math.Round((at[1] - low[1]) * scale))}
			for k := range cellWidth {
				spot := [2]int{places[i][0] + k, places[i][1]}
				free = free && !taken[spot]
				taken[spot] = true
			}
		}
		if free {
			return places, true
		}
		scale *= 1.2
	}
	return nil, false
}

// move goes to the nearest light in a direction; lights to the side of it are farther.
func (g *terminalGame) move(key rune) {
	places, _, _ := g.places(terminalWidth-2, terminalHeight-8)
	from := places[g.cursor]
	best, distance := g.cursor, math.MaxInt
	for l, at := range places {
		across, down := at[0]-from[0], 2*(at[1]-from[1])
		along, side := across, down
		switch key {
		case keyLeft:
			along = -across
		case keyUp:
			along, side = -down, across
		case keyDown:
			along, side = down, across
		}
		if side < 0 {
			side = -side
		}
		if d := along + 3*side; along > 0 && side <= 4*along && d < distance {
			best, distance = l, d
		}
	}
	g.cursor = best
	if g.won {
		return
	}
	if g.hinted < 0 {
		g.message = ""
	}
}
