package cli

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// screen is a buffer that a timer may write to while a test reads it.
type screen struct {
	mu   sync.Mutex
	text strings.Builder
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

func TestProgressLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out screen
		p := startLine(&out, time.Second)
		p.tell("", "listing packages")
		time.Sleep(999 * time.Millisecond)
		synctest.Wait()
		if out.String() != "" {
			t.Errorf("within a second it shows %q", out.String())
		}
		time.Sleep(2 * time.Millisecond)
		synctest.Wait()
		p.tell("GOOS=windows", "reading packages: 3 of 80")
		p.erase()
		want := "\r\x1b[Kskewlint: listing packages …\r\x1b[Kskewlint: GOOS=windows: reading packages: 3 of 80 …\r\x1b[K"
		if out.String() != want {
			t.Errorf("shows %q, want %q", out.String(), want)
		}
		p.tell("", "late")
		time.Sleep(time.Minute)
		if got := strings.TrimPrefix(out.String(), want); got != "" {
			t.Errorf("behind the end it shows %q", got)
		}
	})
}

func TestProgressLineOfAQuickRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out screen
		p := startLine(&out, time.Second)
		p.tell("", "listing packages")
		p.erase()
		time.Sleep(time.Minute)
		synctest.Wait()
		if out.String() != "" {
			t.Errorf("shows %q", out.String())
		}
	})
}

// Without a terminal there is no line: standard error of a test, a pipe, a log.
func TestNoProgressWithoutTerminal(t *testing.T) {
	var out bytes.Buffer
	p := (&Env{Stderr: &out}).progress()
	p.tell("", "listing packages")
	p.erase()
	if p.timer != nil || out.Len() > 0 {
		t.Errorf("a buffer gets a progress line: %q", out.String())
	}
}
