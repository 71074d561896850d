package sqlitefile

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// Error says why a file, or a table in it, cannot be read.
type Error struct {
	Reason Reason
	What   string // for people, without the name of the file
}

func (e *Error) Error() string { return e.What }

// Reason is a class of errors.
type Reason int

// The reasons.
const (
	NotDatabase Reason = iota // the file is something else, or encrypted
	Damaged                   // or cut short
	Unmerged                  // changes wait in another file, which only SQLite can merge
	Unsupported               // SQLite may be able to read it
	Missing                   // there is no such table
)

func damaged(format string, args ...any) error {
	return &Error{Damaged, fmt.Sprintf(format, args...)}
}

// File is a file that is being read. Its methods may be used by several goroutines at a time.
type File struct {
	data     io.ReaderAt
	close    func() error
	pageSize int
	usable   int
	pages    uint32
	encoding uint32
	schema   []Object
}

// Object is a line of the schema.
type Object struct {
	Type, Name, Table, SQL string
	root                   uint32
}

// Open opens a file and reads its schema. Errors other than an [*Error] are those of the system.
func Open(name string) (*File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	file, err := open(f, name)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	file.close = f.Close
	return file, nil
}

func open(f *os.File, name string) (*File, error) {
	if err := Merged(name); err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return read(f, info.Size())
}

// Merged checks that all changes are in the file itself: SQLite leaves some in files beside it while a program has the
// database open, or if it ended without closing it. It would also take them for changes of a file that replaces this one. The
// error is an [*Error].
func Merged(name string) error {
	if points, err := filepath.EvalSymlinks(name); err == nil {
		name = points
	}
	if info, err := os.Stat(name + "-wal"); err == nil && info.Size() > 0 {
		return &Error{Unmerged, fmt.Sprintf("%s holds changes that are not in the database yet", filepath.Base(name)+"-wal")}
	}
	info, err := os.Stat(name + "-journal")
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	journal, err := os.Open(name + "-journal")
	if err != nil {
		return nil
	}
	defer journal.Close()
	begin := make([]byte, len(journalMagic))
	if _, err := io.ReadFull(journal, begin); err == nil && string(begin) == journalMagic {
		return &Error{Unmerged, fmt.Sprintf("%s says that a change of the database is not finished", filepath.Base(name)+"-journal")}
	}
	return nil
}

// journalMagic begins the journal of a change that is not finished. Afterwards the journal is removed, empty or
// begins with zeros.
const journalMagic = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"

// read reads the header and the schema.
func read(data io.ReaderAt, size int64) (*File, error) {
	head := make([]byte, headerSize)
	switch n, err := data.ReadAt(head, 0); {
	case err != nil && !errors.Is(err, io.EOF):
		return nil, err
	case n == 0:
		return nil, &Error{NotDatabase, "it is empty"}
	case !strings.HasPrefix(string(head), magic[:min(n, len(magic))]):
		return nil, &Error{NotDatabase, "it is another kind of file, or an encrypted one"}
	case n < headerSize:
		return nil, damaged("the file has %d bytes", n)
	}
	get := binary.BigEndian
	f := &File{data: data, close: func() error { return nil }, pageSize: int(get.Uint16(head[atPageSize:])), encoding: get.Uint32(head[atEncoding:])}
	if f.pageSize == 1 {
		f.pageSize = 1 << 16
	}
	f.usable = f.pageSize - int(head[atReserved])
	switch {
	case f.pageSize < 512 || f.pageSize&(f.pageSize-1) != 0:
		return nil, damaged("the size of a page is %d", f.pageSize)
	case f.usable < minimumUsable || string(head[atFractions:][:3]) != "\x40\x20\x20":
		return nil, damaged("the header is damaged")
	case head[atReadVersion] > 2 || get.Uint32(head[atSchemaFormat:]) > 4:
		return nil, &Error{Unsupported, "it was written by a later version of SQLite"}
	case f.encoding == 0: // a file without a table
		f.encoding = encodingUTF8
	case f.encoding > encodingUTF16BigEndian:
		return nil, damaged("its text has the unknown encoding %d", f.encoding)
	}
	f.pages = uint32(min(size/int64(f.pageSize), maxPages))
	// Old versions of SQLite did not keep the number of pages.
	if pages := get.Uint32(head[atPages:]); pages != 0 && get.Uint32(head[atChanges:]) == get.Uint32(head[atValidFor:]) {
		if pages > f.pages {
			return nil, damaged("the file has %d pages of %d", f.pages, pages)
		}
		f.pages = pages
	}
	return f, f.readSchema()
}

