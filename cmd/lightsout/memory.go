package main

import (
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// No verb takes more memory than there is. While one runs, a guard looks at what the program holds, and ends
// it at a limit as --timeout does at its own: exit code 3, whole records only, unfinished files removed. The
// limit is --max-memory, or else most of what the machine has left; the operating system would otherwise
// kill the program, or another one, without a word.

// programMemory is what the program itself takes, beside what it works on.
const programMemory = 64 << 20

// guardEvery is how often the guard looks: memory grows by some 40 MB in that time at most.
const guardEvery = 10 * time.Millisecond

// memoryGuard watches over the memory of the program.
type memoryGuard struct {
	reached chan error    // why the verb must end
	beyond  chan struct{} // closed if it goes on growing
	stop    chan struct{}
}

func newMemoryGuard() *memoryGuard {
	return &memoryGuard{reached: make(chan error, 1), beyond: make(chan struct{}), stop: make(chan struct{})}
}

// guard begins to watch, with the limit that the flags of the verb give.
func (g *memoryGuard) guard(c *call) {
	limit, words := machineMemory(), "the memory of this machine is nearly used up"
	if c.given("max-memory") && c.verb.memory == "" {
		given := c.size("max-memory")
		limit, words = given+min(programMemory, math.MaxInt64-given),
			fmt.Sprintf("--max-memory %s was reached", sizeText(given))
		if given == 0 {
			return
		}
	}
	if limit <= 0 {
		return
	}
	leave := func() {}
	if os.Getenv("GOMEMLIMIT") == "" { // collect garbage before it counts; what asks for much at once looks at it, too
		old := debug.SetMemoryLimit(limit - limit/8)
		leave = func() { debug.SetMemoryLimit(old) }
	}
	go func() {
		defer leave()
		g.watch(limit, &timeLimit{words})
	}()
}

func (g *memoryGuard) watch(limit int64, why error) {
	tick := time.NewTicker(guardEvery)
	defer tick.Stop()
	told := false
	for {
		select {
		case <-g.stop:
			return
		case <-tick.C:
		}
		switch used := memoryInUse(); {
		case used > limit && !told:
			told = true
			g.reached <- why
		case used > limit+limit/8:
			close(g.beyond)
			return
		}
	}
}

// memoryInUse is what the program holds, by the count of Go's runtime.
func memoryInUse() int64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64() - samples[1].Value.Uint64())
}
