package citest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// gitlabJob is the part of a job that matters.
type gitlabJob struct {
	Variables map[string]string
	Script    []string
	Artifacts struct {
		When    string
		Paths   []string
		Reports map[string]string
	}
}

// variables are those of the job, with what a user sets, as the runner hands them over.
func (j *gitlabJob) variables(s *server, set map[string]string) []string {
	replacer := strings.NewReplacer("$CI_PROJECT_DIR", s.checkout, "$CI_MERGE_REQUEST_DIFF_BASE_SHA", set["CI_MERGE_REQUEST_DIFF_BASE_SHA"])
	env := []string{"CI_PROJECT_DIR=" + s.checkout}
	for variable, value := range j.Variables {
		if v, ok := set[variable]; ok {
			value = v
		}
		if variable != "GOMODCACHE" { // the one of this machine
			env = append(env, variable+"="+replacer.Replace(value))
		}
	}
	return env
}

func TestGitLab(t *testing.T) {
	s := newServer(t)
	var file map[string]gitlabJob
	s.read(t, "ci/gitlab.yml", &file)
	job := file["skewlint"]
	stub, installed := s.stubGo(t)
	change := gitlabComment(t, s)
	change["CI_MERGE_REQUEST_DIFF_BASE_SHA"] = "HEAD"
	for name, test := range map[string]struct {
		set    map[string]string
		status int
	}{
		"findings": {map[string]string{"SKEWLINT_ARGS": "-short ./examples/order/skewed"}, 1},
		"warnings": {map[string]string{"SKEWLINT_ARGS": "./examples/order/skewed", "SKEWLINT_FAIL_ON": "none", "SKEWLINT_VERSION": "v1.2.3"}, 0},
		"clean":    {map[string]string{"SKEWLINT_ARGS": `-build "tags=a,b GOARCH=arm64" ./examples/order/sound`}, 0},
		"change":   {change, 0},
	} {
		t.Run(name, func(t *testing.T) {
			out, status := s.bash(t, s.checkout, strings.Join(job.Script, "\n"), append(job.variables(s, test.set), path(stub)))
			if status != test.status {
				t.Fatalf("status %d, want %d\n%s", status, test.status, out)
			}
			found := name == "findings" || name == "warnings"
			junit := mustRead(t, filepath.Join(s.checkout, job.Artifacts.Reports["junit"]))
			if strings.Contains(junit, `<failure`) != found || !strings.Contains(junit, "<testsuite") {
				t.Errorf("test report:\n%s", junit)
			}
			if got := s.quality(t, job.Artifacts.Reports["codequality"]); slices.Contains(got, "entrygate examples/order/skewed/nodes.go:71") != found {
				t.Errorf("code quality: %q", got)
			}
			for _, p := range job.Artifacts.Paths {
				mustRead(t, filepath.Join(s.checkout, p))
			}
		})
	}
	if job.Artifacts.When != "always" {
		t.Error("the reports of a job that fails are not kept")
	}
	if got := strings.Fields(mustRead(t, installed)); !slices.Contains(got, "github.com/skewlint/skewlint/cmd/skewlint@v1.2.3") {
		t.Errorf("installed %q", got)
	}
}

// quality reads a Code Quality report: rule, file and line of each entry.
func (s *server) quality(t *testing.T, name string) []string {
	t.Helper()
	var issues []struct {
		Check    string `json:"check_name"`
		Location struct {
			Path  string
			Lines struct{ Begin json.Number }
		}
	}
	if err := json.Unmarshal([]byte(mustRead(t, filepath.Join(s.checkout, name))), &issues); err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, i := range issues {
		out = append(out, i.Check+" "+i.Location.Path+":"+i.Location.Lines.Begin.String())
	}
	return out
}

// gitlabComment is what the template's comment proposes for findings of a change alone: the variables.
func gitlabComment(t *testing.T, s *server) map[string]string {
	t.Helper()
	_, text, ok := strings.Cut(mustRead(t, filepath.Join(s.root, "ci", "gitlab.yml")), "in a pipeline of a merge request:\n")
	if !ok {
		t.Fatal("the comment on merge requests is gone")
	}
	var example strings.Builder
	for line := range strings.Lines(text) {
		line, comment := strings.CutPrefix(line, "#")
		if !comment {
			break
		}
		example.WriteString(strings.TrimPrefix(line, "   "))
	}
	var file map[string]struct {
		Rules     []struct{ If string }
		Variables map[string]string
	}
	if err := yaml.Unmarshal([]byte(example.String()), &file); err != nil {
		t.Fatal(err)
	}
	job := file["skewlint"]
	if len(job.Rules) != 1 || job.Rules[0].If != `$CI_PIPELINE_SOURCE == "merge_request_event"` || job.Variables["GIT_DEPTH"] != "0" {
		t.Errorf("the comment proposes %+v", job)
	}
	return job.Variables
}

// A quote without an end is an error, and not a run over something else.
func TestGitLabQuotes(t *testing.T) {
	s := newServer(t)
	var file map[string]gitlabJob
	s.read(t, "ci/gitlab.yml", &file)
	job := file["skewlint"]
	stub, _ := s.stubGo(t)
	env := append(job.variables(s, map[string]string{"SKEWLINT_ARGS": "-build 'tags=a ./examples/order/sound"}), path(stub))
	if out, status := s.bash(t, s.checkout, strings.Join(job.Script, "\n"), env); status == 0 {
		t.Errorf("status 0\n%s", out)
	}
	if _, err := os.Stat(filepath.Join(s.checkout, job.Artifacts.Reports["junit"])); err == nil {
		t.Error("there is a report all the same")
	}
}
