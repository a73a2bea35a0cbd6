package main

import (
	"fmt"
	"os"
	"strings"
)

// checkPage reports what a page lacks to be filled.
func checkPage(page string, sections []string) error {
	data, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	for _, name := range sections {
		if _, err := replaceSection(string(data), name, ""); err != nil {
			return fmt.Errorf("%s: %w", page, err)
		}
	}
	return nil
}

// fill writes text between the markers of the page that have the name.
func fill(page, name, text string) error {
	data, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	filled, err := replaceSection(string(data), name, text)
	if err != nil {
		return fmt.Errorf("%s: %w", page, err)
	}
	return os.WriteFile(page, []byte(filled), 0o644) //nolint:gosec // a page of the repository
}

func replaceSection(page, name, text string) (string, error) {
	begin, end := "<!-- BEGIN "+name+": written by go run ./bench -->\n", "<!-- END "+name+" -->"
	before, rest, ok := strings.Cut(page, begin)
	if !ok {
		return "", fmt.Errorf("there is no line %q", strings.TrimSpace(begin))
	}
	_, after, ok := strings.Cut(rest, end)
	if !ok {
		return "", fmt.Errorf("there is no line %q behind its beginning", end)
	}
	return before + begin + "\n" + strings.TrimSpace(text) + "\n\n" + end + after, nil
}
