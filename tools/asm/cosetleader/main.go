// Command cosetleader writes the AVX2 kernels of package cosetleader. Run it with go generate in that
// package.
//
// Tests compare every kernel with its twin in Go (kernels.go).
package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const (
	register = 32 // bytes

	// Fields of the type tallied.
	columnSize  = 24
	columnPlace = 8
	columnLane  = 12
	columnCost  = 16
)

// lane is a width of the signed sums. A vector of the table has 16 lanes: one register of int16.
type lane struct {
	bits      int
	registers int    // per vector
	shift     uint64 // logarithm of a vector's bytes
	broadcast func(from, to Op)
	sign      func(by, v, to Op)
	add, sub  func(b, a, to Op)
	abs       func(v, to Op)
	greater   func(than, v, to Op)
}

var widths = []lane{
	{
		bits: 16, registers: 1, shift: 5,
		broadcast: func(from, to Op) { VPBROADCASTW(from, to) },
		sign:      func(by, v, to Op) { VPSIGNW(by, v, to) },
		add:       func(b, a, to Op) { VPADDW(b, a, to) },
		sub:       func(b, a, to Op) { VPSUBW(b, a, to) },
		abs:       func(v, to Op) { VPABSW(v, to) },
		greater:   func(than, v, to Op) { VPCMPGTW(than, v, to) },
	},
}

func main() {
	ConstraintExpr("amd64,!purego")
	for _, l := range widths {
		tally(l)
		for _, radix := range []int{2, 4, 8} {
			pass(l, radix)
		}
		sieve(l)
	}
	near()
	Generate()
}

func tally(l lane) {
	TEXT(fmt.Sprintf("tally%dAVX2", l.bits), NOSPLIT,
		fmt.Sprintf("func(table *int%d, columns *uint64, n uint64, x uint64, signs *int%d)", l.bits, l.bits))
	Pragma("noescape")
	Doc(fmt.Sprintf("tally%dAVX2 adds n columns' signed costs to the table; signs holds ±1 per lane for each", l.bits),
		"setting of the lane coefficients, and the negatives of these.")
	table := Load(Param("table"), GP64())
	column := Load(Param("columns"), GP64())
	n := Load(Param("n"), GP64())
	x := Load(Param("x"), GP64())
	signs := Load(Param("signs"), GP64())
	sign, lane, place := GP64(), GP64(), GP64()
	cost, v := YMM(), YMM()
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
	SHLQ(Imm(l.shift), sign)
	l.broadcast(Mem{Base: column, Disp: columnCost}, cost)
	MOVL(Mem{Base: column, Disp: columnPlace}, place.As32())
	SHLQ(Imm(l.shift), place)
	for i := range l.registers {
		at := Mem{Base: table, Index: place, Scale: 1, Disp: i * register}
		l.sign(Mem{Base: signs, Index: sign, Scale: 1, Disp: i * register}, cost, v)
		l.add(at, v, v)
		VMOVDQU(v, at)
	}
	ADDQ(Imm(columnSize), column)
	DECQ(n)
	JMP(LabelRef("column"))
	Label("done")
	VZEROUPPER()
	RET()
}

// pass does as many levels of butterflies as the radix has bits, over distances h, 2h, …. It counts
// in registers: butterflies never cross lanes, so how many make up a vector does not matter.
func pass(l lane, radix int) {
	name := fmt.Sprintf("pass%dx%dAVX2", radix, l.bits)
	TEXT(name, NOSPLIT, fmt.Sprintf("func(table *int%d, n uint64, h uint64)", l.bits))
	Pragma("noescape")
	Doc(fmt.Sprintf("%s does the butterflies of a table of n registers over distances from h to %dh.", name, radix/2))
	base := Load(Param("table"), GP64())
	end := Load(Param("n"), GP64())
	h := Load(Param("h"), GP64())
	SHLQ(Imm(5), end)
	ADDQ(base, end)
	SHLQ(Imm(5), h)
	h3 := GP64()
	LEAQ(Mem{Base: h, Index: h, Scale: 2}, h3)
	p, q, stop := GP64(), GP64(), GP64()

	Label("group")
	CMPQ(base, end)
	JGE(LabelRef("done"))
	MOVQ(base, p)
	LEAQ(Mem{Base: base, Index: h, Scale: 1}, stop)
	if radix == 8 {
		LEAQ(Mem{Base: base, Index: h, Scale: 4}, q)
	}
	Label("butterfly")
	at := func(i int) Mem {
		b := p
		if i >= 4 {
			b, i = q, i-4
		}
		switch i {
		case 0:
			return Mem{Base: b}
		case 3:
			return Mem{Base: b, Index: h3, Scale: 1}
		}
		return Mem{Base: b, Index: h, Scale: uint8(i)}
	}
	v := make([]reg.VecVirtual, radix)
	for i := range v {
		v[i] = YMM()
		VMOVDQU(at(i), v[i])
	}
	for d := 1; d < radix; d *= 2 {
		for i := range v {
			if i&d != 0 {
				continue
			}
			sum := YMM()
			l.add(v[i+d], v[i], sum)
			l.sub(v[i+d], v[i], v[i+d])
			v[i] = sum
		}
	}
	for i := range v {
		VMOVDQU(v[i], at(i))
	}
	ADDQ(Imm(register), p)
	if radix == 8 {
		ADDQ(Imm(register), q)
	}
	CMPQ(p, stop)
	JL(LabelRef("butterfly"))
	LEAQ(Mem{Base: base, Index: h, Scale: uint8(radix)}, base)
	JMP(LabelRef("group"))
	Label("done")
	VZEROUPPER()
	RET()
}

