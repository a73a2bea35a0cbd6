package badignore

import (
	"testing"

	"github.com/skewlint/skewlint/internal/ruletest"
)

func TestScenarios(t *testing.T) { ruletest.Run(t, Rule) }
