package text

import (
	"net/url"
	"path/filepath"
	"strings"
)

// Path is the file that a URI names; not ok if it names none.
func Path(uri string) (path string, ok bool) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Path == "" {
		return "", false
	}
	path = u.Path
	if hasDrive(path[1:]) { // file:///c:/x
		path = strings.ToUpper(path[1:2]) + path[2:]
	}
	return filepath.Clean(filepath.FromSlash(path)), true
}

// URI names a file.
func URI(path string) string {
	path = filepath.ToSlash(path)
	if hasDrive(path) {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

func hasDrive(path string) bool {
	return len(path) > 1 && path[1] == ':' && ('a' <= path[0] && path[0] <= 'z' || 'A' <= path[0] && path[0] <= 'Z')
}
