package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// goTool runs the go command in a folder.
func goTool(dir string, args ...string) (*bytes.Buffer, error) {
	var out, errs bytes.Buffer
	cmd := exec.Command("nice", append([]string{"-n", "15", "go"}, args...)...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &errs
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod -buildvcs=false")
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("go %s: %w: %s", args[0], err, firstLines(errs.String(), 2))
	}
	return &out, nil
}

// firstLines shortens what a tool says to a reason of one line.
func firstLines(s string, n int) string {
	var keep []string
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "go: downloading") {
			continue
		}
		if keep = append(keep, line); len(keep) == n {
			break
		}
	}
	return anywhere(strings.Join(keep, "; "))
}

// The places of a machine in what tools say: addresses of module proxies and folders of the module
// cache. The page is to be the same wherever it is written.
var (
	proxyAddress = regexp.MustCompile(`reading https?://[^ ]+: `)
	cacheFolder  = regexp.MustCompile(`(/[^ :]*)?/pkg/mod/`)
)

// anywhere leaves the places of this machine out.
func anywhere(s string) string {
	return cacheFolder.ReplaceAllString(proxyAddress.ReplaceAllString(s, ""), "")
}

// box is how programs are run: in a network of their own that has a loopback device only, where
// the system can do that, and always with proxies that lead nowhere.
type box struct {
	home    string
	isolate bool
	timeout time.Duration
}

func newBox(home string, timeout time.Duration) (*box, error) {
	if err := os.MkdirAll(home, 0o755); err != nil {
		return nil, err
	}
	err := exec.Command("unshare", "-n", "sh", "-c", "ip link set lo up").Run()
	return &box{home: home, isolate: err == nil, timeout: timeout}, nil
}

// closed is an address where nobody listens.
const closed = "http://127.0.0.1:9"

// dummies are keys that get programs as far as compiling their graphs.
var dummies = []string{
	"OPENAI_API_KEY", "DEEPSEEK_API_KEY", "ARK_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY",
	"ANTHROPIC_API_KEY", "DASHSCOPE_API_KEY", "QWEN_API_KEY", "TAVILY_API_KEY", "EXA_API_KEY",
	"BRAVE_API_KEY", "BOCHA_API_KEY", "SERPAPI_API_KEY", "HUNYUAN_API_KEY",
	"ARK_MODEL", "ARK_CHAT_MODEL", "ARK_MODEL_ID", "ARK_EMBEDDING_MODEL", "OPENAI_MODEL",
	"OPENAI_MODEL_NAME", "MODEL_NAME", "DOUBAO_MODEL", "DEEPSEEK_MODEL_NAME", "ARK_MODEL_NAME", "ALPHA_VANTAGE_API_KEY",
}

func (b *box) env(export string) []string {
	env := []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + b.home, "TMPDIR=" + b.home, "SKEWLINT_FIDELITY=" + export,
		"HTTP_PROXY=" + closed, "HTTPS_PROXY=" + closed, "ALL_PROXY=" + closed,
		"http_proxy=" + closed, "https_proxy=" + closed, "all_proxy=" + closed,
		"OPENAI_BASE_URL=" + closed + "/v1", "OPENAI_API_BASE=" + closed + "/v1",
		"DEEPSEEK_BASE_URL=" + closed, "ARK_BASE_URL=" + closed, "OLLAMA_HOST=" + closed,
		"OPENAI_BY_AZURE=false", "TERM=dumb",
	}
	for _, name := range dummies {
		env = append(env, name+"=dummy")
	}
	return env
}

// run runs a program with its arguments until it ends, or has been silent for a while after it exported a graph, or
// the time is over, and gives the end of what it printed with how it ended.
func (b *box) run(dir, export string, args ...string) string {
	if b.isolate {
		args = append([]string{"unshare", "-n", "sh", "-c", `ip link set lo up; exec "$0" "$@"`}, args...)
	}
	ctx, cancel := context.WithTimeout(context.Background(), b.timeout)
	defer cancel()
	var out tail
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = dir, b.env(export), &out, &out
	ownGroup(cmd)
	cmd.Cancel = func() error { return killGroup(cmd.Process) }
	cmd.WaitDelay = time.Second
	go watch(ctx, cancel, export)
	err := cmd.Run()
	if cmd.Process != nil { // children that outlive it
		_ = killGroup(cmd.Process)
	}
	return ending(ctx, err, b.timeout, out.String())
}

// quiet is how long a program that has exported a graph may go on without another one.
const quiet = 2500 * time.Millisecond

func watch(ctx context.Context, cancel context.CancelFunc, export string) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(quiet / 5):
			if info, err := os.Stat(export); err == nil && time.Since(info.ModTime()) > quiet {
				cancel()
			}
		}
	}
}

func ending(ctx context.Context, err error, timeout time.Duration, out string) string {
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fmt.Sprintf("stopped after %v; %s", timeout, out)
	case err != nil:
		return fmt.Sprintf("%v; %s", err, out)
	}
	return "it ended; " + out
}

// tail keeps the end of what a program prints.
type tail struct{ last []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.last = append(t.last, p...)
	if n := len(t.last) - 4096; n > 0 {
		t.last = t.last[n:]
	}
	return len(p), nil
}

// String is the last line that says something; of a panic, the line that says why.
func (t *tail) String() string {
	lines := strings.Split(strings.TrimSpace(strings.ToValidUTF8(string(t.last), "")), "\n")
	last := lines[len(lines)-1]
	for _, l := range lines {
		if strings.HasPrefix(l, "panic: ") {
			last = l
			break
		}
	}
	if last = strings.TrimSpace(last); last == "" {
		return "it printed nothing"
	}
	return short(last, 160)
}

// tool builds skewlint from the repository that this command is part of.
func tool(work string) (string, error) {
	root, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/skewlint/skewlint").Output()
	if err != nil {
		return "", fmt.Errorf("find the module (run this inside the repository): %w", err)
	}
	bin := filepath.Join(work, "skewlint")
	cmd := exec.Command("go", "build", "-o", bin, "./cmd/skewlint")
	cmd.Dir = strings.TrimSpace(string(root))
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build skewlint: %w: %s", err, firstLines(string(out), 5))
	}
	return bin, nil
}
