package citest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// server is what a CI server has: a checkout with findings, and skewlint.
type server struct {
	root     string // of this repository
	checkout string // of the user's
	bin      string // skewlint, built from here
	cache    string // of skewlint
}

func newServer(t *testing.T) *server {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: builds the command")
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	s := &server{root: root, checkout: filepath.Join(t.TempDir(), "checkout"), bin: t.TempDir(), cache: t.TempDir()}
	if err := os.CopyFS(s.checkout, os.DirFS(filepath.Join(root, "runtime"))); err != nil {
		t.Fatal(err)
	}
	s.git(t, "init", "-q")
	s.git(t, "add", ".")
	s.git(t, "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "all")
	out, err := exec.Command("go", "build", "-o", s.bin+string(filepath.Separator), "github.com/skewlint/skewlint/cmd/skewlint").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return s
}

func (s *server) git(t *testing.T, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = s.checkout
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %s: %v\n%s", args, err, out)
	}
}

// read decodes a YAML file of this repository.
func (s *server) read(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(s.root, name))
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// bash runs a script and gives what it prints and its status.
func (s *server) bash(t *testing.T, dir, script string, env []string) (out string, status int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "GOWORK=off", "SKEWLINT_CACHE="+s.cache), env...)
	text, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(text), cmd.ProcessState.ExitCode()
}

