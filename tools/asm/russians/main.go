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
	add("Sixes", 6)
	listSums()
	Generate()
}

// line is one row of a strip, in registers.
type line [2]reg.VecVirtual

func load(from Mem) line {
	l := line{YMM(), YMM()}
	for k, v := range l {
		VMOVDQU(from.Offset(k*lineBytes/2), v)
	}
	return l
}

func store(l line, to Mem) {
	for k, v := range l {
		VMOVDQU(v, to.Offset(k*lineBytes/2))
	}
}

// add looks a row's coefficients up, width bits at a time, in tables that follow one another. A
// rotation brings an index to bit 3, so that the address, which multiplies it by 8, is that of a line.
func add(tables string, width int) {
	name := "add" + tables + "AVX2"
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
	l := load(Mem{Base: rows})
	for first := 0; first < wordBits; first += width {
		index := GP64()
		RORXQ(U8((first-3+wordBits)%wordBits), c, index)
		ANDL(U32(8*(1<<min(width, wordBits-first)-1)), index.As32())
		place := Mem{Base: from, Index: index, Scale: 8, Disp: first / width * lineBytes << width}
		for k, v := range l {
			VPXOR(place.Offset(k*lineBytes/2), v, v)
		}
	}
	store(l, Mem{Base: rows})
	Label("next")
	ADDQ(U8(8), coef)
	ADDQ(U8(lineBytes), rows)
	DECQ(n)
	JNZ(LabelRef("row"))
	VZEROUPPER()
	RET()
}

// listSums repeats, for each source, the part of the table that is already there with that source added.
func listSums() {
	name := "listSumsAVX2"
	TEXT(name, NOSPLIT, "func(table, src *uint64, n int)")
	Pragma("noescape")
	Doc(name + " writes all sums of n sources to a table that begins with a line of zeros.")
	table := Load(Param("table"), GP64())
	src := Load(Param("src"), GP64())
	n := Load(Param("n"), GP64())
	size, done, next, left := GP64(), GP64(), GP64(), GP64()
	MOVQ(U32(lineBytes), size)

	Label("source")
	l := load(Mem{Base: src})
	MOVQ(table, done)
	MOVQ(size, left)
	LEAQ(Mem{Base: table, Index: size, Scale: 1}, next)
	Label("sum")
	sum := line{YMM(), YMM()}
	for k, v := range sum {
		VPXOR(Mem{Base: done}.Offset(k*lineBytes/2), l[k], v)
	}
	store(sum, Mem{Base: next})
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
