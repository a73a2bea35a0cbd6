//go:build unix

package main

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup has the program and its children in a process group of their own.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends the program and all children that it left.
func killGroup(p *os.Process) error { return syscall.Kill(-p.Pid, syscall.SIGKILL) }
