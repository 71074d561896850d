package puzzlefile

import (
	"slices"

	"lightsout/board"
	"lightsout/internal/suggest"
)

// Format is a kind of puzzle file: a row of the table of formats.
type Format struct {
	Name   string
	About  string // one line
	Suffix string // of file names, with its dot
	// BoardOnly: files of this format hold boards without lights. All lights are on when one is read.
	BoardOnly bool

	// also are other suffixes.
	also []string

	// Instead, of a kind that is not read, says what to do.
	Instead string

	// plain: it has no head, and is tried on plain texts (kind.go). Of equal boards the first row's is taken.
	plain plainness

	// graph reads the next graph of a document, nil after the last one (document.go).
	graph func(d *document) *graphFile
	// head knows the lines that no other format begins with, by the first of them that is no comment, which is so many
	// lines after the next one.
	head func(r *Reader, at int) bool

	// magic knows the first bytes of a file, at most maxMagic of them, of a bitmap maxHead.
	magic func(first string) bool
	// colours: it can express lights with more than two states.
	colours bool
	// ends is what ends a puzzle, where reading can go on after a bad one.
	ends ending
	// read returns the next puzzle, or nil if there is none; defects it returns, or panics with (see catch).
	read func(r *Reader) (*Record, error)
	// write prepares a writer of puzzles for its board; nil: none are written.
	write func(w *Writer) error
	// form says how graphs are written (graphwrite.go).
	form graphForm
}

// plainness is whether a kind is tried on plain texts.
type plainness byte

const (
	loose  plainness = iota + 1
	strict           // a file with its suffix that is not of this kind is not taken for another
)

// ending is what ends a puzzle of a file with several.
type ending byte

const (
	lineEnd   ending = iota + 1 // every line is a puzzle of its own
	blankLine                   // as between the puzzles of the native format
)

// How many bytes tell a binary format, and a bitmap.
const (
	maxMagic = 3
	maxHead  = 1 << 10
)

// Reads reports whether puzzles can be read in this format.
func (f Format) Reads() bool { return f.Instead == "" }

// Writes reports whether puzzles can be written in this format.
func (f Format) Writes() bool { return f.write != nil }

// Batches reports whether batches of puzzles can be written in this format: lights and all, as text,
// so that a piece that was cut off can be told from a whole record.
func (f Format) Batches() bool { return f.Writes() && !f.BoardOnly && f.magic == nil && f.graph == nil }