func (f *File) readSchema() error {
	schema := &Table{file: f, root: 1, rowid: true, columns: make([]column, 5)}
	for i := range schema.columns {
		schema.columns[i].at = i
	}
	for row, err := range schema.Rows(context.Background()) {
		if err != nil {
			return err
		}
		o := Object{Type: row[0].Text, Name: row[1].Text, Table: row[2].Text, SQL: row[4].Text}
		if n := row[3]; n.Kind == KindInt && n.Int >= 0 && n.Int <= int64(f.pages) {
			o.root = uint32(n.Int)
		} else if n.Kind != KindNull {
			return damaged("%s begins at page %d of %d", o.Name, n.Int, f.pages)
		}
		f.schema = append(f.schema, o)
	}
	return nil
}

// Close closes the file.
func (f *File) Close() error { return f.close() }

// Schema lists the tables, indexes, views and triggers in the order in which they were created.
func (f *File) Schema() []Object { return f.schema }

// Table finds a table by its name.
func (f *File) Table(name string) (*Table, error) {
	for _, o := range f.schema {
		if o.Type != "table" && o.Type != "view" || !strings.EqualFold(o.Name, name) {
			continue
		}
		if o.Type == "view" || o.root == 0 {
			return nil, &Error{Unsupported, fmt.Sprintf("%s is not a plain table", o.Name)}
		}
		t, err := parseTable(o.SQL)
		if err != nil {
			return nil, err
		}
		t.file, t.root, t.name = f, o.root, o.Name
		return t, nil
	}
	return nil, &Error{Missing, "it has no table " + name}
}

// Table is a table that is being read.
type Table struct {
	file    *File
	name    string
	root    uint32
	rowid   bool     // its rows are numbered
	columns []column // as declared
	key     []key    // of a table WITHOUT ROWID
}

type column struct {
	name      string
	at        int  // in the record; -1 if it is the row's number
	real      bool // integers in it stand for real numbers
	otherwise bool // rows that are older than the column do not have NULL in it
}

// key is a column of a primary key.
type key struct {
	column     int
	descending bool
}

// Columns are the names of the columns.
func (t *Table) Columns() (names []string) {
	for _, c := range t.columns {
		names = append(names, c.name)
	}
	return names
}

// Column is the place of a column in a row; an error if there is none.
func (t *Table) Column(name string) (int, error) {
	for i, c := range t.columns {
		if strings.EqualFold(c.name, name) {
			return i, nil
		}
	}
	return 0, &Error{Missing, fmt.Sprintf("%s has no column %s", t.name, name)}
}

// Rows are all rows in their order. A row is overwritten by the next. An error, which may be that of the context, is the last.
func (t *Table) Rows(ctx context.Context) iter.Seq2[[]Value, error] { return t.walk(&walk{ctx: ctx}) }

// Backward are the rows that have an integer in each of some columns, from the last to the first; all rows if
// there is no such column. The integers may be changed after a row: those that follow are compared with the new ones.
func (t *Table) Backward(ctx context.Context, columns []int, integers []int64) iter.Seq2[[]Value, error] {
	w := &walk{ctx: ctx, backward: true}
	for i, c := range columns {
		at := t.columns[c].at
		if at < 0 {
			w.number = &integers[i]
			continue
		}
		for len(w.wanted) <= at {
			w.wanted = append(w.wanted, nil)
		}
		w.wanted[at] = &integers[i]
	}
	return t.walk(w)
}

// Lookup are the rows of a table WITHOUT ROWID whose primary key begins with these integers.
func (t *Table) Lookup(ctx context.Context, prefix ...int64) iter.Seq2[[]Value, error] {
	usable := !t.rowid && len(prefix) <= len(t.key)
	for i := range prefix {
		usable = usable && !t.key[i].descending
	}
	if !usable {
		return func(yield func([]Value, error) bool) {
			yield(nil, &Error{Unsupported, fmt.Sprintf("%s cannot be searched for %d integers", t.name, len(prefix))})
		}
	}
	return t.walk(&walk{ctx: ctx, prefix: prefix})
}

