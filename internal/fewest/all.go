package fewest

import (
	"context"
	"iter"
	"math/big"
	"slices"

	"lightsout/board"
	"lightsout/gf2"
)

// AllMinimum proves the minimum and finds every word of that weight. The parts of a direct sum are
// listed separately, and patterns that change no cost are only counted, so astronomically many words
// are no problem. Options.MaxMemory bounds the parts' lists.
func AllMinimum(ctx context.Context, p Problem, o Options) (Found, error) {
	o.Ask = All
	d, err := Decide(ctx, p, o)
	if err != nil {
		return Found{}, err
	}
	return d.Run(ctx)
}

// partLists are the lightest words of each part.
type partLists struct {
	whole *problem
	forms []*form
	words [][]gf2.Vec
}

// list finds the lightest words of each part.
func (d *Decision) list(ctx context.Context) error {
	l := &partLists{whole: d.whole}
	count, room := power(len(l.whole.free)), &shelf{ctx: ctx, most: d.options.MaxMemory}
	for _, part := range d.choices {
		var words []gf2.Vec
		var full error
		stop, err := part.f.list(ctx, d.options, part.known().Cost, func(word gf2.Vec, _ int) bool {
			words = append(words, word)
			full = room.take(int64(8*len(word.Words()) + 48))
			return full == nil
		})
		if full != nil {
			stop = full
		}
		if err != nil || stop != nil {
			d.found.Stopped = stop
			return err
		}
		slices.SortFunc(words, func(a, b gf2.Vec) int { return slices.Compare(a.Words(), b.Words()) })
		l.forms, l.words = append(l.forms, part.f), append(l.words, words)
		count.Mul(count, big.NewInt(int64(len(words))))
	}
	d.found.Count = count
	d.found.words(func(yield func(gf2.Vec) bool) { l.walk(0, l.whole.answer.Clone(), yield) })
	return nil
}

// words keeps a list of words that cannot fail.
func (f *Found) words(list iter.Seq[gf2.Vec]) {
	f.Each = func(context.Context) iter.Seq2[board.State, error] {
		return func(yield func(board.State, error) bool) {
			list(func(word gf2.Vec) bool { return yield(board.Bits(word), nil) })
		}
	}
}

// walk yields the words with the choices of the parts from i on still to be made, and after them
// the free patterns. It leaves the word as it was, and reports whether to go on.
func (l *partLists) walk(i int, word gf2.Vec, yield func(gf2.Vec) bool) bool {
	if i < len(l.words) {
		for _, w := range l.words[i] {
			l.whole.apply(word, l.forms[i], w)
			ok := l.walk(i+1, word, yield)
			l.whole.apply(word, l.forms[i], w)
			if !ok {
				return false
			}
		}
		return true
	}
	if free := i - len(l.words); free < len(l.whole.free) {
		if !l.walk(i+1, word, yield) {
			return false
		}
		word.Add(l.whole.free[free])
		ok := l.walk(i+1, word, yield)
		word.Add(l.whole.free[free])
		return ok
	}
	return yield(word.Clone())
}

// Heavier reports whether every word of the code but zero weighs more than limit. It also reports false if
// that is not known when the context ends or a limit is reached.
func Heavier(ctx context.Context, p Problem, limit int, o Options) (bool, error) {
	p.Word = gf2.NewVec(p.Word.Len())
	if err := p.check(); err != nil {
		return false, err
	}
	o = o.withDefaults()
	code, err := p.code(ctx)
	if code == nil {
		return false, err
	}
	whole := code.reduce(p.Word, p.Costs, func() bool { return ctx.Err() != nil })
	if whole == nil {
		return false, nil
	}
	for _, f := range whole.parts { // no column is zero, so every part has a word that is not
		if slices.ContainsFunc(f.rows, func(row gf2.Vec) bool { return f.weigh(row) <= limit }) {
			return false, nil
		}
		heavier := true
		stop, err := f.list(ctx, o, limit, func(word gf2.Vec, _ int) bool {
			heavier = word.IsZero()
			return heavier
		})
		if err != nil || stop != nil || !heavier {
			return false, err
		}
	}
	return len(whole.free) == 0 && ctx.Err() == nil, nil
}

// list emits every word of weight up to limit, in an order that depends on the method, until emit
// returns false. stop says why it ended early; err is for a method that does not apply.
func (f *form) list(ctx context.Context, o Options, limit int, emit func(gf2.Vec, int) bool) (stop, err error) {
	searching, cancel := context.WithCancel(ctx)
	defer cancel()
	s := newSearch(searching, f, o)
	s.list = &listing{emit: emit, end: cancel}
	s.limit.Store(int64(limit))
	stop = s.chosen(o.Method).part(s)
	switch {
	case isMethodError(stop):
		return nil, stop
	case s.list.ended:
		return nil, nil
	case stop == nil:
		stop = ctx.Err()
	}
	return stop, nil
}
