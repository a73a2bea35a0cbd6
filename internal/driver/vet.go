package driver

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/skewlint/skewlint/analyzers/settings"
)

// PrintVersion answers the question -V=full of go vet, which keeps what a tool found under the
// answer. So the answer must change with everything that changes findings: the program, and the
// configuration that is found from the working directory. A configuration in a folder below is
// not seen; go vet then shows old findings until the package changes.
func PrintVersion(stdout, stderr io.Writer) (status int) {
	sum := sha256.New()
	program, err := os.Executable()
	if err == nil {
		err = hashFile(sum, program)
	}
	if path, ok := settings.Find("."); ok && err == nil {
		err = hashFile(sum, path)
	}
	if err != nil {
		_, _ = fmt.Fprintf(stderr, "skewlint: %v\n", err)
		return ExitError
	}
	name := strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
	if _, err := fmt.Fprintf(stdout, "%s version devel comments-go-here buildID=%02x\n", name, sum.Sum(nil)); err != nil {
		return ExitError
	}
	return ExitClean
}

func hashFile(w io.Writer, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	_, err = io.Copy(w, f)
	return err
}
