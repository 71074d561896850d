// Command gf2 writes the carry-less multiplication kernels of package gf2. Run it with go generate in
// that package.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func main() {
	ConstraintExpr("amd64,!purego")
	mulPairs()
	mulAddTwo()
	addMul()
	Generate()
}

// mulPairs multiplies column by column, two words of each factor at a time. A product of pairs
// (a0,a1)·(b0,b1) lands on three 128-bit places a word apart; sums carry nothing, so a column keeps
// one accumulator per place and touches memory once.
func mulPairs() {
	TEXT("mulPairsCLMUL", NOSPLIT, "func(dst, a, b *uint64, na, nb int)")
	Pragma("noescape")
	Doc("mulPairsCLMUL sets dst to a·b, where a has 2na words, b has 2nb and dst has 2(na+nb).")
	dst := Load(Param("dst"), GP64())
	a := Load(Param("a"), GP64())
	b := Load(Param("b"), GP64())
	na := Load(Param("na"), GP64())
	nb := Load(Param("nb"), GP64())

	carry := XMM()
	VPXOR(carry, carry, carry)
	columns := GP64()
	LEAQ(Mem{Base: na, Index: nb, Scale: 1, Disp: -1}, columns)
	k := GP64()
	XORQ(k, k)

	Label("column")
	// first = max(0, k-nb+1), last = min(k, na-1)
	first, last, zero := GP64(), GP64(), GP64()
	XORQ(zero, zero)
	MOVQ(k, first)
	SUBQ(nb, first)
	INCQ(first)
	CMOVQLT(zero, first)
	LEAQ(Mem{Base: na, Disp: -1}, last)
	CMPQ(last, k)
	CMOVQGT(k, last)
	ap, bp := GP64(), GP64()
	MOVQ(first, ap)
	SHLQ(U8(4), ap)
	ADDQ(a, ap)
	MOVQ(k, bp)
	SUBQ(first, bp)
	SHLQ(U8(4), bp)
	ADDQ(b, bp)
	SUBQ(first, last) // products still to come after this one

	low, mid, other, high := XMM(), XMM(), XMM(), XMM()
	for _, acc := range []VecVirtual{low, mid, other, high} {
		VPXOR(acc, acc, acc)
	}
	Label("product")
	x, y, p := XMM(), XMM(), XMM()
	VMOVDQU(Mem{Base: ap}, x)
	VMOVDQU(Mem{Base: bp}, y)
	for _, part := range []struct {
		halves uint8
		acc    VecVirtual
	}{{0x00, low}, {0x01, mid}, {0x10, other}, {0x11, high}} {
		VPCLMULQDQ(U8(part.halves), y, x, p)
		VPXOR(p, part.acc, part.acc)
	}
	ADDQ(U8(16), ap)
	SUBQ(U8(16), bp)
	DECQ(last)
	JGE(LabelRef("product"))

	VPXOR(other, mid, mid)
	spread(mid, low, high, carry)
	VMOVDQU(low, Mem{Base: dst})
	VMOVDQA(high, carry)
	ADDQ(U8(16), dst)
	INCQ(k)
	CMPQ(k, columns)
	JLT(LabelRef("column"))
	VMOVDQU(carry, Mem{Base: dst})
	RET()
}

// spread adds carry and the middle product to the two places it straddles.
func spread(mid, low, high, carry VecVirtual) {
	t := XMM()
	VPXOR(carry, low, low)
	VPSLLDQ(U8(8), mid, t)
	VPXOR(t, low, low)
	VPSRLDQ(U8(8), mid, t)
	VPXOR(t, high, high)
}

