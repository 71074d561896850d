// Command russians writes the kernel of package gf2 that adds tabulated sums of rows to rows.
// Run it with go generate in that package.
//
// Tests compare it with its twin in Go (russians.go).
package main

import (
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
	addSixes()
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

// addSixes looks a row's coefficients up, width bits at a time, in tables that follow one another. A
// rotation brings an index to bit 3, so that the address, which multiplies it by 8, is that of a line.
func addSixes() {
	const width = 6
	TEXT("addSixesAVX2", NOSPLIT, "func(rows, coef *uint64, n int, tables *uint64)")
	Pragma("noescape")
	Doc("addSixesAVX2 adds to each of n rows the lines that its coefficients, six bits at a time, name in the tables.")
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
