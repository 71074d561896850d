package drawing

import (
	"fmt"
	"image/color"
	"image/color/palette"
	"strings"

	"lightsout/internal/suggest"
)

// Theme is the colours of a picture.
type Theme struct {
	Name string

	page           color.NRGBA
	off, offRim    color.NRGBA
	dot            color.NRGBA // the ring of a light that is off
	on, onRim      color.NRGBA
	bulb, bulbRim  color.NRGBA
	line           color.NRGBA
	rim            color.NRGBA
	text           color.NRGBA
	press          color.NRGBA // marks on lights that are off
	pressOn        color.NRGBA // and on
	key            color.NRGBA // a switch that is not a light
	keyRim, onText color.NRGBA
}

func hex(rgb uint32) color.NRGBA {
	return color.NRGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 0xff}
}

// themes is every theme; the first is the default.
var themes = []Theme{
	{
		Name: "light", // amber lights on white
		page: hex(0xffffff), off: hex(0xf3f1ec), offRim: hex(0x8d877a), dot: hex(0x8d877a),
		on: hex(0xffc748), onRim: hex(0x7a4800), bulb: hex(0xfff3cd), bulbRim: hex(0x7a4800),
		line: hex(0x857f73), rim: hex(0x5b564c), text: hex(0x26231d), onText: hex(0x3d2400),
		press: hex(0x00655e), pressOn: hex(0x00403c),
		key: hex(0xd9dde8), keyRim: hex(0x5a6178),
	},
	{
		Name: "dark", // amber lights on black, as the page has them
		page: hex(0x1b1d25), off: hex(0x343846), offRim: hex(0x6f7689), dot: hex(0xaab0c0),
		on: hex(0xf3a51c), onRim: hex(0xffdf94), bulb: hex(0xfff0c2), bulbRim: hex(0xfff0c2),
		line: hex(0x8d94a6), rim: hex(0xaab0c0), text: hex(0xe4e7ee), onText: hex(0x3d2400),
		press: hex(0x7df0e6), pressOn: hex(0x00403c),
		key: hex(0x545b70), keyRim: hex(0xaab0c0),
	},
	{
		Name: "print", // black on white, for paper
		page: hex(0xffffff), off: hex(0xffffff), offRim: hex(0x555555), dot: hex(0x777777),
		on: hex(0xffffff), onRim: hex(0x000000), bulb: hex(0x000000), bulbRim: hex(0x000000),
		line: hex(0x444444), rim: hex(0x222222), text: hex(0x000000), onText: hex(0x000000),
		press: hex(0x000000), pressOn: hex(0xffffff),
		key: hex(0xe4e4e4), keyRim: hex(0x333333),
	},
}

// Themes lists the names.
func Themes() []string { return suggest.Names(themes, func(t Theme) string { return t.Name }) }

// ThemeByName finds a theme; "" is the first.
func ThemeByName(name string) (Theme, error) {
	for _, t := range themes {
		if t.Name == name || name == "" {
			return t, nil
		}
	}
	return Theme{}, fmt.Errorf("no such theme %q%s; the themes are %s", name, suggest.DidYouMean(name, Themes()),
		strings.Join(Themes(), " "))
}

// Page is the colour of the paper.
func (t Theme) Page() color.NRGBA { return t.page }

// Text is the colour of letters.
func (t Theme) Text() color.NRGBA { return t.text }

// Palette is the 256 colours of a GIF: the theme's, and others for the edges of shapes.
func (t Theme) Palette() color.Palette {
	inks := color.Palette{t.page, t.off, t.offRim, t.dot, t.on, t.onRim, t.bulb, t.bulbRim, t.line, t.rim, t.text,
		t.press, t.pressOn, t.key, t.keyRim, t.onText}
	return append(inks, palette.Plan9...)[:256]
}
