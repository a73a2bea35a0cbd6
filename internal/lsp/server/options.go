package server

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/skewlint/skewlint/internal/lsp/session"
)

// options are the settings that count, under the names that gopls gives them.
type options struct {
	session.Config

	pull bool
}

// read takes what a client sent over what is there. Settings stand at the top, or in an object
// "gopls" or "skewlint"; names may have a path in front ("build.buildFlags"), as for gopls. What
// is unknown or of another type is gopls's to judge.
func (o *options) read(data json.RawMessage) {
	var all map[string]json.RawMessage
	if json.Unmarshal(data, &all) != nil {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		value := all[name]
		switch name[strings.LastIndexByte(name, '.')+1:] {
		case "gopls", "skewlint":
			o.read(value)
		case "buildFlags":
			var flags []string
			if json.Unmarshal(value, &flags) == nil {
				o.BuildFlags = flags
			}
		case "env":
			var env map[string]any
			if json.Unmarshal(value, &env) == nil {
				o.Env = make(map[string]string, len(env))
				for k, v := range env {
					o.Env[k] = fmt.Sprint(v)
				}
			}
		case "pullDiagnostics":
			_ = json.Unmarshal(value, &o.pull)
		}
	}
}
