package session

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skewlint/skewlint/internal/driver"
	"github.com/skewlint/skewlint/internal/driver/load"
)

// view is a folder whose packages are looked at together.
type view struct {
	dir    string
	kept   *load.Kept
	recent *recent
	dirty  bool
	files  map[string]*fileFacts // by path
}

// fileFacts is what is known of one file.
type fileFacts struct {
	pkg    string
	sum    textSum // of the text that was looked at
	found  []entry
	graphs []graph
}

// graph is one that a file builds, with the package that knows its nodes.
type graph struct {
	pkg   *driver.PackageGraphs
	index int
}

// placeViews makes the views that folders and open files ask for. The lock is held.
func (s *Session) placeViews() {
	wanted := map[string]bool{}
	for _, dir := range s.folders {
		if moduleRoot(dir) != "" {
			wanted[dir] = true
		}
	}
	for path := range s.docs {
		if dir := s.viewOf(path); dir != "" {
			wanted[dir] = true
		}
	}
	for dir, v := range s.views {
		nested := slices.ContainsFunc(s.folders, func(f string) bool { return under(f, dir) })
		if !wanted[dir] && !nested {
			s.drop(v)
		}
	}
	for dir := range wanted {
		if s.views[dir] == nil {
			s.views[dir] = &view{dir: dir, kept: &load.Kept{}, recent: newRecent(), dirty: true}
		}
	}
}

// viewOf is the folder of the view that a file needs beside those of the workspace folders: its
// module, if that is nested in a folder, or if there are no folders.
func (s *Session) viewOf(path string) string {
	root := moduleRoot(filepath.Dir(path))
	if root == "" {
		return ""
	}
	if len(s.folders) == 0 {
		return root
	}
	for _, folder := range s.folders {
		if under(folder, root) {
			return root
		}
	}
	return ""
}

// moduleRoot is the nearest folder upwards with a go.mod, empty if there is none.
func moduleRoot(dir string) string {
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		above := filepath.Dir(dir)
		if above == dir {
			return ""
		}
		dir = above
	}
}

// drop forgets a view and clears what it has published. The lock is held.
func (s *Session) drop(v *view) {
	delete(s.views, v.dir)
	for path := range v.files {
		s.publish(path)
	}
}

// facts are what the views know of a file as it is now. The lock is held.
func (s *Session) facts(path string) []*fileFacts {
	var out []*fileFacts
	for _, dir := range s.viewDirs() {
		if f := s.views[dir].files[path]; f != nil && (s.docs[path] == nil || f.sum == sumOf(s.docs[path].text)) {
			out = append(out, f)
		}
	}
	return out
}

// viewDirs are the folders of the views: the one of the last change first, then by name.
func (s *Session) viewDirs() []string {
	var dirs []string
	for dir := range s.views {
		dirs = append(dirs, dir)
	}
	slices.SortFunc(dirs, func(a, b string) int {
		switch inA, inB := under(a, s.lastFile), under(b, s.lastFile); {
		case inA && !inB:
			return -1
		case inB && !inA:
			return 1
		}
		return strings.Compare(a, b)
	})
	return dirs
}
