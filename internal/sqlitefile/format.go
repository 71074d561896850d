// Package sqlitefile writes and reads the files of SQLite, without SQLite.
//
// A [Writer] makes a new file from rows that come in the order of their keys. It fills pages from left to right
// and keeps one page per level of each table in memory, whatever the size of the file.
//
// A [File] reads a file that this package or SQLite wrote: the schema, the rows of a table in order, and the rows of a
// table WITHOUT ROWID whose key begins with given integers. There are no queries, no indexes and no views,
// and nothing is ever changed. Files that cannot be read that way are refused: see [Error].
//
// The format is described at https://www.sqlite.org/fileformat2.html. In short, a file is a sequence of pages of equal size, numbered
// from 1, and every table is a tree of them:
//
//	page      = header  cell pointers →  free space  ← cells
//	row       = length, number of the row, record      in a table with row numbers: leaves only
//	          | length, record                         in a table WITHOUT ROWID: leaves and interior pages
//	record    = length of the head, a type for each column, the values
//
// A cell of an interior page begins with the page of the rows before it; those after the last cell are
// under a page named in the header. A record that is too long goes on in a chain of overflow pages. The first page begins with
// the header of the file and is the root of the table sqlite_schema, which lists the others.
package sqlitefile

import (
	"cmp"
	"encoding/binary"
	"math"
	"strings"
	"unicode/utf16"
)

// Kind is a class of values. Values of different kinds are in the order of these, except that integers and
// real numbers are compared by what they are.
type Kind uint8

// The kinds.
const (
	KindNull Kind = iota
	KindInt
	KindReal
	KindText
	KindBlob
)

// Value is a value in a row. The zero Value is NULL.
type Value struct {
	Kind Kind
	Int  int64
	Real float64
	Text string // or the bytes of a blob
}

// Int is the value of an integer.
func Int(n int64) Value { return Value{Kind: KindInt, Int: n} }

// Text is the value of a text.
func Text(s string) Value { return Value{Kind: KindText, Text: s} }

// magic begins every file.
const magic = "SQLite format 3\x00"

// The header of the file, and where its fields are.
const (
	headerSize       = 100
	atPageSize       = 16 // 2 bytes; 1 is 65536
	atWriteVersion   = 18 // 1 byte, as the next: 2 for a file with a write-ahead log
	atReadVersion    = 19
	atReserved       = 20 // unused bytes at the end of each page
	atFractions      = 21 // 64, 32, 32
	atChanges        = 24
	atPages          = 28
	atSchemaCookie   = 40
	atSchemaFormat   = 44
	atEncoding       = 56
	atValidFor       = 92 // the changes at which the number of pages was right
	atLibraryVersion = 96
)

// The encodings of text.
const (
	encodingUTF8 = 1 + iota
	encodingUTF16LittleEndian
	encodingUTF16BigEndian
)

// lockByte is in a page that is left out: programs lock it to take turns.
const lockByte = 1 << 30

// The kinds of pages.
const (
	indexInterior = 2
	tableInterior = 5
	indexLeaf     = 10
	tableLeaf     = 13
)

// minimumUsable is the least number of bytes that are used of a page.
const minimumUsable = 480

// local is how many bytes of a record are in its cell, the rest being in overflow pages.
func local(usable, length int, rowid bool) int {
	most := (usable-12)*64/255 - 23
	if rowid {
		most = usable - 35
	}
	if length <= most {
		return length
	}
	least := (usable-12)*32/255 - 23
	if n := least + (length-least)%(usable-4); n <= most {
		return n
	}
	return least
}

// appendVarint appends a number in 1 to 9 bytes: 7 bits in each, the highest first, but 8 in the ninth.
func appendVarint(to []byte, n uint64) []byte {
	if n>>56 != 0 {
		for shift := 57; shift > 1; shift -= 7 {
			to = append(to, byte(n>>shift)|0x80)
		}
		return append(to, byte(n))
	}
	shift := 0
	for n>>shift>>7 != 0 {
		shift += 7
	}
	for ; shift > 0; shift -= 7 {
		to = append(to, byte(n>>shift)|0x80)
	}
	return append(to, byte(n)&0x7f)
}

// varint reads a number and says how many bytes it has: 0 if the data ends before it does.
func varint(from []byte) (n uint64, size int) {
	for i, b := range from {
		if i == 8 {
			return n<<8 | uint64(b), 9
		}
		n = n<<7 | uint64(b&0x7f)
		if b < 0x80 {
			return n, i + 1
		}
	}
	return 0, 0
}

// serial is the type of a value in a record, and how many bytes the value has.
func serial(v Value) (kind uint64, size int) {
	switch v.Kind {
	case KindInt:
		if v.Int == 0 || v.Int == 1 {
			return 8 + uint64(v.Int), 0
		}
		magnitude := uint64(v.Int ^ v.Int>>63)
		for i, size := range intSizes[1:] {
			if magnitude>>(8*size-1) == 0 {
				return uint64(i + 1), size
			}
		}
	case KindReal:
		return 7, 8
	case KindText:
		return 13 + 2*uint64(len(v.Text)), len(v.Text)
	case KindBlob:
		return 12 + 2*uint64(len(v.Text)), len(v.Text)
	}
	return 0, 0
}

// intSizes are the bytes of an integer, by its type.
var intSizes = [7]int{0, 1, 2, 3, 4, 6, 8}

