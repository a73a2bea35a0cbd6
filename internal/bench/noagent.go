package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// noAgentPackages is the size of the generated module: that of a middling service.
const noAgentPackages = 40

// writeNoAgentModule writes a module of packages that import each other and what services
// import, each with a test, and no agent library anywhere.
func writeNoAgentModule(dir string) error {
	files := map[string]string{"go.mod": "module example.com/noagent\n\ngo 1.26\n"}
	for i := range noAgentPackages {
		name := fmt.Sprintf("p%02d", i)
		files[name+"/"+name+".go"] = noAgentSource(name, i)
		files[name+"/"+name+"_test.go"] = fmt.Sprintf("package %s\n\nimport \"testing\"\n\nfunc TestServe(t *testing.T) { _ = Serve }\n", name)
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

func noAgentSource(name string, i int) string {
	before, call := "", ""
	if i > 0 {
		before = fmt.Sprintf("\n\t\"example.com/noagent/p%02d\"", i-1)
		call = fmt.Sprintf("\n\tp%02d.Serve(db)", i-1)
	}
	return fmt.Sprintf(`package %s

import (
	"database/sql"
	"encoding/json"
	"html/template"
	"net/http"
%s
)

var page = template.Must(template.New("").Parse("{{.}}"))

// Serve serves.
func Serve(db *sql.DB) {%s
	http.HandleFunc("/%[1]s", func(w http.ResponseWriter, r *http.Request) {
		_ = json.NewEncoder(w).Encode(db.Stats())
		_ = page.Execute(w, r.URL)
	})
}
`, name, before, call)
}
