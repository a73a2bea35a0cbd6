// Package editors runs the set-ups of docs/editors.md in the editors themselves.
//
// It is for what no scripted client can tell: whether an editor does with our answers what a person
// expects. The one idea to hold: the set-up is read from the page, so that what is written there is
// what was tried; testdata has the hands, scripts that press the keys and print what is seen.
//
// SKEWLINT_TEST_NVIM and SKEWLINT_TEST_EMACS name the editors; without them nothing is run, and one that
// is older than the page asks for is skipped. gopls has to be there as well, see internal/lsp/proxy. Helix, which has no way to be scripted, was tried by hand.
package editors

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/skewlint/skewlint/internal/lsp/lsptest"
	"github.com/skewlint/skewlint/internal/lsp/proxy"
	"github.com/skewlint/skewlint/internal/lsp/server"
	"github.com/skewlint/skewlint/rules"
)

// TestMain makes this binary the skewlint that editors start.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "lsp":
			os.Exit(server.Main(context.Background(), os.Args[2:], server.Options{Rules: rules.All()}, os.Stdin, os.Stdout, os.Stderr))
		case "gopls":
			os.Exit(proxy.Main(os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
		}
	}
	os.Exit(m.Run())
}

// seen is what every editor has to show, by the word that its script puts before it.
var seen = map[string][]string{
	"diagnostic": {lsptest.Code, "before it pauses, so a resume does it again"},
	"hover":      {`1. node "ask" runs`, "Why it matters"},
	"definition": {"net/http/client.go"}, // gopls's
	"action":     {"//skewlint:ignore " + lsptest.Code + " -- "},
	"lens":       {"show graph mailing"},
	"graph":      {"flowchart TD", "ask (can pause)"},
}

func TestNeovim(t *testing.T) {
	nvim := editor(t, "SKEWLINT_TEST_NVIM")
	version := output(t, nvim, "--version")
	current := supports(t, nvim, "nvim-0.11")
	if !supports(t, nvim, "nvim-0.8") {
		t.Skipf("the page asks for Neovim 0.8; this is %.20s", version)
	}
	const gopls = `vim.lsp.config('gopls', { cmd = { 'gopls' }, filetypes = { 'go' }, root_markers = { 'go.work', 'go.mod' } })
vim.lsp.enable('gopls')
`
	setUps := map[string]string{"beside": gopls + documented(t, "Neovim", "lua", 0), "proxy": gopls + documented(t, "Neovim", "lua", 1)}
	if !current {
		older := documented(t, "Neovim", "lua", 2)
		setUps = map[string]string{"older": older + strings.ReplaceAll(strings.ReplaceAll(older, "{ 'skewlint', 'lsp' }", "{ 'gopls' }"), "'skewlint'", "'gopls'")}
	}
	for name, setUp := range setUps {
		t.Run(name, func(t *testing.T) {
			w := newWorkspace(t)
			init := w.write(t, "init.lua", setUp)
			script := fromHere(t, "testdata/neovim.lua")
			w.try(t, nvim, []string{"--headless", "-n", "-i", "NONE", "-u", init, "-c", "luafile " + script, "-c", "qall!"}, seen)
		})
	}
}

func supports(t *testing.T, nvim, feature string) bool {
	t.Helper()
	return strings.Contains(output(t, nvim, "--headless", "-u", "NONE", "-i", "NONE", "-c", "echo 'has'.has('"+feature+"')", "-c", "qall"), "has1")
}

func TestEmacs(t *testing.T) {
	emacs := editor(t, "SKEWLINT_TEST_EMACS")
	for i, client := range []string{"lsp-mode", "eglot"} {
		t.Run(client, func(t *testing.T) {
			if out, err := exec.Command(emacs, "--batch", "--eval", "(progn (package-initialize) (require '"+client+") (require 'go-mode))").CombinedOutput(); err != nil {
				t.Skipf("%s or go-mode is not installed: %s", client, out)
			}
			wants := seen
			if client == "eglot" { // it has no code lenses
				wants = map[string][]string{}
				for what, parts := range seen {
					wants[what] = parts
				}
				delete(wants, "lens")
			}
			w := newWorkspace(t)
			w.env = append(w.env, "CLIENT="+client)
			init := w.write(t, "init.el", documented(t, "Emacs", "elisp", i))
			w.try(t, emacs, []string{"--batch", "--eval", "(package-initialize)", "-l", init, "-l", fromHere(t, "testdata/emacs.el")}, wants)
		})
	}
}

