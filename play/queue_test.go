package play

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"
)

// Whatever calls come, wait, give up and end: no limit is exceeded, no call waits without a reason, no call that its
// client may make is overtaken by more of another client than may run at once, and nothing is remembered of clients that
// are gone.
func TestQueueIsFair(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		limits := [3]int{rapid.IntRange(1, 4).Draw(rt, "slots"), rapid.IntRange(1, 3).Draw(rt, "per client"), rapid.IntRange(1, 12).Draw(rt, "most")}
		steps := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) queueStep {
			return queueStep{rapid.SampledFrom([]string{"arrives", "arrives", "ends", "gives up"}).Draw(t, "what"), rapid.SampledFrom(queueClients).Draw(t, "who"), rapid.IntRange(0, 99).Draw(t, "which")}
		}), 1, 60).Draw(rt, "steps")
		var wrong string
		synctest.Test(t, func(*testing.T) { wrong = watchQueue(limits, steps) })
		if wrong != "" {
			rt.Fatal(wrong)
		}
	})
}

// queueStep is something that happens to a queue: a call of who arrives, or one of those that run or wait ends or gives up.
type queueStep struct {
	what, who string
	which     int
}

var queueClients = []string{"", "a", "b", "c"}

// visit is a call in a queue.
type visit struct {
	name   string
	giveUp context.CancelFunc
	leave  func()         // once it runs
	err    error          // once it is refused or gave up
	passed map[string]int // calls of others that began while it was its client's first to wait, and might have run
}

// watchQueue lets things happen to a queue, and says what goes wrong.
func watchQueue(limits [3]int, steps []queueStep) string {
	slots, perClient, most := limits[0], limits[1], limits[2]
	q := newQueue(slots, perClient, most)
	turns := func(name string) int {
		if name == "" {
			return slots
		}
		return perClient
	}
	var waiting, running []*visit
	settle := func() (began []*visit) {
		synctest.Wait()
		waiting = slices.DeleteFunc(waiting, func(v *visit) bool {
			if v.leave != nil {
				began = append(began, v)
			}
			return v.leave != nil || v.err != nil
		})
		running = append(running, began...)
		return began
	}
	of := func(list []*visit, name string) (n int) {
		for _, v := range list {
			if v.name == name {
				n++
			}
		}
		return n
	}
	for i, step := range steps {
		switch {
		case step.what == "arrives":
			ctx, cancel := context.WithCancel(context.Background())
			v := &visit{name: step.who, giveUp: cancel, passed: map[string]int{}}
			room := len(waiting)+len(running) < slots+most && (step.who == "" || of(waiting, step.who)+of(running, step.who) < perClient+max(1, most/2))
			waiting = append(waiting, v)
			go func() { v.leave, v.err = q.enter(ctx, v.name) }()
			synctest.Wait()
			if errors.Is(v.err, errBusy) == room {
				return fmt.Sprintf("step %d: %q is answered with %v, where %d run and %d wait", i, step.who, v.err, len(running), len(waiting))
			}
		case step.what == "ends" && len(running) > 0:
			k := step.which % len(running)
			running[k].leave()
			running = slices.Delete(running, k, k+1)
		case step.what == "gives up" && len(waiting) > 0:
			waiting[step.which%len(waiting)].giveUp()
		}
		began := settle()
		if len(running) > slots {
			return fmt.Sprintf("step %d: %d calls run, of at most %d", i, len(running), slots)
		}
		for _, name := range queueClients {
			if n := of(running, name); n > turns(name) {
				return fmt.Sprintf("step %d: %d calls of %q run, of at most %d", i, n, name, turns(name))
			}
			k := slices.IndexFunc(waiting, func(v *visit) bool { return v.name == name })
			if k < 0 || of(running, name) == turns(name) {
				continue
			}
			if len(running) < slots {
				return fmt.Sprintf("step %d: a call of %q waits for nothing", i, name)
			}
			for _, other := range began {
				if waiting[k].passed[other.name]++; other.name != name && waiting[k].passed[other.name] > turns(other.name) {
					return fmt.Sprintf("step %d: the first call of %q is passed by %v", i, name, waiting[k].passed)
				}
			}
		}
	}
	for len(running)+len(waiting) > 0 {
		for _, v := range running {
			v.leave()
		}
		running = nil
		settle()
	}
	if len(q.clients)+q.inside > 0 {
		return fmt.Sprintf("after all it remembers %v, %d calls", q.clients, q.inside)
	}
	return ""
}

