// Command russians writes the kernels of package gf2 that tabulate sums of rows and add them to rows.
// Run it with go generate in that package.
//
// Tests compare every kernel with its twin in Go (russians.go).
package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const (
	lineBytes = 64
	wordBits  = 64
)

func main() {
	ConstraintExpr("amd64,!purego")
	for _, s := range []set{avx512{}, avx2{}} {
		add(s, "Nibbles", 4)
		add(s, "Sixes", 6)
		listSums(s)
	}
	Generate()
}

// set is what an instruction set does with a line in registers.
type set interface {
	name() string
	load(from Mem) line
	store(l line, to Mem)
	addAll(l line, places []Mem) // adds the lines at some places to l
	sum(from Mem, l line) line
}

type line []reg.VecVirtual

type avx512 struct{}

func (avx512) name() string { return "AVX512" }

func (avx512) load(from Mem) line {
	v := ZMM()
	VMOVDQU64(from, v)
	return line{v}
}

func (avx512) store(l line, to Mem) { VMOVDQU64(l[0], to) }

// addAll adds two lines with each instruction.
func (s avx512) addAll(l line, places []Mem) {
	const sumOfThree = 0x96
	for len(places) >= 2 {
		v := s.load(places[0])
		VPTERNLOGQ(U8(sumOfThree), places[1], v[0], l[0])
		places = places[2:]
	}
	for _, p := range places {
		VPXORQ(p, l[0], l[0])
	}
}

func (avx512) sum(from Mem, l line) line {
	v := ZMM()
	VPXORQ(from, l[0], v)
	return line{v}
}

type avx2 struct{}

func (avx2) name() string { return "AVX2" }

func (avx2) load(from Mem) line {
	l := line{YMM(), YMM()}
	for k, v := range l {
		VMOVDQU(from.Offset(k*lineBytes/2), v)
	}
	return l
}

func (avx2) store(l line, to Mem) {
	for k, v := range l {
		VMOVDQU(v, to.Offset(k*lineBytes/2))
	}
}

func (avx2) addAll(l line, places []Mem) {
	for _, p := range places {
		for k, v := range l {
			VPXOR(p.Offset(k*lineBytes/2), v, v)
		}
	}
}

func (avx2) sum(from Mem, l line) line {
	to := line{YMM(), YMM()}
	for k, v := range to {
		VPXOR(from.Offset(k*lineBytes/2), l[k], v)
	}
	return to
}

// add looks a row's coefficients up, width bits at a time, in tables that follow one another. A
// rotation brings an index to bit 3, so that the address, which multiplies it by 8, is that of a line.
func add(s set, tables string, width int) {
	name := "add" + tables + s.name()
	TEXT(name, NOSPLIT, "func(rows, coef *uint64, n int, tables *uint64)")
	Pragma("noescape")
	Doc(fmt.Sprintf("%s adds to each of n rows the lines that its coefficients, %d bits at a time, name in the tables.", name, width))
	rows := Load(Param("rows"), GP64())
	coef := Load(Param("coef"), GP64())
	n := Load(Param("n"), GP64())
	from := Load(Param("tables"), GP64())

	Label("row")
	c := GP64()
	MOVQ(Mem{Base: coef}, c)
	TESTQ(c, c)
	JZ(LabelRef("next"))
	l := s.load(Mem{Base: rows})
	var places []Mem
	for first := 0; first < wordBits; first += width {
		index := GP64()
		RORXQ(U8((first-3+wordBits)%wordBits), c, index)
		ANDL(U32(8*(1<<min(width, wordBits-first)-1)), index.As32())
		places = append(places, Mem{Base: from, Index: index, Scale: 8, Disp: first / width * lineBytes << width})
		if len(places) == 2 || first+width >= wordBits {
			s.addAll(l, places)
			places = nil
		}
	}
	s.store(l, Mem{Base: rows})
	Label("next")
	ADDQ(U8(8), coef)
	ADDQ(U8(lineBytes), rows)
	DECQ(n)
	JNZ(LabelRef("row"))
	VZEROUPPER()
	RET()
}

// listSums repeats, for each source, the part of the table that is already there with that source added.
func listSums(s set) {
	name := "listSums" + s.name()
	TEXT(name, NOSPLIT, "func(table, src *uint64, n int)")
	Pragma("noescape")
	Doc(name + " writes all sums of n sources to a table that begins with a line of zeros.")
	table := Load(Param("table"), GP64())
	src := Load(Param("src"), GP64())
	n := Load(Param("n"), GP64())
	size, done, next, left := GP64(), GP64(), GP64(), GP64()
	MOVQ(U32(lineBytes), size)

	Label("source")
	l := s.load(Mem{Base: src})
	MOVQ(table, done)
	MOVQ(size, left)
	LEAQ(Mem{Base: table, Index: size, Scale: 1}, next)
	Label("sum")
	s.store(s.sum(Mem{Base: done}, l), Mem{Base: next})
	ADDQ(U8(lineBytes), done)
	ADDQ(U8(lineBytes), next)
	SUBQ(U8(lineBytes), left)
	JNZ(LabelRef("sum"))
	ADDQ(U8(lineBytes), src)
	SHLQ(U8(1), size)
	DECQ(n)
	JNZ(LabelRef("source"))
	VZEROUPPER()
	RET()
}
