package custody_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/skewlint/skewlint/runtime/custody"
)

// A node checks the record before it spends the handle and tells all four answers apart.
func ExampleCheck() {
	basket := custody.Record{Value: "bsk_a1b2c3", Server: "shop", Tool: "create_basket", Principal: "ann", MintedAt: time.Now()}
	forgotten := func(context.Context, custody.Record) (bool, error) { return false, nil }
	offline := func(context.Context, custody.Record) (bool, error) { return false, errors.New("connection refused") }

	ann := custody.WithPrincipal(context.Background(), "ann")
	bob := custody.WithPrincipal(context.Background(), "bob")
	fmt.Println(custody.Check(ann, basket, forgotten).Verdict)
	fmt.Println(custody.Check(ann, basket, offline).Verdict)
	fmt.Println(custody.Check(bob, basket, forgotten).Verdict)
	fmt.Println(custody.Check(ann, custody.Record{}, forgotten).Verdict)
	// Output:
	// gone
	// unknown
	// gone
	// absent
}

// A lifetime that the server declared spares the round trip while it runs.
func ExampleDeclared() {
	basket := custody.Record{Value: "bsk_a1b2c3", MintedAt: time.Now(), Lifetime: custody.Declared(time.Hour)}
	res := custody.Check(context.Background(), basket, nil)
	fmt.Println(res.Verdict, "probed:", res.Probed)
	// Output: ok probed: false
}
