// Command gf2 writes the carry-less multiplication kernel of package gf2. Run it with go generate in
// that package.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

func main() {
	ConstraintExpr("amd64,!purego")
	addMul()
	Generate()
}

// addMul is one row of a product, and one step of long division.
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
