package settings

import (
	"fmt"
	"os"
	"sync"
	"time"
)

// cache keeps files that were read, since all packages of a module share one. An entry is good as
// long as the file's time and size are: a language server outlives many edits.
type cache struct {
	mu      sync.Mutex
	entries map[string]entry
}

type entry struct {
	modified time.Time
	size     int64
	settings *Settings
	err      error
}

// cacheSize bounds the number of files kept. A run sees one or a few; past the bound all are
// dropped, which costs reading one small file again.
const cacheSize = 64

func (c *cache) load(path string) (*Settings, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("read configuration: %w", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.entries[path]; ok && e.modified.Equal(info.ModTime()) && e.size == info.Size() {
		return e.settings, e.err
	}
	if c.entries == nil || len(c.entries) >= cacheSize {
		c.entries = map[string]entry{}
	}
	settings, err := Load(path, nil)
	c.entries[path] = entry{info.ModTime(), info.Size(), settings, err}
	return settings, err
}
