package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/skewlint/skewlint/internal/driver"
	"github.com/skewlint/skewlint/internal/driver/diskcache"
)

// openCache opens the cache of results; nil: nothing is kept.
func (e *Env) openCache() (*diskcache.Cache, error) {
	if e.Getenv == nil {
		return nil, nil // nobody said where
	}
	return diskcache.FromEnv(e.Getenv)
}

// cache says where results are kept, or deletes them.
func cache(_ context.Context, e *Env, _ *options, args []string) (int, error) {
	c, err := e.openCache()
	if err != nil {
		return 0, err
	}
	switch {
	case len(args) > 1:
		return 0, errors.New("skewlint cache takes one word: path or clean")
	case c == nil:
		_, err = fmt.Fprintf(e.Stdout, "off (%s)\n", diskcache.Variable)
	case len(args) == 0:
		files, size := c.Size()
		_, err = fmt.Fprintf(e.Stdout, "%s: %d files, %.1f MB\n", c.Dir(), files, float64(size)/(1<<20))
	case args[0] == "path":
		_, err = fmt.Fprintln(e.Stdout, c.Dir())
	case args[0] == "clean":
		err = c.Clean()
	default:
		return 0, fmt.Errorf("skewlint cache %s: the words are path and clean", args[0])
	}
	return driver.ExitClean, err
}
