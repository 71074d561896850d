package main

import (
	"path/filepath"
	"slices"
	"strings"

	"lightsout/puzzlefile"
)

// extensions are those of files in a format, where they are not its name alone.
var extensions = map[string][]string{
	"text":     {"txt", "text"},
	"table":    {"txt", "table"},
	"bits":     {"bits", "txt"},
	"flip":     {"flip", "txt"},
	"bfile":    {"txt", "bfile"},
	"json":     {"json", "jsonl"},
	"jsonl":    {"jsonl", "json"},
	"graph6":   {"g6", "graph6"},
	"wcnf-old": {"wcnf"},
	"mathprog": {"mod"},
	"mace4":    {"in"},
	"prover9":  {"p9"},
	"tptp":     {"p"},
	"xcsp3":    {"xml"},
}

func (c *call) extensionsOf(format string) []string {
	if c.verb.name == "encode" {
		if i := slices.IndexFunc(puzzlefile.Formats(),
			func(f puzzlefile.Format) bool { return f.Name == format }); i >= 0 {
			return puzzlefile.Formats()[i].Extensions()
		}
	}
	if list := extensions[format]; list != nil {
		return list
	}
	return []string{format}
}

// nameFormat decides the format of -o FILE in every verb. The extension of its name decides, and a flag that
// contradicts it is refused; where formats share an extension, the flag chooses, or else it is the first of known. An
// extension that none of them has needs the flag. Without an extension, value holds: what the flag says, or the
// default. A verb that writes one format has no flag, "".
func (c *call) nameFormat(flag, value string, known []string) (string, error) {
	file := c.text("output")
	extension := strings.TrimPrefix(strings.ToLower(filepath.Ext(file)), ".")
	if file == "" || file == "-" || extension == "" {
		return value, nil
	}
	given := flag != "" && (c.given(flag) || flag == "format" && c.given("json"))
	var fitting, all []string
	for _, format := range known {
		list := c.extensionsOf(format)
		if slices.Contains(list, extension) {
			fitting = append(fitting, format)
		}
		if !slices.Contains(all, "."+list[0]) {
			all = append(all, "."+list[0])
		}
	}
	switch {
	case given && (len(fitting) == 0 || slices.Contains(fitting, value)):
		return value, nil
	case given:
		return "", usagef("-o %s is a file of %s, and --%s %s says otherwise: change one of them", file,
			joinWords(fitting), flag, value)
	case len(fitting) > 0:
		return fitting[0], nil
	case flag == "":
		return "", usagef("-o %s: %s does not write .%s files; use %s", file, c.verb.name, extension,
			strings.Join(all, ", "))
	}
	return "", usagef("-o %s: %s does not know what .%s files hold; say --%s %s, or use %s", file, c.verb.name,
		extension, flag, joinWords(known), strings.Join(all, ", "))
}