// walk completes a walk and goes.
func (t *Table) walk(plan *walk) iter.Seq2[[]Value, error] {
	return func(yield func([]Value, error) bool) {
		w := *plan // the rows may be asked for again
		w.Table, w.left, w.yield, w.inOrder = t, int64(t.file.pages), yield, true
		w.stored, w.row, w.first = make([]Value, 0, len(t.columns)), make([]Value, len(t.columns)), make([]Value, 0, len(w.prefix))
		for i, c := range t.columns {
			w.inOrder = w.inOrder && c.at == i && !c.real
		}
		if _, err := w.visit(t.root, 0); err != nil {
			yield(nil, err)
		}
	}
}

// maxDepth is the greatest height of a tree; SQLite has the same limit.
const maxDepth = 20

// walk goes through a tree. A sound one leads to every page at most once, so a walk that has taken as many steps
// as the file has pages is in a damaged one, and ends.
type walk struct {
	*Table
	ctx      context.Context
	prefix   []int64
	backward bool
	wanted   []*int64             // for each value of a record, the integer that it must be; nil for any
	number   *int64               // and for the number of the row
	left     int64                // pages that it may read
	buffers  [maxDepth + 1][]byte // a page of each level
	long     []byte               // a record with overflow pages
	stored   []Value              // a row as it is stored
	row      []Value              // and with the columns as declared
	inOrder  bool                 // which is the same
	first    []Value              // of a record: as many as the prefix has
	yield    func([]Value, error) bool
}

// load reads a page, or its first bytes.
func (w *walk) load(number uint32, into []byte) error {
	if number == 0 || number > w.file.pages {
		return damaged("a reference to page %d of %d", number, w.file.pages)
	}
	if w.left--; w.left < 0 {
		return damaged("pages refer to each other in circles")
	}
	n, err := w.file.data.ReadAt(into, int64(number-1)*int64(w.file.pageSize))
	switch {
	case n == len(into):
		return nil
	case errors.Is(err, io.EOF):
		return damaged("page %d is incomplete", number)
	}
	return err
}

// node is a page of a tree.
type node struct {
	data     []byte
	pointers []byte // to the cells, two bytes each
	interior bool
	right    uint32
}

func (n *node) cells() int { return len(n.pointers) / 2 }

// visit goes through the tree under a page; more is false if the caller has seen enough.
func (w *walk) visit(number uint32, depth int) (more bool, err error) {
	if w.ctx.Err() != nil {
		return false, context.Cause(w.ctx)
	}
	if depth > maxDepth {
		return false, damaged("a tree is too high")
	}
	if w.buffers[depth] == nil {
		w.buffers[depth] = make([]byte, w.file.usable)
	}
	n, err := w.node(number, w.buffers[depth])
	if err != nil {
		return false, err
	}
	from, to, err := w.find(n)
	if err != nil {
		return false, err
	}
	// The tree left of cell i, then cell i, and so on; the last tree is right of the last cell.
	for k := from; k <= to; k++ {
		i := k
		if w.backward {
			i = from + to - k
			if more, err := w.cell(n, i, to); !more || err != nil {
				return false, err
			}
		}
		if n.interior {
			child, err := w.child(n, i)
			if err != nil {
				return false, err
			}
			if more, err := w.visit(child, depth+1); !more || err != nil {
				return false, err
			}
		}
		if !w.backward {
			if more, err := w.cell(n, i, to); !more || err != nil {
				return false, err
			}
		}
	}
	return true, nil
}

// node reads a page of the tree.
func (w *walk) node(number uint32, data []byte) (*node, error) {
	if err := w.load(number, data); err != nil {
		return nil, err
	}
	head := data
	if number == 1 {
		head = data[headerSize:]
	}
	n := &node{data: data}
	size := 8
	switch kind := head[0]; {
	case kind == tableInterior && w.rowid, kind == indexInterior && !w.rowid:
		n.interior, size = true, 12
		n.right = binary.BigEndian.Uint32(head[8:])
	case kind == tableLeaf && w.rowid, kind == indexLeaf && !w.rowid:
	default:
		return nil, damaged("page %d is not part of its table", number)
	}
	pointers := 2 * int(binary.BigEndian.Uint16(head[3:]))
	if size+pointers > len(head) {
		return nil, damaged("page %d has too many cells", number)
	}
	n.pointers = head[size:][:pointers]
	return n, nil
}

// content is a cell, or more: it goes to the end of the page.
func (n *node) content(i int) ([]byte, error) {
	at := int(binary.BigEndian.Uint16(n.pointers[2*i:]))
	if at > len(n.data)-4 {
		return nil, damaged("a cell begins at the end of its page")
	}
	return n.data[at:], nil
}

