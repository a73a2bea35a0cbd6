package server

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/skewlint/skewlint/internal/lsp/session"
)

func TestOptions(t *testing.T) {
	for in, want := range map[string]options{
		`null`: {}, `[]`: {}, `{"buildFlags":"x","env":1,"pullDiagnostics":"x"}`: {},
		`{"buildFlags":["-tags=a"],"hints":{"x":true}}`:      {Config: config(nil, "-tags=a")},
		`{"build.buildFlags":["-tags=a"]}`:                   {Config: config(nil, "-tags=a")},
		`{"gopls":{"build.env":{"GOOS":"js","CGO":0}}}`:      {Config: config(map[string]string{"GOOS": "js", "CGO": "0"})},
		`{"skewlint":{"pullDiagnostics":true}}`:              {pull: true},
		`{"gopls":{"buildFlags":["-a"]},"skewlint":{"x":1}}`: {Config: config(nil, "-a")},
	} {
		var got options
		got.read(json.RawMessage(in))
		if !slices.Equal(got.BuildFlags, want.BuildFlags) || !maps.Equal(got.Env, want.Env) || got.pull != want.pull {
			t.Errorf("%s: %+v, want %+v", in, got, want)
		}
	}
}

func config(env map[string]string, flags ...string) session.Config {
	return session.Config{BuildFlags: flags, Env: env}
}
