package proxy

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"

	"github.com/skewlint/skewlint/internal/lsp/wire"
)

// Config is what a proxy is made of.
type Config struct {
	Gopls  []string // command and arguments
	Engine []string // of "skewlint lsp"
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
	// Patience is how long a merged answer waits for ours; 0: two seconds.
	Patience time.Duration
}

// goodbye is how long a process may take to end when it was told to.
const goodbye = 2 * time.Second

// Run runs the proxy until gopls ends, and returns the status of gopls.
func Run(c Config) (status int, err error) {
	gopls := exec.Command(c.Gopls[0], c.Gopls[1:]...) //nolint:gosec // the user says which gopls
	gopls.Stderr = c.Stderr
	gopls.Env = append(os.Environ(), insideEnv+"=1")
	in, err := gopls.StdinPipe()
	if err != nil {
		return 1, err
	}
	out, err := gopls.StdoutPipe()
	if err != nil {
		return 1, err
	}
	if err := gopls.Start(); err != nil {
		return 1, fmt.Errorf("cannot start gopls: %w; set %s to its path", err, GoplsEnv)
	}
	p := newProxy(c, wire.NewQueue(c.Stdout), wire.NewQueue(in))
	p.startEngine()
	go func() {
		p.readEditor(c.Stdin)
		p.gopls.Close()
		_ = in.Close()
	}()
	readErr := p.readGopls(out)
	if readErr != nil { // it speaks something else; there is nothing to wait for
		_ = gopls.Process.Kill()
	}
	status = exitStatus(gopls.Wait())
	p.stopEngine()
	p.editor.Close()
	if readErr != nil {
		return 1, fmt.Errorf("gopls: %w", readErr)
	}
	return status, nil
}

// exitStatus is the status of a process that has ended, as a shell gives it.
func exitStatus(err error) int {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case !errors.As(err, &exit):
		return 1
	}
	if s, ok := exit.Sys().(interface {
		Signaled() bool
		Signal() syscall.Signal
	}); ok && s.Signaled() {
		return 128 + int(s.Signal())
	}
	return exit.ExitCode()
}
