// Package exitlooptool is a stub of google.golang.org/adk/v2/tool/exitlooptool.
package exitlooptool

import "google.golang.org/adk/v2/tool"

func New() (tool.Tool, error) { return nil, nil }
