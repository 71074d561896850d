// Command site writes the page as static files that any host can serve, with the library compiled
// to WebAssembly in place of the server:
//
//	go run ./play/site DIR
//
// It runs the go command in the module's folder.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"lightsout/play"
)

// backend is the only module that differs in the static page: calls go to the worker.
const backend = `export { call } from "./wasm.js";` + "\n"

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: site DIR")
		os.Exit(2)
	}
	if err := build(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

// build writes all files and then replaces those of an earlier build. DIR must be such a build, or
// empty, or new, so that a mistyped DIR does not destroy anything.
func build(dir string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if _, err := os.Stat(filepath.Join(dir, "lightsout.wasm")); len(entries) > 0 && err != nil {
		return fmt.Errorf("%s contains other files: use an empty or a new folder", dir)
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	// Beside DIR, because a folder cannot be renamed across file systems.
	work, err := os.MkdirTemp(filepath.Dir(dir), ".site-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	fresh := filepath.Join(work, "new")
	if err := write(fresh); err != nil {
		return err
	}
	return replace(dir, fresh, filepath.Join(work, "old"))
}

// replace moves the old folder, if any, out of the way, and the new one into its place.
func replace(dir, fresh, old string) error {
	if err := os.Rename(dir, old); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := os.Rename(fresh, dir); err != nil {
		return errors.Join(err, os.Rename(old, dir))
	}
	return nil
}

// write writes the files to a new folder.
func write(dir string) error {
	if err := os.CopyFS(dir, play.Web()); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "js", "backend.js"), []byte(backend), 0o644); err != nil {
		return err
	}
	if err := copyLoader(dir); err != nil {
		return err
	}
	compile := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", filepath.Join(dir, "lightsout.wasm"), "lightsout/play/wasm")
	compile.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	compile.Stdout, compile.Stderr = os.Stderr, os.Stderr
	return compile.Run()
}

// copyLoader copies Go's loader from the toolchain that compiles, since the two must match.
func copyLoader(dir string) error {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("go env GOROOT: %w", err)
	}
	loader, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "wasm_exec.js"), loader, 0o644)
}
