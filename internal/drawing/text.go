package drawing

import "strings"

// widths are those of the characters from space to ~ in thousandths of the size, in the metrics that
// Helvetica, Arial and Liberation Sans share.
var widths = [...]int16{
	278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
	556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
	1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
	667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
	333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
	556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
}

// TextWidth is how wide a text is.
func TextWidth(text string, size float64) float64 {
	total := 0
	for _, r := range text {
		switch {
		case r < ' ':
		case int(r-' ') < len(widths):
			total += int(widths[r-' '])
		case strings.ContainsRune("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", r):
			total += 333
		case r >= 0x1100: // East Asian, mostly
			total += 1000
		default:
			total += 600
		}
	}
	return float64(total) / 1000 * size
}