// formats is every kind of puzzle file. To add one, write a file with its reader and its writer,
// and add a row.
var formats = []Format{
	{Name: "lo", About: "native puzzle: p lights, p toggle or b SPEC", Suffix: ".lo",
		head: onLine(looksLO), colours: true, ends: blankLine, read: puzzles((*Reader).nextLO),
		write: (*Writer).prepareLO},
	{Name: "text", About: "picture of the lights: rows of 0/1, ./#, O/., X/- or */., _ or a space is a hole",
		Suffix: ".txt",
		head:   looksDrawing, plain: loose, colours: true, ends: blankLine, read: puzzles((*Reader).nextText),
		write: (*Writer).prepareText},
	{Name: "json", About: "graph in JSON: nodes and links, adjacency, elements, lists of neighbours or pairs",
		Suffix: ".json", BoardOnly: true, head: looksGraphJSON, graph: readJSONGraph,
		form: graphForm{write: writeJSONGraph, names: true, oneWay: true, places: true}},
	{Name: "jsonl", About: "a JSON object on a line: board, on or rows, presses, …", Suffix: ".jsonl",
		head: onLine(looksJSON), ends: lineEnd, colours: true, read: (*Reader).nextJSON, write: (*Writer).prepareJSON},
	{Name: "bits", About: "0 or 1 for every light, a puzzle on a line, below c board SPEC", Suffix: ".bits",
		head: looksBits, ends: lineEnd, colours: true, read: onePerLine((*Reader).bitsPuzzle),
		write: (*Writer).prepareBits},
	{Name: "flip", About: "game ID of Simon Tatham's Flip", Suffix: ".flip",
		head: onLine(looksFlip), ends: lineEnd, read: onePerLine((*Reader).flipPuzzle), write: (*Writer).prepareFlip},
	{Name: "csv", About: csvHead, Suffix: ".csv",
		head: looksCSV, ends: lineEnd, colours: true, read: (*Reader).nextCSV, write: (*Writer).prepareCSV},
	{Name: "pbm", About: "portable bitmap, P4 or P1: a black pixel is a light that is on", Suffix: ".pbm",
		magic: isPBM, read: puzzles((*Reader).nextPBM), write: (*Writer).preparePBM},
	{Name: "graph6", About: "graph6, a graph per line", Suffix: ".g6", BoardOnly: true,
		head: isGraph6, ends: lineEnd, read: onePerLine((*Reader).graph6Puzzle), write: (*Writer).prepareGraph6,
		form: graphForm{write: writeGraph6, most: maxGraph6}},
	{Name: "sparse6", About: "sparse6, a graph per line", Suffix: ".s6", BoardOnly: true,
		head: onLine(looksSparse6), ends: lineEnd, read: onePerLine((*Reader).graph6Puzzle),
		form: graphForm{write: writeSparse6}},
	{Name: "dimacs", About: "DIMACS graph: p edge or p col, then e U V",
		Suffix: ".col", BoardOnly: true, also: []string{".clq"}, head: onLine(looksDIMACS), graph: readDIMACS,
		form: graphForm{write: writeDIMACS}},
	{Name: "pace", About: "PACE graph: p tw, then U V", Suffix: ".gr", BoardOnly: true,
		head: onLine(looksPACE), graph: readPACE},
	{Name: "graphml", About: "GraphML: nodes, and edges directed or not", Suffix: ".graphml", BoardOnly: true,
		head: looksXML("graphml"), graph: readXML,
		form: graphForm{write: writeGraphML, names: true, oneWay: true, places: true}},
	{Name: "gexf", About: "GEXF of Gephi: nodes and edges, directed or not", Suffix: ".gexf", BoardOnly: true,
		head: looksXML("gexf"), graph: readXML,
		form: graphForm{write: writeGEXF, names: true, oneWay: true, places: true}},
	{Name: "gml", About: "GML: graph [ node [ id 1 ] edge [ source 1 target 2 ] ]", Suffix: ".gml", BoardOnly: true,
		head: looksGML, graph: readGML,
		form: graphForm{write: writeGML, names: true, oneWay: true, places: true}},
	{Name: "pajek", About: "Pajek: *Vertices N, then *Edges, *Arcs, *Edgeslist, *Arcslist or *Matrix",
		Suffix: ".net", BoardOnly: true, head: onLine(looksPajek), graph: readPajek,
		form: graphForm{write: writePajek, names: true, oneWay: true, places: true}},
	{Name: "mtx", About: "Matrix Market: a square matrix is a graph, any other: what each switch flips",
		Suffix: ".mtx", BoardOnly: true, head: onLine(looksMatrixMarket), graph: readMatrixMarket,
		form: graphForm{write: writeMatrixMarket, oneWay: true}},
	{Name: "mtx-toggles", About: "Matrix Market: columns are switches, rows lights, square or not", Suffix: ".mtx",
		BoardOnly: true, graph: readMatrixMarket},
	{Name: "dot", About: "DOT, plain: graph { a -- b } or digraph { a -> b }", Suffix: ".dot", BoardOnly: true,
		also: []string{".gv"}, head: looksDOT, graph: readDOT,
		form: graphForm{write: writeDOT, names: true, oneWay: true, places: true}},
	{Name: "metis", About: "METIS graph: nodes and edges, then the neighbours of each node on a line",
		Suffix: ".graph", BoardOnly: true, also: []string{".metis"}, plain: strict, graph: readMETIS},
	{Name: "alist", About: "parity-check matrix in MacKay's alist: columns are switches, rows lights",
		Suffix: ".alist", BoardOnly: true, plain: strict, graph: readAlist},
	{Name: "sif", About: "SIF of Cytoscape: a node, a relation and nodes on each line", Suffix: ".sif", BoardOnly: true,
		plain: strict, graph: readSIF},
	{Name: "tgf", About: "TGF: nodes and their labels, a line with #, then edges", Suffix: ".tgf", BoardOnly: true,
		plain: strict, graph: readTGF},
	{Name: "table", About: "edges below names of columns: source,target", Suffix: ".csv", BoardOnly: true,
		also: []string{".csv", ".tsv"}, plain: loose, graph: readTable,
		form: graphForm{write: writeTable, names: true, oneWay: true}},
	{Name: "adjlist", About: "list of neighbours: U V W … on a line, a line for each node",
		Suffix: ".adjlist", BoardOnly: true, plain: loose, graph: readNeighbours,
		form: graphForm{write: writeNeighbours, names: true}},
	{Name: "adjmatrix", About: "adjacency matrix: a row and a column for each node",
		Suffix: ".adjmatrix", BoardOnly: true, also: []string{".adj", ".csv", ".tsv"}, plain: loose, graph: readMatrix},
	{Name: "edges", About: "list of edges: U V on a line, by number or name; # begins a comment",
		Suffix: ".edges", BoardOnly: true,
		also: []string{".edgelist", ".el", ".csv", ".tsv"}, plain: loose, graph: readEdges,
		form: graphForm{write: writeEdges, names: true, oneWay: true}},

	// Kinds that are known and not read.
	{Name: "PNG", magic: prefix("\x89PN"), Instead: "lightsout picture FILE -o OUT.png makes a board look like it"},
	{Name: "JPEG", magic: prefix("\xff\xd8\xff"),
		Instead: "lightsout picture FILE -o OUT.png makes a board look like it"},
	{Name: "numpy's npy", magic: prefix("\x93NU"),
		Instead: "numpy.savetxt(OTHER, numpy.load(FILE), fmt=\"%d\") writes the numbers as text"},
	{Name: "a spreadsheet or ZIP archive", magic: prefix("PK\x03"),
		Instead: "save the table as CSV, or unpack the archive"},
	{Name: "a pickle of Python",
		magic:   func(first string) bool { return len(first) > 1 && first[0] == 0x80 && first[1] < 6 },
		Instead: `networkx.write_adjlist(pickle.load(open(FILE, "rb")), OTHER, delimiter="\t") writes its graph`},
	{Name: "Mermaid", head: begins(`(?i)^\s*(graph|flowchart)\s+(TD|TB|LR|RL|BT)\s*;?\s*$`),
		Instead: "write a -- b for each edge between graph { and }, as in DOT"},
	{Name: "PlantUML", head: begins(`^@start[a-z]+`),
		Instead: "write a -- b for each edge between graph { and }, as in DOT"},
	{Name: "XGMML", head: looksXML("graph", "xgmml"), Instead: "Cytoscape also exports a network as GraphML or SIF"},
	{Name: "GDF", head: begins(`^nodedef>`), Instead: "Gephi also exports a graph as GEXF or GraphML"},
	{Name: "LEDA", head: begins(`^LEDA\.GRAPH`),
		Instead: `networkx.write_adjlist(networkx.read_leda(FILE), OTHER, delimiter="\t") writes its graph`},
	{Name: "UCINET's DL", head: begins(`(?i)^dl($|\s+n\s*=)`),
		Instead: "igraph's write_graph(read_graph(FILE, \"dl\"), OTHER, \"graphml\") makes GraphML of it"},
	{Name: "LEMON's LGF", head: begins(`^@nodes`), Instead: "write two nodes on each line, as in a b"},
	{Name: "LAD", plain: loose, graph: readLAD,
		Instead: "write each node with a colon before its neighbours, as in 0: 1 2"},
	{Name: "PDF", head: begins(`^%PDF-`), Instead: "save what is in it as text"},
	{Name: "XML of this kind", head: begins(`^\s*<[?!A-Za-z]`), Instead: "GraphML and GEXF are"},
	{Name: "nauty's dreadnaut", head: begins(`^\s*(\$\s*=\s*[01]\s+)?n\s*=\s*[0-9]+\s+(\$\s*=\s*[01]\s+)?g\b`),
		Instead: "nauty's dretog FILE OTHER makes graph6 of it"},
}

