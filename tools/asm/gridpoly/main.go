// Command gridpoly writes the inner loop of light chasing of package gridpoly. Run it with go generate
// in that package.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func main() {
	ConstraintExpr("amd64,!purego")
	stepAVX2()
	Generate()
}

// A loop over words of which each needs the word before and the word after: three loads that
// overlap are cheaper than moving words across the lanes of a register.

type rows struct{ next, above, here, lights, words Register }

func begin(name string) rows {
	TEXT(name, NOSPLIT, "func(next, above, here, lights *uint64, words int)")
	Pragma("noescape")
	Doc(name+" does step for a number of words that is a multiple of 4 and not zero.",
		"It reads one word of here before the first and one after the last.")
	return rows{
		next:   Load(Param("next"), GP64()),
		above:  Load(Param("above"), GP64()),
		here:   Load(Param("here"), GP64()),
		lights: Load(Param("lights"), GP64()),
		words:  Load(Param("words"), GP64()),
	}
}

// at addresses the word that the index stands at, or one some words away.
func at(base, index Register, words int) Mem {
	return Mem{Base: base, Index: index, Scale: 8, Disp: 8 * words}
}

func stepAVX2() {
	r := begin("stepAVX2")
	i := GP64()
	XORQ(i, i)
	Label("loop")
	this, left, right, sum, t := YMM(), YMM(), YMM(), YMM(), YMM()
	VMOVDQU(at(r.here, i, 0), this)
	VMOVDQU(at(r.here, i, -1), left)
	VMOVDQU(at(r.here, i, 1), right)
	VPXOR(at(r.above, i, 0), this, sum)
	VPXOR(at(r.lights, i, 0), sum, sum)
	VPSLLQ(U8(1), this, t)
	VPXOR(t, sum, sum)
	VPSRLQ(U8(1), this, this)
	VPXOR(this, sum, sum)
	VPSRLQ(U8(63), left, left)
	VPXOR(left, sum, sum)
	VPSLLQ(U8(63), right, right)
	VPXOR(right, sum, sum)
	VMOVDQU(sum, at(r.next, i, 0))
	ADDQ(U8(4), i)
	CMPQ(i, r.words)
	JLT(LabelRef("loop"))
	VZEROUPPER()
	RET()
}
