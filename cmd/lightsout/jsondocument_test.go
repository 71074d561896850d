package main

import (
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// docs/json.md is written by this file, from the Go types of the records and the comments of their fields:
//
//	go test ./cmd/lightsout -run TestJSONDocument -update-json
//
// A field's meaning is the comment behind it; or that of commonFields; or the comment above it, if that begins with the
// field's name. What was said once is only named after that.

var updateJSON = flag.Bool("update-json", false, "write docs/json.md again")

// orNull finds the word in a comment that says when a field is null.
var orNull = regexp.MustCompile(`\bnull\b`)

// docLink is a link of a Go comment, such as [Result].
var docLink = regexp.MustCompile(`\[([A-Za-z.]+)\]`)

const jsonDocument = "../../docs/json.md"

// jsonSources are the files and folders that declare the records.
var jsonSources = []string{".", "jsondocument_test.go", "../../solve", "../../solve/certificate", "../../play", "../../bench", "../../internal/chase", "../../internal/drawing"}

// jsonRecords is the document, section by section: each has a title, the Go type of the record and an introduction.
var jsonRecords = []struct {
	title, of string
	about     string
	request   bool   // fields may be left out
	unsaid    string // a pattern of fields that need no more than their names
}{
	{title: "Common fields", of: "main.commonFields", about: "These mean the same in every record."},
	{title: "solve", of: "main.answerJSON", about: "An answer; or, with exit code 1, the proof that there is none. An answer always has `press_count minimum lower_bound engine`, but `--count` only says how many there are.", unsaid: `^(cost_minimum|cost_lower_bound|card)$`},
	{title: "solve --nearest", of: "main.nearestJSON", about: "An answer to the changed puzzle. `minimum` and `lower_bound` cover every way of changing this many lights."},
	{title: "solve --all and --all-min", of: "main.oneOfManyJSON", about: "A line for each answer."},
	{title: "solve --explain-plan", of: "main.planJSON", about: "How the fewest presses would be found."},
	{title: "solve, gave up", of: "main.stoppedJSON", about: "A limit was reached before any answer was found. Exit code 3."},
	{title: "solve, a bad line", of: "main.badLineJSON", about: "A line of a file that is not a puzzle or cannot be answered. Exit code 2."},
	{title: "solve --certificate FILE", of: "certificate.Certificate", about: "Written to FILE, a line for each answer. `check --certificate` reads it and refuses unknown or repeated fields. No verdict rests on `proof`, `method` and `engine`, nor on the `steps` of older certificates; [theory.md](theory.md) has those of matching.", unsaid: `^steps\.`},
	{title: "info", of: "main.infoJSON", about: "What was not asked for is left out."},
	{title: "info, a table", of: "main.tableLine", about: "A line for each board, with letters in `--board`, `--columns` or `--where` ([tables.md](tables.md)). Fields are named like columns, with `_` for `-`. Bounds replace values that are not proved: `min_lower` and `min_upper` for `min`. `m`, `n` and `k` are the numbers for the letters.", unsaid: `_(lower|upper)$|^[mnk]$`},
	{title: "check", of: "main.checkJSON", unsaid: `^nearest_(lower|proved|proof)$`},
	{title: "check --batch", of: "main.verdictJSON", about: "A line for each record, in order. The exit code is the worst, in the order 0, 1, 3, 2, 130."},
	{title: "check --summary FILE", of: "main.summaryJSON", unsaid: `^(batch|lines|puzzles)$`},
	{title: "check --certificate", of: "main.certificateJSON", unsaid: `^claims\[\]\.(claim|how)$`},
	{title: "check --proof", of: "main.proofJSON", unsaid: `^(cnf|proof)$`},
	{title: "generate --format jsonl", of: "main.generatedRecord", about: "`solve` and `check --batch` read these lines.", unsaid: `^(lit|index)$`},
	{title: "census", of: "main.censusJSON"},
	{title: "census --path", of: "main.pathJSON", about: "A shortest path from all on to all off."},
	{title: "picture", of: "main.pictureJSON"},
	{title: "animate", of: "main.animateJSON", unsaid: `^(pictures|frames)$`},
	{title: "bench, results.jsonl", of: "bench.Result", about: "The file in `--out`, a line for each measurement.", unsaid: `^(suite|instance|family|note|cpu_seconds|wall_seconds|conflicts|decisions|version|command|timeout_seconds|memory_bytes|load|run|presses)$`},
	{title: "bench, machine.jsonl", of: "bench.machine", about: "The file in `--out`, a line for each run: machine, load, versions and limits.", unsaid: `^(suite|cpu|cores|system|commit|go|versions|jobs|repeats|timeout_seconds|memory_limit_bytes|memory_bytes|shard)$`},
	{title: "serve, a request", of: "play.lineRequest", request: true, about: "A line of input to `lightsout serve`. Replies come in any order, unless `--jobs 1`. `lightsout play` takes the `params` as the body of `POST /call/METHOD` ([embedding.md](embedding.md)). The exit code is the worst of all replies: 1 for no answer or a wrong one, 3 for a limit, 2 for other errors."},
	{title: "serve, a reply", of: "play.lineReply"},
	{title: "serve, a position", of: "play.position", request: true, about: "Most requests begin with a puzzle. In requests, fields may be left out; an unknown field is an error. `explain` and `analyse` take a position only."},
	{title: "serve, params of generate", of: "play.generateRequest", request: true, about: "The flags of `lightsout generate`. A reply has at most 2^22 cells.", unsaid: `^(mix|split|levels|even|unique|symmetric|distinct|allow_solved|prompt)$`},
	{title: "serve, result of generate", of: "play.generated"},
	{title: "serve, params of solve and hint", of: "play.solveRequest", request: true},
	{title: "serve, result of solve and hint", of: "play.advice"},
	{title: "serve, params of check", of: "play.checkRequest", request: true},
	{title: "serve, result of check", of: "play.checked"},
	{title: "serve, params of step", of: "play.stepRequest", request: true},
	{title: "serve, result of step", of: "play.stepped"},
	{title: "serve, params of load", of: "play.loadRequest", request: true, unsaid: `^(name|on|goal)$`},
	{title: "serve, result of load", of: "play.loaded", unsaid: `^view\.((lines|sides)\[\]|dims|rows|cols|graph|states|toggles|kind)`},
	{title: "serve, params of new", of: "play.newRequest", request: true},
	{title: "serve, result of new", of: "play.drawn", about: "Found quickly, but not evenly drawn."},
	{title: "serve, params of daily", of: "play.dailyRequest", request: true},
	{title: "serve, result of daily", of: "play.dailyPuzzle"},
	{title: "serve, result of explain", of: "play.lesson", about: "For plain grids of up to 6 columns."},
	{title: "serve, result of analyse", of: "play.analysis"},
	{title: "serve, params of lines", of: "play.linesRequest", request: true},
	{title: "serve, result of lines", of: "play.lined"},
	{title: "serve, params of save", of: "play.saveRequest", request: true},
	{title: "serve, result of save", of: "play.saved"},
}

const jsonIntroduction = `# The JSON of every verb

For programs that read what the command prints: ` + "`lightsout solve --json`" + `.

` + "`--json`" + ` is short for ` + "`--format json`" + `: one object per line. Lights and switches count from 0, as in Go; text and
files count from 1. A number that can outgrow 64 bits is a decimal string. New fields may be added, so ignore
what you do not know. A wrong flag or an unreadable file is an error on standard error, with exit code 2.

Each line is a field, its type and its meaning; a field described before is only named.
` + "`?`" + ` marks a field that may be left out. The field ` + "`a[].b`" + ` is ` + "`b`" + ` of each object in the list ` + "`a`" + `. ` + "`integers`" + ` is a list of integers, a point is ` + "`[x, y]`" + `.

Where lights have K > 2 states ([colours.md](colours.md)), lists of lights and presses repeat: ` + "`\"presses\":[4,4,7]`" + ` presses
switch 4 twice, ` + "`\"on\":[0,0]`" + ` is light 0 in state 2. Only ` + "`wrong`, `forbidden` and `missing`" + ` do not.

Generated from the Go types and tested against every verb.
`

// The document is made from the source of these types, which nothing else refers to.
var _ = []any{commonFields{}, tableLine{}, generatedRecord{}}

// commonFields are the fields that mean the same in every record.
type commonFields struct {
	ID                 any      `json:"id"`                  // the id of the input record, unchanged
	Board              string   `json:"board"`               // the board's SPEC
	Lights             int      `json:"lights"`              // how many lights the board has
	Switches           int      `json:"switches"`            // how many switches it has
	Rank               int      `json:"rank"`                // the rank of its matrix
	Nullity            int      `json:"nullity"`             // how many independent quiet patterns it has
	QuietOrder         string   `json:"quiet_order"`         // how many quiet patterns, instead of rank and nullity, if K is not prime
	On                 []int    `json:"on"`                  // the lights that are on
	Goal               []int    `json:"goal"`                // the lights that should be on
	DontCare           []int    `json:"dont_care"`           // lights that do not matter in the goal
	Forbidden          []int    `json:"forbidden"`           // switches that must not be pressed
	Solvable           bool     `json:"solvable"`            // whether the puzzle has an answer
	Witness            []int    `json:"witness"`             // why not: every switch flips an even number of these lights; an odd number must change
	MustChange         int      `json:"must_change"`         // how many lights of the witness must change, or by how much their weighted sum must
	Presses            []int    `json:"presses"`             // the switches to press
	PressCount         int      `json:"press_count"`         // how many presses
	Minimum            bool     `json:"minimum"`             // proved: no answer has fewer presses
	Answers            string   `json:"answers"`             // how many answers there are
	Depth              int      `json:"depth"`               // how many presses the hardest solvable state needs
	Distribution       []string `json:"distribution"`        // how many solvable states need 0, 1, 2, … presses
	Engine             string   `json:"engine"`              // what found the answer (lightsout help engines)
	Variables          int      `json:"variables"`           // of the formula, switches included
	Clauses            int      `json:"clauses"`             // of the formula
	Literals           int      `json:"literals"`            // of the formula
	AuxiliaryVariables int      `json:"auxiliary_variables"` // variables that are not switches
	EncodeSeconds      float64  `json:"encode_seconds"`      // time to write the formula
	SolveSeconds       float64  `json:"solve_seconds"`       // time in the SAT solver
	Seed               uint64   `json:"seed"`                // of the random numbers
	Stopped            string   `json:"stopped"`             // the limit that ended a search
	Seconds            float64  `json:"seconds"`             // time taken, checking included
	Origin             string   `json:"origin"`              // FILE:LINE where the puzzle begins
}

// tableLine is a line of a table of boards, which package census writes column by column.
type tableLine struct {
	ID               any     `json:"id,omitempty"`
	Board            string  `json:"board"`
	M                int     `json:"m,omitempty"` // the number for M; likewise n and k
	N                int     `json:"n,omitempty"` // likewise
	K                int     `json:"k,omitempty"` // likewise
	Lights           int     `json:"lights,omitempty"`
	Switches         int     `json:"switches,omitempty"`
	Rank             *int    `json:"rank,omitempty"`    // as above, or null
	Nullity          *int    `json:"nullity,omitempty"` // as above, or null
	QuietOrder       string  `json:"quiet_order,omitempty"`
	SolvableFraction float64 `json:"solvable_fraction,omitempty"` // the part of all states that is solvable
	Answers          string  `json:"answers,omitempty"`           // of each solvable state
	Solvable         bool    `json:"solvable,omitempty"`
	Min              *int    `json:"min,omitempty"`                              // the fewest presses; null if there is no answer
	MinLower         int     `json:"min_lower,omitempty"`                        // not proved: at least this many
	MinUpper         int     `json:"min_upper,omitempty"`                        // not proved: at most this many
	MinAnswers       string  `json:"min_answers,omitempty"`                      // answers with the fewest presses
	MinAnswersLower  string  `json:"min_answers_lower,omitempty"`                // not proved: at least this many
	Symmetries       int     `json:"symmetries,omitempty"`                       // symmetries of the board
	Classes          string  `json:"answers_up_to_symmetry,omitempty"`           // symmetric answers counted as one
	MinClasses       string  `json:"min_answers_up_to_symmetry,omitempty"`       // likewise, with the fewest presses
	MinClassesLower  string  `json:"min_answers_up_to_symmetry_lower,omitempty"` // not proved: at least this many
	Depth            int     `json:"depth,omitempty"`
	DepthLower       int     `json:"depth_lower,omitempty"` // not proved: at least this many
	DepthUpper       int     `json:"depth_upper,omitempty"` // not proved: at most this many
	Stopped          string  `json:"stopped,omitempty"`
	Origin           string  `json:"origin,omitempty"`
}

// generatedRecord is a line of generate, which package board writes itself because it writes millions.
type generatedRecord struct {
	ID           string   `json:"id"` // SPEC/DIGEST/SEED/INDEX
	Board        string   `json:"board"`
	Lights       int      `json:"lights,omitempty"`  // of a board from a file, as are toggles and graph
	Toggles      [][]int  `json:"toggles,omitempty"` // the lights that each switch flips
	Graph        bool     `json:"graph,omitempty"`   // switch i and light i are the same node
	Names        []string `json:"names,omitempty"`   // of the nodes, where they have names
	On           []int    `json:"on"`
	Rows         []string `json:"rows"`              // as a picture of # and . or digits; null without rows
	Presses      []int    `json:"presses"`           // an answer, the shortest if known
	MinPresses   *int     `json:"min_presses"`       // the fewest presses; null unless known
	Answers      *string  `json:"answers"`           // how many; null on large boards
	Lit          int      `json:"lit"`               // how many lights are on
	Nullity      *int     `json:"nullity,omitempty"` // as above, or null
	QuietOrder   string   `json:"quiet_order,omitempty"`
	ChasePresses *int     `json:"chase_presses"`     // presses of light chasing; null if it does not apply
	Uniform      bool     `json:"uniform,omitempty"` // false: not all such puzzles are equally likely
	Seed         uint64   `json:"seed"`
	Index        int      `json:"index"`            // the puzzle's number in the batch, from 0
	Split        string   `json:"split,omitempty"`  // the part of the data set
	Prompt       string   `json:"prompt,omitempty"` // the puzzle in words
}

// field is a field of a record, with its path in it.
type field struct {
	path, kind, meaning string
	optional            bool
	common              bool        // described in commonFields, and not here
	from                recordPlace // where it is described
}

// recordPlace is a section, and the path of a record in it.
type recordPlace struct{ title, path string }

// jsonSection is a record as the document describes it.
type jsonSection struct {
	title, about string
	fields       []field
	unsaid       *regexp.Regexp
}

// jsonTypes reads the records from the Go source.
type jsonTypes struct {
	specs  map[string]ast.Expr
	common map[string]field
	// described is where the fields of a Go type are listed.
	described map[string]recordPlace
}

// readJSONTypes parses the sources and describes every record.
func readJSONTypes(t *testing.T) []jsonSection {
	t.Helper()
	types := &jsonTypes{specs: map[string]ast.Expr{}, common: map[string]field{}, described: map[string]recordPlace{}}
	for _, source := range jsonSources {
		files := []string{source}
		if !strings.HasSuffix(source, ".go") {
			files, _ = filepath.Glob(filepath.Join(source, "*.go"))
			files = slices.DeleteFunc(files, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
		}
		for _, name := range files {
			types.parse(t, name)
		}
	}
	var document []jsonSection
	for _, r := range jsonRecords {
		fields := types.fields(t, r.of, "", r.title)
		for i := range fields {
			if r.request {
				fields[i].optional, fields[i].kind = true, strings.TrimSuffix(fields[i].kind, " or null")
			}
		}
		if r.of == "main.commonFields" {
			for _, f := range fields {
				types.common[f.path] = f
			}
		}
		section := jsonSection{title: r.title, about: r.about, fields: fields}
		if r.unsaid != "" {
			section.unsaid = regexp.MustCompile(r.unsaid)
		}
		document = append(document, section)
	}
	return document
}

// parse remembers the types that a file declares, as package.Name.
func (types *jsonTypes) parse(t *testing.T, name string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, s := range g.Specs {
			if s, ok := s.(*ast.TypeSpec); ok {
				types.specs[file.Name.Name+"."+s.Name.Name] = s.Type
			}
		}
	}
}

// fields are those of a struct type, each with its path, and those of the structs within.
func (types *jsonTypes) fields(t *testing.T, name, path, title string) (fields []field) {
	t.Helper()
	s, ok := types.specs[name].(*ast.StructType)
	if !ok {
		t.Fatalf("%s: no struct type %s in %v", title, name, jsonSources)
	}
	section := recordPlace{title, path}
	if at, ok := types.described[name]; ok && name != "main.shownJSON" { // which is not all of a record
		section = at
	}
	types.described[name] = section
	home, _, _ := strings.Cut(name, ".")
	for _, f := range s.Fields.List {
		kind, element := types.kind(home, f.Type)
		if len(f.Names) == 0 && f.Tag == nil {
			_, pointer := f.Type.(*ast.StarExpr) // it may be nil, and then none of them is there
			for _, inner := range types.fields(t, element, path, title) {
				inner.optional = inner.optional || pointer
				fields = append(fields, inner)
			}
			continue
		}
		if f.Tag == nil {
			continue
		}
		tag := reflect.StructTag(strings.Trim(f.Tag.Value, "`")).Get("json")
		label, options, _ := strings.Cut(tag, ",")
		if label == "-" {
			continue
		}
		d := field{path: path + label, kind: kind, optional: strings.HasPrefix(options, "omit"), meaning: behind(f), from: section}
		if common, ok := types.common[label]; ok && d.meaning == "" && common.kind == d.kind {
			d.meaning, d.common = common.meaning, true
		}
		if d.meaning = cmp.Or(d.meaning, above(f)); d.meaning == "" {
			t.Errorf("%s: the field %s of %s (%s) needs a comment: it is not one of commonFields", title, d.path, name, d.kind)
		}
		if _, pointer := f.Type.(*ast.StarExpr); pointer && !d.optional || orNull.MatchString(d.meaning) {
			d.kind += " or null"
		}
		fields = append(fields, d)
		if inner, ok := types.specs[element].(*ast.StructType); ok && inner != s {
			of := "."
			if kind == "objects" {
				of = "[]."
			}
			fields = append(fields, types.fields(t, element, d.path+of, title)...)
		}
	}
	return fields
}

// kind is the JSON type of a Go type of package home, and the name of the struct that it is or is a list of.
func (types *jsonTypes) kind(home string, e ast.Expr) (kind, element string) {
	switch e := e.(type) {
	case *ast.StarExpr:
		return types.kind(home, e.X)
	case *ast.SelectorExpr:
		switch e.Sel.Name {
		case "RawMessage":
			return "any", ""
		case "Number":
			return "number", ""
		case "Time":
			return "string", ""
		case "Int":
			return "integer", ""
		}
		return types.kind(e.X.(*ast.Ident).Name, e.Sel)
	case *ast.MapType:
		return "object", ""
	case *ast.ArrayType:
		of, element := types.kind(home, e.Elt)
		switch {
		case of == "numbers" && fmt.Sprint(e.Elt.(*ast.ArrayType).Len) != "<nil>":
			return "points", element
		case of == "points":
			return "lists of points", element
		case strings.HasSuffix(of, "s"):
			return "lists", element
		}
		return of + "s", element
	case *ast.Ident:
		switch e.Name {
		case "string":
			return "string", ""
		case "bool":
			return "boolean", ""
		case "int", "int64", "uint64":
			return "integer", ""
		case "float64":
			return "number", ""
		case "any":
			return "any", ""
		case "bounds":
			return "integer or integers", ""
		case "boardRefs":
			return "string or object or strings", ""
		case "motion":
			return "string", ""
		case "boardRef":
			return "string or object", home + "." + e.Name
		}
		name := home + "." + e.Name
		if of, known := types.specs[name]; known {
			if _, isStruct := of.(*ast.StructType); !isStruct {
				return types.kind(home, of)
			}
		}
		return "object", name
	}
	return "any", ""
}

// behind is the comment behind a field.
func behind(f *ast.Field) string {
	if f.Comment == nil {
		return ""
	}
	return oneLine(f.Comment)
}

// above is the first sentence of the comment above a field, if that begins with the field's name.
func above(f *ast.Field) string {
	if f.Doc == nil || len(f.Names) == 0 {
		return ""
	}
	rest, ok := strings.CutPrefix(oneLine(f.Doc), f.Names[0].Name)
	for _, verb := range []string{" is ", " are ", ": ", " means that ", " has ", " lists "} {
		if meaning, is := strings.CutPrefix(rest, verb); ok && is {
			meaning, _, _ = strings.Cut(meaning, ". ")
			return strings.TrimSuffix(meaning, ".")
		}
	}
	return ""
}

func oneLine(c *ast.CommentGroup) string {
	return strings.Join(strings.Fields(docLink.ReplaceAllString(c.Text(), "$1")), " ")
}

// write is the section as text. said has where each field was described first, by name, type and meaning.
func (s *jsonSection) write(to *strings.Builder, said map[[3]string]string) {
	fmt.Fprintf(to, "\n## %s\n", s.title)
	if s.about != "" {
		fmt.Fprintf(to, "\n%s\n", s.about)
	}
	var lines [][3]string
	var unsaid []string            // names without a description
	var whole, known []string      // sections, all or some of whose fields are here
	names := map[string][]string{} // the fields of known
	for _, f := range s.fields {
		name := f.path
		if f.optional {
			name += "?"
		}
		nested := strings.ContainsAny(f.path, ".[")
		key := [3]string{f.path, f.kind, f.meaning}
		before := said[key]
		if f.common {
			before = "Common fields"
		}
		switch {
		case f.from.title != s.title && f.from.path == "" && !nested:
			if !slices.Contains(whole, f.from.title) {
				whole = append(whole, f.from.title)
			}
		case f.from != recordPlace{s.title, f.path[:strings.LastIndex(f.path, ".")+1]}:
			// a record within this one, which is described elsewhere
		case s.unsaid != nil && s.unsaid.MatchString(f.path):
			unsaid = append(unsaid, name)
		case before != "" && before != s.title:
			if names[before] == nil {
				known = append(known, before)
			}
			names[before] = append(names[before], name)
		default:
			said[key] = s.title
			lines = append(lines, [3]string{name, f.kind, f.meaning})
		}
	}
	for _, other := range whole {
		fmt.Fprintf(to, "\nAll fields of [%s](#%s).\n", other, anchor(other))
	}
	for _, other := range known {
		from := fmt.Sprintf("[%s](#%s)", other, anchor(other))
		if other == "Common fields" {
			from = "Common"
		}
		fmt.Fprintf(to, "\n%s: `%s`.\n", from, strings.Join(names[other], " "))
	}
	if len(unsaid) > 0 {
		fmt.Fprintf(to, "\nAlso: `%s`.\n", strings.Join(unsaid, " "))
	}
	if len(lines) == 0 {
		return
	}
	widths := [2]int{}
	for _, l := range lines {
		widths[0], widths[1] = max(widths[0], len(l[0])), max(widths[1], len(l[1]))
	}
	to.WriteString("\n```\n")
	for _, l := range lines {
		fmt.Fprintf(to, "%-*s  %-*s  %s\n", widths[0], l[0], widths[1], l[1], l[2])
	}
	to.WriteString("```\n")
}

// anchor is the address of a title on a page.
func anchor(title string) string {
	kept := func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == ',' || r == '.':
			return -1
		}
		return r
	}
	return strings.Map(kept, strings.ToLower(title))
}

