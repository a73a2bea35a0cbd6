// Comments of golangci-lint's form are honoured and not judged: this one silences nothing.

package comments

func unusedNolint() {
	_ = 1 //nolint:skewlint
}
