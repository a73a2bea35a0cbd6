package cli

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/skewlint/skewlint/internal/report"
)

// patience is how long a run may take before it says what it does.
const patience = time.Second

// progressLine is one line on a terminal that says what a long run does. It appears after a while
// and is erased at the end, so that a quick run shows nothing and a log keeps nothing.
type progressLine struct {
	w io.Writer // nil: nobody looks

	mu    sync.Mutex
	timer *time.Timer
	what  string
	shown bool
}

// progress starts a line on standard error, if that is a terminal with somebody before it.
func (e *Env) progress() *progressLine {
	if !report.IsTerminal(e.Stderr) || e.getenv("CI") != "" || e.getenv("TERM") == "dumb" {
		return &progressLine{}
	}
	return startLine(e.Stderr, patience)
}

func startLine(w io.Writer, after time.Duration) *progressLine {
	p := &progressLine{w: w}
	p.mu.Lock() // the timer must not be quicker than this assignment
	defer p.mu.Unlock()
	p.timer = time.AfterFunc(after, p.show)
	return p
}

func (p *progressLine) show() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.timer != nil { // else it was erased at this very moment
		p.shown = true
		p.draw()
	}
}

// tell says what is done now, in which build if there are several.
func (p *progressLine) tell(build, what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if build != "" {
		what = build + ": " + what
	}
	p.what = what
	if p.shown {
		p.draw()
	}
}

// eraseLine takes the cursor to the first column and erases what follows.
const eraseLine = "\r\x1b[K"

func (p *progressLine) draw() { _, _ = fmt.Fprint(p.w, eraseLine, "skewlint: ", p.what, " …") }

// erase ends the line.
func (p *progressLine) erase() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.timer != nil {
		p.timer.Stop()
		p.timer = nil
	}
	if p.shown {
		p.shown = false
		_, _ = fmt.Fprint(p.w, eraseLine)
	}
}
