// What rules_go links into the program that it makes of analyzers, for the test of package
// internal/hosttest, which generates and builds that program. The module lies below golang.org/x/tools
// because nogo imports an internal package of it: Bazel does not mind, the go command does.
module golang.org/x/tools/nogomain

go 1.26.0

require (
	github.com/aymanbagabas/go-udiff v0.4.1
	github.com/skewlint/skewlint v0.0.0
	golang.org/x/tools v0.52.0
)

require (
	github.com/BurntSushi/toml v1.6.0 // indirect
	github.com/bazelbuild/rules_go v0.65.0
)

replace github.com/skewlint/skewlint => ../../..
