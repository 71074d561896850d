package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"
)

// question is what can be asked of a verb: a row of its table. Flags that no row of the verb names go with every
// question.
type question struct {
	asked string // the flags that ask it, as in "all min"; of a|b, any; "" for what is asked without a flag
	// argument is the first argument that asks it, instead of flags.
	argument string
	args     string // those after it
	count    count
	about    string // in a refusal, what a question without a flag is
	takes    string // the flags that go with it besides these
	needs    string // of them, the one that must be there
	alone    bool   // no argument says what it is about
	own      bool   // if no puzzle is named, what it is about says which
	kind     resultKind
	formats  string // of --format, those that it can be written in; "" is all
	// limits is what --timeout limits, where questions of the verb differ in it.
	limits string
	run    func(context.Context, *call) error
}

// asks reports whether all its flags are given, and how many they are.
func (q *question) asks(given func(string) bool, args []string) (flags int, all bool) {
	if q.argument != "" {
		const first = 100 // whatever flags there are
		return first, len(args) > 0 && args[0] == q.argument
	}
	for either := range strings.FieldsSeq(q.asked) {
		if !slices.ContainsFunc(strings.Split(either, "|"), given) {
			return 0, false
		}
		flags++
	}
	return flags, true
}

// knows reports whether a flag asks the question, or goes with it.
func (q *question) knows(name string) bool {
	return slices.Contains(strings.Fields(strings.ReplaceAll(q.asked, "|", " ")+" "+q.takes), name)
}

// name is what a refusal calls it: its flags.
func (q *question) name() string {
	if q.asked == "" {
		return q.about
	}
	return "--" + strings.NewReplacer(" ", " --", "|", " or --").Replace(q.asked)
}

// call is one call of a verb: what was typed, and where it reads and writes.
type call struct {
	verb     verb
	flags    *pflag.FlagSet
	con      *console
	args     []string
	question *question
	format   string // of the result
}

// ask finds the question that the flags put, and refuses those that do not go with it.
func (c *call) ask() error {
	rows, most := c.verb.questions, -1
	for i := range rows {
		n, all := rows[i].asks(c.typed, c.args)
		if !all {
			continue
		}
		if c.knowsAsking(&rows[i]) {
			n += len(rows) // whatever else is asked goes with it
		}
		if n > most {
			c.question, most = &rows[i], n
		}
	}
	if c.question != nil {
		return c.fits()
	}
	var ways []string
	for _, q := range rows {
		w := words(q.asked)[0] // a verb without a plain question has no others that take two flags
		ways = append(ways, q.name()+" "+w.value)
	}
	for _, w := range c.verb.allWords() {
		if with := c.with(w.name); c.given(w.name) && len(with) == 1 {
			return usagef("--%s goes with %s", w.name, with[0])
		}
	}
	if len(c.args) > 0 && listOfSwitches.MatchString(c.args[len(c.args)-1]) {
		return usagef("%s needs a flag that says what %s is: --presses %[2]s?", c.verb.name, c.args[len(c.args)-1])
	}
	return usagef("%s needs %s", c.verb.name, listing(ways))
}

// asking reports whether a flag asks a question.
func (v verb) asking(name string) bool {
	return slices.ContainsFunc(v.questions, func(q question) bool {
		return slices.Contains(strings.FieldsFunc(q.asked, func(r rune) bool { return r == ' ' || r == '|' }), name)
	})
}

// knowsAsking reports whether all flags that ask something ask the question or go with it.
func (c *call) knowsAsking(q *question) bool {
	return !slices.ContainsFunc(c.verb.allWords(), func(w word) bool {
		return c.given(w.name) && c.verb.asking(w.name) && !q.knows(w.name)
	})
}

// typed reports whether a flag was given, and is not =false.
func (c *call) typed(name string) bool {
	f := c.flags.Lookup(name)
	return f.Changed && (f.NoOptDefVal == "" || f.Value.String() == "true")
}

// with names the questions that a flag goes with: of --min and --all --min the first.
func (c *call) with(name string) (names []string) {
	rows := slices.DeleteFunc(slices.Clone(c.verb.questions), func(q question) bool { return !q.knows(name) })
	for _, q := range rows {
		more := slices.ContainsFunc(rows, func(r question) bool {
			return r.asked != "" && strings.HasPrefix(q.asked, r.asked+" ") || strings.HasSuffix(q.asked, " "+r.asked)
		})
		if !more {
			names = append(names, q.name())
		}
	}
	return names
}