// Formats lists the formats of puzzle files.
func Formats() []Format {
	return slices.DeleteFunc(slices.Clone(formats), func(f Format) bool { return f.Instead != "" })
}

// formatNamed is the format of that name, nil if there is none.
func formatNamed(name string) *Format {
	if i := slices.IndexFunc(formats, func(f Format) bool { return f.Name == name }); i >= 0 {
		return &formats[i]
	}
	return nil
}

// formatNames are the names of the formats that pass.
func formatNames(pass func(Format) bool) []string {
	passed := slices.DeleteFunc(Formats(), func(f Format) bool { return !pass(f) })
	return suggest.Names(passed, func(f Format) string { return f.Name })
}

// puzzles makes a format's reader of a function that reads nothing but puzzles.
func puzzles(next func(r *Reader) *board.Puzzle) func(r *Reader) (*Record, error) {
	return func(r *Reader) (*Record, error) {
		if p := next(r); p != nil {
			return &Record{Puzzle: *p}, nil
		}
		return nil, nil
	}
}

// onePerLine makes a format's reader of a function that reads a line, or passes over it.
func onePerLine(read func(r *Reader, line string) *board.Puzzle) func(r *Reader) (*Record, error) {
	return puzzles(func(r *Reader) (p *board.Puzzle) {
		for line, ok := r.skip(); ok && p == nil; {
			if p = read(r, line); p == nil {
				line, ok = r.skip()
			} else if p.Origin == "" {
				p.Origin = r.origin(r.number)
			}
		}
		return p
	})
}
