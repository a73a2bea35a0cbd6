package trpcagent

import (
	"strings"

	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/analyzers/frontend"
	"github.com/skewlint/skewlint/graphmodel"
)

const (
	llmAgt    = agentPath + "/llmagent"
	toolPath  = root + "/tool"
	funcTool  = toolPath + "/function"
	agentTool = toolPath + "/agent"
)

// llmDialect is that of an agent with a model and tools, which is no graph of the framework's: it
// keeps what was said in its session and nothing else, so no node of it is resumed.
var llmDialect = graphmodel.Dialect{
	Framework: "trpc-agent-go",
	// internal/flow/processor/functioncall.go: the model is asked again when all calls have ended.
	LockStep:           graphmodel.Yes,
	CheckpointEachStep: graphmodel.No,
}

// tool is a value of type tool.Tool that the framework made.
type tool struct {
	fn     graphmodel.FuncValue
	reason string // why fn is not known
}

// toolList is what is known of some tools.
type toolList struct {
	fns  []graphmodel.FuncValue
	seen bool     // there are tools, or there may be
	open []string // why there may be others
}

func toolHandlers() map[graphmodel.FuncRef]eval.Handler {
	all := make(map[graphmodel.FuncRef]eval.Handler)
	for _, name := range []string{"NewFunctionTool", "NewStreamableFunctionTool"} {
		all[fn(funcTool, name)] = func(c *eval.Call) eval.Value {
			t := &tool{}
			var ok bool
			if t.fn, ok = frontend.FuncValue(c.Arg(0)); !ok {
				t.reason = "its function is not known: " + reasonOf(c.Arg(0))
			}
			return &eval.Object{Data: t}
		}
	}
	all[fn(agentTool, "NewTool")] = func(c *eval.Call) eval.Value {
		return &eval.Object{Data: &tool{fn: graphmodel.FuncValue{Ref: fn(graphPath, "NewAgentNodeFunc"), Pos: c.Pos}}}
	}
	return all
}

// add reads one tool: one that the framework made, or a value of a type of the program.
func (l *toolList) add(c *eval.Call, v eval.Value) {
	l.seen = true
	for _, a := range eval.Alternatives(v) {
		t, ok := eval.Data(a).(*tool)
		if !ok {
			t = &tool{reason: reasonOf(a)}
			for _, name := range []string{"Call", "StreamableCall"} {
				if m, ok := c.Method(a, name); ok && t.fn.Ref == "" {
					t.fn, _ = frontend.FuncValue(m)
				}
			}
		}
		if t.fn.Ref != "" {
			l.fns = append(l.fns, t.fn)
		} else {
			l.missing(t.reason)
		}
	}
}

// list reads a list of tools.
func (l *toolList) list(c *eval.Call, v eval.Value) {
	elems, open := eval.Elements(v)
	for _, e := range elems {
		l.add(c, e)
	}
	if open != "" {
		l.missing(open)
	}
}

// table reads a map of tools by name.
func (l *toolList) table(c *eval.Call, v eval.Value) {
	for _, a := range eval.Alternatives(v) {
		m, ok := a.(*eval.Map)
		switch {
		case ok:
			for _, e := range m.Vals {
				l.add(c, e)
			}
			if m.Open != "" {
				l.missing(m.Open)
			}
		case !isNil(a):
			l.missing(reasonOf(a))
		}
	}
}

func (l *toolList) missing(reason string) {
	l.seen = true
	l.open = append(l.open, reason)
}

// give adds the tools to a node. What is not known of them is a gap.
func (l *toolList) give(d *frontend.Draft, n *graphmodel.Node, pos graphmodel.Position) {
	n.Func.Tools = l.fns
	for _, reason := range l.open {
		d.Gap(graphmodel.GapNode, pos, n.Name, "the tools of node %q are not all known: %s", n.Name, reason)
	}
}

func reasonOf(v eval.Value) string {
	if reason, _ := eval.Reason(v); reason != "" {
		return reason
	}
	return "it is not made by a call that is followed"
}

// llmOption makes the value of an option of llmagent.New, see option.
func llmOption(set func(*toolList, *eval.Call)) eval.Handler {
	return func(made *eval.Call) eval.Value {
		return &eval.Object{Data: eval.Handler(func(c *eval.Call) eval.Value {
			if l, ok := eval.Data(c.Arg(0)).(*toolList); ok {
				set(l, made)
			}
			return eval.Nil{}
		})}
	}
}

func llmOptionHandlers() map[graphmodel.FuncRef]eval.Handler {
	all := map[graphmodel.FuncRef]eval.Handler{
		fn(llmAgt, "WithTools"): llmOption(func(l *toolList, c *eval.Call) { l.list(c, c.Arg(0)) }),
	}
	for _, name := range strings.Fields(plainLLM) {
		all[fn(llmAgt, name)] = llmOption(func(*toolList, *eval.Call) {})
	}
	for _, name := range strings.Fields(toolingLLM) {
		all[fn(llmAgt, name)] = llmOption(func(l *toolList, _ *eval.Call) {
			l.missing(name + " adds tools that are known when it runs")
		})
	}
	return all
}

