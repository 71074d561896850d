// Command treewidth writes the AVX2 kernels of package treewidth. Run it with go generate in that package.
//
// Tests compare every kernel with its twin in Go (kernels.go).
package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const register = 32 // bytes

// lane is a width of the unsigned costs. A block of a table has 32 lanes: one register of bytes, two of
// uint16.
type lane struct {
	bits      int
	registers int    // per block
	shift     uint64 // logarithm of a block's bytes
	broadcast func(from, to Op)
	add, sub  func(b, a, to Op)
	min, max  func(b, a, to Op)
	equal     func(b, a, to Op)
}

var widths = []lane{
	{
		bits: 8, registers: 1, shift: 5,
		broadcast: func(from, to Op) { VPBROADCASTB(from, to) },
		add:       func(b, a, to Op) { VPADDB(b, a, to) },
		sub:       func(b, a, to Op) { VPSUBB(b, a, to) },
		min:       func(b, a, to Op) { VPMINUB(b, a, to) },
		max:       func(b, a, to Op) { VPMAXUB(b, a, to) },
		equal:     func(b, a, to Op) { VPCMPEQB(b, a, to) },
	},
	{
		bits: 16, registers: 2, shift: 6,
		broadcast: func(from, to Op) { VPBROADCASTW(from, to) },
		add:       func(b, a, to Op) { VPADDW(b, a, to) },
		sub:       func(b, a, to Op) { VPSUBW(b, a, to) },
		min:       func(b, a, to Op) { VPMINUW(b, a, to) },
		max:       func(b, a, to Op) { VPMAXUW(b, a, to) },
		equal:     func(b, a, to Op) { VPCMPEQW(b, a, to) },
	},
}

func main() {
	ConstraintExpr("amd64,!purego")
	for _, l := range widths {
		pay(l)
		grow(l)
		for _, s := range l.swaps() {
			endLane(l, s)
		}
		end(l)
		extent(l)
		lower(l)
		product(l)
	}
	Generate()
}

// text begins a function; what follows its name in the signature is given with %s for the type.
func (l lane) text(name, parameters string, doc ...string) {
	full := fmt.Sprintf("%s%dAVX2", name, l.bits)
	TEXT(full, NOSPLIT, "func("+fmt.Sprintf(parameters, fmt.Sprintf("uint%d", l.bits))+")")
	Pragma("noescape")
	doc[0] = full + " " + doc[0]
	Doc(doc...)
}

func (l lane) yms() []reg.VecVirtual {
	var out []reg.VecVirtual
	for range l.registers {
		out = append(out, YMM())
	}
	return out
}

// odd sets at to the offset of the charge of a block.
func (l lane) odd(block, mask, at reg.GPVirtual) {
	MOVQ(block, at)
	ANDQ(mask, at)
	POPCNTQ(at, at)
	ANDQ(Imm(1), at)
	SHLQ(Imm(l.shift), at)
}

// loop counts a block from 0 to n, which is positive.
func loop(n reg.Register, body func(block reg.GPVirtual)) {
	block := GP64()
	XORQ(block, block)
	Label("block")
	body(block)
	INCQ(block)
	CMPQ(block, n)
	JB(LabelRef("block"))
	VZEROUPPER()
	RET()
}

func pay(l lane) {
	l.text("pay", "table *%[1]s, blocks uint64, charge *%[1]s, mask uint64", "adds its charge to every block.")
	table := Load(Param("table"), GP64())
	blocks := Load(Param("blocks"), GP64())
	charge := Load(Param("charge"), GP64())
	mask := Load(Param("mask"), GP64()).(reg.GPVirtual)
	at := GP64()
	loop(blocks, func(block reg.GPVirtual) {
		l.odd(block, mask, at)
		for i, v := range l.yms() {
			VMOVDQU(Mem{Base: table, Disp: i * register}, v)
			l.add(Mem{Base: charge, Index: at, Scale: 1, Disp: i * register}, v, v)
			VMOVDQU(v, Mem{Base: table, Disp: i * register})
		}
		ADDQ(Imm(1<<l.shift), table)
	})
}