// fits refuses the flags that do not go with the question.
func (c *call) fits() error {
	q := c.question
	for _, w := range c.verb.allWords() {
		if !c.given(w.name) || q.knows(w.name) {
			continue
		}
		switch with := c.with(w.name); {
		case len(with) == 0:
		case c.verb.asking(w.name) && q.asked != "":
			return usagef("%s and --%s ask different questions: choose one", q.name(), w.name)
		case q.asked == "":
			return usagef("--%s goes with %s", w.name, listing(with))
		case len(with) > 3:
			return usagef("--%s does not go with %s", w.name, q.name())
		default:
			return usagef("--%s does not go with %s: it goes with %s", w.name, q.name(), listing(with))
		}
	}
	switch {
	case q.needs != "" && !c.given(q.needs):
		w := words(q.needs)[0]
		name := "--" + w.name
		if w.short != "" {
			name = "-" + w.short
		}
		return usagef("%s needs %s %s", q.name(), name, w.value)
	case q.alone && len(c.args) > 0:
		return usagef("%s takes no PUZZLE: leave out %s", q.name(), c.args[0])
	}
	return nil
}

// listOfSwitches is a LIST without its flag.
var listOfSwitches = regexp.MustCompile(`^\d+([,-]\d+)*$`)

// count is how many arguments there may be.
type count struct{ least, most int }

// anyNumber is no limit.
const anyNumber = math.MaxInt

// counted refuses arguments that are too many, or too few.
func (c *call) counted() error {
	name, args, wanted, given := c.verb.name, c.verb.args, c.verb.count, c.args
	if q := c.question; q.argument != "" {
		name, args, wanted, given = q.about, q.args, q.count, given[1:]
	}
	args, _, _ = strings.Cut(args, " --")
	args = strings.Trim(args, "[]")
	switch {
	case len(given) < wanted.least:
		return usagef("%s needs %s; see lightsout help %s", name, args, c.verb.name)
	case len(given) <= wanted.most:
		return nil
	case wanted.most == 1:
		return usagef("%s takes one %s, not %d: %s", name, args, len(given), strings.Join(given, " "))
	case wanted.most > 0:
		return usagef("%s takes %s, and no more: %s", name, args, strings.Join(given, " "))
	}
	word, write := given[0], ""
	_, notNumber := strconv.ParseUint(word, 10, 64)
	_, noFile := os.Stat(word)
	var instead []string
	for _, q := range c.verb.questions {
		if q.argument != "" {
			instead = append(instead, q.argument+" "+q.args)
		}
	}
	switch {
	case instead != nil && !isSpec(word):
		write = "; write " + listing(instead)
	case c.flags.Lookup("board") != nil && isSpec(word):
		write = "; write --board " + word
	case c.flags.Lookup("number") != nil && notNumber == nil:
		write = "; write -n " + word
	case c.flags.Lookup("board") != nil:
		write = "; a board from a file is --board graph:" + word
	case noFile == nil:
		write = fmt.Sprintf("; write lightsout %s < %s", name, word)
	}
	return usagef("%s takes no argument %s%s", name, word, write)
}

// wrong is a mistake in the value of a flag.
func (c *call) wrong(flag string, err error) error {
	return usagef("--%s %s: %v", flag, c.text(flag), err)
}

// listing writes a, b or c.
func listing(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// given reports whether any of the flags was typed. A verb that has no such flag was not given it.
func (c *call) given(names ...string) bool { return slices.ContainsFunc(names, c.flags.Changed) }

// value is that of a flag of the verb.
func (c *call) value(name string) *value {
	f := c.flags.Lookup(name)
	if f == nil {
		panic(c.verb.name + " has no flag --" + name)
	}
	return f.Value.(*value)
}

func (c *call) text(name string) string { return c.value(name).text }

func (c *call) yes(name string) bool { return c.value(name).text == "true" }

func (c *call) texts(name string) []string { return c.value(name).list }

func (c *call) number(name string) int { return int(c.value(name).whole) }

func (c *call) whole(name string) uint64 { return c.value(name).whole }

func (c *call) lapse(name string) time.Duration { return c.value(name).lapse }

func (c *call) size(name string) int64 { return int64(c.value(name).whole) }