// newLLM reads an agent with a model. One with tools is a graph: the model starts tools, and goes on
// when they are done.
func (r *reader) newLLM(c *eval.Call) eval.Value {
	l := &toolList{}
	opts, open := c.Rest(1)
	for _, o := range opts {
		if reason, _ := eval.Reason(o); reason != "" {
			open = reason
		}
		c.Apply(o, &eval.Object{Data: l})
	}
	if open != "" {
		l.missing("there may be more options: " + open)
	}
	if l.seen {
		r.llmGraph(c, l)
	}
	return &eval.Object{Data: &agent{name: c.Arg(0)}}
}

func (r *reader) llmGraph(c *eval.Call, l *toolList) {
	name, ok := eval.String(c.Arg(0))
	if !ok || name == "" {
		name = string(c.In)
	}
	d := r.sink.New(r.sink.Unique(name, c.Inner), c, llmDialect)
	const model, tools = "model", "tools"
	node := func(name, maker string) *graphmodel.Node {
		n := d.AddNode(c, eval.Str(name), nil)
		n.Func = graphmodel.FuncValue{Ref: fn(graphPath, maker), Pos: c.Pos}
		return n
	}
	node(model, llmMaker)
	l.give(d, node(tools, "NewToolsNodeFunc"), c.Pos)
	connect := func(from, to string, kind graphmodel.EdgeKind, group int) {
		d.AddEdge(c, frontend.Edge{From: eval.Str(from), To: eval.Str(to), Kind: kind, Group: group}, start, end)
	}
	connect(start, model, graphmodel.Always, 0)
	connect(model, tools, graphmodel.Conditional, 1)
	connect(model, end, graphmodel.Conditional, 1)
	connect(tools, model, graphmodel.Always, 0)
}

// toolingLLM are the options that bring tools which only a run shows.
const toolingLLM = `
WithToolSets WithActivatableToolSets WithSkills WithSkillRepositoryProvider WithExtensions`

// plainLLM are the options that say nothing of the graph, agent/llmagent/option.go of v1.11.2; the
// framework's own tools that some of them add have no effects that rules look for.
const plainLLM = `
WithAddContextPrefix WithAddCurrentTime WithAddNameToInstruction WithAddSessionSummary
WithAgentCallbacks WithAllowedSkillTools WithAwaitUserReplyTool WithChannelBufferSize WithCodeExecutor
WithContextCompactionKeepRecentRequests WithContextCompactionOversizedToolResultMaxTokens
WithContextCompactionThresholdRatio WithContextCompactionTokenCounter
WithContextCompactionToolResultMaxTokens WithDefaultTransferMessage WithDescription
WithEnableCodeExecutionResponseProcessor WithEnableContextCompaction WithEnableKnowledgeAgenticFilter
WithEnableOnDemandSession WithEnableParallelTools WithEnablePostToolPrompt
WithEndInvocationAfterTransfer WithEventMessageProjector WithGenerationConfig WithGlobalInstruction
WithInputSchema WithInstruction WithKnowledge WithKnowledgeAgenticFilterInfo
WithKnowledgeConditionedFilter WithKnowledgeFilter WithLLMCallLimitFinalization WithMaxHistoryRuns
WithMaxLLMCalls WithMaxLoadedSkills WithMaxOverviewSkills WithMaxToolIterations
WithMessageBranchFilterMode WithMessageFilterMode WithMessageTimelineFilterMode WithModel
WithModelCallbacks WithModelGlobalInstructions WithModelInstructions WithModelSelector WithModels
WithOutputKey WithOutputSchema WithPlanner WithPostToolPrompt WithPreloadMemory
WithPreloadMemoryInjectionMode WithPreloadMemoryPlaybook WithPreloadSessionRecall
WithPreloadSessionRecallInjectionMode WithPreloadSessionRecallMinScore
WithPreloadSessionRecallSearchMode WithPreserveForeignMessages WithPreserveSameBranch
WithReasoningContentMode WithRefreshToolSetsOnRun WithSessionSummaryInjectionMode WithSkillFilter
WithSkillLoadMode WithSkillLoadToolDescription WithSkillRunAllowedCommands WithSkillRunDeniedCommands
WithSkillRunForceSaveArtifacts WithSkillRunOutputLimits WithSkillRunRequireSkillLoaded
WithSkillRunStager WithSkillScopeMode WithSkillToolProfile WithSkillsCapabilityGuidance
WithSkillsDirectoryHints WithSkillsFilePathHints WithSkillsLoadedContentInToolResults
WithSkillsProtocolGuidance WithSkillsToolingGuidance WithSkipSkillsFallbackOnSessionSummary
WithStructuredOutputJSON WithStructuredOutputJSONSchema WithSubAgents WithSummaryFormatter
WithSyncSummaryIntraRun WithTimeFormat WithTimezone WithToolActivationOnSkillLoad
WithToolCallRetryPolicy WithToolCallbacks WithToolConcurrencyConfig WithToolFilter
WithToolIterationLimitFinalization WithToolResultAttachmentBudget WithToolResultCompactionConfig
WithToolTranscriptMode WithWorkspaceBootstrap WithWorkspaceExecAllowedCommands
WithWorkspaceExecDeniedCommands WithWorkspaceExecOutputLimits WithWorkspaceExecSurfaceEnabled
WithWorkspacePreparersDisabled`
