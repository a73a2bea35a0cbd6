package atomicfile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a.txt")
	write(t, name, "one")
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("a new file: %v, %v", info, err)
	}
	if err := os.Chmod(name, 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink("a.txt", link); err != nil {
		t.Fatal(err)
	}
	write(t, link, "two")
	if info, err := os.Lstat(link); err != nil || info.Mode().Type() != os.ModeSymlink {
		t.Errorf("the link became %v, %v", info, err)
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("permissions were not kept: %v, %v", info, err)
	}
	if data, err := os.ReadFile(name); err != nil || string(data) != "two" {
		t.Errorf("the file holds %q, %v", data, err)
	}
	if err := Write(os.DevNull, []byte("x")); err != nil {
		t.Errorf("a device: %v", err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 2 {
		t.Errorf("the folder holds %v, %v", left, err)
	}
}

func TestWriteRefused(t *testing.T) {
	dir := t.TempDir()
	err := Write(filepath.Join(dir, "none", "a.txt"), nil)
	if err == nil || strings.Contains(err.Error(), ".a.txt") {
		t.Errorf("a folder that is not there: %v", err)
	}
	if err := Write(dir, nil); err == nil {
		t.Error("a folder was written to")
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := Write(name, []byte(text)); err != nil {
		t.Fatal(err)
	}
}
