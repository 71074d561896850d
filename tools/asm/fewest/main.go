// Command fewest writes the AVX2 kernels of package fewest. Run it with go generate in that
// package.
//
// Tests compare every kernel with its twin in Go (kernels.go).
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const (
	vectorBits = 5 // logarithm of a vector's bytes

	// Fields of the type tallied.
	columnSize  = 24
	columnPlace = 8
	columnLane  = 12
	columnCost  = 16
)

func main() {
	ConstraintExpr("amd64,!purego")
	tally()
	pass()
	sieve()
	Generate()
}

// A vector of the table has 16 lanes: one register of int16.

func tally() {
	TEXT("tallyAVX2", NOSPLIT, "func(table *int16, columns *uint64, n uint64, x uint64, signs *int16)")
	Pragma("noescape")
	Doc("tallyAVX2 adds n columns' signed costs to the table; signs holds ±1 per lane for each setting of the lane",
		"coefficients, and the negatives of these.")
	table := Load(Param("table"), GP64())
	column := Load(Param("columns"), GP64())
	n := Load(Param("n"), GP64())
	x := Load(Param("x"), GP64())
	signs := Load(Param("signs"), GP64())
	sign, lane, place := GP64(), GP64(), GP64()
	v := YMM()
	Label("column")
	TESTQ(n, n)
	JZ(LabelRef("done"))
	MOVQ(Mem{Base: column}, sign)
	ANDQ(x, sign)
	POPCNTQ(sign, sign)
	ANDQ(Imm(1), sign)
	SHLQ(Imm(4), sign)
	MOVWQZX(Mem{Base: column, Disp: columnLane}, lane)
	XORQ(lane, sign)
	SHLQ(Imm(vectorBits), sign)
	VPBROADCASTW(Mem{Base: column, Disp: columnCost}, v)
	MOVL(Mem{Base: column, Disp: columnPlace}, place.As32())
	SHLQ(Imm(vectorBits), place)
	at := Mem{Base: table, Index: place, Scale: 1}
	VPSIGNW(Mem{Base: signs, Index: sign, Scale: 1}, v, v)
	VPADDW(at, v, v)
	VMOVDQU(v, at)
	ADDQ(Imm(columnSize), column)
	DECQ(n)
	JMP(LabelRef("column"))
	Label("done")
	VZEROUPPER()
	RET()
}

// pass does three levels of butterflies.
func pass() {
	TEXT("passAVX2", NOSPLIT, "func(table *int16, n uint64, h uint64)")
	Pragma("noescape")
	Doc("passAVX2 does the butterflies of a table of n vectors over distances of h, 2h and 4h.")
	base := Load(Param("table"), GP64())
	end := Load(Param("n"), GP64())
	h := Load(Param("h"), GP64())
	SHLQ(Imm(vectorBits), end)
	ADDQ(base, end)
	SHLQ(Imm(vectorBits), h)
	h3 := GP64()
	LEAQ(Mem{Base: h, Index: h, Scale: 2}, h3)
	p, q, stop := GP64(), GP64(), GP64()

	Label("group")
	CMPQ(base, end)
	JGE(LabelRef("done"))
	MOVQ(base, p)
	LEAQ(Mem{Base: base, Index: h, Scale: 1}, stop)
	LEAQ(Mem{Base: base, Index: h, Scale: 4}, q)
	Label("butterfly")
	var at [8]Mem
	for i, b := range []reg.Register{p, q} {
		at[4*i] = Mem{Base: b}
		at[4*i+1] = Mem{Base: b, Index: h, Scale: 1}
		at[4*i+2] = Mem{Base: b, Index: h, Scale: 2}
		at[4*i+3] = Mem{Base: b, Index: h3, Scale: 1}
	}
	var v [8]reg.VecVirtual
	for i := range v {
		v[i] = YMM()
		VMOVDQU(at[i], v[i])
	}
	for _, d := range []int{1, 2, 4} {
		for i := range v {
			if i&d == 0 {
				sum := YMM()
				VPADDW(v[i+d], v[i], sum)
				VPSUBW(v[i+d], v[i], v[i+d])
				v[i] = sum
			}
		}
	}
	for i := range v {
		VMOVDQU(v[i], at[i])
	}
	ADDQ(Imm(1<<vectorBits), p)
	ADDQ(Imm(1<<vectorBits), q)
	CMPQ(p, stop)
	JL(LabelRef("butterfly"))
	LEAQ(Mem{Base: base, Index: h, Scale: 8}, base)
	JMP(LabelRef("group"))
	Label("done")
	VZEROUPPER()
	RET()
}

func sieve() {
	TEXT("sieveAVX2", NOSPLIT, "func(table *int16, half uint64, threshold int16, hits *uint32) uint32")
	Pragma("noescape")
	Doc("sieveAVX2 marks, for each of the first half of the vectors, the lanes where it exceeds the threshold together",
		"with the absolute value of its partner in the second half. It returns the union of the marks.")
	a := Load(Param("table"), GP64())
	half := Load(Param("half"), GP64())
	limit, x, threshold := GP32(), XMM(), YMM()
	Load(Param("threshold"), limit.As16())
	MOVD(limit, x)
	VPBROADCASTW(x, threshold)
	hits := Load(Param("hits"), GP64())
	b, any, mask, v := GP64(), GP32(), GP32(), YMM()
	XORL(any, any)
	MOVQ(half, b)
	SHLQ(Imm(vectorBits), b)
	ADDQ(a, b)
	Label("vector")
	TESTQ(half, half)
	JZ(LabelRef("done"))
	VPABSW(Mem{Base: b}, v)
	VPADDW(Mem{Base: a}, v, v)
	VPCMPGTW(threshold, v, v)
	VPMOVMSKB(v, mask)
	MOVL(mask, Mem{Base: hits})
	ORL(mask, any)
	ADDQ(Imm(1<<vectorBits), a)
	ADDQ(Imm(1<<vectorBits), b)
	ADDQ(Imm(4), hits)
	DECQ(half)
	JMP(LabelRef("vector"))
	Label("done")
	VZEROUPPER()
	Store(any, ReturnIndex(0))
	RET()
}
