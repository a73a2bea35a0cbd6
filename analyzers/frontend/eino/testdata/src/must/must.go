// Package must has nothing to do with agents.
package must

// Must gives v, or panics.
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