func TestWhatIsLight(t *testing.T) {
	api := New(Limits{})
	for _, c := range []struct {
		method, body string
		want         bool
	}{
		{"solve", `{"board":"5x5","on":[0,1,5]}`, true},
		{"hint", `{"board":"9x9","on":[0]}`, true},
		{"solve", `{"board":"torus:30x30"}`, false},
		{"solve", `{"board":"hypercube:5"}`, false}, // 2^16 answers
		{"solve", `{"board":"5x5","forbidden":[3]}`, false},
		{"solve", `{"board":"5x5,mod=3","on":[0]}`, false},
		{"solve", `{"board":"99999x99999"}`, true},
		{"solve", `{"board":"5x5","on":[` + strings.Repeat("1,", 5000) + `1]}`, false},
		{"solve", `{`, true},
		{"step", `{"board":"16x16","press":3}`, true},
		{"step", `{"board":"17x16","press":3}`, false},
		{"check", `{"board":"5x5","answer":[1]}`, true},
		{"explain", `{"board":"5x5"}`, true},
		{"analyse", `{"board":"hypercube:7"}`, true},
		{"save", `{"board":"5x5","format":"svg"}`, true},
		{"load", `{"spec":"5x5"}`, true},
		{"load", `{"spec":"64x64"}`, false},
		{"load", `{"spec":"complete:128"}`, false},
		{"load", `{"file":"b grid:64x64\n"}`, false},
		{"load", `{"file":"p lights 2 1\ne 1 2\n"}`, true},
		{"new", `{"board":"torus:5x5","presses":6,"seed":1}`, true},
		{"new", `{"board":"hypercube:5","presses":6,"seed":1}`, false},
		{"daily", `{"date":"2026-01-01"}`, true},
		{"generate", `{"board":"5x5"}`, false},
	} {
		if got := methods[c.method].light(api, t.Context(), []byte(c.body)); got != c.want {
			t.Errorf("%s %.60s: light is %v", c.method, c.body, got)
		}
	}
	for name := range methods {
		if name != "generate" && !methods[name].light(api, t.Context(), []byte(`{"board":"3x3"}`)) {
			t.Errorf("%s: no rule says when it is light", name)
		}
	}
}

func TestClients(t *testing.T) {
	for _, c := range []struct{ peer, forwarded, want string }{
		{"192.0.2.1:80", "", "192.0.2.1"},
		{"192.0.2.1:80", "198.51.100.7", "192.0.2.1"}, // anyone can write that
		{"[::ffff:192.0.2.1]:80", "", "192.0.2.1"},
		{"[2001:db8:1:2:3:4:5:6]:80", "", "2001:db8:1:2::/64"},
		{"[fe80::1%eth0]:80", "", "fe80::/64"},
		{"127.0.0.1:80", "", "127.0.0.1"},
		{"127.0.0.1:80", "203.0.113.9, 198.51.100.7", "198.51.100.7"}, // the first is what the client said
		{"[::1]:80", "198.51.100.7", "198.51.100.7"},
		{"127.0.0.1:80", "unknown", "127.0.0.1"},
		{"@", "", "@"},
	} {
		r := httptest.NewRequest(http.MethodPost, "/", nil)
		r.RemoteAddr = c.peer
		if c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		if got := clientOf(r); got != c.want {
			t.Errorf("%s for %q: %s, want %s", c.peer, c.forwarded, got, c.want)
		}
	}
}

// from is a request of a client.
func from(client, body string) *http.Request {
	r := call(body, nil)
	r.RemoteAddr = client + ":4711"
	return r
}

// Searches that never end fill the server; others still play, and search.
func TestOneClientDoesNotDelayOthers(t *testing.T) {
	api := New(Limits{Concurrent: 4, Time: 24 * time.Hour})
	server := NewServer(api, "").Handler
	ctx, leave := context.WithCancel(context.Background())
	var calls sync.WaitGroup
	defer calls.Wait()
	defer leave()
	body := endless(t)
	for range 60 {
		calls.Go(func() {
			server.ServeHTTP(httptest.NewRecorder(), from("192.0.2.1", body).WithContext(ctx))
		})
	}
	for end := time.Now().Add(waitLimit); ; time.Sleep(time.Millisecond) {
		api.long.mu.Lock()
		inside := api.long.inside
		api.long.mu.Unlock()
		if inside == 60 {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("%d calls of 60 run or wait", inside)
		}
	}
	for _, client := range []string{"192.0.2.1", "198.51.100.7"} { // the light ones of both
		w := httptest.NewRecorder()
		server.ServeHTTP(w, from(client, `{"board":"5x5","on":[0,1,5]}`).WithContext(ctx))
		if w.Code != http.StatusOK {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	}
	w := httptest.NewRecorder()
	server.ServeHTTP(w, from("198.51.100.7", `{"board":"17x17","on":[0]}`).WithContext(ctx))
	if w.Code != http.StatusOK {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// BenchmarkLightCallsUnderLoad measures how long a call on 5x5 takes while another client searches on torus:30x30, 60
// calls at a time.
func BenchmarkLightCallsUnderLoad(b *testing.B) {
	listener := httptest.NewServer(NewServer(New(Limits{}), "").Handler)
	defer listener.Close()
	post := func(ctx context.Context, client, body string) error {
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, listener.URL+"/call/solve", strings.NewReader(body))
		if err != nil {
			return err
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("X-Forwarded-For", client)
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			return err
		}
		defer response.Body.Close()
		if text, err := io.ReadAll(response.Body); err != nil || response.StatusCode != http.StatusOK {
			return fmt.Errorf("%s %w %s", response.Status, err, text)
		}
		return nil
	}
	random := rand.New(rand.NewPCG(1, 1))
	heavy, err := json.Marshal(map[string]any{"board": "torus:30x30", "on": random.Perm(900)[:450]})
	if err != nil {
		b.Fatal(err)
	}
	ctx, leave := context.WithCancel(b.Context())
	var calls sync.WaitGroup
	for range 60 {
		calls.Go(func() {
			for ctx.Err() == nil {
				if err := post(ctx, "192.0.2.1", string(heavy)); err != nil && ctx.Err() == nil {
					b.Error(err)
					return
				}
			}
		})
	}
	var times []time.Duration
	for b.Loop() {
		start := time.Now()
		if err := post(ctx, "198.51.100.7", `{"board":"5x5","on":[0,1,5]}`); err != nil {
			b.Fatal(err)
		}
		times = append(times, time.Since(start))
	}
	leave()
	calls.Wait()
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64(times[len(times)-1].Microseconds())/1000, "max-ms")
}
