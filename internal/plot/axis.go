package plot

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// tickSize is the size of the labels of ticks, and tickRoom about how many of their characters fit along
// the shorter of the axes of a chart.
const (
	tickSize = 10
	tickRoom = 70
)

// Axis is a direction of a chart. Its range grows with the lines that are added.
type Axis struct {
	Label    string
	Min, Max float64
	// Log makes it logarithmic; the range is positive then.
	Log bool
	// Ticks gives the ticks of a range; nil is at round numbers.
	Ticks func(low, top float64) []Tick
}

// Tick is a place on an axis. One without a label is short.
type Tick struct {
	Value float64
	Label string
}

func (t Tick) length() float64 {
	if t.Label == "" {
		return tick / 2
	}
	return tick
}

func newAxis(label string) *Axis { return &Axis{Label: label, Min: math.Inf(1), Max: math.Inf(-1)} }

// bounds is the range that is drawn: not empty, and not a single point or so narrow that ticks would fall
// together.
func (a *Axis) bounds() (low, top float64) {
	large := max(math.Abs(a.Min), math.Abs(a.Max))
	switch narrow := a.Max-a.Min <= large*1e-9; {
	case a.Min > a.Max:
		return 0, 1
	case narrow && a.Log:
		return a.Min / 2, a.Max * 2
	case narrow:
		return a.Min - max(1, large/10), a.Max + max(1, large/10)
	}
	return a.Min, a.Max
}

// share is where a value stands, from 0 to 1 along the axis; what lies beyond it is drawn at its end.
func (a *Axis) share(x float64) float64 {
	low, top := a.bounds()
	s := (x - low) / (top - low)
	if a.Log {
		s = math.Log(x/low) / math.Log(top/low)
	}
	if !(s > 0) { // or there is no logarithm
		return 0
	}
	return min(s, 1)
}

func (a *Axis) ticks() []Tick {
	low, top := a.bounds()
	if a.Ticks != nil {
		return a.Ticks(low, top)
	}
	return roundTicks(low, top)
}

// roundTicks has labels at multiples of 1, 2 or 5 times a power of ten, and short ticks between them.
func roundTicks(low, top float64) []Tick {
	const least = 4 // labels, about
	step := math.Pow(10, math.Floor(math.Log10((top-low)/least)))
	parts := 5
	switch n := (top - low) / least / step; {
	case n >= 5:
		step, parts = 5*step, 5
	case n >= 2:
		step, parts = 2*step, 4
	}
	digits := max(0, int(-math.Floor(math.Log10(step)+1e-9)))
	var ticks []Tick
	fine := step / float64(parts)
	for i := math.Ceil(low/fine - 1e-9); i <= top/fine+1e-9; i++ {
		t := Tick{Value: i * fine}
		if math.Mod(i, float64(parts)) == 0 {
			t.Label = strconv.FormatFloat(t.Value+0, 'f', digits, 64) // a zero without sign
		}
		ticks = append(ticks, t)
	}
	return ticks
}

// Count is the label of a number: 25,000, 10⁶, 2.5×10⁵. Numbers of more than five digits are written with a
// power of ten if that takes two digits at most.
func Count(x float64) string {
	digits := strconv.FormatFloat(math.Abs(x), 'f', -1, 64)
	if math.Abs(x) < 1e5 || strings.Contains(digits, ".") {
		return grouped(x)
	}
	power := int(math.Floor(math.Log10(math.Abs(x)) + 1e-12))
	mantissa := x / math.Pow(10, float64(power))
	if math.Abs(mantissa*10-math.Round(mantissa*10)) > 1e-9 {
		return grouped(x)
	}
	text := "10" + superscript(power)
	if mantissa != 1 {
		text = strconv.FormatFloat(mantissa, 'g', 2, 64) + "×" + text
	}
	return text
}

// Power is the label of a power of ten on an axis that reaches beyond 10,000: all of them look the same.
func Power(x float64) string {
	power := math.Log10(x)
	if math.Abs(power-math.Round(power)) > 1e-9 || power < 1.5 {
		return Count(x)
	}
	return "10" + superscript(int(math.Round(power)))
}

// superscript writes a number with raised digits.
func superscript(n int) string {
	return strings.NewReplacer("0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹", "-", "⁻").Replace(strconv.Itoa(n))
}

// grouped writes a number with a comma after every three digits.
func grouped(x float64) string {
	text := strconv.FormatFloat(x, 'f', -1, 64)
	whole, rest, isFraction := strings.Cut(text, ".")
	for i := len(whole) - 3; i > 0 && whole[i-1] != '-'; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if isFraction {
		return whole + "." + rest
	}
	return whole
}

// apart leaves out the labels that would touch the one before them. position is where a tick stands, from 0
// to 1 along the axis.
func apart(ticks []Tick, position func(x float64) float64) {
	end := math.Inf(-1) // of the label before, in characters
	for i, t := range ticks {
		half := float64(len([]rune(t.Label))) / 2
		if t.Label == "" {
			continue
		}
		if at := tickRoom * position(t.Value); at-half < end+1 {
			ticks[i].Label = ""
		} else {
			end = at + half
		}
	}
}

// LogAxis makes an axis logarithmic, over at least the given range, with a label at each decade.
func LogAxis(a *Axis, low, top float64, label func(float64) string) {
	a.Log = true
	a.Min, a.Max = low, top
	a.Ticks = func(low, top float64) []Tick {
		var ticks []Tick
		for decade := math.Floor(math.Log10(low)); decade <= math.Ceil(math.Log10(top)); decade++ {
			for m := 1; m < 10; m++ {
				t := Tick{Value: float64(m) * math.Pow(10, decade)}
				if m == 1 || (m == 2 || m == 5) && top/low < 100 {
					t.Label = label(t.Value)
				}
				if t.Value >= low*(1-1e-6) && t.Value <= top*(1+1e-6) {
					ticks = append(ticks, t)
				}
			}
		}
		return ticks
	}
}

// MarkedAxis is logarithmic with ticks at the sizes that were measured; where they crowd, some stay
// without a label.
func MarkedAxis(a *Axis, values []float64) {
	low, top := slices.Min(values), slices.Max(values)
	a.Log = true
	a.Min, a.Max = low/1.06, top*1.06
	a.Ticks = labelled(values, a.share)
}

// CountedAxis is linear with a tick at each of the values; where they crowd, some stay without a label.
func CountedAxis(a *Axis, values []float64) {
	a.Min, a.Max = slices.Min(values)-0.5, slices.Max(values)+0.5
	a.Ticks = labelled(values, a.share)
}

func labelled(values []float64, position func(x float64) float64) func(low, top float64) []Tick {
	var ticks []Tick
	for _, v := range slices.Compact(slices.Sorted(slices.Values(values))) {
		ticks = append(ticks, Tick{Value: v, Label: Count(v)})
	}
	apart(ticks, position)
	return func(float64, float64) []Tick { return ticks }
}

// WholeTicks are ticks of a range at whole numbers.
func WholeTicks(low, top float64) []Tick {
	var ticks []Tick
	for _, t := range roundTicks(low, top) {
		if t.Value != math.Round(t.Value) {
			continue
		}
		if t.Label != "" {
			t.Label = Count(t.Value)
		}
		ticks = append(ticks, t)
	}
	return ticks
}

// Decades is the range of powers of ten around values.
func Decades(values []float64) (low, top float64) {
	low, top = slices.Min(values), slices.Max(values)
	return math.Pow(10, math.Floor(math.Log10(low))), math.Pow(10, math.Ceil(math.Log10(top*1.0001)))
}
