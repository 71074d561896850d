package fewest

import "math"

// progress calls Options.Progress where something improves. It adds up what is known of the parts of a problem, which
// are searched one after another. A nil progress does nothing.
type progress struct {
	listen func(best, lower int)
	parts  []standing
	total  standing
	said   standing
}

// standing is the best weight and the lower bound at some moment.
type standing struct{ best, lower int }

func newProgress(listen func(best, lower int)) *progress {
	if listen == nil {
		return nil
	}
	return &progress{listen: listen, said: standing{math.MaxInt, -1}}
}

// begin starts a search of several parts, on top of what every word costs.
func (t *progress) begin(base int, parts []standing) {
	if t == nil {
		return
	}
	t.parts, t.total = parts, standing{base, base}
	for _, p := range parts {
		t.total.best += p.best
		t.total.lower += p.lower
	}
	t.say()
}

// part updates one part.
func (t *progress) part(i int, now standing) {
	if t == nil {
		return
	}
	t.total.best += now.best - t.parts[i].best
	t.total.lower += now.lower - t.parts[i].lower
	t.parts[i] = now
	t.say()
}

// say passes the total on where it improves on what an earlier search of the same problem said.
func (t *progress) say() {
	now := standing{min(t.said.best, t.total.best), max(t.said.lower, t.total.lower)}
	if now != t.said {
		t.said = now
		t.listen(now.best, now.lower)
	}
}
