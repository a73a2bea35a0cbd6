// Package loadartifactstool is a stub of google.golang.org/adk/v2/tool/loadartifactstool.
package loadartifactstool

import "google.golang.org/adk/v2/tool"

func New() tool.Tool { return nil }
