package graphmodel

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// FormatVersion is the version of the JSON form that Encode writes and Decode reads. It is raised
// when a reader of the version before would misread the new one; a new optional key is such a
// change too, because readers are strict.
const FormatVersion = 1

// document is the JSON form of a list of graphs.
type document struct {
	Version int     `json:"version"`
	Graphs  []Graph `json:"graphs"`
}

// Encode writes graphs as JSON: one object with the version and the graphs in the order given,
// each normalised (see [Graph.Normalize]; the graphs themselves are not changed). Equal graphs
// give equal bytes. It writes graphs that Decode would reject as invalid too, so that what a
// frontend found can be looked at; only a value that has no JSON form is an error.
func Encode(w io.Writer, graphs []Graph) error {
	doc := document{Version: FormatVersion, Graphs: make([]Graph, 0, len(graphs))}
	for i := range graphs {
		g := graphs[i].clone()
		g.Normalize()
		doc.Graphs = append(doc.Graphs, g)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(doc); err != nil {
		return fmt.Errorf("write graphs: %w", err)
	}
	return nil
}

// Decode reads what Encode writes, and nothing else: an unknown or repeated key, a null, another
// version, text behind the end, or a graph that [Graph.Validate] rejects is an error. Errors in
// the form name line, column and the path of keys ("line 3:14: graphs[0].nodes[2].colour: unknown
// key"). All that is wrong with valid forms is reported together.
func Decode(r io.Reader) ([]Graph, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("read graphs: %w", err)
	}
	if err := checkKeys(data, document{}); err != nil {
		return nil, fmt.Errorf("read graphs: %w", err)
	}
	var doc document
	if err := json.Unmarshal(data, &doc); err != nil {
		return nil, fmt.Errorf("read graphs: %w", located(data, err))
	}
	if doc.Version != FormatVersion {
		return nil, fmt.Errorf("read graphs: version %d, this program reads version %d", doc.Version, FormatVersion)
	}
	var problems []error
	for i := range doc.Graphs {
		if err := doc.Graphs[i].Validate(); err != nil {
			problems = append(problems, fmt.Errorf("graphs[%d] %q: %w", i, doc.Graphs[i].Name, err))
		}
		doc.Graphs[i].Normalize()
	}
	if err := errors.Join(problems...); err != nil {
		return nil, fmt.Errorf("read graphs: %w", err)
	}
	return notNil(doc.Graphs), nil
}

// located adds the place to the errors of encoding/json that know it.
func located(data []byte, err error) error {
	var wrongType *json.UnmarshalTypeError
	if errors.As(err, &wrongType) {
		return fmt.Errorf("%s: %s: %s is no %s", place(data, wrongType.Offset), wrongType.Field, wrongType.Value, wrongType.Type)
	}
	return err
}

// place is "line L:C" for an offset in bytes, both from 1.
func place(data []byte, offset int64) string {
	before := data[:min(max(offset, 0), int64(len(data)))]
	line := bytes.Count(before, []byte("\n")) + 1
	return fmt.Sprintf("line %d:%d", line, len(before)-bytes.LastIndexByte(before, '\n'))
}
