// Command release writes what a release consists of to a folder: for each platform an archive with the command,
// its manual pages, completions and licences, for Linux also a Debian package, and for each a bill of
// materials; and one file with the checksums of all. The same sources and the same Go give the same bytes.
//
//	go run ./internal/release [-platforms linux/amd64,…] DIR
//	go run ./internal/release -notes                            # what is new, for those who publish it
//
// It runs the go command in the module's folder. The date of every file is that of the commit, or
// SOURCE_DATE_EPOCH if that is set.
package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"debug/buildinfo"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"lightsout/internal/whole"
)

// platforms are those of a release, as GOOS/GOARCH.
var platforms = []string{
	"linux/amd64", "linux/arm64", "linux/386", "linux/riscv64",
	"darwin/amd64", "darwin/arm64",
	"windows/amd64", "windows/arm64",
	"freebsd/amd64", "freebsd/arm64",
}

func main() {
	only := flag.String("platforms", strings.Join(platforms, ","), "`LIST` of GOOS/GOARCH, separated by commas")
	list := flag.Bool("list", false, "print the platforms, one per line, and write nothing")
	news := flag.Bool("notes", false, "print what CHANGELOG.md says about the newest version, and write nothing")
	flag.Parse()
	if *news {
		text, err := os.ReadFile("CHANGELOG.md")
		if err == nil {
			text, err = notes(text)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "release:", err)
			os.Exit(1)
		}
		fmt.Print(string(text))
		return
	}
	if *list {
		fmt.Println(strings.Join(platforms, "\n"))
		return
	}
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: release [-platforms LIST] DIR")
		os.Exit(2)
	}
	if err := write(flag.Arg(0), strings.Split(*only, ",")); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// notes is the part of a changelog about its newest version, without the heading.
func notes(changelog []byte) ([]byte, error) {
	headings := regexp.MustCompile(`(?m)^## .*\n`).FindAllIndex(changelog, -1)
	for i, at := range headings {
		if !regexp.MustCompile(`^## \[\d`).Match(changelog[at[0]:at[1]]) {
			continue // what is not released
		}
		end := len(changelog)
		if i+1 < len(headings) {
			end = headings[i+1][0]
		}
		return append(bytes.TrimSpace(changelog[at[1]:end]), '\n'), nil
	}
	return nil, errors.New("CHANGELOG.md has no version: its heading is such as ## [0.2.0] - 2026-11-15")
}

// file is one file of an archive or of the release; its name has slashes.
type file struct {
	name string
	mode int64
	data []byte
}

// edition is what is the same on all platforms.
type edition struct {
	version string // such as v0.2.0
	commit  string // "" if this is not a repository
	changed bool   // there is more than the commit
	date    time.Time
	shared  []file // for every archive
}

// write writes the release to a folder, in place of an earlier one and of nothing else.
func write(dir string, platforms []string) error {
	return whole.Folder(dir, checksums, func(fresh string) error {
		work, err := os.MkdirTemp("", "release-*")
		if err != nil {
			return err
		}
		defer os.RemoveAll(work)
		all, err := build(work, platforms)
		if err != nil {
			return err
		}
		for _, f := range all {
			if err := os.WriteFile(filepath.Join(fresh, f.name), f.data, os.FileMode(f.mode)); err != nil {
				return err
			}
		}
		return nil
	})
}

// checksums is the file that sha256sum -c reads.
const checksums = "SHA256SUMS"

// build makes all files of the release; work is a folder for what is on the way.
func build(work string, platforms []string) ([]file, error) {
	own := filepath.Join(work, "own")
	e, err := newEdition()
	if err != nil {
		return nil, err
	}
	if err := e.compile(own, runtime.GOOS+"/"+runtime.GOARCH); err != nil {
		return nil, err
	}
	if err := e.ask(work, own); err != nil {
		return nil, err
	}
	var all []file
	for _, p := range platforms {
		fmt.Println(p)
		parts, err := e.platform(work, p)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p, err)
		}
		all = append(all, parts...)
	}
	slices.SortFunc(all, func(a, b file) int { return strings.Compare(a.name, b.name) })
	var sums bytes.Buffer
	for _, f := range all {
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(f.data), f.name)
	}
	return append(all, file{checksums, 0o644, sums.Bytes()}), nil
}

// environment is that of the go command for a platform. What a user may have set to suit the own machine must not
// reach a release.
func environment(platform string) ([]string, error) {
	system, processor, ok := strings.Cut(platform, "/")
	if !ok {
		return nil, fmt.Errorf("%q is not of the form GOOS/GOARCH", platform)
	}
	return append(os.Environ(), "GOOS="+system, "GOARCH="+processor, "CGO_ENABLED=0", "GOFLAGS=", "GOEXPERIMENT=",
		"GOAMD64=v1", "GO386=sse2", "GOARM64=v8.0", "GORISCV64=rva20u64"), nil
}