func sieve(l lane) {
	TEXT(fmt.Sprintf("sieve%dAVX2", l.bits), NOSPLIT,
		fmt.Sprintf("func(table *int%d, half uint64, threshold int%d, hits *uint32) uint32", l.bits, l.bits))
	Pragma("noescape")
	Doc(fmt.Sprintf("sieve%dAVX2 marks, for each of the first half of the vectors, the lanes where it exceeds the", l.bits),
		"threshold together with the absolute value of its partner in the second half. It returns",
		"the union of the marks.")
	a := Load(Param("table"), GP64())
	half := Load(Param("half"), GP64())
	limit := GP32()
	if l.bits == 16 {
		Load(Param("threshold"), limit.As16())
	} else {
		Load(Param("threshold"), limit)
	}
	x := XMM()
	MOVD(limit, x)
	threshold := YMM()
	l.broadcast(x, threshold)
	hits := Load(Param("hits"), GP64())
	b, any, mask := GP64(), GP32(), GP32()
	XORL(any, any)
	MOVQ(half, b)
	SHLQ(Imm(l.shift), b)
	ADDQ(a, b)
	Label("vector")
	TESTQ(half, half)
	JZ(LabelRef("done"))
	v := make([]reg.VecVirtual, l.registers)
	for i := range v {
		v[i] = YMM()
		l.abs(Mem{Base: b, Disp: i * register}, v[i])
		l.add(Mem{Base: a, Disp: i * register}, v[i], v[i])
		l.greater(threshold, v[i], v[i])
	}
	if l.registers == 2 { // to 16 bits a lane; packing works on halves, so put the quarters in order
		VPACKSSDW(v[1], v[0], v[0])
		VPERMQ(Imm(0xd8), v[0], v[0])
	}
	VPMOVMSKB(v[0], mask)
	MOVL(mask, Mem{Base: hits})
	ORL(mask, any)
	ADDQ(Imm(uint64(l.registers*register)), a)
	ADDQ(Imm(uint64(l.registers*register)), b)
	ADDQ(Imm(4), hits)
	DECQ(half)
	JMP(LabelRef("vector"))
	Label("done")
	VZEROUPPER()
	Store(any, ReturnIndex(0))
	RET()
}

// near counts ones by looking up both halves of every byte, as Mula, Kurz and Lemire describe
// (Faster population counts using AVX2 instructions, 2018). Bytes of the count overflow after 31
// vectors, which bounds the length of a row.
func near() {
	nibbles := GLOBL("nibbleOnes", RODATA|NOPTR)
	for i := range 32 {
		ones := [16]U8{0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4}
		DATA(i, ones[i%16])
	}
	TEXT("nearAVX2", NOSPLIT, "func(a *uint64, rows *uint64, n uint64, vectors uint64, limit uint64) uint64")
	Pragma("noescape")
	Doc("nearAVX2 returns the number of the first of n rows that differs from a in at most limit bits,",
		"or n. Rows are of the given number of 32-byte vectors, at most 31.")
	a := Load(Param("a"), GP64())
	row := Load(Param("rows"), GP64())
	n := Load(Param("n"), GP64())
	size := Load(Param("vectors"), GP64())
	limit := Load(Param("limit"), GP64())
	SHLQ(Imm(5), size)
	table, low, zero := YMM(), YMM(), YMM()
	VMOVDQU(nibbles, table)
	mask := GP64()
	MOVQ(U64(0x0f0f0f0f0f0f0f0f), mask)
	m := XMM()
	MOVQ(mask, m)
	VPBROADCASTQ(m, low)
	VPXOR(zero, zero, zero)
	i, at, count := GP64(), GP64(), GP64()
	sum, v, w := YMM(), YMM(), YMM()
	half := XMM()
	XORQ(i, i)
	Label("row")
	CMPQ(i, n)
	JGE(LabelRef("done"))
	VPXOR(sum, sum, sum)
	XORQ(at, at)
	Label("vector")
	VMOVDQU(Mem{Base: a, Index: at, Scale: 1}, v)
	VPXOR(Mem{Base: row, Index: at, Scale: 1}, v, v)
	VPSRLW(Imm(4), v, w)
	VPAND(low, v, v)
	VPAND(low, w, w)
	VPSHUFB(v, table, v)
	VPSHUFB(w, table, w)
	VPADDB(v, sum, sum)
	VPADDB(w, sum, sum)
	ADDQ(Imm(register), at)
	CMPQ(at, size)
	JL(LabelRef("vector"))
	VPSADBW(zero, sum, sum)
	decide(sum, half, count, limit, size, row, i)
}

// decide adds up the four counts in sum, and returns the row's number if that is within the limit;
// otherwise it goes on with the next row.
func decide(sum, half reg.VecVirtual, count, limit, size, row, i reg.Register) {
	VEXTRACTI128(Imm(1), sum, half)
	VPADDQ(half, sum.AsX(), half)
	VPSRLDQ(Imm(8), half, sum.AsX())
	VPADDQ(half, sum.AsX(), half)
	VMOVQ(half, count)
	CMPQ(count, limit)
	JLE(LabelRef("done"))
	ADDQ(size, row)
	INCQ(i)
	JMP(LabelRef("row"))
	Label("done")
	VZEROUPPER()
	Store(i, ReturnIndex(0))
	RET()
}
