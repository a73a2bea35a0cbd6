package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/skewlint/skewlint/internal/driver"
	"github.com/skewlint/skewlint/internal/driver/diskcache"
)

// cacheVariable names the folder of the cache, or says that there is to be none.
const cacheVariable = "SKEWLINT_CACHE"

// cacheDir is the folder of the cache, empty if there is none.
func (e *Env) cacheDir() (string, error) {
	switch dir := e.getenv(cacheVariable); {
	case dir == "off":
		return "", nil
	case dir != "" && !filepath.IsAbs(dir):
		return "", fmt.Errorf("%s=%s is not a full name of a folder; off is to keep nothing", cacheVariable, dir)
	case dir != "":
		return dir, nil
	}
	if e.Getenv == nil {
		return "", nil // nobody said where
	}
	base, err := os.UserCacheDir()
	if err != nil {
		return "", nil //nolint:nilerr // an account without a home has no cache
	}
	return filepath.Join(base, "skewlint"), nil
}

// openCache opens the cache of results; nil: nothing is kept.
func (e *Env) openCache() (*diskcache.Cache, error) {
	dir, err := e.cacheDir()
	if dir == "" || err != nil {
		return nil, err
	}
	return diskcache.Open(dir), nil
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
		_, err = fmt.Fprintf(e.Stdout, "off (%s)\n", cacheVariable)
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
