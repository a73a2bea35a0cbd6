package order_test

import (
	"testing"

	"github.com/skewlint/skewlint/runtime/examples/internal/gorun"
)

func TestSkewed(t *testing.T) {
	t.Parallel()
	gorun.WantLines(t, gorun.Program(t, "skewed", "order"),
		"ran check_basket > search x7 > fill_basket > approve (paused)",
		"ran approve > checkout (check_basket did not run)",
		"error none",
		`Ann hears "Your basket is empty, there is nothing to order."`,
		`mails 2, "We received your order of 7 items" was sent twice`,
	)
}

func TestSound(t *testing.T) {
	t.Parallel()
	gorun.WantLines(t, gorun.Program(t, "sound", "order"),
		"live ok approve > add_item > checkout > confirm",
		`"map added. You ordered 4 items for 336.40 EUR."`,
		"forgotten by the shop gone approve > add_item > handle_gone",
		"forgotten after the check gone approve > add_item > handle_gone",
		"no handle absent approve > add_item > handle_gone",
		"Ann's, and Bob answers gone approve > add_item > handle_gone",
		"shop does not answer unknown approve > add_item > try_later",
		"first turn check_basket > plan > search x7 > fill_basket > approve (paused)",
		"resume approve > add_item > checkout > confirm (check_basket did not run)",
		`Ann hears "map added. You ordered 8 items for 448.80 EUR."`,
		"ran invoice > pack > ship",
	)
}
