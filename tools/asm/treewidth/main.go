// Command treewidth writes the AVX2 kernels of package treewidth. Run it with go generate in that package.
//
// Tests compare every kernel with its twin in Go (kernels.go).
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A block of a table has 32 costs of a byte each: one register.
const (
	shift = 5 // logarithm of a block's bytes
	block = 1 << shift
)

func main() {
	ConstraintExpr("amd64,!purego")
	pay()
	grow()
	endLane("Bytes", func(v, shuffle, to reg.VecVirtual) { VPSHUFB(shuffle, v, to) })
	endLane("Halves", func(v, _, to reg.VecVirtual) { VPERMQ(Imm(0x4e), v, to) })
	end()
	extent()
	lower()
	product()
	Generate()
}

// text begins a function.
func text(name, parameters string, doc ...string) {
	name += "8AVX2"
	TEXT(name, NOSPLIT, "func("+parameters+")")
	Pragma("noescape")
	doc[0] = name + " " + doc[0]
	Doc(doc...)
}

// odd sets at to the offset of the charge of a block.
func odd(number, mask, at reg.GPVirtual) {
	MOVQ(number, at)
	ANDQ(mask, at)
	POPCNTQ(at, at)
	ANDQ(Imm(1), at)
	SHLQ(Imm(shift), at)
}

// loop counts a block from 0 to n, which is positive.
func loop(n reg.Register, body func(number reg.GPVirtual)) {
	number := GP64()
	XORQ(number, number)
	Label("block")
	body(number)
	INCQ(number)
	CMPQ(number, n)
	JB(LabelRef("block"))
	VZEROUPPER()
	RET()
}

func pay() {
	text("pay", "table *uint8, blocks uint64, charge *uint8, mask uint64", "adds its charge to every block.")
	table := Load(Param("table"), GP64())
	blocks := Load(Param("blocks"), GP64())
	charge := Load(Param("charge"), GP64())
	mask := Load(Param("mask"), GP64()).(reg.GPVirtual)
	at := GP64()
	loop(blocks, func(number reg.GPVirtual) {
		odd(number, mask, at)
		v := YMM()
		VMOVDQU(Mem{Base: table}, v)
		VPADDB(Mem{Base: charge, Index: at, Scale: 1}, v, v)
		VMOVDQU(v, Mem{Base: table})
		ADDQ(Imm(block), table)
	})
}

func grow() {
	text("grow", "table *uint8, half uint64, charge *uint8, mask uint64",
		"adds its charge to every block of the lower half, and writes it with the other one to the upper.")
	table := Load(Param("table"), GP64())
	half := Load(Param("half"), GP64())
	charge := Load(Param("charge"), GP64())
	mask := Load(Param("mask"), GP64()).(reg.GPVirtual)
	upper, at, other := GP64(), GP64(), GP64()
	MOVQ(half, upper)
	SHLQ(Imm(shift), upper)
	ADDQ(table, upper)
	loop(half, func(number reg.GPVirtual) {
		odd(number, mask, at)
		MOVQ(at, other)
		XORQ(Imm(block), other)
		v, w := YMM(), YMM()
		VMOVDQU(Mem{Base: table}, v)
		VPADDB(Mem{Base: charge, Index: other, Scale: 1}, v, w)
		VPADDB(Mem{Base: charge, Index: at, Scale: 1}, v, v)
		VMOVDQU(v, Mem{Base: table})
		VMOVDQU(w, Mem{Base: upper})
		ADDQ(Imm(block), table)
		ADDQ(Imm(block), upper)
	})
}

// better writes the lesser of v and w to least, and to the word a one for each lane where that was less than v.
func better(v, w, least reg.VecVirtual, word reg.GPVirtual) {
	same := YMM()
	VPMINUB(w, v, least)
	VPCMPEQB(v, least, same)
	VPMOVMSKB(same, word.As32())
	NOTL(word.As32())
}

// endLane is for slots whose lanes a swap exchanges.
func endLane(name string, swap func(v, shuffle, to reg.VecVirtual)) {
	text("end"+name, "table *uint8, blocks uint64, charge *uint8, mask uint64, decisions *uint32, shuffle *uint8",
		"keeps the better of the lanes of a block that differ in one slot.")
	table := Load(Param("table"), GP64())
	blocks := Load(Param("blocks"), GP64())
	charge := Load(Param("charge"), GP64())
	mask := Load(Param("mask"), GP64()).(reg.GPVirtual)
	decisions := Load(Param("decisions"), GP64())
	shuffle := YMM()
	if name == "Bytes" {
		from := Load(Param("shuffle"), GP64())
		VMOVDQU(Mem{Base: from}, shuffle)
	}
	at, word := GP64(), GP64()
	loop(blocks, func(number reg.GPVirtual) {
		odd(number, mask, at)
		v, w, least := YMM(), YMM(), YMM()
		VMOVDQU(Mem{Base: table}, v)
		VPADDB(Mem{Base: charge, Index: at, Scale: 1}, v, v)
		swap(v, shuffle, w)
		better(v, w, least, word)
		VMOVDQU(least, Mem{Base: table})
		MOVL(word.As32(), Mem{Base: decisions, Index: number, Scale: 4})
		ADDQ(Imm(block), table)
	})
}

