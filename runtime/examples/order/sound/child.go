package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"github.com/skewlint/skewlint/runtime/examples/internal/show"
)

// The second process is this program again, told by its environment which shop and which folder to use.
const (
	childShop   = "ORDER_CHILD_SHOP"
	childDir    = "ORDER_CHILD_DIR"
	childFile   = "killed.db"
	childThread = "order-killed"
)

var childWishes = []string{"tent", "lamp", "stove", "mat", "rope", "knife", "map"}

// part is what the second process plays.
type part struct{ shop, dir string }

// partOfChild reports whether this process is the second one.
func partOfChild() (part, bool) {
	p := part{shop: os.Getenv(childShop), dir: os.Getenv(childDir)}
	return p, p.shop != "" && p.dir != ""
}

// play takes an order until it is paused, says what ran, and kills its own process: nothing is closed and no deferred
// call runs. It returns only if that fails.
func (c part) play(ctx context.Context, out io.Writer) error {
	p, err := open(ctx, c.shop, c.dir, childFile)
	if err != nil {
		return err
	}
	res, err := p.firstTurn(ctx, childThread, childWishes)
	if err != nil {
		return errors.Join(err, p.close(ctx))
	}
	if _, err := fmt.Fprintln(out, show.Ran(res.Ran)); err != nil {
		return err
	}
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		return err
	}
	if err := self.Kill(); err != nil {
		return err
	}
	select {} // the signal is on its way
}

// childReport is what the first process sees of the second.
type childReport struct {
	pid      int
	ran, end string
}

// runChild runs the second process to its death.
func (d *demo) runChild(ctx context.Context) (childReport, error) {
	self, err := os.Executable()
	if err != nil {
		return childReport{}, err
	}
	var out, problems strings.Builder
	cmd := exec.CommandContext(ctx, self)
	cmd.Env = append(os.Environ(), childShop+"="+d.shop.URL(), childDir+"="+d.dir)
	cmd.Stdout, cmd.Stderr = &out, &problems
	err = cmd.Run()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.Exited() {
		return childReport{}, errors.Join(errors.New("the second process was not killed: "+problems.String()), err)
	}
	return childReport{pid: exit.Pid(), ran: strings.TrimSpace(out.String()), end: exit.String()}, nil
}
