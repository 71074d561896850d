package reserve

import (
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// guardEvery is how often a guard looks: memory grows by some 40 MB in that time at most.
const guardEvery = 10 * time.Millisecond

// Guard watches over the memory of a program that runs one command, and tells when the command must end: the operating
// system would otherwise kill the program, or another one, without a word.
type Guard struct {
	Reached chan error    // why the command must end
	Beyond  chan struct{} // closed if memory goes on growing
	Stop    chan struct{} // to be closed at the end
}

// NewGuard is a guard that does not watch yet.
func NewGuard() *Guard {
	return &Guard{Reached: make(chan error, 1), Beyond: make(chan struct{}), Stop: make(chan struct{})}
}

// Watch begins to watch, with a limit in bytes of all that the program holds. Until Stop is closed, garbage is collected
// before it counts; [Bytes] looks at that limit, too. GOMEMLIMIT takes its place.
func (g *Guard) Watch(limit int64, why error) {
	leave := func() {}
	if os.Getenv("GOMEMLIMIT") == "" {
		old := debug.SetMemoryLimit(limit - limit/8)
		leave = func() { debug.SetMemoryLimit(old) }
	}
	go func() {
		defer leave()
		g.watch(limit, why)
	}()
}

func (g *Guard) watch(limit int64, why error) {
	tick := time.NewTicker(guardEvery)
	defer tick.Stop()
	told := false
	for {
		select {
		case <-g.Stop:
			return
		case <-tick.C:
		}
		switch used := held(); {
		case used > limit && !told:
			told = true
			g.Reached <- why
		case used > limit+limit/8:
			close(g.Beyond)
			return
		}
	}
}

// held is what the program holds, by the count of Go's runtime.
func held() int64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64() - samples[1].Value.Uint64())
}
