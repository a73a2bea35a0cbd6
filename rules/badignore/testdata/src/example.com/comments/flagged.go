// Comments that silence nothing, because of how they are written.

package comments

import "github.com/modelcontextprotocol/go-sdk/mcp"

//skewlint:ignore rawhandel -- the id is a constant // want `there is no rule "rawhandel", so this comment silences nothing`
func misspelt(s *mcp.ClientSession) { _ = s }

func shapes(s *mcp.ClientSession) {
	//skewlint:ignore rawhandle // want `no reason is given; write //skewlint:ignore RULE -- reason`
	_ = s
	//skewlint:ignore rawhandle -- // want `no reason is given`
	_ = s
	//skewlint:ignore -- for a reason // want `no rule is named`
	_ = s
	//skewlint:ignore rawhandle entrygate -- two // want `"entrygate" is out of place: rules are separated by commas without spaces`
	_ = s
	//skewlint:ignore rawhandle untill=2999-01-01 -- slip // want `"untill=2999-01-01" is not known`
	_ = s
	//skewlint:ignore rawhandle until=1.2.2030 -- slip // want `until=1.2.2030 is no date of the form YYYY-MM-DD`
	_ = s
	//skewlint:ignore rawhandle owner=basket until=2020-02-29 -- old // want `this comment has expired on 2020-02-29 and silences nothing; its owner is basket`
	_ = s
	//skewlint:ignroe rawhandle -- slip // want `there is no comment skewlint:ignroe`
	_ = s
	// skewlint:ignore rawhandle -- a space // want `a space before skewlint:ignore makes it a plain comment`
	_ = s
}
