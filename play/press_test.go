//go:build browser

package play

import (
	"context"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// BenchmarkPress clicks lights of boards of all sizes and asks the browser how long each click took until it was on the
// screen (https://w3c.github.io/event-timing/, in steps of 8 ms; what takes less than 16 ms is not told apart). The
// script's own share of it is measured beside it. The goal is a median of 50 ms beside one busy core:
//
//	LIGHTSOUT_TEST=all go test -tags browser -run '^$' -bench Press -benchtime 40x ./play
func BenchmarkPress(b *testing.B) {
	for _, size := range []string{"5x5", "8x8", "10x10", "15x15", "16x16", "17x17", "20x20", "30x30", "64x64", "100x100"} {
		for _, states := range []string{"", ",mod=3"} {
			b.Run(size+states, func(b *testing.B) { benchmarkPress(b, size+states) })
		}
	}
}

func benchmarkPress(b *testing.B, board string) {
	p := openPage(b, "server")
	p.run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "no-preference"}}))
	p.run(chromedp.ActionFunc(onNewDocument(`
		window.times = [];
		new PerformanceObserver((list) => {
			for (const { name, duration, processingStart, processingEnd } of list.getEntries()) {
				if (/^(pointer|mouse)(down|up)$|^click$/.test(name)) times.push([duration, processingEnd - processingStart]);
			}
		}).observe({ type: "event", durationThreshold: 16 });`)))
	p.open("#board=" + board + "&on=random")
	p.wait(`document.getElementById("stat-best").textContent !== "…"`)
	lights := eval[int](p, `document.querySelectorAll("#board .item").length`)
	var painted, script []float64
	for i := 0; b.Loop(); i++ {
		x, y := p.centreOf((i*1237 + 1) % lights)
		p.run(chromedp.MouseEvent(input.MouseMoved, x, y), twoFrames)
		p.run(chromedp.Evaluate(`times.length = 0`, nil))
		button := []chromedp.MouseOption{chromedp.ButtonLeft, chromedp.ClickCount(1)}
		p.run(chromedp.MouseEvent(input.MousePressed, x, y, button...), chromedp.MouseEvent(input.MouseReleased, x, y, button...), twoFrames, twoFrames)
		slowest, busy := 16.0, 0.0
		for _, event := range eval[[][2]float64](p, `times`) {
			slowest, busy = max(slowest, event[0]), busy+event[1]
		}
		painted, script = append(painted, slowest), append(script, busy)
	}
	slices.Sort(painted)
	slices.Sort(script)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(painted[len(painted)/2], "median-ms")
	b.ReportMetric(painted[len(painted)-1], "worst-ms")
	b.ReportMetric(script[len(script)/2], "median-script-ms")
	b.ReportMetric(script[len(script)-1], "worst-script-ms")
	if n := eval[int](p, `Number(document.getElementById("stat-presses").textContent)`); n != len(painted) {
		b.Fatalf("%d presses of %d clicks", n, len(painted))
	}
}

// twoFrames waits until what was there is painted.
var twoFrames = chromedp.Evaluate(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(0)))))`, nil, awaitPromise)

// centreOf is where a light is on the screen.
func (p *page) centreOf(i int) (x, y float64) {
	p.t.Helper()
	err := chromedp.Run(p.ctx, chromedp.ActionFunc(func(ctx context.Context) (err error) {
		x, y, err = middle(ctx, item(i))
		return err
	}))
	if err != nil {
		p.t.Fatal(err)
	}
	return x, y
}
