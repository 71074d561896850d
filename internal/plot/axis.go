package plot

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// tickSize is the size of the labels of ticks, and tickRoom about how many of their characters fit along
// the shorter of the axes of a chart.
const (
	tickSize = vg.Length(10)
	tickRoom = 70
)

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
func apart(ticks []plot.Tick, position func(x float64) float64) {
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
func LogAxis(a *plot.Axis, low, top float64, label func(float64) string) {
	a.Scale = plot.LogScale{}
	a.Min, a.Max = low, top
	a.Tick.Marker = plot.TickerFunc(func(low, top float64) []plot.Tick {
		var ticks []plot.Tick
		for decade := math.Floor(math.Log10(low)); decade <= math.Ceil(math.Log10(top)); decade++ {
			for m := 1; m < 10; m++ {
				t := plot.Tick{Value: float64(m) * math.Pow(10, decade)}
				if m == 1 || (m == 2 || m == 5) && top/low < 100 {
					t.Label = label(t.Value) + " " // a page without the plot's font may set it wider
				}
				if t.Value >= low*(1-1e-6) && t.Value <= top*(1+1e-6) {
					ticks = append(ticks, t)
				}
			}
		}
		return ticks
	})
}

// MarkedAxis is logarithmic with ticks at the sizes that were measured; where they crowd, some stay
// without a label.
func MarkedAxis(a *plot.Axis, values []float64) {
	low, top := slices.Min(values), slices.Max(values)
	a.Scale = plot.LogScale{}
	a.Min, a.Max = low/1.06, top*1.06
	a.Tick.Marker = labelled(values, func(x float64) float64 { return math.Log(x/a.Min) / math.Log(a.Max/a.Min) })
}

// CountedAxis is linear with a tick at each of the values; where they crowd, some stay without a label.
func CountedAxis(a *plot.Axis, values []float64) {
	a.Min, a.Max = slices.Min(values)-0.5, slices.Max(values)+0.5
	a.Tick.Marker = labelled(values, func(x float64) float64 { return (x - a.Min) / (a.Max - a.Min) })
}

func labelled(values []float64, position func(x float64) float64) plot.Ticker {
	var ticks []plot.Tick
	for _, v := range slices.Compact(slices.Sorted(slices.Values(values))) {
		ticks = append(ticks, plot.Tick{Value: v, Label: Count(v)})
	}
	apart(ticks, position)
	return plot.ConstantTicks(ticks)
}

// WholeTicks puts gonum's ticks on an axis, labelled with whole numbers.
var WholeTicks = plot.TickerFunc(func(low, top float64) []plot.Tick {
	ticks := plot.DefaultTicks{}.Ticks(low, top)
	for i := range ticks {
		if ticks[i].Label != "" {
			ticks[i].Label = Count(math.Round(ticks[i].Value))
		}
	}
	return ticks
})

// Decades is the range of powers of ten around values.
func Decades(values []float64) (low, top float64) {
	low, top = slices.Min(values), slices.Max(values)
	return math.Pow(10, math.Floor(math.Log10(low))), math.Pow(10, math.Ceil(math.Log10(top*1.0001)))
}
