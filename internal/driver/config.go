package driver

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/skewlint/skewlint/analyzers/settings"
	"github.com/skewlint/skewlint/internal/driver/golist"
)

// checkConfig reads the configuration of the working directory before anything else, so that a
// slip in it is not found behind a minute of loading.
func (d *Driver) checkConfig(dir string) error {
	if d.Config != "" {
		return d.readConfig(d.Config)
	}
	if path, ok := settings.Find(dir); ok {
		return d.readConfig(path)
	}
	return nil
}

// checkConfigs reads the configurations of packages that have another one.
func (d *Driver) checkConfigs(roots []*golist.Package) error {
	if d.Config != "" {
		return nil
	}
	var paths []string
	for _, p := range roots {
		if path, ok := settings.Find(p.Dir); ok && !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	for _, path := range paths {
		if err := d.readConfig(path); err != nil {
			return err
		}
	}
	return nil
}

// readConfig is for its error: the analyzers read the file again, without knowing the rules.
func (d *Driver) readConfig(path string) error {
	names := make([]string, 0, len(d.Rules))
	for _, r := range d.Rules {
		names = append(names, r.Name)
	}
	_, err := settings.Load(shorten(path), names)
	return err
}

// shorten makes the name of a file below the working directory relative, as errors show it.
func shorten(path string) string {
	wd, err := os.Getwd()
	if err != nil {
		return path
	}
	if rel, err := filepath.Rel(wd, path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return path
}
