package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
)

// The second process is this program again, told by its environment where the servers are, which folder to use, and where
// to die.
const (
	childURL    = "RESEARCH_CHILD_URL"
	childDir    = "RESEARCH_CHILD_DIR"
	childStop   = "RESEARCH_CHILD_STOP"
	childFile   = "killed.db"
	childThread = "battery-life"
)

// part is what the second process plays.
type part struct{ url, dir, stop string }

// partOfChild reports whether this process is the second one.
func partOfChild() (part, bool) {
	p := part{url: os.Getenv(childURL), dir: os.Getenv(childDir), stop: os.Getenv(childStop)}
	return p, p.stop != ""
}

// play runs a thread from question to mail and kills its own process at the place where it should: nothing is closed and
// no deferred call runs. It returns only if it does not come by there.
func (c part) play(ctx context.Context) error {
	cfg, err := configured(c.url, c.dir, childFile)
	if err != nil {
		return err
	}
	cfg.watch = c.killer()
	p, err := open(ctx, cfg)
	if err != nil {
		return err
	}
	_, err = p.turn(ctx, childThread, cfg.watch)
	return errors.Join(fmt.Errorf("the run did not come by %q", c.stop), err, p.close(ctx))
}

// killer watches for the place, such as "after review#2" for the second visit.
func (c part) killer() func(string) {
	var mu sync.Mutex
	visits := map[string]int{}
	return func(place string) {
		mu.Lock()
		defer mu.Unlock()
		visits[place]++
		if fmt.Sprintf("%s#%d", place, visits[place]) != c.stop {
			return
		}
		if self, err := os.FindProcess(os.Getpid()); err == nil && self.Kill() == nil {
			select {} // the signal is on its way
		}
	}
}

// die runs the second process to its death.
func (c part) die(ctx context.Context) (end string, err error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	var problems strings.Builder
	cmd := exec.CommandContext(ctx, self)
	cmd.Env = append(os.Environ(), childURL+"="+c.url, childDir+"="+c.dir, childStop+"="+c.stop)
	cmd.Stderr = &problems
	err = cmd.Run()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.Exited() || ctx.Err() != nil {
		return "", errors.Join(errors.New("the second process was not killed: "+problems.String()), err)
	}
	return exit.String(), nil
}
