package load

import (
	"path/filepath"
	"testing"

	"github.com/skewlint/skewlint/internal/driver/golist"
)

func TestMayUseAgents(t *testing.T) {
	prefixes := []string{"github.com/acme/agents", "example.com/big/graph"}
	for name, test := range map[string]struct {
		files map[string]string
		env   []string
		want  bool
	}{
		"nothing":              {files: map[string]string{"go.mod": "module a\nrequire github.com/acme/agentsmith v1.0.0\n"}},
		"required":             {files: map[string]string{"go.mod": "module a\nrequire github.com/acme/agents v1.0.0\n"}, want: true},
		"other major version":  {files: map[string]string{"go.mod": "module a\nrequire github.com/acme/agents/v3 v3.0.0\n"}, want: true},
		"module above prefix":  {files: map[string]string{"go.mod": "module a\nrequire example.com/big v1.0.0\n"}, want: true},
		"module below prefix":  {files: map[string]string{"go.mod": "module a\nrequire github.com/acme/agents/tools v1.0.0\n"}, want: true},
		"indirect, in go.sum":  {files: map[string]string{"go.mod": "module a\n", "go.sum": "github.com/acme/agents v1.0.0 h1:x=\n"}, want: true},
		"the module itself":    {files: map[string]string{"go.mod": "module github.com/acme/agents\n"}, want: true},
		"a workspace":          {files: map[string]string{"go.mod": "module a\n", "go.work": "go 1.26\n"}, want: true},
		"a workspace, off":     {files: map[string]string{"go.mod": "module a\n", "go.work": "go 1.26\n"}, env: []string{"GOWORK=off"}},
		"another go.mod":       {files: map[string]string{"go.mod": "module a\n"}, env: []string{"GOFLAGS=-modfile=x.mod"}, want: true},
		"no modules":           {files: map[string]string{"go.mod": "module a\n"}, env: []string{"GO111MODULE=off"}, want: true},
		"go.mod in the parent": {files: map[string]string{"../go.mod": "module a\nrequire github.com/acme/agents v1.0.0\n"}, want: true},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "sub")
			write(t, dir, test.files)
			write(t, dir, map[string]string{"a.go": "package a\n"})
			env := test.env
			if env == nil {
				env = []string{}
			}
			if got := mayUseAgents(golist.Query{Dir: dir, Env: env}, prefixes); got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}
