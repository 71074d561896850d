package main

import (
	"bytes"
	"io"
	"math/rand/v2"
	"testing"
)

// randomGraphs is lines of graph6, each of a random graph with 10 nodes.
func randomGraphs(lines int) []byte {
	random := rand.New(rand.NewPCG(1, 2))
	text := make([]byte, 0, 10*lines)
	for range lines {
		pairs := random.Uint64N(1<<45) << 3
		text = append(text, 63+10)
		for shift := 42; shift >= 0; shift -= 6 {
			text = append(text, 63+byte(pairs>>shift&63))
		}
		text = append(text, '\n')
	}
	return text
}

// BenchmarkSieve picks graphs of 10 nodes by nullity and fewest presses; an op is a graph.
func BenchmarkSieve(b *testing.B) {
	in := bytes.NewReader(randomGraphs(b.N))
	b.ResetTimer()
	if code := Main([]string{"info", "-", "--where", "nullity>0 && min<=5", "--format", "graph6"}, in, io.Discard, io.Discard); code != exitDone {
		b.Fatalf("exit code %d", code)
	}
}

// What a sieve lets through and what its opposite does are all graphs, in their order.
func TestSieveLosesNothing(t *testing.T) {
	graphs := randomGraphs(2000)
	pick := func(condition string) [][]byte {
		var out, said bytes.Buffer
		if code := Main([]string{"info", "-", "--where", condition, "--format", "graph6"}, bytes.NewReader(graphs), &out, &said); code != exitDone {
			t.Fatalf("exit code %d: %s", code, said.String())
		}
		return bytes.SplitAfter(out.Bytes(), []byte("\n"))
	}
	in, out := pick("nullity>0 && min<=3"), pick("!nullity || min>3")
	if len(in) < 100 || len(out) < 100 {
		t.Fatalf("%d in, %d out: the condition does not divide them", len(in), len(out))
	}
	for line := range bytes.Lines(graphs) {
		switch {
		case bytes.Equal(line, in[0]):
			in = in[1:]
		case bytes.Equal(line, out[0]):
			out = out[1:]
		default:
			t.Fatalf("%s was lost", line)
		}
	}
	if len(in) != 1 || len(out) != 1 {
		t.Errorf("%d and %d lines too many", len(in)-1, len(out)-1)
	}
}
