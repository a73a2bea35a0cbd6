package effectbeforepause

import (
	"testing"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/internal/ruletest"
)

func TestScenarios(t *testing.T) { ruletest.Run(t, Rule) }

// What frameworks do differently is tested on the model, whatever frontends there are.
func TestDialect(t *testing.T) {
	tests := []struct {
		name  string
		graph graphmodel.Graph
		node  graphmodel.Node
		want  bool
	}{
		{"runs again", graphmodel.Graph{Dialect: graphmodel.Dialect{RerunOnResume: graphmodel.Yes}}, graphmodel.Node{}, true},
		{"goes on behind the pause", graphmodel.Graph{Dialect: graphmodel.Dialect{RerunOnResume: graphmodel.No}}, graphmodel.Node{}, false},
		{"this node alone runs again", graphmodel.Graph{Dialect: graphmodel.Dialect{RerunOnResume: graphmodel.No}}, graphmodel.Node{RerunOnResume: graphmodel.Yes}, true},
		{"this node alone hands over", graphmodel.Graph{Dialect: graphmodel.Dialect{RerunOnResume: graphmodel.Yes}}, graphmodel.Node{RerunOnResume: graphmodel.No}, false},
		{"not known", graphmodel.Graph{}, graphmodel.Node{}, false},
		{"never saved", graphmodel.Graph{Dialect: graphmodel.Dialect{RerunOnResume: graphmodel.Yes}, Checkpointer: graphmodel.No}, graphmodel.Node{}, false},
	}
	for _, tt := range tests {
		if got := runsAgain(&tt.graph, &tt.node); got != tt.want {
			t.Errorf("%s: runsAgain = %t, want %t", tt.name, got, tt.want)
		}
	}
}

func TestRepeats(t *testing.T) {
	tests := []struct {
		name   string
		effect knowledge.Effect
		unsafe bool
		grade  effects.Grade
	}{
		{"write that applies twice", knowledge.Effect{Access: knowledge.Writes, Repeat: knowledge.RepeatUnsafe}, true, effects.Proved},
		{"write without the key that it could have", knowledge.Effect{Access: knowledge.Writes, Repeat: knowledge.RepeatKeyed}, true, effects.Proved},
		{"write that is safe", knowledge.Effect{Access: knowledge.Writes, Repeat: knowledge.RepeatSafe}, false, effects.Proved},
		{"write of which no more is known", knowledge.Effect{Access: knowledge.Writes}, true, effects.Likely},
		{"read", knowledge.Effect{Access: knowledge.Reads, Repeat: knowledge.RepeatUnsafe}, false, effects.Proved},
		{"nothing known", knowledge.Effect{}, false, effects.Likely},
	}
	for _, tt := range tests {
		unsafe, grade := repeats(effects.Use{Effect: tt.effect})
		if unsafe != tt.unsafe || unsafe && grade != tt.grade {
			t.Errorf("%s: repeats = %t, %v, want %t, %v", tt.name, unsafe, grade, tt.unsafe, tt.grade)
		}
	}
}

// One effect before three pauses is one mistake.
func TestPausesAreFolded(t *testing.T) {
	mail := effects.Use{Effect: knowledge.Effect{Repeat: knowledge.RepeatUnsafe}, Trace: effects.Trace{{Text: "mails"}}}
	got := decide([]effects.BeforePause{{Use: mail}, {Use: mail}, {Use: mail}})
	if len(got) != 1 || got[0].others != 2 {
		t.Errorf("decide = %+v, want one with two further pauses", got)
	}
}
