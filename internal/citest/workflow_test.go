package citest

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// yamlBlock is a block of YAML in a page.
var yamlBlock = regexp.MustCompile("(?s)```yaml\n(.*?)```")

// block is the one block of YAML in the README that has the words.
func (s *server) block(t *testing.T, words string) string {
	t.Helper()
	var found []string
	for _, m := range yamlBlock.FindAllStringSubmatch(mustRead(t, filepath.Join(s.root, "README.md")), -1) {
		if strings.Contains(m[1], words) {
			found = append(found, m[1])
		}
	}
	if len(found) != 1 {
		t.Fatalf("the README has %d blocks of YAML with %q, want one", len(found), words)
	}
	return found[0]
}

// TestWorkflow has actionlint check the workflow of the README and, as the action that it uses, action.yml: inputs
// and outputs, expressions, permissions, versions of the other actions.
func TestWorkflow(t *testing.T) {
	tool := os.Getenv("SKEWLINT_TEST_ACTIONLINT")
	if tool == "" {
		found, err := exec.LookPath("actionlint")
		if err != nil {
			t.Skip("actionlint is not installed: go install github.com/rhysd/actionlint/cmd/actionlint@v1.7.12")
		}
		tool = found
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	s := &server{root: root, checkout: t.TempDir(), cache: t.TempDir()}
	s.git(t, "init", "-q")
	workflow := strings.Replace(s.block(t, "uses: skewlint/skewlint@"), "skewlint/skewlint@main", "./", 1)
	action := mustRead(t, filepath.Join(root, "action.yml"))
	lint := func(workflow, action string) (string, int) {
		for name, text := range map[string]string{"action.yml": action, ".github/workflows/skewlint.yml": workflow} {
			if err := os.MkdirAll(filepath.Dir(filepath.Join(s.checkout, name)), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(s.checkout, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return s.bash(t, s.checkout, `"$TOOL" -no-color`, []string{"TOOL=" + tool})
	}
	if out, status := lint(workflow, action); status != 0 {
		t.Errorf("status %d\n%s", status, out)
	}
	for want, broken := range map[string][2]string{
		`input "argz" is not defined`:         {strings.Replace(workflow, "args:", "argz:", 1), action},
		`property "sarif" is not defined in`:  {workflow, strings.Replace(action, "\n  sarif:\n    description: The", "\n  other:\n    description: The", 1)},
		`description is required in metadata`: {workflow, strings.Replace(action, "\ndescription:", "\nsummary:", 1)},
		`unknown permission scope "events"`:   {strings.Replace(workflow, "security-events:", "events:", 1), action},
	} {
		if out, status := lint(broken[0], broken[1]); status == 0 || !strings.Contains(out, want) {
			t.Errorf("%s is not seen: status %d\n%s", want, status, out)
		}
	}
}
