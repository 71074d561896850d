// Command covering writes the inner loops of package covering. Run it with go generate in that package.
//
// A block is 32 bytes, one register.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func main() {
	ConstraintExpr("amd64,!purego")
	narrow()
	levelLanes()
	sortLanes()
	transpose()
	laneIndex()
	laneKeys()
	addFound()
	aim()
	scatter()
	Generate()
}

func narrow() {
	TEXT("narrowAVX2", NOSPLIT, "func(into, from *byte, adds *byte, n int)")
	Pragma("noescape")
	Doc("narrowAVX2 does narrow for n lanes that are left, at least one.")
	into := Load(Param("into"), GP64())
	from := Load(Param("from"), GP64())
	adds := Load(Param("adds"), GP64())
	n := Load(Param("n"), GP64())
	other := GP64() // the second half of from
	MOVQ(n, other)
	SHLQ(U8(5), other)
	ADDQ(from, other)
	i := GP64()
	XORQ(i, i)
	second := GP64()
	LEAQ(Mem{Base: adds, Index: n, Scale: 1}, second)
	Label("narrow")
	a, b := YMM(), YMM()
	VPBROADCASTB(Mem{Base: adds, Index: i, Scale: 1}, a)
	VPBROADCASTB(Mem{Base: second, Index: i, Scale: 1}, b)
	VPADDB(Mem{Base: from}, a, a)
	VPADDB(Mem{Base: other}, b, b)
	VPMINUB(b, a, a)
	VMOVDQU(a, Mem{Base: into})
	ADDQ(U8(32), into)
	ADDQ(U8(32), from)
	ADDQ(U8(32), other)
	INCQ(i)
	CMPQ(i, n)
	JLT(LabelRef("narrow"))
	VZEROUPPER()
	RET()
}

func levelLanes() {
	TEXT("levelLanesAVX2", NOSPLIT, "func(lanes *byte, n int, least *byte, halvings, mask, most uint64)")
	Pragma("noescape")
	Doc("levelLanesAVX2 does levelLanes for n lanes, at least one. The mask has the bits of a byte that are left.")
	lanes := Load(Param("lanes"), GP64())
	n := Load(Param("n"), GP64())
	least := Load(Param("least"), GP64())
	count := XMM()
	VMOVQ(Load(Param("halvings"), GP64()), count)
	all := func(param string) VecVirtual {
		low, v := XMM(), YMM()
		VMOVQ(Load(Param(param), GP64()), low)
		VPBROADCASTB(low, v)
		return v
	}
	mask, most := all("mask"), all("most")
	m := YMM()
	VMOVDQU(Mem{Base: lanes}, m)
	end, at := GP64(), GP64()
	MOVQ(n, end)
	SHLQ(U8(5), end)
	ADDQ(lanes, end)
	MOVQ(lanes, at)
	Label("least")
	VPMINUB(Mem{Base: at}, m, m)
	ADDQ(U8(32), at)
	CMPQ(at, end)
	JLT(LabelRef("least"))
	VMOVDQU(m, Mem{Base: least})
	Label("rest")
	v := YMM()
	VMOVDQU(Mem{Base: lanes}, v)
	VPSUBB(m, v, v)
	VPSRLW(count, v, v)
	VPAND(mask, v, v)
	VPMINUB(most, v, v)
	VMOVDQU(v, Mem{Base: lanes})
	ADDQ(U8(32), lanes)
	CMPQ(lanes, end)
	JLT(LabelRef("rest"))
	VZEROUPPER()
	RET()
}

