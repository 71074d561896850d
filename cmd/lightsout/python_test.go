package main

import (
	"os"
	"os/exec"
	"testing"
)

// The client in Python has tests of its own, which ask this build of the command.
func TestPythonClient(t *testing.T) {
	unhurried(t)
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	command, err := exec.LookPath("lightsout")
	if err != nil {
		t.Fatal(err)
	}
	tests := exec.CommandContext(t.Context(), python, "-W", "error", "-m", "unittest")
	tests.Dir = "../../examples/python"
	tests.Env = append(os.Environ(), "LIGHTSOUT="+command, "PYTHONDONTWRITEBYTECODE=1")
	if text, err := tests.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
}
