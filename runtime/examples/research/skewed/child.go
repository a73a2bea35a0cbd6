package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"

	"github.com/skewlint/skewlint/runtime/examples/research/internal/analyst"
)

// The second process is this program again, told by its environment where the servers are and which folder to use.
const (
	childURL    = "RESEARCH_CHILD_URL"
	childDir    = "RESEARCH_CHILD_DIR"
	childFile   = "killed.db"
	childThread = "killed"
)

// partOfChild returns where the second process finds the servers and its folder.
func partOfChild() (url, dir string, ok bool) {
	url, dir = os.Getenv(childURL), os.Getenv(childDir)
	return url, dir, url != "" && dir != ""
}

// playChild sends a report and dies right after that. It returns only if that fails.
func playChild(ctx context.Context, url, dir string) error {
	p, err := open(ctx, url, dir, childFile, die)
	if err != nil {
		return err
	}
	res, err := p.ask(ctx, childThread, analyst.Batteries, ann)
	if err == nil {
		_, err = p.approve(ctx, res)
	}
	return errors.Join(errors.New("the process was not killed"), err, p.close(ctx))
}

// die kills the process: nothing is closed and no deferred call runs.
func die() {
	if self, err := os.FindProcess(os.Getpid()); err == nil && self.Kill() == nil {
		select {} // the signal is on its way
	}
}

// runChild runs the second process to its death.
func (d *demo) runChild(ctx context.Context) (end string, err error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	var problems strings.Builder
	cmd := exec.CommandContext(ctx, self)
	cmd.Env = append(os.Environ(), childURL+"="+d.world.URL(), childDir+"="+d.dir)
	cmd.Stderr = &problems
	err = cmd.Run()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.Exited() || ctx.Err() != nil {
		return "", errors.Join(errors.New("the second process was not killed: "+problems.String()), err)
	}
	return exit.String(), nil
}