func sortLanes() {
	TEXT("sortLanesAVX2", NOSPLIT, "func(lanes *byte, program *byte)")
	Pragma("noescape")
	Doc("sortLanesAVX2 does sortLanes.")
	lanes := Load(Param("lanes"), GP64())
	program := Load(Param("program"), GP64())
	at := func(offset Register) Mem { return Mem{Base: lanes, Index: offset, Scale: 1} }
	// lane loads the number of a lane, in bytes of blocks.
	lane := func(m Mem) GPVirtual {
		r := GP64()
		MOVBQZX(m, r)
		SHLQ(U8(5), r)
		return r
	}
	k := GP64()
	MOVBQZX(Mem{Base: program}, k)
	Label("step")
	TESTQ(k, k)
	JZ(LabelRef("done"))
	INCQ(program)
	a, b := YMM(), YMM()
	VMOVDQU(at(lane(Mem{Base: program})), a)
	VMOVDQU(at(lane(Mem{Base: program, Index: k, Scale: 1})), b)
	left := GP64()
	MOVQ(k, left)
	JMP(LabelRef("compared"))
	Label("compare")
	VPMINUB(at(lane(Mem{Base: program})), a, a)
	VPMINUB(at(lane(Mem{Base: program, Index: k, Scale: 1})), b, b)
	Label("compared")
	INCQ(program)
	DECQ(left)
	JNZ(LabelRef("compare"))
	swap := YMM() // 0 where a is more than b, else all ones
	VPMINUB(a, b, b)
	VPCMPEQB(a, b, swap)
	ADDQ(k, program)
	pairs := GP64()
	MOVBQZX(Mem{Base: program}, pairs)
	INCQ(program)
	Label("pair")
	i, j := lane(Mem{Base: program}), lane(Mem{Base: program, Disp: 1})
	x, y, change := YMM(), YMM(), YMM()
	VMOVDQU(at(i), x)
	VMOVDQU(at(j), y)
	VPXOR(x, y, change)
	VPANDN(change, swap, change)
	VPXOR(x, change, x)
	VPXOR(y, change, y)
	VMOVDQU(x, at(i))
	VMOVDQU(y, at(j))
	ADDQ(U8(2), program)
	DECQ(pairs)
	JNZ(LabelRef("pair"))
	MOVBQZX(Mem{Base: program}, k)
	JMP(LabelRef("step"))
	Label("done")
	VZEROUPPER()
	RET()
}

// How a key is made up, as in the package.
const (
	turnBits   = 6
	groupBits  = 5
	classBits  = 21
	leastShift = 48
	codeShift  = 54
	codeBits   = 9
	leastMask  = (1<<6 - 1) << leastShift
	codeMask   = (1<<codeBits - 1) << codeShift
)

// unpack takes elements of two registers in turn, of the low and of the high half of each 128 bits.
func unpack(low, high func(...Op), x, y VecVirtual) (VecVirtual, VecVirtual) {
	l, h := YMM(), YMM()
	low(y, x, l)
	high(y, x, h)
	return l, h
}

// constant is eight equal numbers.
func constant(name string, value uint32) Mem {
	m := GLOBL(name, RODATA|NOPTR)
	for i := range 8 {
		DATA(4*i, U32(value))
	}
	return m
}

func transpose() {
	TEXT("transposeAVX2", NOSPLIT, "func(into *uint64, lanes *byte)")
	Pragma("noescape")
	Doc("transposeAVX2 does transpose.")
	into := Load(Param("into"), GP64())
	lanes := Load(Param("lanes"), GP64())
	var v [8]VecVirtual
	for i := range v {
		v[i] = YMM()
		VMOVDQU(Mem{Base: lanes, Disp: 32 * i}, v[i])
	}
	// Bytes of two lanes side by side, then of four, then of eight. Each half of a register is turned by itself.
	two := [8]VecVirtual{}
	for i := 0; i < 8; i += 2 {
		two[i], two[i+1] = unpack(VPUNPCKLBW, VPUNPCKHBW, v[i], v[i+1])
	}
	four := [8]VecVirtual{}
	for i := 0; i < 8; i += 4 {
		four[i], four[i+1] = unpack(VPUNPCKLWD, VPUNPCKHWD, two[i], two[i+2])
		four[i+2], four[i+3] = unpack(VPUNPCKLWD, VPUNPCKHWD, two[i+1], two[i+3])
	}
	for i := range 4 {
		l, h := unpack(VPUNPCKLDQ, VPUNPCKHDQ, four[i], four[4+i])
		for k, r := range []VecVirtual{l, h} {
			choice := 4*i + 2*k // of its low half; its high half has the choice 16 later
			VMOVDQU(r.AsX(), Mem{Base: into, Disp: 8 * choice})
			VEXTRACTI128(U8(1), r, Mem{Base: into, Disp: 8 * (choice + 16)})
		}
	}
	VZEROUPPER()
	RET()
}

