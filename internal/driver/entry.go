package driver

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"encoding/json"
	"fmt"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/rules/rule"
)

// Cache keeps, between runs, what was learnt of a package: its facts, findings and graphs.
//
// Its place is in front of parsing: a package whose key is known needs no syntax and no types of
// its own, only the declarations that packages behind it ask for. Neither call fails: what cannot
// be read is not there, and what cannot be written is computed again.
type Cache interface {
	Get(key string) (data []byte, ok bool)
	Put(key string, data []byte)
}

// entry is what is kept of a package. Its parts are decoded when somebody wants them: most packages
// have no findings and no graphs, and facts are wanted only for a package behind that has changed.
type entry struct {
	// Made is the day on which the entry was made, Until the last one on which it holds, as a comment
	// that silences findings expires; empty: for good. Both as YYYY-MM-DD.
	Made, Until string
	Sum         string // of Facts
	Facts       []byte
	Outcome     []byte // empty: an empty outcome
}

// holds reports whether the entry is good on a day. A clock that went back counts, too: on that day
// the comment had not expired.
func (e *entry) holds(today string) bool {
	return e.Made <= today && (e.Until == "" || today <= e.Until)
}

// outcome is what a run tells of a package that it was asked for.
type outcome struct {
	Findings  []rule.Finding // of all rules, in the order of the rules
	Graphs    []graphmodel.Graph
	Pauses    map[string]graphmodel.Tri // by nodeKey
	Generated []string                  // files
	// Analysed: graphs and effects are known, so the package counts.
	Analysed bool
}

// nodeKey names a node with all that is known of its function.
func nodeKey(n *graphmodel.Node) string {
	key, err := json.Marshal(n)
	if err != nil {
		return n.Name // cannot be: a node is plain data
	}
	return string(key)
}

// pauses asks for each node whether an activation can park the run.
func pauses(graphs []graphmodel.Graph, e *effects.Result) map[string]graphmodel.Tri {
	out := map[string]graphmodel.Tri{}
	for _, g := range graphs {
		for i := range g.Nodes {
			n := &g.Nodes[i]
			switch {
			case e == nil || !e.Known(n.Func):
			case len(e.Pauses(n.Func)) > 0:
				out[nodeKey(n)] = graphmodel.Yes
			default:
				out[nodeKey(n)] = graphmodel.No
			}
		}
	}
	return out
}

func encodeEntry(facts *factSet, out *outcome, made, until string) (*entry, []byte, error) {
	e := &entry{Made: made, Until: until}
	var err error
	if e.Facts, err = facts.encode(); err != nil {
		return nil, nil, err
	}
	e.Sum = fmt.Sprintf("%x", sha256.Sum256(e.Facts))
	if out.Analysed {
		var buf bytes.Buffer
		if err := gob.NewEncoder(&buf).Encode(out); err != nil {
			return nil, nil, err
		}
		e.Outcome = buf.Bytes()
	}
	var buf bytes.Buffer
	err = gob.NewEncoder(&buf).Encode(e)
	return e, buf.Bytes(), err
}

func decodeEntry(data []byte) (*entry, error) {
	e := new(entry)
	return e, gob.NewDecoder(bytes.NewReader(data)).Decode(e)
}

func (e *entry) outcome() (*outcome, error) {
	out := new(outcome)
	if len(e.Outcome) == 0 {
		return out, nil
	}
	return out, gob.NewDecoder(bytes.NewReader(e.Outcome)).Decode(out)
}
