// Package diskcache keeps pieces of data in a folder, by key.
//
// It is for what a run of the command has learnt and the next one need not. The one idea to hold:
// an entry is good or not there. Each file carries the hash of its contents and is written beside
// its place and then renamed, so that neither a process that is killed nor several that run at one
// time, nor a disk that is full, can leave an entry that is read as something else.
//
// What nobody asked for in [maxAge] is deleted, and the oldest beyond [maxSize]; that is looked
// after once in a day at most. A folder that cannot be written serves what it has.
//
// Limits: nothing is flushed to the disk; after a power failure entries may be missing. The times
// of files are used to know when they were last asked for.
package diskcache

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

const (
	maxAge  = 5 * 24 * time.Hour
	maxSize = 1 << 30
	// touchAfter is how old the time of a file may be before a reader renews it.
	touchAfter = time.Hour
	trimAfter  = 24 * time.Hour
	trimFile   = "trim.txt"
)

var magic = []byte("skewlint 1\n")

// Cache is a folder with entries. It is safe for concurrent use, also by several processes.
type Cache struct {
	dir string
	now func() time.Time
}

// Open opens a cache; the folder is made when the first entry is written.
func Open(dir string) *Cache { return &Cache{dir: dir, now: time.Now} }

// Dir is the folder.
func (c *Cache) Dir() string { return c.dir }

// file is where an entry is. Keys are hashes in letters and digits.
func (c *Cache) file(key string) string { return filepath.Join(c.dir, key[:2], key) }

// Get reads an entry.
func (c *Cache) Get(key string) ([]byte, bool) {
	name := c.file(key)
	all, err := os.ReadFile(name)
	if err != nil {
		return nil, false
	}
	rest, ok := bytes.CutPrefix(all, magic)
	if !ok || len(rest) < sha256.Size {
		return nil, false
	}
	data := rest[sha256.Size:]
	if sum := c.sum(key, data); !bytes.Equal(rest[:sha256.Size], sum) {
		return nil, false
	}
	c.touch(name)
	return data, true
}

// sum binds the data to the key: a file that was renamed by hand is no entry.
func (c *Cache) sum(key string, data []byte) []byte {
	h := sha256.New()
	_, _ = h.Write([]byte(key))
	_, _ = h.Write(data)
	return h.Sum(nil)
}

func (c *Cache) touch(name string) {
	if info, err := os.Stat(name); err == nil && c.now().Sub(info.ModTime()) > touchAfter {
		_ = os.Chtimes(name, c.now(), c.now()) // a folder that cannot be written is no error
	}
}

// Put writes an entry. What cannot be written is computed again in the next run, so there is no
// error to tell.
func (c *Cache) Put(key string, data []byte) {
	name := c.file(key)
	if os.MkdirAll(filepath.Dir(name), 0o777) != nil {
		return
	}
	f, err := os.CreateTemp(filepath.Dir(name), "new-*")
	if err != nil {
		return
	}
	_, err = f.Write(slices.Concat(magic, c.sum(key, data), data))
	if errors.Join(err, f.Close()) != nil || os.Rename(f.Name(), name) != nil {
		_ = os.Remove(f.Name())
	}
}

// Trim deletes what was not asked for in a while, unless that was done today.
func (c *Cache) Trim() {
	mark := filepath.Join(c.dir, trimFile)
	info, err := os.Stat(mark)
	if err == nil && c.now().Sub(info.ModTime()) < trimAfter {
		return
	}
	if err != nil {
		if _, err := os.Stat(c.dir); err != nil {
			return // nothing was ever written
		}
	}
	if os.WriteFile(mark, []byte("The time of this file is when the folder was last trimmed.\n"), 0o666) != nil { //nolint:gosec // as the umask says
		return
	}
	_ = os.Chtimes(mark, c.now(), c.now())
	c.trim()
}

type found struct {
	name string
	used time.Time
	size int64
}

func (c *Cache) trim() {
	all := c.files()
	slices.SortFunc(all, func(a, b found) int { return b.used.Compare(a.used) })
	var total int64
	for _, f := range all {
		total += f.size
		if c.now().Sub(f.used) > maxAge || total > maxSize {
			_ = os.Remove(f.name)
		}
	}
}

// files are the entries, and what a killed process left beside them. Whatever else is in the folder
// is not ours.
func (c *Cache) files() []found {
	var out []found
	_ = filepath.WalkDir(c.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !c.isOurs(path) {
			return nil //nolint:nilerr // what cannot be read is left alone
		}
		if info, err := d.Info(); err == nil {
			out = append(out, found{path, info.ModTime(), info.Size()})
		}
		return nil
	})
	return out
}

// Size is the number of files and their size in bytes.
func (c *Cache) Size() (files int, size int64) {
	all := c.files()
	for _, f := range all {
		size += f.size
	}
	return len(all), size
}

// Clean deletes all entries, and nothing else that may be in the folder: its name may come from an
// environment variable.
func (c *Cache) Clean() error {
	var errs []error
	dirs := map[string]bool{}
	for _, f := range c.files() {
		dirs[filepath.Dir(f.name)] = true
		if err := os.Remove(f.name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	for dir := range dirs {
		_ = os.Remove(dir) // unless another process has just written into it
	}
	_ = os.Remove(filepath.Join(c.dir, trimFile))
	return errors.Join(errs...)
}

// isOurs reports whether the name is that of an entry or of one in the making.
func (c *Cache) isOurs(name string) bool {
	rel, err := filepath.Rel(c.dir, name)
	if err != nil {
		return false
	}
	dir, base := filepath.Split(rel)
	if len(dir) != 3 {
		return false
	}
	return len(base) == 2*sha256.Size && base[:2] == dir[:2] || len(base) > 4 && base[:4] == "new-"
}
