package load

import (
	"context"
	"crypto/sha256"
	"fmt"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"hash"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/skewlint/skewlint/internal/driver/golist"
)

// Lister lists the packages of a query, as [List] does.
type Lister func(ctx context.Context, q golist.Query, know Knowledge) ([]*golist.Package, error)

// Kept is a Lister that asks the go command again only when it could say something else: when a
// module file, the set of files in a folder of the user's, or what stands at the head of a file
// (its constraints, package clause and imports) has changed. It is for a server that runs over
// one query many times, with full names of files and folders. The zero Kept has nothing kept.
//
// It looks at the folders of the user's packages and at those above them. A package in a folder
// that is neither, and what //go:embed names, it does not see: whoever watches files calls Forget.
type Kept struct {
	mu     sync.Mutex
	listed []*golist.Package
	sum    string
	heads  map[string]fileHead
}

// fileHead is what a file on disk has for the go command.
type fileHead struct {
	modified time.Time
	size     int64
	text     string
}

// Forget makes the next call ask the go command.
func (k *Kept) Forget() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.sum = ""
}

// List is a [Lister].
func (k *Kept) List(ctx context.Context, q golist.Query, know Knowledge) ([]*golist.Package, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.sum != "" {
		if sum, _ := k.state(q, time.Now()); sum == k.sum {
			return k.listed, nil
		}
	}
	k.sum = ""
	start := time.Now()
	lean := q
	lean.Overlay = k.heading(q.Overlay)
	listed, err := List(ctx, lean, know)
	if err != nil {
		return nil, err
	}
	k.listed = listed
	if sum, settled := k.state(q, start); settled {
		k.sum = sum
	}
	return listed, nil
}

// heading are the texts that the go command would read otherwise than what is on disk.
func (k *Kept) heading(overlay map[string][]byte) map[string][]byte {
	out := map[string][]byte{}
	for name, text := range overlay {
		if _, disk, ok := k.diskHead(name); !ok || disk != head(text) {
			out[name] = text
		}
	}
	return out
}

// state sums up what the list depends on. It is settled if nothing changed after since, when the
// go command may have looked before or behind the change.
func (k *Kept) state(q golist.Query, since time.Time) (sum string, settled bool) {
	s := &summer{kept: k, q: q, hash: sha256.New(), since: since, settled: true, used: map[string]fileHead{}}
	s.add("%q %q %q %v %q", q.Dir, q.Env, q.Tags, q.Tests, q.Patterns)
	dirs := map[string]bool{}
	for _, p := range k.listed {
		if p.Own() && p.Dir != "" && !p.IsTestMain() {
			dirs[p.Dir] = true
		}
	}
	s.moduleFiles(dirs)
	s.folders(dirs)
	for _, dir := range slices.Sorted(maps.Keys(dirs)) {
		s.dir(dir)
	}
	for _, name := range slices.Sorted(maps.Keys(q.Overlay)) {
		if filepath.Ext(name) == ".go" && !dirs[filepath.Dir(name)] {
			s.add("%s %s", name, head(q.Overlay[name]))
		}
	}
	k.heads = s.used
	return string(s.hash.Sum(nil)), s.settled
}

// summer sums up one state.
type summer struct {
	kept    *Kept
	q       golist.Query
	hash    hash.Hash
	since   time.Time
	settled bool
	used    map[string]fileHead
}

func (s *summer) add(format string, args ...any) { _, _ = fmt.Fprintf(s.hash, format+"\n", args...) }

func (s *summer) stat(name string) {
	info, err := os.Stat(name)
	if err != nil {
		return
	}
	s.add("%s %d %d", name, info.ModTime().UnixNano(), info.Size())
	s.changed(info.ModTime())
}

func (s *summer) changed(t time.Time) { s.settled = s.settled && t.Before(s.since) }

// moduleFiles looks at go.mod and its like upwards from the query and from each package.
func (s *summer) moduleFiles(dirs map[string]bool) {
	files := map[string]bool{}
	for _, dir := range append(slices.Collect(maps.Keys(dirs)), s.q.Dir) {
		for _, name := range []string{"go.mod", "go.work"} {
			path := findUp(dir, name)
			if path == "" {
				continue
			}
			files[path] = true
			files[strings.TrimSuffix(path, filepath.Ext(path))+".sum"] = true
			files[path+".sum"] = true
			files[filepath.Join(filepath.Dir(path), "vendor", "modules.txt")] = true
		}
	}
	for _, path := range slices.Sorted(maps.Keys(files)) {
		s.stat(path)
	}
}

// dir looks at the Go files of a folder.
func (s *summer) dir(dir string) {
	names := map[string]bool{}
	for _, e := range readDir(dir) {
		names[filepath.Join(dir, e.Name())] = true
	}
	for name := range s.q.Overlay {
		if filepath.Dir(name) == dir {
			names[name] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if filepath.Ext(name) == ".go" {
			s.file(name)
		}
	}
}

// folders looks at which folders there are in those of packages and in those above, up to that of
// the query: a new one may be a new package.
func (s *summer) folders(dirs map[string]bool) {
	all := map[string]bool{s.q.Dir: true}
	for dir := range dirs {
		for ; strings.HasPrefix(dir, s.q.Dir) && !all[dir]; dir = filepath.Dir(dir) {
			all[dir] = true
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(all)) {
		for _, e := range readDir(dir) {
			if e.IsDir() {
				s.add("%s/%s", dir, e.Name())
			}
		}
	}
}

// readDir lists a folder; one that is gone or closed to us holds nothing.
func readDir(dir string) []os.DirEntry {
	entries, _ := os.ReadDir(dir)
	return entries
}

func (s *summer) file(name string) {
	if text, ok := s.q.Overlay[name]; ok {
		s.add("%s %s", name, head(text))
		return
	}
	f, text, ok := s.kept.diskHead(name)
	if !ok {
		return
	}
	s.used[name] = f
	s.add("%s %s", name, text)
	s.changed(f.modified)
}

// diskHead reads the head of a file, or knows it.
func (k *Kept) diskHead(name string) (f fileHead, text string, ok bool) {
	info, err := os.Stat(name)
	if err != nil {
		return fileHead{}, "", false
	}
	f, known := k.heads[name]
	if known && f.modified.Equal(info.ModTime()) && f.size == info.Size() {
		return f, f.text, true
	}
	src, err := os.ReadFile(name)
	if err != nil {
		return fileHead{}, "", false
	}
	f = fileHead{modified: info.ModTime(), size: info.Size(), text: head(src)}
	return f, f.text, true
}

// head is what the go command reads of a file: constraints, package clause and imports.
func head(src []byte) string {
	var out strings.Builder
	file, err := parser.ParseFile(token.NewFileSet(), "", src, parser.ImportsOnly|parser.ParseComments)
	if err != nil {
		_, _ = fmt.Fprintln(&out, err)
	}
	if file == nil {
		return out.String()
	}
	for _, group := range file.Comments {
		for _, c := range group.List {
			if c.Pos() < file.Package && (constraint.IsGoBuild(c.Text) || constraint.IsPlusBuild(c.Text)) {
				_, _ = fmt.Fprintln(&out, c.Text)
			}
		}
	}
	_, _ = fmt.Fprintln(&out, file.Name)
	for _, spec := range file.Imports {
		_, _ = io.WriteString(&out, spec.Path.Value+"\n")
	}
	return out.String()
}