func grow(l lane) {
	l.text("grow", "table *%[1]s, half uint64, charge *%[1]s, mask uint64",
		"adds its charge to every block of the lower half, and writes it with the other one to the upper.")
	table := Load(Param("table"), GP64())
	half := Load(Param("half"), GP64())
	charge := Load(Param("charge"), GP64())
	mask := Load(Param("mask"), GP64()).(reg.GPVirtual)
	upper, at, other := GP64(), GP64(), GP64()
	MOVQ(half, upper)
	SHLQ(Imm(l.shift), upper)
	ADDQ(table, upper)
	loop(half, func(block reg.GPVirtual) {
		l.odd(block, mask, at)
		MOVQ(at, other)
		XORQ(Imm(1<<l.shift), other)
		for i, v := range l.yms() {
			w := YMM()
			VMOVDQU(Mem{Base: table, Disp: i * register}, v)
			l.add(Mem{Base: charge, Index: other, Scale: 1, Disp: i * register}, v, w)
			l.add(Mem{Base: charge, Index: at, Scale: 1, Disp: i * register}, v, v)
			VMOVDQU(v, Mem{Base: table, Disp: i * register})
			VMOVDQU(w, Mem{Base: upper, Disp: i * register})
		}
		ADDQ(Imm(1<<l.shift), table)
		ADDQ(Imm(1<<l.shift), upper)
	})
}

// swap exchanges the lanes of a block that differ in one slot.
type swap struct {
	name string
	do   func(block []reg.VecVirtual, shuffle reg.VecVirtual) []reg.VecVirtual
}

func (l lane) swaps() []swap {
	each := func(one func(v, to reg.VecVirtual)) func([]reg.VecVirtual, reg.VecVirtual) []reg.VecVirtual {
		return func(block []reg.VecVirtual, _ reg.VecVirtual) (out []reg.VecVirtual) {
			for _, v := range block {
				w := YMM()
				one(v, w)
				out = append(out, w)
			}
			return out
		}
	}
	list := []swap{
		{"Bytes", func(block []reg.VecVirtual, shuffle reg.VecVirtual) (out []reg.VecVirtual) {
			for _, v := range block {
				w := YMM()
				VPSHUFB(shuffle, v, w)
				out = append(out, w)
			}
			return out
		}},
		{"Halves", each(func(v, to reg.VecVirtual) { VPERMQ(Imm(0x4e), v, to) })},
	}
	if l.registers == 2 {
		list = append(list, swap{"Registers", func(block []reg.VecVirtual, _ reg.VecVirtual) []reg.VecVirtual {
			return []reg.VecVirtual{block[1], block[0]}
		}})
	}
	return list
}

// better writes the lesser of v and w to w, and to the word a one for each lane where that was less
// than v.
func (l lane) better(v, w []reg.VecVirtual, least []reg.VecVirtual, word reg.GPVirtual) {
	same := l.yms()
	for i := range v {
		l.min(w[i], v[i], least[i])
		l.equal(v[i], least[i], same[i])
	}
	if l.registers == 2 {
		VPACKSSWB(same[1], same[0], same[0])
		VPERMQ(Imm(0xd8), same[0], same[0])
	}
	VPMOVMSKB(same[0], word.As32())
	NOTL(word.As32())
}

func endLane(l lane, s swap) {
	l.text("end"+s.name, "table *%[1]s, blocks uint64, charge *%[1]s, mask uint64, decisions *uint32, shuffle *uint8",
		"keeps the better of the lanes of a block that differ in one slot.")
	table := Load(Param("table"), GP64())
	blocks := Load(Param("blocks"), GP64())
	charge := Load(Param("charge"), GP64())
	mask := Load(Param("mask"), GP64()).(reg.GPVirtual)
	decisions := Load(Param("decisions"), GP64())
	shuffle := YMM()
	if s.name == "Bytes" {
		from := Load(Param("shuffle"), GP64())
		VMOVDQU(Mem{Base: from}, shuffle)
	}
	at, word := GP64(), GP64()
	loop(blocks, func(block reg.GPVirtual) {
		l.odd(block, mask, at)
		v := l.yms()
		for i := range v {
			VMOVDQU(Mem{Base: table, Disp: i * register}, v[i])
			l.add(Mem{Base: charge, Index: at, Scale: 1, Disp: i * register}, v[i], v[i])
		}
		least := l.yms()
		l.better(v, s.do(v, shuffle), least, word)
		for i := range least {
			VMOVDQU(least[i], Mem{Base: table, Disp: i * register})
		}
		MOVL(word.As32(), Mem{Base: decisions, Index: block, Scale: 4})
		ADDQ(Imm(1<<l.shift), table)
	})
}

