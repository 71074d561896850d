// Command split writes the inner loops of package split. Run it with go generate in that package.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func main() {
	ConstraintExpr("amd64,!purego")
	enter()
	quarters()
	light()
	Generate()
}

// enter relies on the layout of blockColumn: 16 bytes, the last rows, the place and the signs.
func enter() {
	TEXT("enterAVX2", NOSPLIT, "func(sums *uint64, columns *uint64, n int, high uint64, signs *uint64)")
	Pragma("noescape")
	Doc("enterAVX2 does enter for n columns, at least one.")
	sums := Load(Param("sums"), GP64())
	column := Load(Param("columns"), GP64())
	n := Load(Param("n"), GP64())
	high := Load(Param("high"), GP64())
	signs := Load(Param("signs"), GP64())
	Label("column")
	odd, place, row := GP64(), GP64(), GP64()
	MOVQ(Mem{Base: column}, odd)
	ANDQ(high, odd)
	POPCNTQ(odd, odd)
	ANDQ(U8(1), odd)
	SHLQ(U8(4), odd)
	MOVL(Mem{Base: column, Disp: 8}, place.As32())
	MOVL(Mem{Base: column, Disp: 12}, row.As32())
	XORQ(odd, row)
	SHLQ(U8(5), row) // in bytes
	SHLQ(U8(5), place)
	v := YMM()
	VMOVDQU(Mem{Base: signs, Index: row, Scale: 1}, v)
	VPADDQ(Mem{Base: sums, Index: place, Scale: 1}, v, v)
	VMOVDQU(v, Mem{Base: sums, Index: place, Scale: 1})
	ADDQ(U8(16), column)
	DECQ(n)
	JNZ(LabelRef("column"))
	VZEROUPPER()
	RET()
}

func quarters() {
	TEXT("quartersAVX2", NOSPLIT, "func(a *uint64, groups, quarter int)")
	Pragma("noescape")
	Doc("quartersAVX2 does quarters for so many groups, at least one, of four times quarter numbers, a multiple of 4.")
	first := Load(Param("a"), GP64())
	groups := Load(Param("groups"), GP64())
	quarter := Load(Param("quarter"), GP64())
	SHLQ(U8(3), quarter) // in bytes
	third, end := GP64(), GP64()
	at := func(base Register, quarters uint8) Mem {
		if quarters == 0 {
			return Mem{Base: base}
		}
		return Mem{Base: base, Index: quarter, Scale: quarters}
	}
	Label("group")
	LEAQ(at(first, 1), end)
	LEAQ(at(first, 2), third)
	Label("loop")
	a, b, c, d := YMM(), YMM(), YMM(), YMM()
	VMOVDQU(at(first, 0), a)
	VMOVDQU(at(first, 1), b)
	VMOVDQU(at(third, 0), c)
	VMOVDQU(at(third, 1), d)
	ab, aMinusB, cd, cMinusD := YMM(), YMM(), YMM(), YMM()
	VPADDQ(b, a, ab)
	VPSUBQ(b, a, aMinusB)
	VPADDQ(d, c, cd)
	VPSUBQ(d, c, cMinusD)
	VPADDQ(cd, ab, a)
	VPADDQ(cMinusD, aMinusB, b)
	VPSUBQ(cd, ab, c)
	VPSUBQ(cMinusD, aMinusB, d)
	VMOVDQU(a, at(first, 0))
	VMOVDQU(b, at(first, 1))
	VMOVDQU(c, at(third, 0))
	VMOVDQU(d, at(third, 1))
	ADDQ(U8(32), first)
	ADDQ(U8(32), third)
	CMPQ(first, end)
	JLT(LabelRef("loop"))
	LEAQ(at(third, 1), first)
	DECQ(groups)
	JNZ(LabelRef("group"))
	VZEROUPPER()
	RET()
}

func light() {
	TEXT("lightAVX2", NOSPLIT, "func(sums *uint64, n int, raise, mark uint64) int")
	Pragma("noescape")
	Doc("lightAVX2 does light for n numbers, a multiple of 16 and not zero.")
	sums := Load(Param("sums"), GP64())
	n := Load(Param("n"), GP64())
	raise, mark := YMM(), YMM()
	VPBROADCASTQ(NewParamAddr("raise", 16), raise)
	VPBROADCASTQ(NewParamAddr("mark", 24), mark)
	i := GP64()
	XORQ(i, i)
	Label("next")
	var v [4]VecVirtual
	for k := range v {
		v[k] = YMM()
		VPADDQ(Mem{Base: sums, Index: i, Scale: 8, Disp: 32 * k}, raise, v[k])
	}
	VPOR(v[1], v[0], v[0])
	VPOR(v[3], v[2], v[2])
	VPOR(v[2], v[0], v[0])
	VPTEST(mark, v[0])
	JNZ(LabelRef("found"))
	ADDQ(U8(16), i)
	CMPQ(i, n)
	JLT(LabelRef("next"))
	Label("found")
	VZEROUPPER()
	Store(i, ReturnIndex(0))
	RET()
}
