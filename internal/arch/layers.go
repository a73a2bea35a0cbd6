// Package arch holds the table of layers: which folder may import what.
//
// It is for everyone who adds a folder or an import. The table is data; the test of this package
// reads the import clauses of every file in both modules and fails on an import that the table
// does not allow and on a folder that has no layer. ARCHITECTURE.md shows the same table.
//
// The one idea to hold: anything not listed is refused. To allow an import is to edit this table,
// where a reviewer sees it.
//
// Limits: the table speaks of files without tests. Test files may import all of their module, and
// outside of it what TestOutside lists.
package arch

// Layer is one row: the folders that match Folder may import Ours of this repository, Outside of
// other modules, and the standard library.
type Layer struct {
	// Folder is relative to the repository: "a/b", "a/*" (one level below) or "a/..." (a and all
	// below). The first row that matches counts.
	Folder string
	// For says what the folder is for, in a clause.
	For string
	// Ours are folders, in the same form.
	Ours []string
	// Outside are import paths, in the same form.
	Outside []string
}

// Short names for what several rows allow.
const (
	model    = "graphmodel"
	xtools   = "golang.org/x/tools/..."
	tomlPath = "github.com/BurntSushi/toml"
	color    = "github.com/fatih/color"
	isatty   = "github.com/mattn/go-isatty"
	mcpSDK   = "github.com/modelcontextprotocol/go-sdk/..."
	dbosSDK  = "github.com/dbos-inc/dbos-transact-golang/..."
	// The database of a server in an example, by the driver that the durable engine brings.
	sqlite = "modernc.org/sqlite"
	// The validator that comes with the MCP SDK, and the API of OpenTelemetry without its SDK.
	jsonschema = "github.com/google/jsonschema-go/jsonschema"
	otelAPI    = "go.opentelemetry.io/otel/..."
	pgx        = "github.com/jackc/pgx/..."
)

