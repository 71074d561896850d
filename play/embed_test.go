//go:build browser

package play

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

const embeddedPuzzle = "?embed#board=3x3&on=r1c1,r1c2,r2c1"

func TestEmbeddedPage(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	p.size(360, 480)
	p.open(embeddedPuzzle)
	p.screenshot("embedded")
	for _, hidden := range []string{".tabs", ".top-actions", "#panel-play", "#panel-edit", ".skip"} {
		if eval[bool](p, fmt.Sprintf(`document.querySelector(%q).checkVisibility()`, hidden)) {
			t.Errorf("%s is there", hidden)
		}
	}
	if !eval[bool](p, `document.documentElement.scrollWidth <= innerWidth && ["board", "hint", "full"].every((id) => document.getElementById(id).checkVisibility())`) {
		t.Error("the board, the hint or the link is missing, or it scrolls sideways")
	}
	for _, size := range [][2]int64{{560, 315}, {360, 480}} {
		p.size(size[0], size[1])
		p.wait(fmt.Sprintf(`innerWidth === %d && ["frame", "message", "hint", "full"].every((id) => document.getElementById(id).getBoundingClientRect().bottom <= innerHeight)`, size[0]))
	}
	p.keys("e")
	p.click(p.item(0))
	p.wait(`document.getElementById("win").open`)
	p.wait(`location.hash.endsWith("presses=0")`)
	if kept := eval[int](p, `localStorage.length`); kept > 0 {
		t.Errorf("it keeps %d things, and may replace the player's own game", kept)
	}
}

// The page of another host shows the static site in a frame, and there it can be played.
func TestEmbeddingFromAnotherHost(t *testing.T) {
	t.Parallel()
	p := openPage(t, "wasm")
	outer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!doctype html><link rel="icon" href="data:,"><title>a page</title><iframe width="360" height="480" src="%s%s"></iframe>`, p.address, embeddedPuzzle)
	}))
	defer outer.Close()
	var frame atomic.Int64 // the context of the frame's scripts
	chromedp.ListenTarget(p.ctx, func(event any) {
		if e, ok := event.(*runtime.EventExecutionContextCreated); ok && e.Context.Origin+"/" == p.address {
			frame.Store(int64(e.Context.ID))
		}
	})
	p.run(chromedp.Navigate(outer.URL))
	inFrame := func(condition string) {
		t.Helper()
		for end := time.Now().Add(waitLimit); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
			yes := false
			p.run(chromedp.ActionFunc(func(ctx context.Context) error {
				if frame.Load() == 0 {
					return nil
				}
				result, _, err := runtime.Evaluate("Boolean(" + condition + ")").WithContextID(runtime.ExecutionContextID(frame.Load())).Do(ctx)
				yes = err == nil && string(result.Value) == "true" // between pages there is no context
				return nil
			}))
			if yes {
				return
			}
		}
		t.Fatalf("never true in the frame: %s", condition)
	}
	inFrame(`document.documentElement.dataset.ready !== undefined && self !== top`)
	inFrame(`document.querySelector('#board [data-item="0"]').dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true })) || true`)
	inFrame(`document.getElementById("win").open`)
}
