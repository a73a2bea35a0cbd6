// Comments that are none of ours, and one that is well formed. Whether it is of use is for the
// rule that it names; see the test of package rules.

package comments

import "github.com/modelcontextprotocol/go-sdk/mcp"

//skewlint:ignore rawhandle,entrygate owner=basket until=2999-12-31 -- the server keeps ids for ever
func wellFormed(s *mcp.ClientSession) {
	_ = s //nolint:errcheck // another tool's
	_ = s //nolint:skewlint // golangci-lint's form
	_ = s //nolint
	// The comment skewlint:ignore is mentioned in prose.
	_ = s
}
