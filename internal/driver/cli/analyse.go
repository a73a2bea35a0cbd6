package cli

import (
	"context"
	"fmt"
	"go/types"
	"os"
	"slices"
	"strings"

	"github.com/skewlint/skewlint/analyzers/knowledge/strict"
	"github.com/skewlint/skewlint/internal/driver"
	"github.com/skewlint/skewlint/internal/driver/diskcache"
	"github.com/skewlint/skewlint/internal/driver/golist"
)

// build is one build configuration.
type build struct {
	name string
	tags string
	env  []string
}

// buildVariables are the words of -build that are environment variables of the go command.
var buildVariables = []string{"GOOS", "GOARCH", "GOAMD64", "GOARM", "GOARM64", "CGO_ENABLED", "GOEXPERIMENT"}

// systems are the values of GOOS. The go command lists packages for any word, so a slip would look
// like a system without code of its own.
var systems = []string{
	"aix", "android", "darwin", "dragonfly", "freebsd", "hurd", "illumos", "ios", "js", "linux", "nacl",
	"netbsd", "openbsd", "plan9", "solaris", "wasip1", "windows", "zos",
}

// addBuild reads one -build, words of the form NAME=VALUE: the variables and "tags". The word
// "default" stands for the build as it is without.
func (o *options) addBuild(value string) error {
	b := build{name: strings.Join(strings.Fields(value), " ")}
	if b.name == "" {
		return fmt.Errorf("want words as in -build 'GOOS=windows tags=a,b', or -build default")
	}
	if slices.ContainsFunc(o.builds, func(have build) bool { return have.name == b.name }) {
		return fmt.Errorf("%q is given twice", b.name)
	}
	for _, word := range strings.Fields(value) {
		name, v, ok := strings.Cut(word, "=")
		switch {
		case b.name == "default":
		case !ok:
			return fmt.Errorf("%q is not of the form NAME=VALUE; tags are tags=a,b", word)
		case name == "tags":
			b.tags = v
		default:
			if !slices.Contains(buildVariables, name) {
				return fmt.Errorf("no such word: %s%s", name, strict.DidYouMean(name, append([]string{"tags"}, buildVariables...)))
			}
			if err := checkVariable(name, v); err != nil {
				return err
			}
			b.env = append(b.env, word)
		}
	}
	o.builds = append(o.builds, b)
	return nil
}

// checkVariable refuses systems and processors that Go does not know.
func checkVariable(name, value string) error {
	switch {
	case name == "GOOS" && !slices.Contains(systems, value):
		return fmt.Errorf("no such GOOS: %s%s", value, strict.DidYouMean(value, systems))
	case name == "GOARCH" && types.SizesFor("gc", value) == nil:
		return fmt.Errorf("no such GOARCH: %s", value)
	}
	return nil
}

// analyse runs the driver over the packages named, or all below the working directory, once for
// each build configuration.
func analyse(ctx context.Context, e *Env, o *options, patterns []string) (*driver.Result, error) {
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	builds := o.builds
	if len(builds) == 0 {
		builds = []build{{tags: o.tags}}
	}
	kept, err := e.openCache()
	if err != nil {
		return nil, err
	}
	line := e.progress()
	defer line.erase()
	var names []string
	var runs []*driver.Result
	for _, b := range builds {
		d := &driver.Driver{Cache: driverCache(kept), Rules: e.Rules, Config: o.config, Progress: func(what string) { line.tell(b.name, what) }}
		q := golist.Query{Dir: o.dir, Tags: b.tags, Tests: o.tests, Patterns: patterns}
		if len(b.env) > 0 {
			q.Env = append(os.Environ(), b.env...)
		}
		res, err := d.Run(ctx, q)
		if err != nil && b.name != "" {
			return nil, fmt.Errorf("-build '%s': %w", b.name, err)
		}
		if err != nil {
			return nil, err
		}
		names, runs = append(names, b.name), append(runs, res)
	}
	if kept != nil {
		kept.Trim()
	}
	return driver.Merge(names, runs), nil
}

// driverCache is no cache at all where there is none, and not a nil one.
func driverCache(c *diskcache.Cache) driver.Cache {
	if c == nil {
		return nil
	}
	return c
}
