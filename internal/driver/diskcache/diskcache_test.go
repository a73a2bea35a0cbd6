package diskcache

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

func key(i int) string {
	sum := sha256.Sum256(fmt.Append(nil, i))
	return hex.EncodeToString(sum[:])
}

// value is large enough that writing it takes several calls, and differs by writer.
func value(i, writer int) []byte {
	return bytes.Repeat(fmt.Appendf(nil, "%d by %d;", i, writer), 20_000)
}

const entries = 20

// TestMain is also the process that writes until it is killed.
func TestMain(m *testing.M) {
	if dir := os.Getenv("WRITE_INTO"); dir != "" {
		c := Open(dir)
		for round := 0; ; round++ {
			for i := range entries {
				c.Put(key(i), value(i, os.Getpid()))
				if data, ok := c.Get(key(i)); ok && !whole(i, data) {
					fmt.Println("torn")
					os.Exit(3)
				}
			}
		}
	}
	os.Exit(m.Run())
}

// whole reports whether data is what one writer wrote for i.
func whole(i int, data []byte) bool {
	var got, writer int
	if _, err := fmt.Sscanf(string(data[:min(40, len(data))]), "%d by %d;", &got, &writer); err != nil {
		return false
	}
	return got == i && bytes.Equal(data, value(i, writer))
}

// TestKilledWhileWriting has several processes write the same entries and kills them in the midst.
func TestKilledWhileWriting(t *testing.T) {
	dir := t.TempDir()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for round := range 5 {
		var all sync.WaitGroup
		for i := range 3 {
			cmd := exec.Command(program)
			cmd.Env = append(os.Environ(), "WRITE_INTO="+dir)
			var out bytes.Buffer
			cmd.Stdout = &out
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			all.Go(func() {
				time.Sleep(time.Duration(150+7*i) * time.Millisecond)
				_ = cmd.Process.Kill()
				_ = cmd.Wait()
				if out.Len() > 0 {
					t.Errorf("a process read %q", out.String())
				}
			})
		}
		all.Wait()
		found := 0
		for i := range entries {
			if data, ok := Open(dir).Get(key(i)); ok {
				found++
				if !whole(i, data) {
					t.Errorf("round %d: entry %d is torn", round, i)
				}
			}
		}
		if found == 0 {
			t.Errorf("round %d: nothing was written; the test says nothing", round)
		}
	}
	c := Open(dir)
	if err := c.Clean(); err != nil {
		t.Fatal(err)
	}
	if n, _ := c.Size(); n != 0 {
		t.Errorf("%d files are left, those of killed processes among them", n)
	}
}

func TestDamagedEntries(t *testing.T) {
	c := Open(t.TempDir())
	text := []byte("what was learnt")
	damage := map[string]func([]byte) []byte{
		"cut short": func(b []byte) []byte { return b[:len(b)-1] },
		"empty":     func([]byte) []byte { return nil },
		"head only": func([]byte) []byte { return magic },
		"one bit":   func(b []byte) []byte { b[len(b)-3] ^= 1; return b },
		"longer":    func(b []byte) []byte { return append(b, 'x') },
	}
	for name, f := range damage {
		c.Put(key(1), text)
		file := c.file(key(1))
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, f(data), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, ok := c.Get(key(1)); ok {
			t.Errorf("%s: read %q", name, got)
		}
		c.Put(key(1), text)
		if got, ok := c.Get(key(1)); !ok || !bytes.Equal(got, text) {
			t.Errorf("%s: not rewritten: %q %v", name, got, ok)
		}
	}
	c.Put(key(2), text)
	if err := os.MkdirAll(filepath.Dir(c.file(key(3))), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(c.file(key(2)), c.file(key(3))); err != nil {
		t.Fatal(err)
	}
	if _, ok := c.Get(key(3)); ok {
		t.Error("an entry under another name was read")
	}
}

func TestTrim(t *testing.T) {
	dir := t.TempDir()
	c := Open(dir)
	now := time.Now()
	c.now = func() time.Time { return now }
	other := filepath.Join(dir, "ab", "mine.txt")
	c.Put(key(1), nil)
	c.Put(key(2), nil)
	if err := os.MkdirAll(filepath.Dir(other), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(other, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	c.Trim()
	now = now.Add(4 * 24 * time.Hour)
	if _, ok := c.Get(key(1)); !ok { // and so is in use
		t.Fatal("the entry is gone before its time")
	}
	now = now.Add(2 * 24 * time.Hour)
	_ = os.Chtimes(other, now.Add(-maxAge*2), now.Add(-maxAge*2))
	c.Trim()
	_, used := c.Get(key(1))
	_, unused := c.Get(key(2))
	if !used || unused {
		t.Errorf("entry in use: %v, unused: %v", used, unused)
	}
	if _, err := os.Stat(other); err != nil {
		t.Errorf("a file of somebody else: %v", err)
	}
}

func TestNoPlaceToWrite(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	c := Open(filepath.Join(file, "below")) // no user, not even root, can make a folder here
	c.Put(key(1), []byte("x"))
	c.Trim()
	if _, ok := c.Get(key(1)); ok {
		t.Error("read what cannot have been written")
	}
	if err := c.Clean(); err != nil {
		t.Errorf("Clean: %v", err)
	}
}