func laneIndex() {
	pairs := constant("pairs", 1|64<<8|1<<16|64<<24) // for bytes of two lanes each
	fours := constant("fours", 1|1<<(12+16))         // for words of four

	TEXT("laneIndexAVX2", NOSPLIT, "func(into *uint32, lanes *byte, order *byte)")
	Pragma("noescape")
	Doc("laneIndexAVX2 does laneIndex for one half.")
	into := Load(Param("into"), GP64())
	lanes := Load(Param("lanes"), GP64())
	order := Load(Param("order"), GP64())
	lane := func(i int) Mem {
		r := GP64()
		MOVBQZX(Mem{Base: order, Disp: i}, r)
		SHLQ(U8(5), r)
		return Mem{Base: lanes, Index: r, Scale: 1}
	}
	var two [4]VecVirtual
	for i := range two {
		high := YMM()
		VMOVDQU(lane(6-2*i), high) // the first lane goes to the highest bits
		VPSLLW(U8(3), high, high)  // no lane is more than 7
		two[i] = YMM()
		VPOR(lane(7-2*i), high, two[i])
	}
	a, b := unpack(VPUNPCKLBW, VPUNPCKHBW, two[0], two[1])
	c, d := unpack(VPUNPCKLBW, VPUNPCKHBW, two[2], two[3])
	var eight [4]VecVirtual
	eight[0], eight[1] = unpack(VPUNPCKLWD, VPUNPCKHWD, a, c)
	eight[2], eight[3] = unpack(VPUNPCKLWD, VPUNPCKHWD, b, d)
	for i, r := range eight {
		VPMADDUBSW(pairs, r, r)
		VPMADDWD(fours, r, r)
		VMOVDQU(r.AsX(), Mem{Base: into, Disp: 16 * i})
		VEXTRACTI128(U8(1), r, Mem{Base: into, Disp: 16*i + 64}) // its high half has the choices 16 later
	}
	VZEROUPPER()
	RET()
}

func laneKeys() {
	turn := constant("turnMask", 1<<turnBits-1)
	group := constant("groupMask", 1<<groupBits-1)
	low := constant("lowByte", 0xff)
	none := constant("noCode", 1<<codeBits)

	TEXT("laneKeysAVX2", NOSPLIT, "func(into *uint64, entries *uint32, differ, turns *byte, row, column uint32, least *byte, codes *uint32, code uint32) uint32")
	Pragma("noescape")
	Doc("laneKeysAVX2 does laneKeys, but for the choices whose halves are of the same class, of which it returns the bits. The entries of",
		"the second halves follow those of the first.")
	into := Load(Param("into"), GP64())
	entries := Load(Param("entries"), GP64())
	differ := Load(Param("differ"), GP64())
	turns := Load(Param("turns"), GP64())
	least := Load(Param("least"), GP64())
	codes := Load(Param("codes"), GP64())
	load := func(name string) VecVirtual {
		v, x := YMM(), XMM()
		VMOVD(Load(Param(name), GP32()), x)
		VPBROADCASTD(x, v)
		return v
	}
	row, column, code := load("row"), load("column"), load("code")
	alike := GP32()
	XORL(alike, alike)
	gather := func(base Register, at VecVirtual) VecVirtual {
		ones, v := YMM(), YMM()
		VPCMPEQD(ones, ones, ones)
		VPXOR(v, v, v)
		VPGATHERDD(ones, Mem{Base: base, Index: at, Scale: 1}, v)
		VPAND(low, v, v)
		return v
	}
	for i := range 4 {
		x, a, b := YMM(), YMM(), YMM()
		VMOVDQU(Mem{Base: entries, Disp: 32 * i}, x)
		VPMAXUD(Mem{Base: entries, Disp: 32*i + 128}, x, a)
		VPMINUD(Mem{Base: entries, Disp: 32*i + 128}, x, b)
		at, t := YMM(), YMM()
		VPAND(turn, b, at)
		VPSLLD(U8(turnBits), at, at)
		VPAND(turn, a, t)
		VPOR(t, at, at)
		between := gather(differ, at)
		VPSRLD(U8(turnBits), b, at)
		VPAND(group, at, at)
		VPMULLD(row, at, at)
		VPADDD(at, between, between)
		VPSRLD(U8(turnBits), a, at)
		VPAND(group, at, at)
		VPMULLD(column, at, at)
		VPADDD(at, between, between)
		l := gather(turns, between)
		VPSRLD(U8(turnBits+groupBits), a, a)
		VPSRLD(U8(turnBits+groupBits), b, b)
		same, bits := YMM(), GP32()
		VPCMPEQD(a, b, same)
		VMOVMSKPS(same, bits)
		SHLL(U8(8*i), bits)
		ORL(bits, alike)
		VPSLLD(U8(turnBits), b, b)
		VPOR(b, l, l)
		VPSLLD(U8(turnBits+classBits), a, t)
		VPOR(t, l, l)
		h, more := YMM(), YMM()
		VPSRLD(U8(32-turnBits-classBits), a, a)
		VPMOVZXBD(Mem{Base: least, Disp: 8 * i}, h)
		VPSLLD(U8(leastShift-32), h, h)
		VPOR(a, h, h)
		VMOVDQU(Mem{Base: codes, Disp: 32 * i}, more)
		VPSLLD(U8(codeShift-32), more, t)
		VPADDD(code, t, t)
		VPOR(t, h, h)
		VPCMPEQD(none, more, more)
		VPANDN(l, more, l)
		VPANDN(h, more, h)
		one, two := YMM(), YMM()
		VPUNPCKLDQ(h, l, one)
		VPUNPCKHDQ(h, l, two)
		VPERM2I128(U8(0x20), two, one, x)
		VMOVDQU(x, Mem{Base: into, Disp: 64 * i})
		VPERM2I128(U8(0x31), two, one, x)
		VMOVDQU(x, Mem{Base: into, Disp: 64*i + 32})
	}
	VZEROUPPER()
	Store(alike, ReturnIndex(0))
	RET()
}