// docs/json.md is what the types say.
func TestJSONDocument(t *testing.T) {
	text := new(strings.Builder)
	text.WriteString(jsonIntroduction)
	said := map[[3]string]string{}
	for _, section := range readJSONTypes(t) {
		section.write(text, said)
	}
	text.WriteString("\n`encode`, `draw`, `play`, `version`, `help` and `completion` print no JSON.\n")
	if *updateJSON {
		if err := os.WriteFile(jsonDocument, []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if kept, err := os.ReadFile(jsonDocument); err != nil || string(kept) != text.String() {
		t.Errorf("%s is not what the types say: go test ./cmd/lightsout -run TestJSONDocument -update-json (%v)", jsonDocument, err)
	}
}

// documented is a field of a record. Records that share a Go type share whether a run has shown its field.
type documented struct {
	types  []string
	always bool
	shown  *bool
}

// readJSONDocument has the fields of all records, by section and field.
func readJSONDocument(t *testing.T) map[string]map[string]*documented {
	t.Helper()
	sections := map[string]map[string]*documented{}
	shown := map[recordPlace]*bool{}
	for _, s := range readJSONTypes(t) {
		if s.title == "Common fields" {
			continue
		}
		fields := map[string]*documented{}
		for _, f := range s.fields {
			at := recordPlace{f.from.title, f.from.path + f.path[strings.LastIndex(f.path, ".")+1:]}
			if shown[at] == nil {
				shown[at] = new(bool)
			}
			fields[f.path] = &documented{strings.Split(f.kind, " or "), !f.optional, shown[at]}
		}
		sections[s.title] = fields
	}
	return sections
}
