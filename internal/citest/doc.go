// Package citest runs what the files for other people's CI run: the GitHub Action, the pre-commit hooks, the
// GitLab template, the release. It has tests only.
//
// The one idea to hold: a test reads the file itself, as the server would, and runs its shell steps in a
// repository with findings, with the environment that the server gives. What a step needs from outside,
// a released version of skewlint, is put in its place by a stub of the go command. Where the real tool can
// be had it is run: pre-commit, goreleaser, and actionlint over the workflow of the README; without them
// those tests are skipped, and say how to install them.
//
// Limits: the servers are not run. Of their expressions only ${{ inputs.X }} and the like are known, and a
// test fails on any other.
package citest
