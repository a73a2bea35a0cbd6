package driver

// Cache keeps, between runs, what was learnt of a package: its facts, findings and graphs.
//
// Its place is in front of parsing: a package whose key is known needs no syntax and no types of
// its own, only those that packages behind it ask for. A key must change with everything that
// could change the result: the files, the facts of what is imported, the configuration, build
// tags, the Go version and this binary.
//
// There is no implementation yet, and Run asks none: a whole run over a program of 250 packages
// takes less than half a second without.
type Cache interface {
	Get(key string) (data []byte, ok bool)
	Put(key string, data []byte) error
}