// mulAddTwo is one row of a two by two matrix of words applied to a pair of polynomials.
func mulAddTwo() {
	TEXT("mulAddTwoCLMUL", NOSPLIT, "func(dst, a, b *uint64, n int, x, y uint64)")
	Pragma("noescape")
	Doc("mulAddTwoCLMUL sets dst to x·a + y·b, where a and b have n words and dst has n+1.")
	dst := Load(Param("dst"), GP64())
	a := Load(Param("a"), GP64())
	b := Load(Param("b"), GP64())
	n := Load(Param("n"), GP64())
	x, y := XMM(), XMM()
	Load(Param("x"), x)
	Load(Param("y"), y)
	carry := XMM()
	VPXOR(carry, carry, carry)

	SUBQ(U8(2), n)
	JLT(LabelRef("odd"))
	Label("pair")
	u, v, p, q, t := XMM(), XMM(), XMM(), XMM(), XMM()
	VMOVDQU(Mem{Base: a}, u)
	VMOVDQU(Mem{Base: b}, v)
	VPCLMULQDQ(U8(0x00), x, u, p)
	VPCLMULQDQ(U8(0x00), y, v, t)
	VPXOR(t, p, p)
	VPCLMULQDQ(U8(0x01), x, u, q)
	VPCLMULQDQ(U8(0x01), y, v, t)
	VPXOR(t, q, q)
	VPXOR(carry, p, p)
	VPSLLDQ(U8(8), q, t)
	VPXOR(t, p, p)
	VMOVDQU(p, Mem{Base: dst})
	VPSRLDQ(U8(8), q, carry)
	ADDQ(U8(16), a)
	ADDQ(U8(16), b)
	ADDQ(U8(16), dst)
	SUBQ(U8(2), n)
	JGE(LabelRef("pair"))

	Label("odd")
	CMPQ(n, I8(-1))
	JLT(LabelRef("end"))
	VMOVQ(Mem{Base: a}, u)
	VMOVQ(Mem{Base: b}, v)
	VPCLMULQDQ(U8(0x00), x, u, p)
	VPCLMULQDQ(U8(0x00), y, v, t)
	VPXOR(t, p, p)
	VPXOR(carry, p, p)
	VMOVQ(p, Mem{Base: dst})
	VPSRLDQ(U8(8), p, carry)
	ADDQ(U8(8), dst)
	Label("end")
	VMOVQ(carry, Mem{Base: dst})
	RET()
}

// addMul is one step of long division, and the odd row of a product.
func addMul() {
	TEXT("addMulCLMUL", NOSPLIT, "func(dst, a *uint64, n int, x uint64)")
	Pragma("noescape")
	Doc("addMulCLMUL adds x·a to dst, where a has n words and dst has n+1.")
	dst := Load(Param("dst"), GP64())
	a := Load(Param("a"), GP64())
	n := Load(Param("n"), GP64())
	x := XMM()
	Load(Param("x"), x)
	carry := XMM()
	VPXOR(carry, carry, carry)

	SUBQ(U8(2), n)
	JLT(LabelRef("odd"))
	Label("pair")
	u, p, q, t := XMM(), XMM(), XMM(), XMM()
	VMOVDQU(Mem{Base: a}, u)
	VPCLMULQDQ(U8(0x00), x, u, p)
	VPCLMULQDQ(U8(0x01), x, u, q)
	VPXOR(Mem{Base: dst}, p, p)
	VPXOR(carry, p, p)
	VPSLLDQ(U8(8), q, t)
	VPXOR(t, p, p)
	VMOVDQU(p, Mem{Base: dst})
	VPSRLDQ(U8(8), q, carry)
	ADDQ(U8(16), a)
	ADDQ(U8(16), dst)
	SUBQ(U8(2), n)
	JGE(LabelRef("pair"))

	Label("odd")
	CMPQ(n, I8(-1))
	JLT(LabelRef("end"))
	VMOVQ(Mem{Base: a}, u)
	VPCLMULQDQ(U8(0x00), x, u, p)
	VPXOR(carry, p, p)
	VMOVQ(Mem{Base: dst}, t)
	VPSRLDQ(U8(8), p, carry)
	VPXOR(t, p, p)
	VMOVQ(p, Mem{Base: dst})
	ADDQ(U8(8), dst)
	Label("end")
	VMOVQ(Mem{Base: dst}, t)
	VPXOR(t, carry, carry)
	VMOVQ(carry, Mem{Base: dst})
	RET()
}
