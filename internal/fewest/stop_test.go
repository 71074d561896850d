package fewest_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"lightsout/internal/fewest"
)

// honest checks a result that need not be proved.
func honest(t *testing.T, p fewest.Problem, r fewest.Known) {
	t.Helper()
	if !inCoset(p, r.Best.Bits()) || weigh(p, r.Best.Bits()) != r.Cost {
		t.Errorf("the word weighs %d, not %d, or is outside the coset", weigh(p, r.Best.Bits()), r.Cost)
	}
	if r.Cost > weigh(p, p.Word) {
		t.Errorf("the word weighs %d, more than the %d it began with", r.Cost, weigh(p, p.Word))
	}
	if r.Lower > r.Cost || r.Proved() != (r.Lower == r.Cost) || r.Proved() == (r.Stopped != nil) {
		t.Errorf("%d ≥ %d, proved %v, stopped by %v", r.Cost, r.Lower, r.Proved(), r.Stopped)
	}
}

func TestEndedContextLeavesAnHonestResult(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for i, p := range []fewest.Problem{
		randomCode(r, 300, 40, 50), randomCode(r, 128, 64, 50), randomCode(r, 80, 60, 50),
		randomState(r, parse("torus:20x20")), randomState(r, parse("hypercube:7")),
	} {
		for _, method := range append([]string{""}, methods()...) {
			ctx, cancel := context.WithCancel(context.Background())
			cancel()
			got, err := fewest.Minimum(ctx, p, fewest.Options{Method: method})
			if err != nil {
				continue // does not apply
			}
			honest(t, p, got)
			if got.Proved() || got.Stopped != context.Canceled {
				t.Errorf("problem %d by %q: proved %v, stopped by %v under an ended context", i, method, got.Proved(), got.Stopped)
			}
		}
	}
}

// A stopped search is not told that its method does not apply: the classes were not found only because the
// context had ended.
func TestEndedContextIsNotAMethodThatDoesNotApply(t *testing.T) {
	p := square(39)
	for after, proved := int64(1), false; !proved; after *= 2 {
		ctx := &endsWhenAsked{Context: context.Background()}
		ctx.left.Store(after)
		got, err := fewest.Minimum(ctx, p, fewest.Options{Method: "split"})
		if proved = got.Proved(); err != nil || !proved && got.Stopped != context.Canceled {
			t.Fatalf("asked %d times: stopped by %v, %v", after, got.Stopped, err)
		}
	}
}

// endsWhenAsked is a context that ends when it was asked a number of times whether it has.
type endsWhenAsked struct {
	context.Context
	left atomic.Int64
}

func (c *endsWhenAsked) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// The search is ended by its own progress: once it has something to tell, it is told to stop.
func TestCancellingInTheMiddle(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	for _, test := range []struct {
		method string
		p      fewest.Problem
	}{
		{"walsh", randomCode(r, 300, 50, 50)},
		{"mitm", randomCode(r, 200, 100, 50)},
	} {
		ctx, cancel := context.WithCancel(context.Background())
		got, err := fewest.Minimum(ctx, test.p, fewest.Options{Method: test.method, Progress: func(int, int) { cancel() }})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		honest(t, test.p, got)
		if got.Proved() {
			t.Errorf("%s proved 2^50 words in no time", test.method)
		}
	}
}

func TestMemoryLimit(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	p := randomState(r, parse("grid:19x19"))
	p.Classes = parityClasses(19)
	for _, method := range []string{"split", fewest.Tree, "mitm"} {
		q := p
		if method == "mitm" {
			q = randomCode(r, 60, 30, 50)
		}
		got, err := fewest.Minimum(context.Background(), q, fewest.Options{Method: method, MaxMemory: 100})
		if err != nil {
			t.Fatal(method, err)
		}
		honest(t, q, got)
		if got.Stopped != fewest.ErrMemory {
			t.Errorf("%s: stopped by %v within 100 bytes", method, got.Stopped)
		}
	}
}

// Many coefficients at high costs are beyond every method; what is found quickly is better than
// nothing.
func TestTooLargeForEveryMethod(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 12))
	p := randomCode(r, 300, 100, 50)
	for range p.Word.Len() {
		p.Costs = append(p.Costs, 1+r.IntN(5000))
	}
	got, err := fewest.Minimum(context.Background(), p, fewest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	honest(t, p, got)
	if got.Stopped != fewest.ErrSize || got.Cost >= weigh(p, p.Word) {
		t.Errorf("cost %d of %d at first, stopped by %v", got.Cost, weigh(p, p.Word), got.Stopped)
	}
}

// A limit of steps refuses what is estimated to take longer, the same way every time, and leaves what is
// quick alone.
func TestLimitOfSteps(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	long, quick := randomCode(r, 128, 64, 50), randomCode(r, 60, 12, 50)
	first, err := fewest.Minimum(t.Context(), long, fewest.Options{MaxSteps: 1 << 26, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	honest(t, long, first)
	if first.Proved() || !errors.Is(first.Stopped, fewest.ErrSize) {
		t.Errorf("proved %v, stopped by %v", first.Proved(), first.Stopped)
	}
	again, err := fewest.Minimum(t.Context(), long, fewest.Options{MaxSteps: 1 << 26, Workers: 3})
	if err != nil || !again.Best.Bits().Equal(first.Best.Bits()) {
		t.Errorf("another word the second time: %v", err)
	}
	if got, err := fewest.Minimum(t.Context(), quick, fewest.Options{MaxSteps: 1}); err != nil || !got.Proved() {
		t.Errorf("2^12 words: proved %v, %v", got.Proved(), err)
	}
}

// While a search is planned, nothing has been told yet; the context counts all the same. Planning asks it
// again and again, so a context that ends after so many questions ends each stage of it.
func TestPlanningStopsWithTheContext(t *testing.T) {
	p := randomCode(rand.New(rand.NewPCG(9, 9)), 400, 200, 50)
	for _, questions := range []int64{1, 10, 30, 100, 300, 600} {
		ctx := &endsWhenAsked{Context: t.Context()}
		ctx.left.Store(questions)
		got, err := fewest.Minimum(ctx, p, fewest.Options{Workers: 1, MaxSteps: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		honest(t, p, got)
		if got.Proved() || got.Stopped != context.Canceled {
			t.Errorf("%d questions: proved %v, stopped by %v", questions, got.Proved(), got.Stopped)
		}
	}
}
