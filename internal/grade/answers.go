package grade

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"lightsout/internal/suggest"
	"lightsout/puzzlefile"
)

// Answers are the answers of a file of their own. What is kept of each has no pointers, so that the garbage collector need not
// go through all of them: a map of texts doubles the time of check --batch with 10^6 puzzles.
type Answers struct {
	name    string        // of the file
	by      map[idKey]int // which answer has the id
	answers []answer
	lists   []byte         // one after the other, with the words that were read
	bad     map[int]error  // why an answer has no list
	more    map[int][]int  // of an answer to several puzzles, the lines of all but the first
	stray   map[int]string // why a line is no answer, or one to several puzzles
	mu      sync.Mutex     // of the puzzles of answers and more
}

// answer is one of them.
type answer struct {
	line     int
	from, to int // its list among lists
	read     int // where the words that were read end, which follow it if they are others
	puzzle   int // the line of the first that was graded by it, 0: none yet
}

// idKey stands for an id, however it is written.
type idKey [16]byte

// keyOf is the key of an id: a text as it reads, anything else without blanks.
func keyOf(id json.RawMessage) (key idKey) {
	var text string
	var compact bytes.Buffer
	switch {
	case id[0] == '"' && bytes.IndexByte(id, '\\') < 0:
		id = id[:len(id)-1]
	case id[0] == '"' && json.Unmarshal(id, &text) == nil:
		id = []byte(`"` + text)
	case json.Compact(&compact, id) == nil:
		id = compact.Bytes()
	}
	sum := sha256.Sum256(id)
	copy(key[:], sum[:])
	return key
}

// To is the answer to a record's puzzle, which is on that line, and the words that were read.
func (f *Answers) To(record *puzzlefile.Record, line int) (presses []int, read string, err error) {
	if !hasID(record) {
		return nil, "", errors.New("the puzzle has no id, so that no answer can be found for it")
	}
	found, ok := f.by[keyOf(record.ID)]
	if !ok {
		return nil, "", errors.New("no answer has this id")
	}
	a := &f.answers[found]
	f.mu.Lock()
	if a.puzzle == 0 {
		a.puzzle = line
	} else {
		f.more[found] = append(f.more[found], line)
	}
	f.mu.Unlock()
	list := f.lists[a.from:a.to]
	if read = string(f.lists[a.to:a.read]); read == "" {
		read = string(list)
	}
	if err := f.bad[found]; err != nil {
		return nil, string(f.lists[a.to:a.read]), err
	}
	presses, err = puzzlefile.ParseAnswer(record.Board, list)
	return presses, read, err
}

func hasID(record *puzzlefile.Record) bool { return len(record.ID) > 0 && string(record.ID) != "null" }

// NewAnswers is an empty file of answers.
func NewAnswers(name string) *Answers {
	return &Answers{name: name, by: map[idKey]int{}, bad: map[int]error{}, more: map[int][]int{},
		stray: map[int]string{}}
}

// Line is what matters of a line of the file: an answer, or why it is none.
type Line struct {
	key   idKey
	list  []byte
	read  string
	err   error // why there is no list
	stray string
	line  int
}

// ReadLine is a line that was read as a record, or could not be.
func ReadLine(line int, record *puzzlefile.Record, err error) Line {
	read := Line{line: line}
	if syntax, bad := errors.AsType[*puzzlefile.SyntaxError](err); bad {
		read.stray = syntax.Msg
	} else if !hasID(record) {
		read.stray = "it has no id"
	} else {
		read.key = keyOf(record.ID)
		read.list, read.err = record.Given()
		read.read = suggest.Clip(record.Read, 200)
	}
	return read
}

// Add takes over the answer of a line. Of several with the same id the first counts.
func (f *Answers) Add(read Line) {
	if first, twice := f.by[read.key]; read.stray != "" {
		f.strays(read.line, "%s", read.stray)
		return
	} else if twice {
		f.strays(read.line, "the id is that of line %d too, which counts", f.answers[first].line)
		return
	}
	n, from := len(f.answers), len(f.lists)
	f.by[read.key] = n
	f.lists = append(f.lists, read.list...)
	to := len(f.lists)
	if read.read != string(read.list) {
		f.lists = append(f.lists, read.read...)
	}
	f.answers = append(f.answers, answer{line: read.line, from: from, to: to, read: len(f.lists)})
	if read.err != nil {
		f.bad[n] = read.err
	}
}

// strays says why a line is no answer.
func (f *Answers) strays(line int, format string, args ...any) {
	f.stray[line] = fmt.Sprintf("%s:%d: not an answer: ", f.name, line) + fmt.Sprintf(format, args...)
}

// Unused names every line that is not the answer to one puzzle of the file batch, after all verdicts.
func (f *Answers) Unused(batch string) (lines []string) {
	for i, a := range f.answers {
		puzzles := append(f.more[i], a.puzzle)
		slices.Sort(puzzles)
		switch n := len(puzzles); {
		case a.puzzle == 0:
			f.strays(a.line, "no puzzle has this id")
		case n > 1:
			f.stray[a.line] = fmt.Sprintf("%s:%d: the id is that of line %d too: %s:%d was taken "+
				"as the answer to all %d "+
				"puzzles that have it", batch, puzzles[1], puzzles[0], f.name, a.line, n)
		}
	}
	for _, line := range slices.Sorted(maps.Keys(f.stray)) {
		lines = append(lines, f.stray[line])
	}
	return lines
}
