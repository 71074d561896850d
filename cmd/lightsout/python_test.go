package main

import (
	"os"
	"os/exec"
	"testing"

	"lightsout/internal/boardtest/tier"
)

// The client in Python has tests of its own, which ask this build of the command.
func TestPythonClient(t *testing.T) {
	unhurried(t)
	python := tier.Peer(t, "python3", "python3")
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
