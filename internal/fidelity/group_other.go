//go:build !unix

package main

import (
	"os"
	"os/exec"
)

// ownGroup does nothing where there are no process groups: the command compiles there, since
// pre-commit installs every program of the module, but is not used.
func ownGroup(*exec.Cmd) {}

func killGroup(p *os.Process) error { return p.Kill() }
