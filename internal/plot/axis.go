package plot

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
)

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
	var ticks []plot.Tick
	last := 0.0
	for _, v := range slices.Compact(slices.Sorted(slices.Values(values))) {
		t := plot.Tick{Value: v}
		if last == 0 || math.Log(v/last) > 0.045*math.Log(a.Max/a.Min) {
			t.Label, last = fmt.Sprint(v), v
		}
		ticks = append(ticks, t)
	}
	a.Tick.Marker = plot.ConstantTicks(ticks)
}

// CountedAxis is linear with a tick at each of the values.
func CountedAxis(a *plot.Axis, values []float64) {
	a.Min, a.Max = slices.Min(values)-0.5, slices.Max(values)+0.5
	var ticks []plot.Tick
	for _, v := range slices.Compact(slices.Sorted(slices.Values(values))) {
		ticks = append(ticks, plot.Tick{Value: v, Label: fmt.Sprint(v)})
	}
	a.Tick.Marker = plot.ConstantTicks(ticks)
}

// WholeTicks puts gonum's ticks on an axis, labelled with whole numbers.
var WholeTicks = plot.TickerFunc(func(low, top float64) []plot.Tick {
	ticks := plot.DefaultTicks{}.Ticks(low, top)
	for i := range ticks {
		if ticks[i].Label != "" {
			ticks[i].Label = fmt.Sprintf("%.0f", ticks[i].Value)
		}
	}
	return ticks
})

// Decades is the range of powers of ten around values.
func Decades(values []float64) (low, top float64) {
	low, top = slices.Min(values), slices.Max(values)
	return math.Pow(10, math.Floor(math.Log10(low))), math.Pow(10, math.Ceil(math.Log10(top*1.0001)))
}