// appendRecord appends a record.
func appendRecord(to []byte, row []Value) []byte {
	var space [64]byte
	types := space[:0]
	for _, v := range row {
		kind, _ := serial(v)
		types = appendVarint(types, kind)
	}
	// The length of the head is part of it: one byte, or two or three in a row of many columns.
	head := len(types) + 1
	for _, bound := range [2]int{1 << 7, 1 << 14} {
		if head >= bound {
			head++
		}
	}
	to = append(appendVarint(to, uint64(head)), types...)
	for _, v := range row {
		_, size := serial(v)
		switch v.Kind {
		case KindInt:
			for shift := 8 * (size - 1); shift >= 0; shift -= 8 {
				to = append(to, byte(v.Int>>shift))
			}
		case KindReal:
			to = binary.BigEndian.AppendUint64(to, math.Float64bits(v.Real))
		default:
			to = append(to, v.Text...)
		}
	}
	return to
}

// decodeRecord reads the first columns of a record, up to the capacity of row; ok is false if it is damaged.
func decodeRecord(row []Value, record []byte, encoding uint32) (_ []Value, ok bool) {
	row = row[:0]
	head, at := varint(record)
	if at == 0 || head < uint64(at) || head > uint64(len(record)) {
		return nil, false
	}
	types, values := record[at:head], record[head:]
	for len(types) > 0 && len(row) < cap(row) {
		kind, n := varint(types)
		if n == 0 {
			return nil, false
		}
		types = types[n:]
		row = row[:len(row)+1]
		size, ok := row[len(row)-1].decode(kind, values, encoding)
		if !ok {
			return nil, false
		}
		values = values[size:]
	}
	return row, true
}

// decode reads a value of a type and returns how many bytes it has. Most are integers.
func (v *Value) decode(kind uint64, from []byte, encoding uint32) (size int, ok bool) {
	if kind >= 1 && kind < 7 {
		if size = intSizes[kind]; size > len(from) {
			return 0, false
		}
		v.Kind, v.Int, v.Real = KindInt, signed(from, size), 0
		if v.Text != "" {
			v.Text = ""
		}
		return size, true
	}
	switch {
	case kind == 0:
		*v = Value{}
		return 0, true
	case kind == 7:
		if len(from) < 8 {
			return 0, false
		}
		*v = Value{Kind: KindReal, Real: math.Float64frombits(binary.BigEndian.Uint64(from))}
		return 8, true
	case kind < 10:
		*v = Int(int64(kind - 8))
		return 0, true
	case kind < 12 || (kind-12)/2 > uint64(len(from)):
		return 0, false
	}
	size = int((kind - 12) / 2)
	if kind%2 == 0 {
		*v = Value{Kind: KindBlob, Text: string(from[:size])}
	} else {
		*v = Text(text(from[:size], encoding))
	}
	return size, true
}

// hasIntegers reports whether values of a record are certain integers, without decoding the others; ok is false if it
// is damaged.
func hasIntegers(record []byte, wanted []*int64) (has, ok bool) {
	head, at := varint(record)
	if at == 0 || head < uint64(at) || head > uint64(len(record)) {
		return false, false
	}
	types, values := record[at:head], record[head:]
	for _, want := range wanted {
		kind, n := varint(types)
		if n == 0 {
			return false, len(types) == 0 // a row that is older than the column
		}
		types = types[n:]
		size := uint64(8)
		switch {
		case kind < 7:
			size = uint64(intSizes[kind])
		case kind >= 12:
			size = (kind - 12) / 2
		case kind >= 8:
			size = 0
		}
		if size > uint64(len(values)) || kind == 10 || kind == 11 {
			return false, false
		}
		if want != nil {
			switch {
			case kind == 8 || kind == 9:
				if int64(kind-8) != *want {
					return false, true
				}
			case kind == 0 || kind > 6 || signed(values, int(size)) != *want:
				return false, true
			}
		}
		values = values[size:]
	}
	return true, true
}

// signed is an integer of so many bytes.
func signed(from []byte, size int) int64 {
	if len(from) >= 8 {
		return int64(binary.BigEndian.Uint64(from)) >> (64 - 8*size)
	}
	n := int64(int8(from[0]))
	for _, b := range from[1:size] {
		n = n<<8 | int64(b)
	}
	return n
}

// text is a text as UTF-8.
func text(from []byte, encoding uint32) string {
	var order binary.ByteOrder = binary.LittleEndian
	switch encoding {
	case encodingUTF8:
		return string(from)
	case encodingUTF16BigEndian:
		order = binary.BigEndian
	}
	units := make([]uint16, len(from)/2)
	for i := range units {
		units[i] = order.Uint16(from[2*i:])
	}
	return string(utf16.Decode(units))
}

// compare orders values as SQLite does by default.
func compare(a, b Value) int {
	number := func(v Value) bool { return v.Kind == KindInt || v.Kind == KindReal }
	switch {
	case a.Kind == KindInt && b.Kind == KindInt:
		return cmp.Compare(a.Int, b.Int)
	case a.Kind == KindInt && b.Kind == KindReal:
		return compareReal(a.Int, b.Real)
	case a.Kind == KindReal && b.Kind == KindInt:
		return -compareReal(b.Int, a.Real)
	case number(a) && number(b):
		return cmp.Compare(a.Real, b.Real)
	case a.Kind != b.Kind:
		return cmp.Compare(a.Kind, b.Kind)
	}
	return strings.Compare(a.Text, b.Text)
}

// compareReal compares an integer with a real number exactly: not every integer is a float64.
func compareReal(n int64, real float64) int {
	switch whole := math.Floor(real); {
	case real >= 1<<63:
		return -1
	case real < -1<<63:
		return 1
	case n != int64(whole):
		return cmp.Compare(n, int64(whole))
	default:
		return cmp.Compare(whole, real)
	}
}
