package settings

import (
	"fmt"
	"os"
	"path/filepath"
)

// Find looks for the configuration file in dir and the folders above it, up to the root of the
// file system. The nearest one wins.
func Find(dir string) (path string, ok bool) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", false
	}
	for {
		path := filepath.Join(dir, FileName)
		if info, err := os.Stat(path); err == nil && !info.IsDir() {
			return path, true
		}
		above := filepath.Dir(dir)
		if above == dir {
			return "", false
		}
		dir = above
	}
}

// Load reads the configuration file at path; see [Parse].
func Load(path string, ruleNames []string) (*Settings, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read configuration: %w", err)
	}
	return Parse(data, path, ruleNames)
}