func addFound() {
	TEXT("addFoundAVX2", NOSPLIT, "func(lines *uint64, size int, list *uint64, n int, words *uint64) int")
	Pragma("noescape")
	Doc("addFoundAVX2 does addFound for n keys, at least one.")
	lines := Load(Param("lines"), GP64())
	size := Load(Param("size"), GP64())
	list := Load(Param("list"), GP64())
	last := Load(Param("n"), GP64())
	DECQ(last)
	words := Load(Param("words"), GP64())
	i := GP64()
	XORQ(i, i)
	mask := GP64()
	MOVQ(U64(^uint64(codeMask)), mask)
	hash := hasher(mask)
	find := func(key GPVirtual) { // the line of a key
		hash(key)
		SHLQ(U8(32), key)
		SHRQ(U8(32), key)
		IMULQ(size, key)
		SHRQ(U8(32), key)
		SHLQ(U8(6), key)
		ADDQ(lines, key)
	}
	Label("key")
	soon := GP64()
	LEAQ(Mem{Base: i, Disp: 24}, soon)
	CMPQ(soon, last)
	CMOVQGT(last, soon)
	MOVQ(Mem{Base: list, Index: soon, Scale: 8}, soon)
	find(soon)
	PREFETCHT0(Mem{Base: soon})
	key, line, code := GP64(), GP64(), GP64()
	MOVQ(Mem{Base: list, Index: i, Scale: 8}, key)
	MOVQ(key, line)
	find(line)
	MOVQ(key, code)
	SHRQ(U8(codeShift), code)
	ANDL(U32(1<<codeBits-1), code.As32())
	ANDQ(mask, key)
	x, all := XMM(), YMM()
	VMOVQ(key, x)
	VPBROADCASTQ(x, all)
	VPCMPEQQ(Mem{Base: line}, all, all)
	bits := GP32()
	VMOVMSKPD(all, bits)
	TESTL(bits, bits)
	JZ(LabelRef("done"))
	BSFL(bits, bits)
	MOVQ(Mem{Base: words, Index: code, Scale: 8}, code)
	ADDQ(code, Mem{Base: line, Index: bits.As64(), Scale: 8, Disp: 32})
	INCQ(i)
	CMPQ(i, last)
	JLE(LabelRef("key"))
	Label("done")
	VZEROUPPER()
	Store(i, ReturnIndex(0))
	RET()
}