// child is the page left of cell i, or right of the last one.
func (w *walk) child(n *node, i int) (uint32, error) {
	if i == n.cells() {
		return n.right, nil
	}
	content, err := n.content(i)
	if err != nil {
		return 0, err
	}
	return binary.BigEndian.Uint32(content), nil
}

// find is the range of cells whose rows begin with the prefix: from is the first that is not before it, to the first
// that is after it.
func (w *walk) find(n *node) (from, to int, err error) {
	if len(w.prefix) == 0 {
		return 0, n.cells(), nil
	}
	left := w.left
	order := func(i int) int {
		record, _, e := w.record(n, i)
		w.left = left // a long record may be looked at several times
		if e != nil {
			err = e
			return 0
		}
		first, ok := decodeRecord(w.first, record, w.file.encoding)
		if !ok || len(first) < len(w.prefix) {
			err = damaged("a key is damaged")
			return 0
		}
		for i, want := range w.prefix {
			if c := compare(first[i], Int(want)); c != 0 {
				return c
			}
		}
		return 0
	}
	from = sort.Search(n.cells(), func(i int) bool { return order(i) >= 0 })
	to = from + sort.Search(n.cells()-from, func(i int) bool { return order(from+i) > 0 })
	return from, to, err
}

// cell yields the row of a cell, if it is before the end and there is one: interior cells of a numbered table have none.
func (w *walk) cell(n *node, i, end int) (more bool, err error) {
	if i == end || n.interior && w.rowid {
		return true, nil
	}
	record, number, err := w.record(n, i)
	if err != nil {
		return false, err
	}
	if w.number != nil && number != *w.number {
		return true, nil
	}
	if len(w.wanted) > 0 {
		has, ok := hasIntegers(record, w.wanted)
		if !ok {
			return false, damaged("a row is damaged")
		}
		if !has {
			return true, nil
		}
	}
	stored, ok := decodeRecord(w.stored, record, w.file.encoding)
	if !ok {
		return false, damaged("a row is damaged")
	}
	if w.inOrder && len(stored) == len(w.columns) {
		return w.yield(stored, nil), nil
	}
	for i, c := range w.columns {
		switch {
		case c.at < 0:
			w.row[i] = Int(number)
		case c.at < len(stored):
			w.row[i] = stored[c.at]
			if c.real && w.row[i].Kind == KindInt {
				w.row[i] = Value{Kind: KindReal, Real: float64(w.row[i].Int)}
			}
		case c.otherwise:
			return false, &Error{Unsupported, fmt.Sprintf("%s has rows that are older than its column %s", w.name, c.name)}
		default:
			w.row[i] = Value{}
		}
	}
	return w.yield(w.row, nil), nil
}

// record is the record of a cell, and the number of its row.
func (w *walk) record(n *node, i int) (record []byte, number int64, err error) {
	content, err := n.content(i)
	if err != nil {
		return nil, 0, err
	}
	if n.interior {
		content = content[4:]
	}
	length, size := varint(content)
	// An empty record would have one byte.
	if size == 0 || length == 0 || length > uint64(w.file.pages)*uint64(w.file.pageSize) {
		return nil, 0, damaged("a row has an impossible length")
	}
	content = content[size:]
	if w.rowid {
		row, size := varint(content)
		if size == 0 {
			return nil, 0, damaged("a row has no number")
		}
		number, content = int64(row), content[size:]
	}
	if length > 1<<31-1 {
		return nil, 0, &Error{Unsupported, "it has a row of more than 2 GB"}
	}
	here := local(w.file.usable, int(length), w.rowid)
	if here == int(length) && here <= len(content) {
		return content[:here], number, nil
	}
	if here+4 > len(content) {
		return nil, 0, damaged("a row goes beyond its page")
	}
	w.long = append(w.long[:0], content[:here]...)
	err = w.overflow(binary.BigEndian.Uint32(content[here:]), int(length)-here)
	return w.long, number, err
}

// overflow appends what is in a chain of overflow pages.
func (w *walk) overflow(number uint32, length int) error {
	data := make([]byte, w.file.usable)
	for length > 0 {
		if w.ctx.Err() != nil {
			return context.Cause(w.ctx)
		}
		if err := w.load(number, data); err != nil {
			return err
		}
		n := min(length, len(data)-4)
		w.long = append(w.long, data[4:][:n]...)
		number, length = binary.BigEndian.Uint32(data), length-n
	}
	return nil
}
