package decode

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"lightsout/gf2"
)

// longStrip is a code of checks in a strip three wide, with bits and checks numbered at random: a bit for
// each check, which flips it and its neighbours.
func longStrip(length int) *Code {
	const width = 3
	r := rand.New(rand.NewPCG(4, 1))
	bits, checks := r.Perm(width*length), r.Perm(width*length)
	c := &Code{Checks: width * length, Columns: make([][]int32, width*length)}
	for v := range width * length {
		for _, step := range [][2]int{{0, 0}, {0, 1}, {0, -1}, {1, 0}, {-1, 0}} {
			if x, y := v%width+step[0], v/width+step[1]; x >= 0 && x < width && y >= 0 && y < length {
				c.Columns[bits[v]] = append(c.Columns[bits[v]], int32(checks[y*width+x]))
			}
		}
	}
	return c
}

// A long code that is narrow is prepared by elimination that stays sparse, and decoded exactly.
func TestLongStrip(t *testing.T) {
	c := longStrip(3000)
	d, err := NewDecoder(t.Context(), c, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(d.parts) != 1 {
		t.Fatal("it is not one part")
	}
	r := rand.New(rand.NewPCG(4, 2))
	syndrome, flips := gf2.NewVec(c.Checks), int64(0)
	for _, column := range c.Columns {
		if r.Float64() < 0.02 {
			flips++
			flip(syndrome, column)
		}
	}
	shot, err := d.Decode(t.Context(), syndrome)
	if err != nil || !shot.Proved || shot.Cost > flips {
		t.Fatalf("cost %d, proved %v, %v; %d flips made it", shot.Cost, shot.Proved, err, flips)
	}
	for j := range shot.Flips.Ones() {
		flip(syndrome, c.Columns[j])
	}
	if !syndrome.IsZero() {
		t.Error("the flips explain something else")
	}
}

// ending is a context that ends after it was asked so often.
type ending struct {
	context.Context
	left int
}

func (e *ending) Err() error {
	if e.left--; e.left < 0 {
		return context.Canceled
	}
	return nil
}

func (e *ending) Deadline() (time.Time, bool) { return time.Time{}, false }

// Wherever preparation is when the context ends, it stops with the context's error.
func TestPreparationWatchesTheContext(t *testing.T) {
	c := longStrip(1000)
	asked := &ending{t.Context(), 1 << 30}
	if _, err := NewDecoder(asked, c, Options{}); err != nil {
		t.Fatal(err)
	}
	total := 1<<30 - asked.left
	if total < 40 {
		t.Errorf("the context was asked %d times", total)
	}
	for left := 0; left < total; left += 1 + total/12 {
		if _, err := NewDecoder(&ending{t.Context(), left}, c, Options{}); !errors.Is(err, context.Canceled) {
			t.Errorf("asked %d of %d times: %v", left, total, err)
		}
	}
}