// compile builds the command. Without the tables of debuggers, which -s and -w leave out, it is a third smaller;
// traces of panics still name functions and lines. HTTP/2 is left out too: play serves plain HTTP, which is never that.
// The commit is stamped here, since Go does not see it in every kind of checkout.
func (e *edition) compile(to, platform string) error {
	stamp := "-s -w"
	if e.commit != "" {
		stamp += " -X main.commit=" + e.commit + " -X main.date=" + e.date.Format(time.DateOnly) + " -X main.changed=" + strconv.FormatBool(e.changed)
	}
	_, err := goCommand(platform, "build", "-tags=nethttpomithttp2", "-trimpath", "-buildvcs=false", "-ldflags="+stamp, "-o", to, "./cmd/lightsout")
	return err
}

func goCommand(platform string, args ...string) ([]byte, error) {
	env, err := environment(platform)
	if err != nil {
		return nil, err
	}
	cmd := exec.Command("go", args...)
	cmd.Env = env
	return output(cmd)
}

func output(cmd *exec.Cmd) ([]byte, error) {
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, complaints.Bytes())
	}
	return out, nil
}

// newEdition is the edition of the present commit, at its date or that of SOURCE_DATE_EPOCH.
func newEdition() (*edition, error) {
	e := &edition{}
	seconds := os.Getenv("SOURCE_DATE_EPOCH")
	if said, err := exec.Command("git", "log", "-1", "--format=%H %ct").Output(); err == nil {
		hash, committed, _ := strings.Cut(strings.TrimSpace(string(said)), " ")
		e.commit, seconds = hash, cmp.Or(seconds, committed)
		e.changed = exec.Command("git", "diff", "--quiet", "HEAD").Run() != nil
	}
	if seconds == "" {
		return nil, errors.New("no date: run this in a git repository, or set SOURCE_DATE_EPOCH to the seconds since 1970")
	}
	n, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("SOURCE_DATE_EPOCH=%s: a number of seconds is wanted", seconds)
	}
	e.date = time.Unix(n, 0).UTC()
	return e, nil
}

// ask asks the command, built for this machine, for its version, manual and completions.
func (e *edition) ask(work, own string) error {
	said, err := output(exec.Command(own, "version"))
	if err != nil {
		return err
	}
	words := strings.Fields(string(said))
	if len(words) < 2 || !strings.HasPrefix(words[1], "v") {
		return fmt.Errorf("lightsout version says %q", said)
	}
	e.version = strings.TrimSuffix(words[1], ",")
	pages := filepath.Join(work, "man")
	if _, err := output(exec.Command(own, "help", "--man", pages)); err != nil {
		return err
	}
	entries, err := os.ReadDir(pages)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		text, err := os.ReadFile(filepath.Join(pages, entry.Name()))
		if err != nil {
			return err
		}
		e.shared = append(e.shared, file{"man/man" + strings.TrimPrefix(path.Ext(entry.Name()), ".") + "/" + entry.Name(), 0o644, text})
	}
	for shell, name := range map[string]string{"bash": "lightsout.bash", "zsh": "_lightsout", "fish": "lightsout.fish", "powershell": "lightsout.ps1"} {
		text, err := output(exec.Command(own, "completion", shell))
		if err != nil {
			return err
		}
		e.shared = append(e.shared, file{"completions/" + name, 0o644, text})
	}
	for _, name := range []string{"LICENSE", "README.md", "CHANGELOG.md"} {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		e.shared = append(e.shared, file{name, 0o644, text})
	}
	return nil
}

// platform makes the files for one platform.
func (e *edition) platform(work, platform string) ([]file, error) {
	program := filepath.Join(work, "program")
	if err := e.compile(program, platform); err != nil {
		return nil, err
	}
	binary, err := os.ReadFile(program)
	if err != nil {
		return nil, err
	}
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return nil, err
	}
	licences, err := licencesFor(platform)
	if err != nil {
		return nil, err
	}
	bill, err := e.bill(binary, info, licences)
	if err != nil {
		return nil, err
	}
	system, processor, _ := strings.Cut(platform, "/")
	name := fmt.Sprintf("lightsout_%s_%s_%s", e.version, system, processor)
	content := append(slices.Clone(e.shared), file{"THIRD-PARTY-LICENSES.txt", 0o644, licences.text()}, file{"sbom.cdx.json", 0o644, bill})
	command := file{"lightsout", 0o755, binary}
	pack := e.tarball
	extension := ".tar.gz"
	if system == "windows" {
		command.name += ".exe"
		pack, extension = e.zip, ".zip"
	}
	content = append(content, command)
	slices.SortFunc(content, func(a, b file) int { return strings.Compare(a.name, b.name) })
	for i := range content {
		content[i].name = name + "/" + content[i].name
	}
	archive, err := pack(content)
	if err != nil {
		return nil, err
	}
	made := []file{{name + extension, 0o644, archive}, {name + ".cdx.json", 0o644, bill}}
	if system == "linux" {
		deb, err := e.debian(processor, binary, licences)
		if err != nil {
			return nil, err
		}
		made = append(made, deb)
	}
	return made, nil
}