// editor finds the one that the variable names, or skips the test: an editor waits for servers that
// are slow to start beside other tests, so these are run by themselves.
func editor(t *testing.T, variable string) string {
	t.Helper()
	name := os.Getenv(variable)
	if name == "" {
		t.Skipf("%s names no editor", variable)
	}
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatalf("%s: %v", variable, err)
	}
	return path
}

func output(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func fromHere(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(name)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// documented is a block of code below a heading of the page, counted from 0.
func documented(t *testing.T, heading, language string, n int) string {
	t.Helper()
	page, err := os.ReadFile("../docs/editors.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(page), "\n## "+heading+"\n")
	section, _, _ = strings.Cut(section, "\n## ")
	blocks := regexp.MustCompile("(?s)\n```"+language+"\n(.*?\n)```\n").FindAllStringSubmatch(section, -1)
	if !ok || n >= len(blocks) {
		t.Fatalf("docs/editors.md has %d blocks of %s below %q, and number %d was asked for", len(blocks), language, heading, n)
	}
	return blocks[n][1]
}

// workspace is a module with a mistake, and an environment in which skewlint and gopls are on PATH
// and no settings of the user count.
type workspace struct {
	dir, home string
	env       []string
}

func newWorkspace(t *testing.T) *workspace {
	t.Helper()
	gopls := os.Getenv("SKEWLINT_TEST_GOPLS")
	if gopls == "" {
		gopls = "gopls"
	}
	gopls, err := exec.LookPath(gopls)
	if err != nil {
		t.Skip("no gopls on PATH or in SKEWLINT_TEST_GOPLS; go install golang.org/x/tools/gopls@v0.23.0")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	w := &workspace{home: scratch(t)}
	dir, agent := lsptest.Module(t, "example.com/app")
	w.dir = dir
	bin := filepath.Join(w.home, "bin")
	if err := os.Mkdir(bin, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string]string{"skewlint": self, "gopls": gopls} {
		if err := os.Symlink(file, filepath.Join(bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	w.env = append(os.Environ(), "AGENT="+agent, "STATE="+w.home, "HOME="+w.home, "XDG_CONFIG_HOME="+w.home, "XDG_STATE_HOME="+w.home,
		"XDG_CACHE_HOME="+w.home, "XDG_DATA_HOME="+w.home, "TERM=dumb", "GOWORK=off", "PATH="+bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPATH"} { // they lie below the real home
		w.env = append(w.env, name+"="+output(t, "go", "env", name))
	}
	return w
}

// scratch is a folder for as long as the test takes. gopls may write into it for a moment after its
// editor has ended, so it is removed until that succeeds.
func scratch(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "editor")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for range 50 {
			if err = os.RemoveAll(dir); err == nil {
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
		t.Error(err)
	})
	return dir
}

func (w *workspace) write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(w.home, name)
	lsptest.Write(t, path, text)
	return path
}

// try runs an editor and checks what its script has seen.
func (w *workspace) try(t *testing.T, name string, args []string, wants map[string][]string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...) //nolint:gosec // an editor of whoever runs the test
	cmd.Dir, cmd.Env = w.dir, w.env
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
	got := map[string]string{}
	for what, text := range lines(string(out)) {
		got[what] = text
	}
	for what, parts := range wants {
		for _, part := range parts {
			if !strings.Contains(got[what], part) {
				t.Errorf("%s: no %q in %q", what, part, got[what])
			}
		}
	}
	if t.Failed() {
		t.Logf("standard output:\n%s\nstandard error:\n%s", out, stderr.String())
	}
}

// lines reads what a script has printed: a word, a colon and a text, of which further lines begin
// with a tab.
func lines(out string) map[string]string {
	all := map[string]string{}
	last := ""
	for line := range strings.Lines(out) {
		if more, ok := strings.CutPrefix(line, "\t"); ok {
			all[last] += more
			continue
		}
		if what, text, ok := strings.Cut(line, ": "); ok {
			last = what
			all[what] = text
		}
	}
	return all
}
