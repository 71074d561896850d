package play

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
)

// hintClient asks the page's server for hints as a browser does.
type hintClient struct {
	http   *http.Client
	origin string
}

// hint asks for the fewest presses from a random solvable 5×5 state and checks the answer.
func (c hintClient) hint(b *board.Board, seed uint64) (time.Duration, error) {
	on := boardtest.Random(b, seed)
	body, err := json.Marshal(solveRequest{position: position{Board: boardRef{Spec: b.Spec()}, On: asCells(on.Indices())}})
	if err != nil {
		return 0, err
	}
	request, err := http.NewRequest(http.MethodPost, c.origin+"/call/solve", bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Origin", c.origin)
	begin := time.Now()
	response, err := c.http.Do(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	took := time.Since(begin)
	if err != nil || response.StatusCode != http.StatusOK {
		return took, fmt.Errorf("%s: %s %w", response.Status, text, err)
	}
	var answer solution
	if err := json.Unmarshal(text, &answer); err != nil {
		return took, err
	}
	if left := b.Apply(gf2.VecOf(b.Switches(), answer.Presses...)).Sum(on.Bits()); !left.IsZero() || !*answer.Minimum {
		return took, fmt.Errorf("state %s: presses %v leave %s, proved %v", on, answer.Presses, left, *answer.Minimum)
	}
	return took, nil
}

// servePage serves the page on a free port of the loopback interface, with the default limits.
func servePage(tb testing.TB) hintClient {
	tb.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	server := NewServer(New(Limits{}), "127.0.0.1")
	go func() { _ = server.Serve(listener) }()
	transport := &http.Transport{MaxIdleConnsPerHost: hintClients}
	tb.Cleanup(func() {
		transport.CloseIdleConnections()
		_ = server.Shutdown(context.Background())
	})
	return hintClient{http: &http.Client{Transport: transport}, origin: "http://" + listener.Addr().String()}
}

const hintClients = 200

// askTogether runs all clients at the same time, each asking for several hints in turn. It returns how
// long each hint took, in increasing order.
func askTogether(tb testing.TB, c hintClient, each int) []time.Duration {
	tb.Helper()
	b, err := board.Parse("5x5")
	if err != nil {
		tb.Fatal(err)
	}
	took := make([]time.Duration, hintClients*each)
	errs := make(chan error, len(took))
	var clients sync.WaitGroup
	for k := range hintClients {
		clients.Go(func() {
			for i := k * each; i < (k+1)*each; i++ {
				var err error
				if took[i], err = c.hint(b, uint64(i)); err != nil {
					errs <- err
				}
			}
		})
	}
	clients.Wait()
	close(errs)
	for err := range errs {
		tb.Error(err)
	}
	slices.Sort(took)
	return took
}

// 200 players ask for hints at the same time, and every one gets a proved answer.
func TestTwoHundredPlayersGetTheirHints(t *testing.T) {
	took := askTogether(t, servePage(t), 5)
	t.Logf("%d hints for %d clients at once: median %v, p99 %v, longest %v", len(took), hintClients, took[len(took)/2], took[len(took)*99/100], took[len(took)-1])
}

// BenchmarkHints is a longer load test; the clients share the cores with the server.
func BenchmarkHints(b *testing.B) {
	c := servePage(b)
	var took []time.Duration
	for b.Loop() {
		took = append(took, askTogether(b, c, 50)...)
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64(len(took))/b.Elapsed().Seconds(), "hints/s")
}