func end(l lane) {
	l.text("end", "table *%[1]s, half uint64, charge *%[1]s, mask uint64, decisions *uint32, high uint64, apart uint64, other uint64",
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
	SHLQ(Imm(l.shift), apart)
	loop(half, func(block reg.GPVirtual) {
		MOVQ(block, from)
		ANDQ(high, from)
		ADDQ(block, from)
		l.odd(from.(reg.GPVirtual), mask, at)
		MOVQ(at, second)
		XORQ(other, second)
		SHLQ(Imm(l.shift), from)
		ADDQ(table, from)
		v, w := l.yms(), l.yms()
		for i := range v {
			VMOVDQU(Mem{Base: from, Disp: i * register}, v[i])
			l.add(Mem{Base: charge, Index: at, Scale: 1, Disp: i * register}, v[i], v[i])
			VMOVDQU(Mem{Base: from, Index: apart, Scale: 1, Disp: i * register}, w[i])
			l.add(Mem{Base: charge, Index: second, Scale: 1, Disp: i * register}, w[i], w[i])
		}
		least := l.yms()
		l.better(v, w, least, word)
		for i := range least {
			VMOVDQU(least[i], Mem{Base: out, Disp: i * register})
		}
		MOVL(word.As32(), Mem{Base: decisions, Index: block, Scale: 4})
		ADDQ(Imm(1<<l.shift), out)
	})
}

func extent(l lane) {
	l.text("extent", "table *%[1]s, registers uint64, low *%[1]s, high *%[1]s", "gives the least and the greatest of each lane.")
	table := Load(Param("table"), GP64())
	n := Load(Param("registers"), GP64())
	low := Load(Param("low"), GP64())
	high := Load(Param("high"), GP64())
	least, most, v := YMM(), YMM(), YMM()
	VMOVDQU(Mem{Base: table}, least)
	VMOVDQU(Mem{Base: table}, most)
	Label("block")
	VMOVDQU(Mem{Base: table}, v)
	l.min(v, least, least)
	l.max(v, most, most)
	ADDQ(Imm(register), table)
	DECQ(n)
	JNZ(LabelRef("block"))
	VMOVDQU(least, Mem{Base: low})
	VMOVDQU(most, Mem{Base: high})
	VZEROUPPER()
	RET()
}

func lower(l lane) {
	l.text("lower", "table *%[1]s, registers uint64, by *%[1]s", "subtracts from every lane.")
	table := Load(Param("table"), GP64())
	n := Load(Param("registers"), GP64())
	by := Load(Param("by"), GP64())
	less, v := YMM(), YMM()
	l.broadcast(Mem{Base: by}, less)
	Label("block")
	VMOVDQU(Mem{Base: table}, v)
	l.sub(less, v, v)
	VMOVDQU(v, Mem{Base: table})
	ADDQ(Imm(register), table)
	DECQ(n)
	JNZ(LabelRef("block"))
	VZEROUPPER()
	RET()
}

// product does four rows at a time, and those that are left one by one.
func product(l lane) {
	l.text("product", "out *%[1]s, stride uint64, a *%[1]s, b *%[1]s, inner uint64, rows uint64",
		"is the least of a[i] + b[r][i] over i, for each row r and 32 lanes of a[i].")
	out := Load(Param("out"), GP64())
	stride := Load(Param("stride"), GP64())
	a := Load(Param("a"), GP64())
	b := Load(Param("b"), GP64())
	inner := Load(Param("inner"), GP64())
	rows := Load(Param("rows"), GP64())
	size := l.bits / 8
	SHLQ(Imm(l.shift-5), stride)
	rowBytes := GP64()
	MOVQ(inner, rowBytes)
	SHLQ(Imm(l.shift-5), rowBytes)
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
				ADDQ(rowBytes, p)
			}
			at = append(at, p)
		}
		left, i := GP64(), GP64()
		MOVQ(a, left)
		XORQ(i, i)
		best := make([][]reg.VecVirtual, count)
		for r := range best {
			best[r] = l.yms()
			for _, v := range best[r] {
				VPCMPEQB(v, v, v)
			}
		}
		v, w, t := l.yms(), YMM(), YMM()
		Label(name + "Inner")
		for k := range v {
			VMOVDQU(Mem{Base: left, Disp: k * register}, v[k])
		}
		for r := range count {
			l.broadcast(Mem{Base: at[r], Index: i, Scale: uint8(size)}, w)
			for k := range v {
				l.add(v[k], w, t)
				l.min(t, best[r][k], best[r][k])
			}
		}
		ADDQ(Imm(1<<l.shift), left)
		INCQ(i)
		CMPQ(i, inner)
		JB(LabelRef(name + "Inner"))
		for r := range count {
			for k := range v {
				VMOVDQU(best[r][k], Mem{Base: out, Disp: k * register})
			}
			ADDQ(stride, out)
		}
		MOVQ(at[count-1], b)
		ADDQ(rowBytes, b)
		SUBQ(Imm(uint64(count)), rows)
		JMP(LabelRef(name))
		Label(name + "Done")
	}
	group("four", 4)
	group("one", 1)
	VZEROUPPER()
	RET()
}
