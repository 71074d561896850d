package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// licence is a file that says under which terms a module may be passed on.
type licence struct {
	file string // within the module
	text string
}

// module is a module, or Go's standard library, with its licences.
type module struct {
	path, version string
	licences      []licence
}

type modules []*module

// licenceFile matches the names that such files have.
var licenceFile = regexp.MustCompile(`(?i)^((un)?licen[cs]e|copying|notice|patents)([-._].*)?$`)

// licencesFor collects the licences of everything that is linked into the command on a platform: the files in the
// folder of each package and in those above it, up to the module's, and what is in a folder called licenses.
func licencesFor(platform string) (modules, error) {
	out, err := goCommand(platform, "list", "-deps", "-json=Dir,Standard,Module", "./cmd/lightsout")
	if err != nil {
		return nil, err
	}
	root, err := goCommand(platform, "env", "GOROOT", "GOVERSION")
	if err != nil {
		return nil, err
	}
	goRoot, goVersion, _ := strings.Cut(strings.TrimSpace(string(root)), "\n")
	library := &module{path: "std", version: goVersion}
	if err := library.collect(goRoot, goRoot); err != nil {
		return nil, err
	}
	byPath := map[string]*module{}
	list := json.NewDecoder(bytes.NewReader(out))
	for {
		var p struct {
			Dir    string
			Module *struct {
				Path, Version, Dir string
				Main               bool
			}
		}
		if err := list.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		if p.Module == nil || p.Module.Main {
			continue
		}
		m := byPath[p.Module.Path]
		if m == nil {
			m = &module{path: p.Module.Path, version: p.Module.Version}
			byPath[m.path] = m
		}
		if err := m.collect(p.Module.Dir, p.Dir); err != nil {
			return nil, err
		}
	}
	all := modules{library}
	for _, m := range byPath {
		if len(m.licences) == 0 {
			return nil, fmt.Errorf("%s %s has no licence file", m.path, m.version)
		}
		all = append(all, m)
	}
	slices.SortFunc(all, func(a, b *module) int { return strings.Compare(a.path, b.path) })
	return all, nil
}

// collect adds the licences from a package's folder up to the module's.
func (m *module) collect(root, dir string) error {
	for {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		for _, e := range entries {
			file := filepath.Join(dir, e.Name())
			var texts []string
			switch {
			case e.IsDir() && e.Name() == "licenses":
				if texts, err = filepath.Glob(filepath.Join(file, "*.txt")); err != nil {
					return err
				}
			case !e.IsDir() && licenceFile.MatchString(e.Name()) && filepath.Ext(file) != ".go":
				texts = []string{file}
			}
			for _, text := range texts {
				if err := m.add(root, text); err != nil {
					return err
				}
			}
		}
		if dir == root || len(dir) <= len(root) {
			slices.SortFunc(m.licences, func(a, b licence) int { return strings.Compare(a.file, b.file) })
			return nil
		}
		dir = filepath.Dir(dir)
	}
}

// add reads a licence, unless it is there already.
func (m *module) add(root, file string) error {
	name, err := filepath.Rel(root, file)
	if err != nil {
		return err
	}
	name = filepath.ToSlash(name)
	if slices.ContainsFunc(m.licences, func(l licence) bool { return l.file == name }) {
		return nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	m.licences = append(m.licences, licence{name, inUTF8(text)})
	return nil
}

// inUTF8 is a text in UTF-8; some old licences are in Latin-1.
func inUTF8(text []byte) string {
	if utf8.Valid(text) {
		return string(text)
	}
	letters := make([]rune, len(text))
	for i, b := range text {
		letters[i] = rune(b)
	}
	return string(letters)
}

// names are the licences by their names in the list of SPDX, without repetitions.
func (m *module) names() (list []string) {
	for _, l := range m.licences {
		text := strings.ToLower(strings.Join(strings.Fields(l.text), " "))
		i := slices.IndexFunc(known, func(k knownLicence) bool { return strings.Contains(text, k.phrase) })
		if i >= 0 && !slices.Contains(list, known[i].name) {
			list = append(list, known[i].name)
		}
	}
	return list
}

// knownLicence is a licence and a phrase of its text.
type knownLicence struct{ name, phrase string }

// known are the licences that occur; the first whose phrase is in a text counts.
var known = []knownLicence{
	{"Apache-2.0", "apache license"},
	{"OFL-1.1", "sil open font license"},
	{"FTL", "the freetype license"},
	{"FTL", "the freetype project"},
	{"MPL-2.0", "mozilla public license version 2.0"},
	{"CC-BY-4.0", "creative commons attribution 4.0"},
	{"Unlicense", "this is free and unencumbered software"},
	{"MIT", "permission is hereby granted, free of charge"},
	{"BSD-3-Clause", "may be used to endorse or promote"},
	{"BSD-2-Clause", "redistribution and use in source and binary forms"},
}

// text is all licences in one file.
func (list modules) text() []byte {
	var s bytes.Buffer
	s.WriteString("The command contains these modules, under these licences.\n")
	for _, m := range list {
		for _, l := range m.licences {
			fmt.Fprintf(&s, "\n%s\n%s %s: %s\n%s\n\n%s\n", line, m.path, m.version, l.file, line, strings.TrimSpace(l.text))
		}
	}
	return s.Bytes()
}

var line = strings.Repeat("=", 80)
