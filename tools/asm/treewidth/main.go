// Command treewidth writes the inner loop of package treewidth. Run it with go generate in that package.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A register has eight costs.
const lanes = 8

func main() {
	ConstraintExpr("amd64,!purego")
	TEXT("betterAVX2", NOSPLIT, "func(out, left, right, pay *int32, lowLeft, lowRight *uint32, l, r uint32, states uint64, better *uint64)")
	Pragma("noescape")
	Doc("betterAVX2 does better for a number of states that is a multiple of 8 and not zero, eight of which come from",
		"eight states in a row of either child.")
	load := func(name string) reg.Register { return Load(Param(name), GP64()) }
	out, left, right, pay := load("out"), load("left"), load("right"), load("pay")
	lowLeft, lowRight, states, better := load("lowLeft"), load("lowRight"), load("states"), load("better")
	highLeft, highRight := newHigh("l"), newHigh("r")
	i := GP64()
	XORQ(i, i)
	Label("loop")
	at := func(base reg.Register) Mem { return Mem{Base: base, Index: i, Scale: 4} }
	sum := highLeft.costs(left, at(lowLeft))
	VPADDD(highRight.costs(right, at(lowRight)), sum, sum)
	VPADDD(at(pay), sum, sum)
	old, less, bits := YMM(), YMM(), GP32()
	VMOVDQU(at(out), old)
	VPCMPGTD(sum, old, less)
	VPMINSD(sum, old, old)
	VMOVDQU(old, at(out))
	VMOVMSKPS(less, bits)
	MOVB(bits.As8(), Mem{Base: better})
	INCQ(better)
	ADDQ(Imm(lanes), i)
	CMPQ(i, states)
	JB(LabelRef("loop"))
	VZEROUPPER()
	RET()
	Generate()
}

// high is what a block's states of a child have in common, once and in all lanes of a register.
type high struct {
	one reg.GPVirtual
	all reg.VecVirtual
}

func newHigh(name string) high {
	h, x := high{GP32(), YMM()}, XMM()
	Load(Param(name), h.one)
	VMOVD(h.one, x)
	VPBROADCASTD(x, h.all)
	return h
}

// costs loads the costs of eight states, given what their lowest bits add.
func (h high) costs(table reg.Register, low Mem) reg.VecVirtual {
	first, states, costs := GP32(), YMM(), YMM()
	MOVL(low, first)
	XORL(h.one, first)
	ANDL(I32(-lanes), first)
	VPXOR(low, h.all, states)
	VPERMD(Mem{Base: table, Index: first.As64(), Scale: 4}, states, costs) // by the lowest three bits
	return costs
}