// Layers is the table, lowest layer first.
var Layers = []Layer{
	{Folder: model, For: "the vocabulary and the graph algorithms"},

	{
		Folder: "analyzers/refs", For: "the stable names of functions and types",
		Ours: []string{model},
	},
	{
		Folder: "analyzers/knowledge/...", For: "what library calls do, as rows",
		Ours: []string{model, "analyzers/refs", "analyzers/knowledge/..."}, Outside: []string{tomlPath},
	},
	{
		Folder: "analyzers/settings", For: "the configuration in force",
		Ours: []string{model, "analyzers/knowledge/..."}, Outside: []string{xtools, tomlPath},
	},
	{
		Folder: "analyzers/lazyssa", For: "SSA form on demand, behind the gate",
		Ours: []string{model, "analyzers/refs", "analyzers/knowledge", "analyzers/settings"}, Outside: []string{xtools},
	},
	{
		Folder: "analyzers/code", For: "builder code as data",
		Ours: []string{model, "analyzers/refs"}, Outside: []string{xtools},
	},
	{
		Folder: "analyzers/eval", For: "runs builder code",
		Ours: []string{model, "analyzers/code"}, Outside: []string{xtools},
	},
	{
		Folder: "analyzers/frontend", For: "what a frontend is",
		Ours: []string{model, "analyzers/knowledge", "analyzers/code", "analyzers/eval"}, Outside: []string{xtools},
	},
	{
		Folder: "analyzers/frontend/*", For: "one framework each; never the framework, never another frontend",
		Ours:    []string{model, "analyzers/refs", "analyzers/knowledge", "analyzers/code", "analyzers/eval", "analyzers/frontend"},
		Outside: []string{xtools},
	},
	{
		Folder: "analyzers/graphs", For: "the graphs of a package",
		Ours: []string{
			model, "analyzers/refs", "analyzers/knowledge", "analyzers/settings", "analyzers/code", "analyzers/eval",
			"analyzers/frontend", "analyzers/frontend/*",
		},
		Outside: []string{xtools},
	},
	{
		Folder: "analyzers/effects/...", For: "what functions do; never a frontend",
		Ours:    []string{model, "analyzers/refs", "analyzers/knowledge", "analyzers/settings", "analyzers/lazyssa", "analyzers/effects/..."},
		Outside: []string{xtools},
	},
	{
		Folder: "analyzers/handles", For: "which state fields hold handles",
		Ours:    []string{model, "analyzers/knowledge", "analyzers/settings", "analyzers/graphs", "analyzers/effects"},
		Outside: []string{xtools},
	},

	{Folder: "analyzers/ignores", For: "the comments that silence findings", Ours: []string{model}, Outside: []string{xtools}},

	{Folder: "rules/rule/ruletext", For: "reads a rule's text from its doc.go"},
	{
		Folder: "rules/rule", For: "what a rule is and the one way to report",
		Ours: []string{model, "analyzers/settings", "analyzers/graphs", "analyzers/effects", "analyzers/ignores", "rules/rule/ruletext"}, Outside: []string{xtools},
	},
	{
		Folder: "rules/rule/*", For: "decisions that several rules share",
		Ours: []string{model, "analyzers/knowledge", "analyzers/effects", "analyzers/handles", "rules/rule"}, Outside: []string{xtools},
	},
	{
		Folder: "rules/all", For: "all rules as one analyzer, for nogo and golangci-lint",
		Ours: []string{model, "analyzers/settings", "analyzers/effects", "rules", "rules/rule"}, Outside: []string{xtools},
	},
	{
		Folder: "rules/*", For: "one rule each; of knowledge only the words, never a frontend or another rule",
		Ours: []string{
			model, "analyzers/knowledge", "analyzers/graphs", "analyzers/effects", "analyzers/handles", "analyzers/ignores",
			"rules/rule", "rules/rule/*",
		},
		Outside: []string{xtools},
	},
	{Folder: "rules", For: "the list of rules", Ours: []string{"rules/rule", "rules/*"}},

	{Folder: "internal/source", For: "lines and columns of source files", Ours: []string{model}},
	{Folder: "internal/atomicfile", For: "writes files whole"},
	{Folder: "internal/fingerprint", For: "names findings so that another run recognises them", Ours: []string{model, "internal/source"}},
	{
		Folder: "internal/report", For: "text, JSON, SARIF, GitHub, JUnit, Code Quality: printers of one stream",
		Ours: []string{model, "analyzers/effects", "rules/rule", "internal/source", "internal/fingerprint"}, Outside: []string{color, isatty},
	},
	{Folder: "internal/baseline", For: "findings that are known", Ours: []string{"internal/atomicfile", "internal/report"}},
	{Folder: "internal/gitdiff", For: "lines that changed since a revision"},
	{
		Folder: "internal/fix", For: "applies suggested fixes",
		Ours: []string{model, "rules/rule", "internal/atomicfile", "internal/report"}, Outside: []string{"github.com/rogpeppe/go-internal/diff"},
	},
	{Folder: "internal/graphprint", For: "graphs as text, Mermaid, DOT and JSON", Ours: []string{model}},
	{
		Folder: "internal/driver/...", For: "load, analyse, order findings, exit status",
		Ours: []string{
			model, "analyzers/...", "rules", "rules/rule", "internal/report", "internal/graphprint", "internal/driver/...",
			"internal/atomicfile", "internal/baseline", "internal/gitdiff", "internal/fix",
		},
		Outside: []string{xtools},
	},
	{Folder: "internal/lsp/wire", For: "messages of the language server protocol, and their framing"},
	{Folder: "internal/lsp/protocol", For: "the parts of the protocol that are spoken here"},
	{Folder: "internal/lsp/text", For: "places and edits in documents", Ours: []string{"internal/lsp/protocol"}},
	{
		Folder: "internal/lsp/lsptest", For: "a scripted editor, for the tests of servers",
		Ours: []string{"internal/lsp/wire", "internal/lsp/protocol", "internal/lsp/text"},
	},
	{
		Folder: "internal/lsp/session", For: "what an editor has open, and what is found in it",
		Ours: []string{
			model, "analyzers/effects", "analyzers/knowledge/strict", "rules/rule", "internal/driver", "internal/driver/golist",
			"internal/driver/load", "internal/graphprint", "internal/lsp/protocol", "internal/lsp/text",
		},
	},
	{
		Folder: "internal/lsp/server", For: "skewlint lsp: a session on standard input and output",
		Ours: []string{"rules/rule", "internal/lsp/*"},
	},
	{
		Folder: "internal/lsp/proxy", For: "skewlint gopls: gopls and a server as one; processes only, never the driver",
		Ours: []string{"internal/lsp/wire", "internal/lsp/protocol", "internal/lsp/text"},
	},
	{Folder: "editors/...", For: "recipes for editors; tests only"},
	{
		Folder: "internal/hosttest", For: "runs the analyzers under go vet and nogo; for tests",
		Ours: []string{"internal/driver", "internal/driver/golist", "rules", "rules/all"},
	},
	{Folder: "internal/citest", For: "runs what the files for CI servers run; tests only"},
	{Folder: "internal/arch", For: "this table"},
	{Folder: "internal/gen", For: "writes lists, tables and pages", Ours: []string{"analyzers/knowledge/table", "rules/rule/ruletext", "internal/arch"}},
	{Folder: "internal/ruletest", For: "runs the scenarios beside a rule", Ours: []string{"rules/rule"}, Outside: []string{xtools}},
	{
		Folder: "internal/graphtest", For: "runs the builder programs beside a frontend",
		Ours: []string{model, "analyzers/graphs", "internal/ruletest"}, Outside: []string{xtools, "github.com/google/go-cmp/cmp"},
	},
	{Folder: "internal/realtest", For: "runs the driver on programs that use real libraries; tests only"},
	{Folder: "internal/fidelity/...", For: "compares graphs with what the frameworks export", Ours: []string{model}},
	{Folder: "bench/...", For: "measures the command beside other tools"},
	{
		Folder: "cmd/skewlint", For: "the command; a few lines",
		Ours: []string{"rules", "rules/rule", "internal/driver/...", "internal/report", "internal/graphprint", "internal/lsp/server", "internal/lsp/proxy"},
		Outside: []string{
			xtools, color, isatty,
		},
	},

	{
		Folder: "gcl", For: "the plugin of golangci-lint; a module of its own",
		Ours: []string{"analyzers/settings", "rules/all", "rules/rule"}, Outside: []string{xtools, "github.com/golangci/plugin-module-register/..."},
	},
	{
		Folder: "gcl/cmd/custom-gcl", For: "golangci-lint with the plugin; a few lines",
		Ours: []string{"gcl"}, Outside: []string{"github.com/golangci/golangci-lint/v2/..."},
	},

	{Folder: "runtime/custody", For: "the record of a handle and its verdict; standard library only"},
	{
		Folder: "runtime/stategraph/...", For: "a typed state graph on a durable engine",
		Ours: []string{"runtime/custody", "runtime/stategraph/..."}, Outside: []string{dbosSDK, pgx},
	},
	{
		Folder: "runtime/mcpgate/graphpause", For: "lets calls wait in a graph",
		Ours: []string{"runtime/stategraph", "runtime/mcpgate", "runtime/mcpgate/ask"},
	},
	{
		Folder: "runtime/mcpgate/...", For: "the one door to MCP servers; never the graph",
		Ours: []string{"runtime/custody", "runtime/mcpgate/..."}, Outside: []string{mcpSDK, jsonschema, otelAPI},
	},
	{
		Folder: "runtime/examples/...", For: "whole programs, each skewed and sound",
		Ours:    []string{"runtime/custody", "runtime/stategraph", "runtime/mcpgate/...", "runtime/examples/..."},
		Outside: []string{mcpSDK, dbosSDK, sqlite},
	},
}

// TestOutside are the modules that test files may import beside those of their folder's row.
var TestOutside = []string{
	xtools,
	tomlPath,
	mcpSDK,
	dbosSDK,
	otelAPI,
	"github.com/golangci/plugin-module-register/...",
	"go.yaml.in/yaml/v3",
	"github.com/google/go-cmp/cmp/...",
	"github.com/rogpeppe/go-internal/...",
	"github.com/santhosh-tekuri/jsonschema/v6",
}
