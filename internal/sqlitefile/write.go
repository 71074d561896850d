package sqlitefile

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
)

// Writer writes a new file. Make one with [NewWriter], declare tables, indexes and views in the order in which the
// schema is to list them, insert the rows and [Writer.Close] it. The tables can be filled at the same time.
//
// The text of the schema is not looked at: that the rows match it is for the caller to see to.
type Writer struct {
	file     io.WriterAt
	out      *bufio.Writer
	usable   int    // bytes of a page
	lockPage uint32 // the page that is left out
	pages    uint32 // so far
	objects  []*object
}

// maxPages is the largest number of a page.
const maxPages = 1<<32 - 2

// object is a line of the schema.
type object struct {
	kind, name, table string
	sql               Value
	rows              *Inserter // nil for a view
}

// NewWriter begins a file, which must be empty.
func NewWriter(file interface {
	io.Writer
	io.WriterAt
}) (*Writer, error) {
	return newWriter(file, 4096)
}

func newWriter(file interface {
	io.Writer
	io.WriterAt
}, pageSize int) (*Writer, error) {
	w := &Writer{file: file, out: bufio.NewWriterSize(file, 1<<18), usable: pageSize, lockPage: uint32(lockByte/pageSize) + 1}
	_, err := w.write(make([]byte, pageSize)) // the first page is written last
	return w, err
}

// write writes a page and returns its number.
func (w *Writer) write(data []byte) (uint32, error) {
	if w.pages >= maxPages {
		return 0, errors.New("the database has more pages than SQLite can number")
	}
	next := w.after(w.pages)
	if next == w.lockPage+1 {
		if _, err := w.out.Write(make([]byte, w.usable)); err != nil {
			return 0, err
		}
	}
	w.pages = next
	_, err := w.out.Write(data)
	return next, err
}

// after is the number of the page that is written after another.
func (w *Writer) after(page uint32) uint32 {
	if page+1 == w.lockPage {
		return page + 2
	}
	return page + 1
}

// Table declares a table whose rows are numbered from 1. Where it has a column INTEGER PRIMARY KEY, that
// is the number of the row, and the rows have NULL there.
func (w *Writer) Table(name, sql string) *Inserter { return w.add("table", name, name, Text(sql), 0) }

// Keyed declares a table WITHOUT ROWID, whose first columns are its primary key.
func (w *Writer) Keyed(name, sql string, key int) *Inserter {
	return w.add("table", name, name, Text(sql), key)
}

// Unique declares the index that belongs to the constraint UNIQUE of a table, the n-th from 1, over so many columns.
// A row has those columns and the number of the row in the table.
func (w *Writer) Unique(table string, n, columns int) *Inserter {
	return w.add("index", fmt.Sprintf("sqlite_autoindex_%s_%d", table, n), table, Value{}, columns)
}

// View declares a view.
func (w *Writer) View(name, sql string) {
	w.objects = append(w.objects, &object{kind: "view", name: name, table: name, sql: Text(sql)})
}

func (w *Writer) add(kind, name, table string, sql Value, key int) *Inserter {
	rows := w.newInserter(name, key)
	w.objects = append(w.objects, &object{kind, name, table, sql, rows})
	return rows
}

func (w *Writer) newInserter(name string, key int) *Inserter {
	t := &Inserter{writer: w, name: name, key: key}
	kind := byte(tableLeaf)
	if key > 0 {
		kind = indexLeaf
	}
	t.levels = []*page{w.newPage(kind)}
	return t
}

// Close completes the file: the rest of the tables, and then the first page, which makes it a database. It does
// not close the file underneath.
func (w *Writer) Close() error {
	schema := w.newInserter("sqlite_schema", 0)
	for _, o := range w.objects {
		root := uint32(0)
		if o.rows != nil {
			top, err := o.rows.finish()
			if err != nil {
				return err
			}
			if root, err = w.write(top.seal()); err != nil {
				return err
			}
		}
		if err := schema.Insert(Text(o.kind), Text(o.name), Text(o.table), Int(int64(root)), o.sql); err != nil {
			return err
		}
	}
	top, err := schema.finish()
	if err != nil {
		return err
	}
	if !top.makeRoom(headerSize) {
		child, err := w.write(top.seal())
		if err != nil {
			return err
		}
		// Only the first page may have a child and no cell.
		top = w.newPage(tableInterior)
		top.makeRoom(headerSize)
		top.right = child
	}
	if err := w.out.Flush(); err != nil {
		return err
	}
	first := top.seal()
	w.header(first)
	_, err = w.file.WriteAt(first, 0)
	return err
}

// header writes the header of the file. The version is that of the first library that knows all that is
// used here; the fractions cannot be other ones.
func (w *Writer) header(first []byte) {
	copy(first, magic)
	put := binary.BigEndian
	put.PutUint16(first[atPageSize:], uint16(w.usable&0xffff|w.usable>>16)) // 1 is 65536
	first[atWriteVersion], first[atReadVersion] = 1, 1
	copy(first[atFractions:], []byte{64, 32, 32})
	put.PutUint32(first[atChanges:], 1)
	put.PutUint32(first[atPages:], w.pages)
	put.PutUint32(first[atSchemaCookie:], 1)
	put.PutUint32(first[atSchemaFormat:], 4)
	put.PutUint32(first[atEncoding:], encodingUTF8)
	put.PutUint32(first[atValidFor:], 1)
	put.PutUint32(first[atLibraryVersion:], 3_008_002)
}

