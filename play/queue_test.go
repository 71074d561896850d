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
	"time"

	"pgregory.net/rapid"
)

// Whatever calls come, wait, give up and end: no limit is exceeded, no call waits without a reason, nobody's
// call is overtaken by two of another client, and nothing is remembered of clients that are gone.
func TestQueueIsFair(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		slots, perClient, most := rapid.IntRange(1, 4).Draw(t, "slots"), rapid.IntRange(1, 3).Draw(t, "per client"), rapid.IntRange(1, 12).Draw(t, "most")
		q := newQueue(slots, perClient, most)
		type visit struct {
			name   string
			giveUp context.CancelFunc
			leave  func()
			err    error
			ended  chan struct{}
			passed map[string]int // calls of others that came later and began earlier
		}
		var running, waiting []*visit
		// settle sorts out who runs now; the queue has decided already, the goroutines only have to notice.
		settle := func() {
			q.mu.Lock()
			want := q.waiting
			q.mu.Unlock()
			for len(waiting) > want {
				var began []*visit
				waiting = slices.DeleteFunc(waiting, func(v *visit) bool {
					select {
					case <-v.ended:
						began = append(began, v)
						return true
					case <-time.After(time.Millisecond):
						return false
					}
				})
				for _, v := range began {
					if v.err == nil {
						running = append(running, v)
					}
				}
			}
		}
		oldest := func(name string) *visit {
			if i := slices.IndexFunc(waiting, func(v *visit) bool { return v.name == name }); i >= 0 {
				return waiting[i]
			}
			return nil
		}
		arrive := func(name string) {
			before := len(waiting)
			ofOne := len(slices.DeleteFunc(slices.Clone(waiting), func(v *visit) bool { return v.name != name }))
			ctx, cancel := context.WithCancel(context.Background())
			v := &visit{name: name, giveUp: cancel, ended: make(chan struct{}), passed: map[string]int{}}
			go func() {
				defer close(v.ended)
				v.leave, v.err = q.enter(ctx, name)
			}()
			for inQueue := false; !inQueue; { // it runs, is refused, or waits
				select {
				case <-v.ended:
					inQueue = true
				default:
					q.mu.Lock()
					inQueue = q.waiting > before
					q.mu.Unlock()
				}
			}
			select {
			case <-v.ended:
				if v.err == nil {
					running = append(running, v)
					return
				}
				if !errors.Is(v.err, errBusy) || before < most && (name == "" || ofOne < max(1, most/2)) {
					t.Fatalf("%q is refused with %v, where %d of %d wait, %d of them its own", name, v.err, before, most, ofOne)
				}
			default:
				waiting = append(waiting, v)
			}
		}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			before, began := slices.Clone(waiting), len(running)
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0, 1:
				arrive(rapid.SampledFrom([]string{"", "a", "b", "c"}).Draw(t, "who"))
			case 2:
				if len(running) > 0 {
					i := rapid.IntRange(0, len(running)-1).Draw(t, "which ends")
					running[i].leave()
					running = slices.Delete(running, i, i+1)
					began = len(running)
				}
			case 3:
				if len(waiting) > 0 {
					v := waiting[rapid.IntRange(0, len(waiting)-1).Draw(t, "which gives up")]
					v.giveUp()
					<-v.ended
				}
			}
			settle()
			count := map[string]int{}
			for _, v := range running {
				count[v.name]++
			}
			for name, n := range count {
				if name != "" && n > perClient {
					t.Fatalf("%d calls of %s run, of at most %d", n, name, perClient)
				}
			}
			if len(running) > slots {
				t.Fatalf("%d calls run, of at most %d", len(running), slots)
			}
			for _, name := range []string{"", "a", "b", "c"} {
				v := oldest(name)
				if v == nil {
					continue
				}
				able := name == "" || count[name] < perClient
				if able && len(running) < slots {
					t.Fatalf("a call of %q waits for nothing", name)
				}
				for _, other := range running[began:] {
					if other.name == name {
						continue
					}
					if slices.Contains(before, other) || slices.Contains(before, v) {
						v.passed[other.name]++
					}
					// While its own client is at its cap, others may pass as they like.
					if !able {
						v.passed[other.name] = 0
					}
					if v.passed[other.name] > 1 {
						t.Fatalf("the oldest call of %q is passed by %d of %q", name, v.passed[other.name], other.name)
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
		if len(q.clients)+len(q.ring)+q.running+q.waiting > 0 {
			t.Fatalf("after all it remembers %v %v, %d run and %d wait", q.clients, q.ring, q.running, q.waiting)
		}
	})
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
		running, waiting := api.long.running, api.long.waiting
		api.long.mu.Unlock()
		if running == 2 && waiting == 58 {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("%d run and %d wait, of 60", running, waiting)
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
