package main

import (
	"bytes"
	"cmp"
	"crypto/md5"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"time"
)

// A Debian package is an ar archive of a version number and two tarballs, deb(5): what the package manager must
// know, and the files.

// debianNames are the processors by their names in Debian.
var debianNames = map[string]string{"amd64": "amd64", "arm64": "arm64", "386": "i386", "riscv64": "riscv64"}

// debian is the package for Linux on a processor.
func (e *edition) debian(processor string, binary []byte, licences modules) (file, error) {
	version := strings.TrimPrefix(e.version, "v") + "-1"
	files, err := e.installed(version, binary, licences)
	if err != nil {
		return file{}, err
	}
	data, err := e.tarball(files)
	if err != nil {
		return file{}, err
	}
	control, err := e.tarball(e.control(version, debianNames[processor], files))
	if err != nil {
		return file{}, err
	}
	var deb bytes.Buffer
	deb.WriteString("!<arch>\n")
	for _, part := range []file{{"debian-binary", 0, []byte("2.0\n")}, {"control.tar.gz", 0, control}, {"data.tar.gz", 0, data}} {
		fmt.Fprintf(&deb, "%-16s%-12d%-6d%-6d%-8o%-10d`\n", part.name, e.date.Unix(), 0, 0, 0o100644, len(part.data))
		deb.Write(part.data)
		if len(part.data)%2 == 1 {
			deb.WriteByte('\n')
		}
	}
	return file{fmt.Sprintf("lightsout_%s_%s.deb", version, debianNames[processor]), 0o644, deb.Bytes()}, nil
}

// maintainer is who answers for the package, as Debian's tools take it from the environment.
func maintainer() string {
	return fmt.Sprintf("%s <%s>", cmp.Or(os.Getenv("DEBFULLNAME"), "The Lights Out authors"), cmp.Or(os.Getenv("DEBEMAIL"), "lightsout@lists.example.org"))
}

// installed are the files of the package.
func (e *edition) installed(version string, binary []byte, licences modules) ([]file, error) {
	const doc = "./usr/share/doc/lightsout/"
	changes := fmt.Sprintf("lightsout (%s) unstable; urgency=medium\n\n  * Release %s; changelog.gz says what is new.\n\n -- %s  %s\n",
		version, e.version, maintainer(), e.date.Format(time.RFC1123Z))
	list := []file{
		{"./usr/bin/lightsout", 0o755, binary},
		{doc + "copyright", 0o644, e.copyright(licences)},
		{doc + "THIRD-PARTY-LICENSES.txt.gz", 0o644, licences.text()},
		{doc + "changelog.Debian.gz", 0o644, []byte(changes)},
		{"./usr/share/lintian/overrides/lightsout", 0o644, []byte(overrides)},
	}
	for _, f := range e.shared {
		switch name := path.Base(f.name); {
		case strings.HasPrefix(f.name, "man/"):
			f.name = "./usr/share/" + f.name + ".gz"
		case name == "lightsout.bash":
			f.name = "./usr/share/bash-completion/completions/lightsout"
		case name == "_lightsout":
			f.name = "./usr/share/zsh/vendor-completions/_lightsout"
		case name == "lightsout.fish":
			f.name = "./usr/share/fish/vendor_completions.d/lightsout.fish"
		case name == "CHANGELOG.md":
			f.name = doc + "changelog.gz"
		case name == "README.md":
			f.name = doc + "README.md"
		default:
			continue
		}
		list = append(list, f)
	}
	for i, f := range list {
		if strings.HasSuffix(f.name, ".gz") {
			var err error
			if list[i].data, err = gzipped(f.data); err != nil {
				return nil, err
			}
		}
	}
	slices.SortFunc(list, func(a, b file) int { return strings.Compare(a.name, b.name) })
	return list, nil
}

// overrides tells lintian what is meant to be so.
const overrides = `# Go programs are linked statically.
lightsout: statically-linked-binary [usr/bin/lightsout]
# This package is not part of Debian, so there is no bug that asks for it.
lightsout: initial-upload-closes-no-bugs [*]
`

// control says what the package manager must know.
func (e *edition) control(version, architecture string, files []file) []file {
	var sums bytes.Buffer
	size := 0
	for _, f := range files {
		size += (len(f.data) + 1023) >> 10
		fmt.Fprintf(&sums, "%x  %s\n", md5.Sum(f.data), strings.TrimPrefix(f.name, "./"))
	}
	about := fmt.Sprintf(`Package: lightsout
Version: %s
Architecture: %s
Maintainer: %s
Installed-Size: %d
Section: math
Priority: optional
Description: toggle-parity puzzles solved, proved minimal, generated and played
 Press a switch, and a fixed set of lights flips: Lights Out and its relatives
 on grids, tori, hypercubes, codes and graphs of any kind.
 .
 This command finds answers with the fewest presses and proves them minimal, or
 proves that there is none. It generates puzzles in batches, draws and plays
 them, counts the states of a board, decodes error-correcting codes, and
 compares encodings for SAT solvers and others.
`, version, architecture, maintainer(), size)
	return []file{{"./control", 0o644, []byte(about)}, {"./md5sums", 0o644, sums.Bytes()}}
}

// copyright is the file that Debian's policy asks for. It names the licences of what is linked in; their texts are
// beside it, since some are long and every Debian has them.
func (e *edition) copyright(licences modules) []byte {
	var s bytes.Buffer
	s.WriteString("Lights Out is under this licence.\n\n")
	for _, f := range e.shared {
		if f.name == "LICENSE" {
			s.Write(f.data)
		}
	}
	s.WriteString("\nThe command contains these modules. Their licences are in THIRD-PARTY-LICENSES.txt.gz in this folder;\nthat of Apache is also in /usr/share/common-licenses/Apache-2.0.\n\n")
	for _, m := range licences {
		fmt.Fprintf(&s, "  %s %s: %s\n", m.path, m.version, strings.Join(m.names(), ", "))
	}
	return s.Bytes()
}
