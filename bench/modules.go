package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// source says where a module comes from, and which of its packages is edited: one that others import
// and, where there is one, that skewlint analyses.
type source struct {
	name, title string
	folder      string // in this repository
	version     string // as the module proxy knows it, if it is not of this repository
	file, fn    string // what is edited
	tidy        bool   // its go.mod is called go.mod.txt, and has no go.sum
}

var sources = []source{
	{
		name: "app", title: "A program of Eino and the MCP SDK", folder: "bench/testdata/app", tidy: true,
		file: "tools/tools.go", fn: "func (c *Client) Call(",
	},
	{
		name: "runtime", title: "The runtime module with its examples", folder: "runtime",
		file: "examples/internal/model/endpoint.go", fn: "func FromEnv(",
	},
	{
		name: "golangci", title: "golangci-lint v2.15.0 itself, of which skewlint has nothing to analyse",
		version: "github.com/golangci/golangci-lint/v2@v2.15.0", file: "pkg/config/config.go", fn: "func NewDefault(",
	},
}

func moduleNames() []string {
	names := make([]string, 0, len(sources))
	for _, s := range sources {
		names = append(names, s.name)
	}
	return names
}

func findModule(name string) (source, error) {
	for _, s := range sources {
		if s.name == name {
			return s, nil
		}
	}
	return source{}, fmt.Errorf("there is no module %q; there are %s", name, strings.Join(moduleNames(), ", "))
}

// module is what tools are run over: a copy.
type module struct {
	name, title string
	dir         string
	pkg         string // the pattern of the package that is edited
	edit        *edit
}

// module copies a module into the scratch folder.
func (b *bench) module(name string) (*module, error) {
	s, err := findModule(name)
	if err != nil {
		return nil, err
	}
	from := filepath.Join(b.root, filepath.FromSlash(s.folder))
	if s.version != "" {
		if from, err = b.download(s.version); err != nil {
			return nil, err
		}
	}
	m := &module{name: s.name, title: s.title, dir: filepath.Join(b.scratch, "modules", s.name), pkg: "./" + filepath.ToSlash(filepath.Dir(s.file))}
	if err := b.copyModule(from, m.dir, s.tidy); err != nil {
		return nil, err
	}
	m.edit, err = newEdit(filepath.Join(m.dir, filepath.FromSlash(s.file)), s.fn)
	return m, err
}

func (b *bench) copyModule(from, to string, tidy bool) error {
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o750); err != nil {
		return err
	}
	if err := b.do(b.scratch, nil, "cp", "-r", from, to); err != nil {
		return err
	}
	if err := b.do(b.scratch, nil, "chmod", "-R", "u+w", to); err != nil {
		return err
	}
	if !tidy {
		return nil
	}
	if err := os.Rename(filepath.Join(to, "go.mod.txt"), filepath.Join(to, "go.mod")); err != nil {
		return err
	}
	return b.do(to, []string{"GOWORK=off", "GOFLAGS="}, "go", "mod", "tidy")
}

// download gives the folder of the module cache that has a module.
func (b *bench) download(version string) (string, error) {
	var out bytes.Buffer
	cmd := exec.Command("go", "mod", "download", "-json", version) //nolint:gosec // versions of this file
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = b.scratch, append(os.Environ(), "GOWORK=off", "GOFLAGS="), &out, os.Stderr
	runErr := cmd.Run()
	var got struct{ Dir, Error string }
	if err := errors.Join(runErr, json.Unmarshal(out.Bytes(), &got)); err != nil || got.Dir == "" {
		return "", fmt.Errorf("download %s: %s: %w", version, got.Error, err)
	}
	return got.Dir, nil
}

// countPackages counts what go list lists of a module.
func (b *bench) countPackages(m *module) (int, error) {
	cmd := exec.Command("go", "list", "-deps", "-test", "./...")
	cmd.Dir, cmd.Env, cmd.Stderr = m.dir, b.environment(tool{}, "", b.buildCache()), os.Stderr
	out, err := cmd.Output()
	return bytes.Count(out, []byte("\n")), err
}
