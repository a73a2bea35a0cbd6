package server

import (
	"context"
	"fmt"
	"io"
	"slices"
)

// Main is the command "skewlint lsp" with the arguments behind it.
func Main(ctx context.Context, args []string, o Options, stdin io.Reader, stdout, stderr io.Writer) (status int) {
	for _, arg := range args {
		if !slices.Contains([]string{"-stdio", "--stdio"}, arg) { // which some editors add unasked
			_, _ = fmt.Fprintf(stderr, "skewlint lsp: unknown argument %q; it takes none and speaks on standard input and output\n", arg)
			return 2
		}
	}
	status, err := Serve(ctx, stdin, stdout, o)
	if err != nil {
		_, _ = fmt.Fprintf(stderr, "skewlint lsp: %v\n", err)
	}
	return status
}
