package board

import (
	"runtime/metrics"
	"testing"
)

func FuzzParseSpec(f *testing.F) {
	for _, spec := range []string{
		"5x5", "grid:3x3x3x3", "torus:4x4", "cylinder:5x7", "mobius:5x7", "klein:5x7", "projective:5x5", "hypercube:7",
		"cube:3", "path:9", "cycle:9", "complete:9", "star:9", "petersen", "merlin", "classic", "mini", "deluxe",
		"torus:6x6,pattern=king,self=off", "5x5,pattern=.#./###/.#.", "2x3,mask=#_#/###", "5x5,mod=3", "lo2000,self=off",
		"toric:3,mod=2", "regular:3x8,seed=7,switches=edges", "regular:100x167772", "grid:1000000x1000000", "hypercube:60", "graph:-",
		"", "torus", // no shape, no size
		"A\xb6\xb6\xb6", "0\f\f0", // no text, other blanks
		"lo2000,self=\xfc\xd40", "lo2000,\xd4\xfc=", // options that are no text
	} {
		f.Add(spec)
	}
	f.Fuzz(func(t *testing.T, spec string) {
		before := allocated()
		b, err := Parse(spec)
		if taken := allocated() - before; taken > 128<<20+1000*uint64(len(spec)) {
			t.Fatalf("%q took %d bytes of memory", spec, taken)
		}
		if err != nil {
			return
		}
		again, err := Parse(b.Spec())
		if err != nil || again.Spec() != b.Spec() {
			t.Fatalf("%q prints as %s, and that is %v, %v", spec, b, again, err)
		}
		if b.Lights() <= 2000 && !again.Equal(b) {
			t.Fatalf("%q and %s are different boards", spec, b)
		}
		if b.CheckSize() != nil || b.Shape().Flips > 1<<20 {
			return
		}
		last := b.Toggles(b.Switches() - 1)
		for i, l := range last {
			if l < 0 || l >= b.Lights() || i > 0 && l <= last[i-1] {
				t.Fatalf("%s: the last switch flips %v", b, last)
			}
		}
	})
}

func FuzzParseState(f *testing.F) {
	for _, s := range [][2]string{
		{"3x3", "341"}, {"3x3", "0x155"}, {"3x3", "#.#/.#./#.#"}, {"3x3", "101010101"}, {"hypercube:3", "all"}, {"petersen", "none"},
		{"2x3,mask=#_#/###", "#_./..."}, {"2x3,mask=#_#/###", "10101"}, {"3x3", "0x"}, {"merlin", "1/1/1"},
		{"3x3", "0b101"}, {"5x5", "101"}, {"5x5", "1,4-7,r2c3"}, {"5x5,mod=3", "1*2,4-7,r2c3*2"}, {"2x2,mod=36", "0a/?z"},
		{"2x2,mod=3", "4"}, {"3x3", "..?/###/???"},
		{"petersen", ""}, {"1X1", "-"}, {"2X7", "r0"}, // nothing, half a range, half a place
		{"2X7", "1 000c00000"}, {"0XX0", "0"}, {"0", "0"}, // a place without its row, a board without lights
		{"aaaaa\x81", "0"}, {"0\xd90", "0"}, // no text
	} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, spec, text string) {
		b, err := Parse(spec)
		if err != nil || b.Lights() > 5000 {
			return
		}
		if b.States() > 2 {
			fuzzStates(t, b, text)
			return
		}
		if p := NewPuzzle(b); p.SetLights("", text, 1) == nil && !p.Goal.Bits().Sum((&Puzzle{Board: b, Goal: p.Goal, DontCare: p.DontCare}).Change().Bits()).IsZero() {
			t.Fatalf("%s: the goal %q says of lights that do not matter that they are on", b, text)
		}
		v, err := b.ParseState(text)
		if err != nil {
			return
		}
		if v.Len() != b.Lights() {
			t.Fatalf("%s: %q has %d lights", b, text, v.Len())
		}
		again, err := b.ParseState(v.String())
		if err != nil || !again.Equal(v) {
			t.Fatalf("%s: %q is %v, and that is %v, %v", b, text, v, again, err)
		}
	})
}

func fuzzStates(t *testing.T, b *Board, text string) {
	state, err := b.ParseState(text)
	if err != nil {
		return
	}
	again, err := b.ParseState(state.String())
	if b.Lights() > 0 && (err != nil || !again.Equal(state)) {
		t.Fatalf("%s: %q is %v, and that is %v, %v", b, text, state, again, err)
	}
}

func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
