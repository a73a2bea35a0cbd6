package proxy

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// GoplsEnv names the variable that says which gopls to run.
const GoplsEnv = "SKEWLINT_GOPLS"

// insideEnv is set for gopls: a gopls that is a script round "skewlint gopls" would start it again.
const insideEnv = "SKEWLINT_INSIDE_GOPLS"

// Main is the command "skewlint gopls" with the arguments behind it. Arguments that ask gopls for
// something else than a server on standard input and output are gopls's alone. A first argument
// -gopls=PATH says which gopls to run, and so does the variable GoplsEnv.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) (status int) {
	status, err := run(args, stdin, stdout, stderr)
	if err != nil {
		_, _ = fmt.Fprintf(stderr, "skewlint gopls: %v\n", err)
	}
	return status
}

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) (status int, err error) {
	if os.Getenv(insideEnv) != "" {
		return 1, fmt.Errorf("the gopls that was found starts skewlint again; set %s to the path of the real one", GoplsEnv)
	}
	self, err := os.Executable()
	if err != nil {
		return 1, err
	}
	name := os.Getenv(GoplsEnv)
	if len(args) > 0 {
		if path, ok := strings.CutPrefix(strings.TrimLeft(args[0], "-"), "gopls="); ok {
			name, args = path, args[1:]
		}
	}
	gopls, err := find(name, self, filepath.SplitList(os.Getenv("PATH")))
	if err != nil {
		return 1, err
	}
	if !serves(args) {
		return pass(gopls, args, stdin, stdout, stderr)
	}
	return Run(Config{
		Gopls: append([]string{gopls}, args...), Engine: []string{self, "lsp"},
		Stdin: stdin, Stdout: stdout, Stderr: stderr,
	})
}

// pass runs gopls alone.
func pass(gopls string, args []string, stdin io.Reader, stdout, stderr io.Writer) (int, error) {
	cmd := exec.Command(gopls, args...) //nolint:gosec // the user says which gopls
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, stdout, stderr
	cmd.Env = append(os.Environ(), insideEnv+"=1")
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return 1, err
	}
	return exitStatus(err), nil
}

// find gives the gopls of that name, or the first on the path that is not this program.
func find(name, self string, path []string) (string, error) {
	if name != "" {
		if same(name, self) {
			return "", fmt.Errorf("%s is skewlint itself; name the real gopls", name)
		}
		return name, nil
	}
	for _, dir := range path {
		if dir == "" {
			continue
		}
		file, err := exec.LookPath(filepath.Join(dir, "gopls"))
		if err == nil && !same(file, self) {
			return file, nil
		}
	}
	return "", fmt.Errorf("no gopls on PATH; install it (go install golang.org/x/tools/gopls@latest) or set %s to its path", GoplsEnv)
}

// same reports whether two names are one file, be it through links.
func same(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}

// valueFlags are the flags of gopls that take a value, which may be the next argument.
var valueFlags = []string{
	"debug", "listen", "listen.timeout", "logfile", "mcp.listen", "mode", "ocagent", "otel", "port",
	"profile.alloc", "profile.block", "profile.cpu", "profile.mem", "profile.trace",
	"remote", "remote.debug", "remote.listen.timeout", "remote.logfile",
}

// serves reports whether gopls, given the arguments, is a server on standard input and output.
func serves(args []string) bool {
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "serve" {
			continue // flags may follow
		}
		if !strings.HasPrefix(arg, "-") {
			return false // another command
		}
		name, value, hasValue := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		if !hasValue && slices.Contains(valueFlags, name) && i+1 < len(args) {
			i++
			value = args[i]
		}
		if name == "h" || name == "help" || name == "listen" && value != "" {
			return false
		}
	}
	return true
}
