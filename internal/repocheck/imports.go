package repocheck

import (
	"fmt"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
)

// layer is one line of the layout: a folder, with everything below it, and what its code may import besides the standard
// library and itself. The longest folder that fits a package decides.
type layer struct {
	dir   string
	allow []string // import paths, each with everything below it
}

// layers is the import direction of the repository. A new public folder gets its line here.
func layers() []layer {
	const json, mcp = "github.com/go-json-experiment/json", "github.com/modelcontextprotocol/go-sdk"
	var (
		leaves = []string{Root + "/errors", Root + "/meta", Root + "/idem", Root + "/schema"}
		all    = append([]string{Root + "/asixto", json, mcp}, leaves...)
	)
	return []layer{
		{dir: "."},
		{dir: "errors"},
		{dir: "meta"},
		{dir: "idem", allow: []string{Root + "/internal/bounded"}},
		{dir: "schema", allow: []string{json, "github.com/invopop/jsonschema", "github.com/go-playground/validator/v10"}},
		{dir: "asixto", allow: append([]string{json, mcp, Root + "/internal/bounded"}, leaves...)},
		{dir: "asixto/asixtotest", allow: append([]string{Root + "/asixto", json}, leaves...)},
		{dir: "asixto/guard", allow: []string{Root + "/asixto", Root + "/errors", Root + "/meta"}},
		{dir: "asixto/speak", allow: []string{Root + "/meta", "github.com/invopop/jsonschema"}},
		{dir: "examples", allow: all},
		{dir: "internal/bounded"},
		{dir: "internal/comparison"},
		{dir: "internal/comparison/plain", allow: []string{mcp}},
		{dir: "internal/markdown"},
		{dir: "internal/pkgsite", allow: []string{Root + "/internal/repocheck"}},
		{dir: "internal/repocheck", allow: []string{Root + "/internal/markdown"}},
		{dir: "internal/smoke", allow: []string{Root + "/internal/markdown"}},
		{dir: "internal/testcount"},
	}
}

// testLibraries may be imported by tests alone. Test kits, whose folder ends in "test", may import testing too.
func testLibraries() []string {
	return []string{
		"testing",
		"pgregory.net/rapid",
		"github.com/google/go-cmp",
		"github.com/google/jsonschema-go",
		"github.com/santhosh-tekuri/jsonschema",
		"go.uber.org/goleak",
		"golang.org/x/tools",
		"net/http/httptest",
	}
}

// Misdirected names every import that goes against the layout: of a package that its layer may not import, of go-sdk
// outside asixto and examples, of an example from outside it, of a test library or a test kit from code that is no test.
func Misdirected(t *Tree) ([]string, error) {
	var problems []string
	fset := token.NewFileSet()
	for _, name := range t.Match(".go") {
		file, err := parseFile(t, fset, name, parser.ImportsOnly)
		if err != nil {
			return nil, err
		}
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return nil, fmt.Errorf("repocheck: %s: %w", name, err)
			}
			if why := misdirected(t, name, imported); why != "" {
				pos := fset.Position(spec.Pos())
				problems = append(problems, fmt.Sprintf("%s:%d: imports %s: %s", name, pos.Line, imported, why))
			}
		}
	}
	slices.Sort(problems)
	return problems, nil
}

// knowsGoSDK are the folders that may import go-sdk: it is hidden from all but the server, a peer of the load, a client of
// the real ones, and the tools that are compared with.
func knowsGoSDK() []string {
	return []string{"asixto", "examples", "internal/bench", "internal/clients", "internal/comparison/plain"}
}

func misdirected(t *Tree, name, imported string) string {
	dir := path.Dir(name)
	if example := exampleOf(imported); example != "" && !under(dir, example) {
		return "nothing imports an example"
	}
	if under(dir, "examples") && !public(imported) && !strings.HasPrefix(imported, Root+"/"+exampleRoot(dir)+"/") {
		return "an example shows public packages only"
	}
	knows := func(folder string) bool { return under(dir, folder) }
	if under(imported, "github.com/modelcontextprotocol/go-sdk") && !slices.ContainsFunc(knowsGoSDK(), knows) {
		return "only asixto and the examples know go-sdk"
	}
	if isTest(name) {
		return ""
	}
	if why := testOnly(dir, imported); why != "" {
		return why
	}
	if nested(t, dir) {
		return "" // a nested module's go.mod says what it may need
	}
	return outsideLayer(dir, imported)
}

func testOnly(dir, imported string) string {
	kit := strings.HasSuffix(path.Base(dir), "test")
	for _, lib := range testLibraries() {
		if under(imported, lib) && (!kit || !standard(imported)) {
			return "a test library in code that is no test"
		}
	}
	if !kit && under(imported, Root) && strings.HasSuffix(path.Base(imported), "test") {
		return "a test kit in code that is no test"
	}
	return ""
}

func outsideLayer(dir, imported string) string {
	var mine *layer
	for _, l := range layers() {
		if (l.dir == dir || l.dir != "." && under(dir, l.dir)) && (mine == nil || len(l.dir) > len(mine.dir)) {
			mine = &l
		}
	}
	if mine == nil {
		return "the folder has no line in the layout (internal/repocheck/imports.go)"
	}
	if standard(imported) || mine.dir != "." && under(imported, Root+"/"+mine.dir) {
		return ""
	}
	for _, allowed := range mine.allow {
		if under(imported, allowed) {
			return ""
		}
	}
	return fmt.Sprintf("%s may not, see the layout in docs/architecture.md", mine.dir)
}

// standard says whether the import path belongs to the standard library: the others start with a host name.
func standard(imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	return !strings.Contains(first, ".")
}

// exampleOf is the folder of the example an import belongs to, "" for all else.
func exampleOf(imported string) string {
	rel, ok := strings.CutPrefix(imported, Root+"/")
	if !ok || !under(rel, "examples") {
		return ""
	}
	return exampleRoot(rel)
}

func exampleRoot(dir string) string {
	parts := strings.SplitN(dir, "/", 3)
	return strings.Join(parts[:min(2, len(parts))], "/")
}

func nested(t *Tree, dir string) bool {
	return slices.ContainsFunc(t.Modules(), func(m string) bool { return m != "." && under(dir, m) })
}
