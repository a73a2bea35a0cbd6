// Package merges registers how Eino merges its type.
package merges

import "github.com/cloudwego/eino/compose"

// Total is a number that adds up.
type Total struct{ N int }

func init() {
	compose.RegisterValuesMergeFunc(func(list []Total) (Total, error) {
		var all Total
		for _, t := range list {
			all.N += t.N
		}
		return all, nil
	})
}