// stubGo is a go command that can install a version of skewlint: it puts the one built here there, and
// notes what it was asked for. All else it leaves to the real one.
func (s *server) stubGo(t *testing.T) (dir, log string) {
	t.Helper()
	goCommand, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	dir, log = t.TempDir(), filepath.Join(t.TempDir(), "log")
	script := fmt.Sprintf("#!/bin/sh\nif [ \"$1\" = install ]; then echo \"$2\" >>%q; mkdir -p \"$GOBIN\"; exec cp %q/skewlint \"$GOBIN/\"; fi\nexec %q \"$@\"\n", log, s.bin, goCommand)
	if err := os.WriteFile(filepath.Join(dir, "go"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	return dir, log
}

func path(dirs ...string) string {
	return "PATH=" + strings.Join(append(dirs, os.Getenv("PATH")), string(os.PathListSeparator))
}

func mustRead(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// action is the part of action.yml that matters.
type action struct {
	Inputs map[string]struct {
		Description, Default string
	}
	Outputs map[string]struct{ Description, Value string }
	Runs    struct {
		Using string
		Steps []struct {
			Name, ID, Shell, Run string
			Dir                  string `yaml:"working-directory"`
			Env                  map[string]string
		}
	}
}

// job is one use of the action.
type job struct {
	server  *server
	inputs  map[string]string
	source  string // the folder of the action
	env     []string
	path    []string
	outputs map[string]string // of steps, "id.name"
}

var expression = regexp.MustCompile(`\$\{\{ *([^}]*?) *\}\}`)

// expand replaces the expressions of a value.
func (j *job) expand(t *testing.T, a *action, text string) string {
	t.Helper()
	return expression.ReplaceAllStringFunc(text, func(e string) string {
		name := expression.FindStringSubmatch(e)[1]
		if input, ok := strings.CutPrefix(name, "inputs."); ok {
			def, known := a.Inputs[input]
			if !known {
				t.Fatalf("%s: there is no such input", e)
			}
			if v, given := j.inputs[input]; given {
				return v
			}
			return def.Default
		}
		if rest, ok := strings.CutPrefix(name, "steps."); ok {
			return j.outputs[strings.Replace(rest, ".outputs.", ".", 1)]
		}
		if name != "github.action_path" {
			t.Fatalf("%s: not known", e)
		}
		return j.source
	})
}

// run runs the steps until one fails, as the runner does.
func (j *job) run(t *testing.T, a *action) (log string, status int) {
	t.Helper()
	temp := t.TempDir()
	j.outputs = map[string]string{}
	for _, step := range a.Runs.Steps {
		if expression.MatchString(step.Run) {
			t.Fatalf("step %q: an input in a script is code of whoever gives it: hand it over by env", step.Name)
		}
		output, paths := filepath.Join(temp, "output"), filepath.Join(temp, "path")
		for _, file := range []string{output, paths} {
			if err := os.WriteFile(file, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		env := append(slices.Clone(j.env), "GITHUB_ACTIONS=true", "GITHUB_OUTPUT="+output, "GITHUB_PATH="+paths, "GITHUB_WORKSPACE="+j.server.checkout, "RUNNER_TEMP="+temp, path(j.path...))
		for name, value := range step.Env {
			env = append(env, name+"="+j.expand(t, a, value))
		}
		out, code := j.server.bash(t, filepath.Join(j.server.checkout, j.expand(t, a, step.Dir)), step.Run, env)
		log += out
		for line := range strings.Lines(mustRead(t, output)) {
			name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
			j.outputs[step.ID+"."+name] = value
		}
		j.path = append(strings.Fields(mustRead(t, paths)), j.path...)
		if code != 0 {
			return log, code
		}
	}
	return log, 0
}

func TestAction(t *testing.T) {
	s := newServer(t)
	var a action
	s.read(t, "action.yml", &a)
	if a.Runs.Using != "composite" || len(a.Runs.Steps) == 0 {
		t.Fatalf("%+v", a.Runs)
	}
	stub, installed := s.stubGo(t)
	for name, test := range map[string]struct {
		inputs map[string]string
		status int
		log    string // what must be in it
	}{
		"findings": {map[string]string{"args": "./examples/order/skewed", "sarif": "out.sarif"}, 1, "::error file=examples/order/skewed/nodes.go,line=71,col=38,title=entrygate::"},
		"clean":    {map[string]string{"args": "./examples/order/sound"}, 0, ""},
		"none":     {map[string]string{"args": "-short  ./examples/order/skewed", "fail-on": "none", "version": "v1.2.3"}, 0, "title=entrygate"},
		"folder":   {map[string]string{"working-directory": "examples/order", "args": "./skewed", "sarif": "x/../a b.sarif", "version": "latest"}, 1, "file=examples/order/skewed/nodes.go"},
		"slip":     {map[string]string{"args": "-fial-on=none"}, 2, "did you mean -fail-on"},
		"code":     {map[string]string{"args": "./examples/order/sound $(touch pwned) `touch pwned`; touch pwned"}, 2, ""},
		"quotes":   {map[string]string{"args": "-build 'tags=a,b GOARCH=arm64'\n-build default\n./examples/order/skewed\n", "fail-on": "none"}, 0, "title=entrygate"},
		"no end":   {map[string]string{"args": "-build 'tags=a ./examples/order/sound"}, 2, "::error::skewlint: a quote in args has no end"},
		"change":   {map[string]string{"args": "-new-from=HEAD ./examples/order/skewed"}, 0, "hidden: 6 findings in code that did not change"},
	} {
		t.Run(name, func(t *testing.T) {
			// What a job sets for its own builds must not change what the action is built for.
			j := &job{server: s, inputs: test.inputs, source: s.root, env: []string{"GOARCH=arm64", "GOFLAGS=-buildvcs=false -tags=none"}}
			if test.inputs["version"] != "" {
				j.path = []string{stub}
			}
			if name == "folder" {
				if err := os.MkdirAll(filepath.Join(s.checkout, "examples", "order", "x"), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			log, status := j.run(t, &a)
			if status != test.status || !strings.Contains(log, test.log) {
				t.Fatalf("status %d, want %d; log:\n%s", status, test.status, log)
			}
			if got := j.expand(t, &a, a.Outputs["status"].Value); got != fmt.Sprint(test.status) && name != "no end" {
				t.Errorf("output status is %q", got)
			}
			if test.inputs["sarif"] != "" {
				file := j.expand(t, &a, a.Outputs["sarif"].Value)
				if !filepath.IsAbs(file) || !strings.Contains(mustRead(t, file), `"entrygate"`) {
					t.Errorf("output sarif is %q", file)
				}
			}
		})
	}
	if _, err := os.Stat(filepath.Join(s.checkout, "pwned")); err == nil {
		t.Error("what stands in args was run as code")
	}
	want := "github.com/skewlint/skewlint/cmd/skewlint@"
	if got := strings.Fields(mustRead(t, installed)); !slices.Contains(got, want+"v1.2.3") || !slices.Contains(got, want+"latest") {
		t.Errorf("installed %q", got)
	}
}

// TestShallowClone has the action compare with a branch in the clone that actions/checkout makes by default, which
// has neither the branch nor the commits before: it must say which setting is missing.
func TestShallowClone(t *testing.T) {
	s := newServer(t)
	s.git(t, "branch", "base")
	nodes := filepath.Join(s.checkout, "examples", "order", "skewed", "nodes.go")
	text := strings.Replace(mustRead(t, nodes), "\nfunc ", "\n// A change.\nfunc ", 1)
	if err := os.WriteFile(nodes, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s.git(t, "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qam", "change")
	var a action
	s.read(t, "action.yml", &a)
	for depth, test := range map[string]struct {
		status int
		log    string
	}{
		"--depth=1":       {2, "this is a shallow clone: fetch its history first (git fetch --unshallow; in CI, fetch-depth: 0 for actions/checkout"},
		"--no-tags":       {0, "hidden: 6 findings in code that did not change"},
		"--single-branch": {2, "git knows no such revision here; is it spelt right, and fetched?"},
	} {
		clone := *s
		clone.checkout = filepath.Join(t.TempDir(), "clone")
		s.git(t, "clone", "-q", depth, "file://"+filepath.ToSlash(s.checkout), clone.checkout)
		j := &job{server: &clone, inputs: map[string]string{"args": "-new-from=origin/base... ./examples/order/skewed"}, source: s.root}
		log, status := j.run(t, &a)
		if status != test.status || !strings.Contains(log, test.log) {
			t.Errorf("%s: status %d, want %d; log:\n%s", depth, status, test.status, log)
		}
	}
}
