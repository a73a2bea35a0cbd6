#!/usr/bin/env bash
# Builds a gopls that has skewlint's analyzers compiled in.
#
#   editors/gopls/build.sh [-o FILE] [GOPLS_VERSION]
#
# gopls has no way to add analyzers, so this copies its module, adds one file to it and changes
# none. gopls uses x/tools at a commit between releases and compiles with no other, so x/tools is
# pinned to what gopls asks for; skewlint's analyzers keep to the parts that do not change.
#
# SKEWLINT says which skewlint: a folder with its source (this checkout, unless set) or a version
# such as v0.3.0. Everything is fetched by the go command.
set -euo pipefail

out=gopls-skewlint
if [ "${1:-}" = -o ]; then
	out=${2:?-o wants a file}
	shift 2
fi
version=${1:-v0.23.0}
skewlint=${SKEWLINT:-$(cd "$(dirname "$0")/../.." && pwd)}
module=github.com/skewlint/skewlint

case $out in /*) ;; *) out=$PWD/$out ;; esac
work=$(mktemp -d)
trap 'chmod -R u+w "$work" && rm -rf "$work"' EXIT
export GOWORK=off GOFLAGS=-mod=mod

cd "$work"
dir=$(go mod download -json "golang.org/x/tools/gopls@$version" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')
[ -n "$dir" ] || { echo "build.sh: no gopls $version" >&2; exit 1; }
cp -r "$dir" gopls
chmod -R u+w gopls
cd gopls

tools=$(sed -n 's/^.*golang.org\/x\/tools \(v[^ ]*\).*$/\1/p' go.mod)
[ -n "$tools" ] || { echo "build.sh: gopls $version does not say which x/tools it needs" >&2; exit 1; }

cat >internal/settings/skewlint.go <<'GO'
package settings

import (
	"golang.org/x/tools/gopls/internal/protocol"

	"github.com/skewlint/skewlint/rules"
	"github.com/skewlint/skewlint/rules/rule"
)

func init() {
	severities := map[rule.Severity]protocol.DiagnosticSeverity{
		rule.Error:   protocol.SeverityError,
		rule.Warning: protocol.SeverityWarning,
		rule.Info:    protocol.SeverityInformation,
	}
	for _, r := range rules.All() {
		AllAnalyzers = append(AllAnalyzers, &Analyzer{analyzer: r.Analyzer, severity: severities[r.Severity]})
	}
}
GO

if [ -d "$skewlint" ]; then
	go mod edit -require="$module@v0.0.0" -replace="$module=$skewlint"
else
	go mod edit -require="$module@$skewlint"
fi
go mod edit -replace="golang.org/x/tools=golang.org/x/tools@$tools"
go mod tidy
go build -ldflags '-s -w' -o "$out" .
