package mcpgate

import (
	"fmt"
	"strings"
)

// Between stands between the name of a server and the name of its tool.
const Between = "__"

// longestName is what the protocol recommends as the most for a name.
const longestName = 128

// checkSource says what is wrong with the name of a source. Without "__" in it and "_" at its end, the first "__" of a
// prefixed name is where the server ends, whatever the server calls its tools.
func checkSource(name string) error {
	if name == "" {
		return fmt.Errorf("it is empty")
	}
	if strings.Contains(name, Between) || strings.HasSuffix(name, "_") {
		return fmt.Errorf("it has %q inside or %q at its end, so that prefixed names would have two readings", Between, "_")
	}
	return checkRunes(name)
}

// checkTool says what is wrong with a tool's name. One that is shown to a person or a model must not look like another,
// nor like anything but a name.
func checkTool(server, tool string) error {
	if tool == "" {
		return fmt.Errorf("it is empty")
	}
	if n := len(server) + len(Between) + len(tool); n > longestName {
		return fmt.Errorf("with the name of the server it has %d bytes, at most %d are allowed", n, longestName)
	}
	return checkRunes(tool)
}

func checkRunes(name string) error {
	for _, r := range name {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r == '-', r == '.':
		default:
			return fmt.Errorf("it has the character %q; letters, digits, _, - and . are allowed", r)
		}
	}
	return nil
}

// Prefixed is the name of a server's tool in a gateway.
func Prefixed(server, tool string) string { return server + Between + tool }

// split takes a prefixed name apart.
func split(name string) (server, tool string, ok bool) {
	server, tool, ok = strings.Cut(name, Between)
	return server, tool, ok && server != "" && tool != ""
}