// hasher loads what hashKey needs, and returns what does it for the bits of a key that are in a mask.
func hasher(mask Register) func(key GPVirtual) {
	one, two := GP64(), GP64()
	MOVQ(U64(0x9e3779b97f4a7c15), one)
	MOVQ(U64(0xbf58476d1ce4e5b9), two)
	return func(key GPVirtual) {
		high := GP64()
		ANDQ(mask, key)
		IMULQ(one, key)
		MOVQ(key, high)
		SHRQ(U8(32), high)
		XORQ(high, key)
		IMULQ(two, key)
	}
}

func aim() {
	TEXT("aimAMD64", NOSPLIT, "func(lengths *uint32, next *uint64, shift int, list *uint64)")
	Pragma("noescape")
	Doc("aimAMD64 does aim.")
	lengths := Load(Param("lengths"), GP64())
	next := Load(Param("next"), GP64())
	Load(Param("shift"), RCX)
	keys := Load(Param("list"), GP64()) // the shelves are after the 32 keys
	i := GP64()
	XORQ(i, i)
	mask := GP64()
	MOVQ(U64(^uint64(leastMask|codeMask)), mask)
	hash := hasher(mask)
	Label("aim")
	at := GP64()
	MOVQ(Mem{Base: keys, Index: i, Scale: 8}, at)
	hash(at)
	SHRQ(CL, at)
	MOVL(at.As32(), Mem{Base: keys, Index: i, Scale: 4, Disp: 32 * 8})
	PREFETCHT0(Mem{Base: lengths, Index: at, Scale: 4})
	SHLQ(U8(6), at)
	PREFETCHT0(Mem{Base: next, Index: at, Scale: 1})
	INCQ(i)
	CMPQ(i, U8(32))
	JLT(LabelRef("aim"))
	RET()
}

func scatter() {
	TEXT("scatterAVX2", NOSPLIT, "func(sorted *uint64, batch int, lengths *uint32, next *uint64, list *uint64, from int) int")
	Pragma("noescape")
	Doc("scatterAVX2 does scatter.")
	sorted := Load(Param("sorted"), GP64())
	batch := Load(Param("batch"), GP64())
	lengths := Load(Param("lengths"), GP64())
	next := Load(Param("next"), GP64())
	keys := Load(Param("list"), GP64()) // the shelves are after the 32 keys
	i := Load(Param("from"), GP64())
	JMP(LabelRef("check"))
	Label("key")
	key, at := GP64(), GP64()
	MOVQ(Mem{Base: keys, Index: i, Scale: 8}, key)
	TESTQ(key, key)
	JZ(LabelRef("skip"))
	MOVL(Mem{Base: keys, Index: i, Scale: 4, Disp: 32 * 8}, at.As32())
	length, line := GP64(), GP64()
	MOVL(Mem{Base: lengths, Index: at, Scale: 4}, length.As32())
	MOVQ(at, line)
	SHLQ(U8(6), line)
	ADDQ(next, line)
	place := GP64()
	MOVQ(length, place)
	ANDQ(U8(7), place)
	MOVQ(key, Mem{Base: line, Index: place, Scale: 8})
	INCQ(length)
	MOVL(length.As32(), Mem{Base: lengths, Index: at, Scale: 4})
	TESTQ(U32(7), length)
	JNZ(LabelRef("skip"))
	IMULQ(batch, at)
	ADDQ(length, at)
	LEAQ(Mem{Base: sorted, Index: at, Scale: 8}, at)
	low, high := YMM(), YMM()
	VMOVDQU(Mem{Base: line}, low)
	VMOVDQU(Mem{Base: line, Disp: 32}, high)
	VMOVNTDQ(low, Mem{Base: at, Disp: -64})
	VMOVNTDQ(high, Mem{Base: at, Disp: -32})
	CMPQ(length, batch)
	JEQ(LabelRef("done"))
	Label("skip")
	INCQ(i)
	Label("check")
	CMPQ(i, U8(32))
	JLT(LabelRef("key"))
	Label("done")
	VZEROUPPER()
	Store(i, ReturnIndex(0))
	RET()
}
