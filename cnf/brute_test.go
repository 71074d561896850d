package cnf

import "pgregory.net/rapid"

// holds reports whether value satisfies every clause and every parity constraint of f.
func holds(f *Formula, value func(Lit) bool) bool {
	for c := range f.Clauses() {
		met := false
		for _, l := range c {
			met = met || value(l)
		}
		if !met {
			return false
		}
	}
	for x, odd := range f.Xors() {
		sum := false
		for _, l := range x {
			sum = sum != value(l)
		}
		if sum != odd {
			return false
		}
	}
	return true
}

// satisfiable tries every assignment; for few variables.
func satisfiable(f *Formula, assumptions ...Lit) bool {
	for mask := range 1 << f.Vars() {
		value := func(l Lit) bool { return mask>>(l.Var()-1)&1 != 0 == l.Positive() }
		ok := true
		for _, a := range assumptions {
			ok = ok && value(a)
		}
		if ok && holds(f, value) {
			return true
		}
	}
	return false
}

// drawLits draws literals of the variables 1…vars, repetitions and contradictions included. It draws
// uniformly, because rapid's bias towards small numbers would make formulas about the first two
// variables.
func drawLits(t *rapid.T, vars, least, most int) []Lit {
	if vars == 0 {
		return nil
	}
	variable := rapid.IntRange(1, vars)
	if vars < 20 {
		all := make([]int, vars)
		for i := range all {
			all[i] = i + 1
		}
		variable = rapid.SampledFrom(all)
	}
	lit := rapid.Custom(func(t *rapid.T) Lit {
		l := Lit(variable.Draw(t, "var"))
		if rapid.Bool().Draw(t, "negated") {
			return l.Neg()
		}
		return l
	})
	return rapid.SliceOfN(lit, least, most).Draw(t, "lits")
}

// drawTrace draws calls to a Sink and returns a function that makes them.
func drawTrace(t *rapid.T) func(Sink) {
	vars := 0
	var steps []func(Sink)
	for range rapid.IntRange(0, 20).Draw(t, "steps") {
		switch rapid.IntRange(0, 2).Draw(t, "step") {
		case 0:
			n := rapid.SampledFrom([]int{1, 1, 1, 9, 100, 12345, 10_000_000}).Draw(t, "vars")
			vars += n
			steps = append(steps, func(s Sink) { s.(interface{ NewVars(int) Lit }).NewVars(n) })
		case 1:
			lits := drawLits(t, vars, 0, 5)
			steps = append(steps, func(s Sink) { s.Clause(lits...) })
		case 2:
			lits, odd := drawLits(t, vars, 0, 5), rapid.Bool().Draw(t, "odd")
			steps = append(steps, func(s Sink) { s.Xor(lits, odd) })
		}
	}
	return func(s Sink) {
		for _, step := range steps {
			step(s)
		}
	}
}
