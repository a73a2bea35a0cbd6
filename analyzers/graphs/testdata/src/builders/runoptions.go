package builders

import (
	"encoding/json"
	"time"

	sg "github.com/skewlint/skewlint/runtime/stategraph"
)

var twice = sg.Retry(sg.RetryPolicy{MaxAttempts: 2, If: sg.RetryOn(sg.KindTransient)})

func migrate(s sg.Stored) (map[string]json.RawMessage, error) { return s.State, nil }

// NodeOptions: what nodes and Compile are told beside the graph leaves no gap in it.
func NodeOptions(patient bool) (*sg.Compiled, error) {
	var more []sg.NodeOption
	if patient {
		more = append(more, sg.Timeout(time.Minute))
	}
	return sg.New("options", basket).
		AddNode("a", work, twice, sg.Timeout(time.Second)).
		AddNode("b", work, more...).
		AddEdge(sg.Start, "a").AddEdge("a", "b").
		Compile(sg.SchemaVersion("2"), sg.Migrate(migrate), sg.StepLimit(7))
}