func end() {
	text("end", "table *uint8, half uint64, charge *uint8, mask uint64, decisions *uint32, high uint64, apart uint64, other uint64",
		"keeps the better of two blocks. The first is at b + (b AND high) for result b, the second as many", "blocks later as apart says, and other is the offset between their charges.")
	table := Load(Param("table"), GP64())
	half := Load(Param("half"), GP64())
	charge := Load(Param("charge"), GP64())
	mask := Load(Param("mask"), GP64()).(reg.GPVirtual)
	decisions := Load(Param("decisions"), GP64())
	high := Load(Param("high"), GP64())
	apart := Load(Param("apart"), GP64())
	other := Load(Param("other"), GP64())
	out, from, at, second, word := GP64(), GP64(), GP64(), GP64(), GP64()
	MOVQ(table, out)
	SHLQ(Imm(shift), apart)
	loop(half, func(number reg.GPVirtual) {
		MOVQ(number, from)
		ANDQ(high, from)
		ADDQ(number, from)
		odd(from.(reg.GPVirtual), mask, at)
		MOVQ(at, second)
		XORQ(other, second)
		SHLQ(Imm(shift), from)
		ADDQ(table, from)
		v, w, least := YMM(), YMM(), YMM()
		VMOVDQU(Mem{Base: from}, v)
		VPADDB(Mem{Base: charge, Index: at, Scale: 1}, v, v)
		VMOVDQU(Mem{Base: from, Index: apart, Scale: 1}, w)
		VPADDB(Mem{Base: charge, Index: second, Scale: 1}, w, w)
		better(v, w, least, word)
		VMOVDQU(least, Mem{Base: out})
		MOVL(word.As32(), Mem{Base: decisions, Index: number, Scale: 4})
		ADDQ(Imm(block), out)
	})
}

func extent() {
	text("extent", "table *uint8, registers uint64, low *uint8, high *uint8", "gives the least and the greatest of each lane.")
	table := Load(Param("table"), GP64())
	n := Load(Param("registers"), GP64())
	low := Load(Param("low"), GP64())
	high := Load(Param("high"), GP64())
	least, most, v := YMM(), YMM(), YMM()
	VMOVDQU(Mem{Base: table}, least)
	VMOVDQU(Mem{Base: table}, most)
	Label("block")
	VMOVDQU(Mem{Base: table}, v)
	VPMINUB(v, least, least)
	VPMAXUB(v, most, most)
	ADDQ(Imm(block), table)
	DECQ(n)
	JNZ(LabelRef("block"))
	VMOVDQU(least, Mem{Base: low})
	VMOVDQU(most, Mem{Base: high})
	VZEROUPPER()
	RET()
}

func lower() {
	text("lower", "table *uint8, registers uint64, by *uint8", "subtracts from every lane.")
	table := Load(Param("table"), GP64())
	n := Load(Param("registers"), GP64())
	by := Load(Param("by"), GP64())
	less, v := YMM(), YMM()
	VPBROADCASTB(Mem{Base: by}, less)
	Label("block")
	VMOVDQU(Mem{Base: table}, v)
	VPSUBB(less, v, v)
	VMOVDQU(v, Mem{Base: table})
	ADDQ(Imm(block), table)
	DECQ(n)
	JNZ(LabelRef("block"))
	VZEROUPPER()
	RET()
}

// product does four rows at a time, and those that are left one by one.
func product() {
	text("product", "out *uint8, stride uint64, a *uint8, b *uint8, inner uint64, rows uint64",
		"is the least of a[i] + b[r][i] over i, for each row r and 32 lanes of a[i].")
	out := Load(Param("out"), GP64())
	stride := Load(Param("stride"), GP64())
	a := Load(Param("a"), GP64())
	b := Load(Param("b"), GP64())
	inner := Load(Param("inner"), GP64())
	rows := Load(Param("rows"), GP64())
	group := func(name string, count int) {
		Label(name)
		CMPQ(rows, Imm(uint64(count)))
		JB(LabelRef(name + "Done"))
		var at []reg.GPVirtual
		for r := range count {
			p := GP64()
			if r == 0 {
				MOVQ(b, p)
			} else {
				MOVQ(at[r-1], p)
				ADDQ(inner, p)
			}
			at = append(at, p)
		}
		left, i := GP64(), GP64()
		MOVQ(a, left)
		XORQ(i, i)
		best := make([]reg.VecVirtual, count)
		for r := range best {
			best[r] = YMM()
			VPCMPEQB(best[r], best[r], best[r])
		}
		v, w, t := YMM(), YMM(), YMM()
		Label(name + "Inner")
		VMOVDQU(Mem{Base: left}, v)
		for r := range count {
			VPBROADCASTB(Mem{Base: at[r], Index: i, Scale: 1}, w)
			VPADDB(v, w, t)
			VPMINUB(t, best[r], best[r])
		}
		ADDQ(Imm(block), left)
		INCQ(i)
		CMPQ(i, inner)
		JB(LabelRef(name + "Inner"))
		for r := range count {
			VMOVDQU(best[r], Mem{Base: out})
			ADDQ(stride, out)
		}
		MOVQ(at[count-1], b)
		ADDQ(inner, b)
		SUBQ(Imm(uint64(count)), rows)
		JMP(LabelRef(name))
		Label(name + "Done")
	}
	group("four", 4)
	group("one", 1)
	VZEROUPPER()
	RET()
}
