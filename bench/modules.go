package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// module is what tools are run over.
type module struct {
	name, title string
	dir         string // its copy
	edit        string // the file that is edited, relative
	fn          string // in whose function the edit is made
}

// module copies a module into the scratch folder.
func (b *bench) module(name string) (*module, error) {
	m := &module{name: name, dir: filepath.Join(b.scratch, "modules", name)}
	var from string
	switch name {
	case "app":
		m.title = "a program of Eino and the MCP SDK"
		m.edit, m.fn = "tools/tools.go", "func (c *Client) Call("
		from = filepath.Join(b.root, "bench", "testdata", "app")
	case "runtime":
		m.title = "the runtime module with its examples"
		m.edit, m.fn = "stategraph/graph.go", "func "
		from = filepath.Join(b.root, "runtime")
	case "golangci":
		m.title = "golangci-lint v2.15.0 itself"
		m.edit, m.fn = "pkg/config/config.go", "func "
		dir, err := b.download("github.com/golangci/golangci-lint/v2@v2.15.0")
		if err != nil {
			return nil, err
		}
		from = dir
	default:
		return nil, fmt.Errorf("there is no module %q; app, runtime and golangci are", name)
	}
	if err := os.RemoveAll(m.dir); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(m.dir), 0o750); err != nil {
		return nil, err
	}
	if err := b.do(b.scratch, nil, "cp", "-r", from, m.dir); err != nil {
		return nil, err
	}
	if err := b.do(b.scratch, nil, "chmod", "-R", "u+w", m.dir); err != nil {
		return nil, err
	}
	if name == "app" {
		if err := os.Rename(filepath.Join(m.dir, "go.mod.txt"), filepath.Join(m.dir, "go.mod")); err != nil {
			return nil, err
		}
		return m, b.do(m.dir, []string{"GOWORK=off", "GOFLAGS="}, "go", "mod", "tidy")
	}
	return m, nil
}

func (b *bench) download(path string) (string, error) {
	var out bytes.Buffer
	cmd := exec.Command("go", "mod", "download", "-json", path) //nolint:gosec // paths of this file
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = b.scratch, append(os.Environ(), "GOWORK=off", "GOFLAGS="), &out, os.Stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("download %s: %w", path, err)
	}
	_, rest, _ := strings.Cut(out.String(), "\"Dir\": \"")
	dir, _, ok := strings.Cut(rest, "\"")
	if !ok {
		return "", fmt.Errorf("go mod download says nothing of a folder for %s", path)
	}
	return dir, nil
}

// change puts another statement into a function, one that no build cache has seen. It changes no line.
func (m *module) change() error {
	name := filepath.Join(m.dir, m.edit)
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	text := string(data)
	if i := strings.Index(text, "{ _ = \"edit "); i >= 0 {
		j := i + strings.Index(text[i:], ";") + 1
		text = text[:i] + "{" + text[j:]
	}
	i := strings.Index(text, "\n"+m.fn)
	if i < 0 {
		return fmt.Errorf("%s has no %q", name, m.fn)
	}
	j := strings.Index(text[i+1:], "{\n")
	if j < 0 {
		return fmt.Errorf("%s: no body behind %q", name, m.fn)
	}
	at := i + 1 + j + 1
	text = text[:at] + fmt.Sprintf(" _ = \"edit %d\";", time.Now().UnixNano()) + text[at:]
	return os.WriteFile(name, []byte(text), 0o600)
}