// Inserter fills a table or an index.
type Inserter struct {
	writer *Writer
	name   string
	key    int     // columns that are in order; 0 if rows are numbered
	rows   int64   // so far
	levels []*page // the leaf that is being filled, the page above it, …
	last   []Value // the key of the last row
	record []byte
	cell   []byte
}

// Insert adds a row. Its key must be above that of the last one.
func (t *Inserter) Insert(row ...Value) error {
	if t.key > 0 {
		if t.rows > 0 && slices.CompareFunc(t.last, row[:t.key], compare) >= 0 {
			return fmt.Errorf("rows of %s are out of order", t.name)
		}
		t.last = append(t.last[:0], row[:t.key]...)
	}
	t.rows++
	t.record = appendRecord(t.record[:0], row)
	t.cell = appendVarint(t.cell[:0], uint64(len(t.record)))
	if t.key == 0 {
		t.cell = appendVarint(t.cell, uint64(t.rows))
	}
	n := local(t.writer.usable, len(t.record), t.key == 0)
	t.cell = append(t.cell, t.record[:n]...)
	if n < len(t.record) {
		t.cell = binary.BigEndian.AppendUint32(t.cell, t.writer.after(t.writer.pages))
		if err := t.writer.overflow(t.record[n:]); err != nil {
			return err
		}
	}
	if t.levels[0].add(t.cell) {
		return nil
	}
	return t.flush(0, t.cell)
}

// overflow writes a chain of pages, each with the number of the next.
func (w *Writer) overflow(rest []byte) error {
	data := make([]byte, w.usable)
	for len(rest) > 0 {
		n := copy(data[4:], rest)
		clear(data[4+n:])
		rest = rest[n:]
		next := uint32(0)
		if len(rest) > 0 {
			next = w.after(w.after(w.pages))
		}
		binary.BigEndian.PutUint32(data, next)
		if _, err := w.write(data); err != nil {
			return err
		}
	}
	return nil
}

// flush writes the full page of a level and begins a new one with the cell that did not fit. Between the two,
// on the level above, comes the last cell of the full page, or a copy of its row's number if that is a row
// in a numbered table. So no page is ever without a cell.
func (t *Inserter) flush(level int, cell []byte) error {
	p := t.levels[level]
	var between []byte
	switch {
	case level == 0 && t.key == 0:
		between = appendVarint(nil, uint64(t.rows-1))
	case level == 0:
		between = p.pop()
	default:
		last := p.pop()
		p.right = binary.BigEndian.Uint32(last)
		between = last[4:]
	}
	number, err := t.writer.write(p.seal())
	if err != nil {
		return err
	}
	p.reset()
	p.add(cell)
	if level+1 == len(t.levels) {
		kind := byte(tableInterior)
		if t.key > 0 {
			kind = indexInterior
		}
		t.levels = append(t.levels, t.writer.newPage(kind))
	}
	above := append(binary.BigEndian.AppendUint32(nil, number), between...)
	if t.levels[level+1].add(above) {
		return nil
	}
	return t.flush(level+1, above)
}

// finish writes the pages that are being filled, but not the root, which it returns.
func (t *Inserter) finish() (root *page, err error) {
	for i, p := range t.levels[:len(t.levels)-1] {
		if t.levels[i+1].right, err = t.writer.write(p.seal()); err != nil {
			return nil, err
		}
	}
	return t.levels[len(t.levels)-1], nil
}

// page is a page that is being filled.
type page struct {
	data    []byte
	kind    byte
	start   int    // where its header is
	head    int    // bytes of the header
	cells   int    // so far
	content int    // where the cells begin, the last one first
	last    int    // bytes of the last cell, without padding
	right   uint32 // the page after the last cell
}

func (w *Writer) newPage(kind byte) *page {
	p := &page{data: make([]byte, w.usable), kind: kind, head: 8}
	if kind == tableInterior || kind == indexInterior {
		p.head = 12
	}
	p.reset()
	return p
}

func (p *page) reset() {
	clear(p.data)
	p.cells, p.content, p.right = 0, len(p.data), 0
}

// pointers is where the pointers to the cells end.
func (p *page) pointers() int { return p.start + p.head + 2*p.cells }

// add adds a cell and reports whether there was room. A cell takes at least four bytes.
func (p *page) add(cell []byte) bool {
	size := max(len(cell), 4)
	if p.pointers()+2+size > p.content {
		return false
	}
	p.content -= size
	copy(p.data[p.content:], cell)
	binary.BigEndian.PutUint16(p.data[p.pointers():], uint16(p.content))
	p.cells++
	p.last = len(cell)
	return true
}

// pop removes the cell that was added last and returns a copy.
func (p *page) pop() []byte {
	cell := slices.Clone(p.data[p.content:][:p.last])
	p.cells--
	clear(p.data[p.pointers():][:2])
	clear(p.data[p.content:][:len(cell)])
	p.content += max(len(cell), 4)
	return cell
}

// makeRoom moves the header and the pointers so that the page can begin with something else, if there is room.
func (p *page) makeRoom(size int) bool {
	end := p.pointers()
	if end+size > p.content {
		return false
	}
	copy(p.data[size:], p.data[:end])
	clear(p.data[:size])
	p.start = size
	return true
}

// seal writes the header and returns the page.
func (p *page) seal() []byte {
	head := p.data[p.start:]
	head[0] = p.kind
	binary.BigEndian.PutUint16(head[3:], uint16(p.cells))
	binary.BigEndian.PutUint16(head[5:], uint16(p.content)) // 0 is 65536
	if p.head == 12 {
		binary.BigEndian.PutUint32(head[8:], p.right)
	}
	return p.data
}
