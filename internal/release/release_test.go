package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// inModule runs a test in the module's folder, where the command works, with a fixed date.
func inModule(t *testing.T) {
	t.Helper()
	t.Chdir(filepath.Join("..", ".."))
	t.Setenv("SOURCE_DATE_EPOCH", "1700000000")
}

// tarred are the files of a .tar.gz.
func tarred(t *testing.T, data []byte) map[string][]byte {
	t.Helper()
	packed, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for r := tar.NewReader(packed); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return files
		} else if err != nil {
			t.Fatal(err)
		}
		if h.ModTime.Unix() != 1700000000 || h.Uid != 0 {
			t.Errorf("%s is of %v and belongs to %d", h.Name, h.ModTime, h.Uid)
		}
		if files[h.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
}

// Two runs, in other time zones, give the same bytes; the archive has all that the README promises; and the package
// manager's own critic accepts the package.
func TestReleaseIsReproducible(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command twice")
	}
	inModule(t)
	platform := "linux/" + runtime.GOARCH
	if debianNames[runtime.GOARCH] == "" {
		platform = "linux/amd64"
	}
	var runs [2]map[string][]byte
	var dir string
	for i, zone := range []string{"UTC", "Pacific/Kiritimati"} {
		t.Setenv("TZ", zone)
		dir = filepath.Join(t.TempDir(), "out")
		if err := write(dir, []string{platform}); err != nil {
			t.Fatal(err)
		}
		runs[i] = map[string][]byte{}
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if runs[i][e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, data := range runs[0] {
		if !bytes.Equal(data, runs[1][name]) {
			t.Errorf("%s differs from one run to the next", name)
		}
		if sum := fmt.Sprintf("%x  %s\n", sha256.Sum256(data), name); name != checksums && !bytes.Contains(runs[0][checksums], []byte(sum)) {
			t.Errorf("%s has no checksum", name)
		}
	}
	if len(runs[0]) != 4 {
		t.Errorf("%d files, want archive, package, bill and checksums", len(runs[0]))
	}
	for name, data := range runs[0] {
		switch {
		case strings.HasSuffix(name, ".tar.gz"):
			wantArchive(t, strings.TrimSuffix(name, ".tar.gz"), tarred(t, data))
		case strings.HasSuffix(name, ".cdx.json"):
			wantBill(t, data)
		case strings.HasSuffix(name, ".deb"):
			lintian(t, filepath.Join(dir, name))
		}
	}
	// A release replaces an earlier one, and nothing else.
	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, "thesis.tex"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := write(other, nil); err == nil || !strings.Contains(err.Error(), "contains other files") {
		t.Errorf("a folder with other files: %v", err)
	}
}

// wantArchive looks for everything that an archive must hold, and runs the command in it.
func wantArchive(t *testing.T, name string, files map[string][]byte) {
	t.Helper()
	for _, want := range []string{"LICENSE", "README.md", "CHANGELOG.md", "THIRD-PARTY-LICENSES.txt", "sbom.cdx.json", "man/man1/lightsout.1",
		"man/man1/lightsout-solve.1", "man/man7/lightsout-boards.7", "completions/lightsout.bash", "completions/_lightsout", "completions/lightsout.fish", "completions/lightsout.ps1"} {
		if len(files[name+"/"+want]) == 0 {
			t.Errorf("the archive lacks %s", want)
		}
	}
	licences := string(files[name+"/THIRD-PARTY-LICENSES.txt"])
	for _, want := range []string{"std go", "github.com/go-air/gini", "codeberg.org/go-pdf/fpdf", "SIL OPEN FONT LICENSE"} {
		if !strings.Contains(licences, want) {
			t.Errorf("no licence of %s", want)
		}
	}
	// What only tests use is not in the command, above all no database engine.
	for _, not := range []string{"modernc.org", "pgregory.net/rapid", "go-cmp"} {
		if strings.Contains(licences, not) {
			t.Errorf("the command links %s", not)
		}
	}
	program := filepath.Join(t.TempDir(), "lightsout")
	if err := os.WriteFile(program, files[name+"/lightsout"], 0o755); err != nil {
		t.Fatal(err)
	}
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range info.Settings {
		if s.Key == "-trimpath" && s.Value != "true" {
			t.Error("the command names folders of this machine")
		}
	}
	if runtime.GOOS+"/"+runtime.GOARCH != "linux/amd64" {
		return
	}
	said, err := exec.Command(program, "version").Output()
	if want := "lightsout " + strings.Split(name, "_")[1]; err != nil || !strings.HasPrefix(string(said), want) || strings.Contains(string(said), "(devel)") {
		t.Errorf("%v: version says %q, want %s", err, said, want)
	}
}

// wantBill compares the bill with go.sum, which has what may be linked.
func wantBill(t *testing.T, data []byte) {
	t.Helper()
	var b bom
	if err := json.Unmarshal(data, &b); err != nil {
		t.Fatal(err)
	}
	meetsTheSchema(t, data)
	sums, err := os.ReadFile("go.sum")
	if err != nil {
		t.Fatal(err)
	}
	if b.Format != "CycloneDX" || len(b.Components) < 12 || len(b.Dependencies[0].DependsOn) != len(b.Components) {
		t.Errorf("%s with %d components", b.Format, len(b.Components))
	}
	for _, c := range b.Components {
		if len(c.Licences) == 0 {
			t.Errorf("%s has no licence", c.Name)
		}
		if c.Name != "std" && !bytes.Contains(sums, []byte(c.Name+" "+c.Version+" "+c.Properties[0].Value)) {
			t.Errorf("%s %s is not in go.sum", c.Name, c.Version)
		}
	}
}

// meetsTheSchema holds a bill against what the schema of CycloneDX 1.5 requires and allows of the fields used here.
// https://cyclonedx.org/schema/bom-1.5.schema.json
func meetsTheSchema(t *testing.T, data []byte) {
	t.Helper()
	var fields map[string]any
	if err := json.Unmarshal(data, &fields); err != nil {
		t.Fatal(err)
	}
	refs := map[string]bool{}
	var walk func(at, kind string, value any)
	walk = func(at, kind string, value any) {
		if list, ok := value.([]any); ok {
			for i, v := range list {
				walk(fmt.Sprintf("%s[%d]", at, i), kind, v)
			}
			return
		}
		object, ok := value.(map[string]any)
		if !ok {
			t.Errorf("%s is not an object", at)
			return
		}
		if ref, ok := object["bom-ref"].(string); ok {
			if refs[ref] {
				t.Errorf("%s: two components are %s", at, ref)
			}
			refs[ref] = true
		}
		rules := schema[kind]
		for name, rule := range rules {
			if _, there := object[name]; rule.required && !there {
				t.Errorf("%s has no %s", at, name)
			}
		}
		for name, v := range object {
			rule, known := rules[name]
			switch {
			case !known:
				t.Errorf("%s: the schema has no %s", at, name)
			case rule.kind != "":
				walk(at+"."+name, rule.kind, v)
			case !regexp.MustCompile("^(?:" + rule.form + ")$").MatchString(fmt.Sprint(v)):
				t.Errorf("%s: %s is %v, which is not of the form %s", at, name, v, rule.form)
			}
		}
	}
	walk("bom", "bom", fields)
	var b bom
	if err := json.Unmarshal(data, &b); err != nil {
		t.Fatal(err)
	}
	for _, d := range b.Dependencies {
		for _, ref := range append(slices.Clone(d.DependsOn), d.Ref) {
			if !refs[ref] {
				t.Errorf("a dependency on %s, which is not a component", ref)
			}
		}
	}
}

// rule is what the schema says of a field: objects, or lists of them, are of a kind; the text of anything else has a
// form.
type rule struct {
	required   bool
	kind, form string
}

var schema = map[string]map[string]rule{
	"bom": {
		"bomFormat":    {required: true, form: "CycloneDX"},
		"specVersion":  {required: true, form: `1\.5`},
		"serialNumber": {form: "urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"},
		"version":      {form: "[1-9][0-9]*"},
		"metadata":     {kind: "metadata"},
		"components":   {kind: "component"},
		"dependencies": {kind: "dependency"},
	},
	"metadata": {
		"timestamp": {form: `\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`},
		"component": {kind: "component"},
	},
	"component": {
		"type":       {required: true, form: "application|framework|library|container|platform|operating-system|device|device-driver|firmware|file|machine-learning-model|data"},
		"bom-ref":    {form: ".+"},
		"name":       {required: true, form: ".+"},
		"version":    {form: ".+"},
		"hashes":     {kind: "hash"},
		"licenses":   {kind: "choice"},
		"purl":       {form: `pkg:golang/[^@ ]+@[^@ ]+`},
		"properties": {kind: "property"},
	},
	"hash":       {"alg": {required: true, form: "SHA-256"}, "content": {required: true, form: "[0-9a-f]{64}"}},
	"choice":     {"license": {required: true, kind: "licence"}},
	"licence":    {"id": {required: true, form: "MIT|BSD-2-Clause|BSD-3-Clause|Apache-2.0|OFL-1.1|FTL|MPL-2.0|CC-BY-4.0|Unlicense|blessing"}}, // of SPDX
	"property":   {"name": {form: ".+"}, "value": {form: ".*"}},
	"dependency": {"ref": {required: true, form: ".+"}, "dependsOn": {form: ".*"}},
}

func lintian(t *testing.T, deb string) {
	t.Helper()
	program, err := exec.LookPath("lintian")
	if err != nil {
		t.Log("lintian is not installed: the package is not judged")
		return
	}
	args := []string{"--fail-on", "error,warning", deb}
	if os.Getuid() == 0 {
		args = slices.Insert(args, 0, "--allow-root")
	}
	if said, err := exec.Command(program, args...).CombinedOutput(); err != nil {
		t.Errorf("lintian: %v\n%s", err, said)
	}
}

// The archive for Windows is a .zip in order, with the date of the release.
func TestZip(t *testing.T) {
	e := &edition{date: time.Unix(1700000000, 0).UTC()}
	data, err := e.zip([]file{{"a/b.txt", 0o644, []byte("text")}, {"a/lightsout.exe", 0o755, []byte("MZ")}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil || len(r.File) != 2 || r.File[1].Name != "a/lightsout.exe" || !r.File[0].Modified.Equal(e.date) {
		t.Errorf("%v, %v", err, r.File)
	}
}

// A package is made of even parts, each after a header of 60 bytes, and dpkg-deb reads it.
func TestDebianArchive(t *testing.T) {
	e := &edition{version: "v1.2.3", date: time.Unix(1700000000, 0).UTC(), shared: []file{{"LICENSE", 0o644, []byte("free")}, {"CHANGELOG.md", 0o644, []byte("new")}, {"man/man1/lightsout.1", 0o644, []byte(".TH X 1\n")}}}
	deb, err := e.debian("arm64", []byte("binary"), modules{{path: "m", version: "v1", licences: []licence{{"LICENSE", "MIT"}}}})
	if err != nil {
		t.Fatal(err)
	}
	if deb.name != "lightsout_1.2.3-1_arm64.deb" || !bytes.HasPrefix(deb.data, []byte("!<arch>\ndebian-binary   1700000000  0     0     100644  4         `\n2.0\n")) {
		t.Errorf("%s begins with %q", deb.name, deb.data[:80])
	}
	reader, err := exec.LookPath("dpkg-deb")
	if err != nil {
		t.Skip("dpkg-deb is not installed")
	}
	name := filepath.Join(t.TempDir(), deb.name)
	if err := os.WriteFile(name, deb.data, 0o644); err != nil {
		t.Fatal(err)
	}
	said, err := exec.Command(reader, "--field", name, "Version", "Architecture").CombinedOutput()
	if err != nil || string(said) != "Version: 1.2.3-1\nArchitecture: arm64\n" {
		t.Errorf("%v: %s", err, said)
	}
	said, err = exec.Command(reader, "--contents", name).CombinedOutput()
	if err != nil || !strings.Contains(string(said), "-rwxr-xr-x root/root") || !strings.Contains(string(said), "./usr/share/man/man1/lightsout.1.gz") {
		t.Errorf("%v: %s", err, said)
	}
}

// A licence that nobody knows stops the release: what may be passed on is looked at by people.
func TestUnknownLicence(t *testing.T) {
	m := &module{path: "x", licences: []licence{{"LICENSE", "You may\nnot look."}, {"COPYING", "Permission is  hereby\ngranted, free of charge, to"}}}
	if got := fmt.Sprint(m.names()); got != "[MIT]" {
		t.Error(got)
	}
	if got := inUTF8([]byte("Andr\xe9")); got != "André" {
		t.Errorf("Latin-1 is read as %q", got)
	}
	e := &edition{}
	if _, err := e.bill(nil, &buildinfo.BuildInfo{GoVersion: "go1"}, modules{{path: "std"}}); err == nil || !strings.Contains(err.Error(), "which licence") {
		t.Error(err)
	}
}

func TestDateOfRelease(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "soon")
	if _, err := newEdition(); err == nil || !strings.Contains(err.Error(), "seconds") {
		t.Error(err)
	}
}

// A release is announced with the part of the changelog about it, and nothing about others.
func TestNotes(t *testing.T) {
	const log = "# Changelog\n\nWords.\n\n## [Unreleased]\n\n- soon\n\n## [0.3.0] - 2027-01-02\n\n### Added\n\n- this\n\n## [0.2.0] - 2026-11-15\n\n- that\n"
	for changelog, want := range map[string]string{
		log:                                   "### Added\n\n- this\n",
		"## [0.2.0] - 2026-11-15\n\n- that\n": "- that\n",
	} {
		if got, err := notes([]byte(changelog)); err != nil || string(got) != want {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
	}
	if got, err := notes([]byte("# Changelog\n\n## [Unreleased]\n")); err == nil {
		t.Errorf("a changelog without versions gives %q", got)
	}
}
