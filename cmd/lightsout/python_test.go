package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"lightsout/internal/boardtest/tier"
)

// The package for Python installs with what a distribution has, and its tests pass with what was installed; they ask
// this build of the command.
func TestPythonPackage(t *testing.T) {
	unhurried(t)
	python := tier.Peer(t, "/usr/bin/python3", "python3-pip python3-setuptools python3-wheel")
	command, err := exec.LookPath("lightsout")
	if err != nil {
		t.Fatal(err)
	}
	source, target := t.TempDir(), t.TempDir()
	if err := os.CopyFS(source, os.DirFS("../../examples/python")); err != nil {
		t.Fatal(err)
	}
	run := func(folder string, args ...string) {
		c := exec.CommandContext(t.Context(), python, args...)
		c.Dir = folder
		c.Env = append(os.Environ(), "LIGHTSOUT="+command, "PYTHONDONTWRITEBYTECODE=1", "PYTHONPATH="+target)
		if text, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, text)
		}
	}
	run(source, "-m", "pip", "install", "--no-build-isolation", "--no-deps", "--no-index", "--target", target, ".")
	if err := os.Rename(filepath.Join(source, "test_lightsout.py"), filepath.Join(target, "test_lightsout.py")); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(target, "lightsout", "py.typed")); err != nil {
		t.Error(err)
	}
	run(target, "-W", "error", "-m", "unittest", "-q")
}
