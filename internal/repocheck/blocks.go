package repocheck

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/asixto/go-sdk/internal/markdown"
)

// BadBlocks names every code block whose mark is missing or wrong, and every JSON block that is none:
//
//   - A go block is a whole file, or carries the mark "go: fragment"; see [Uncompiled].
//   - A sh block carries "sh: run", and internal/smoke runs it, or "sh: shown" with the reason why not.
//   - "answer" stands above the json block right after a block that is run: its exact answer.
//   - Every block names its language.
func BadBlocks(t *Tree) ([]string, error) {
	all, err := pages(t)
	if err != nil {
		return nil, err
	}
	var problems []string
	for name, page := range all {
		for i, b := range page.Blocks {
			if why := badBlock(page, i); why != "" {
				problems = append(problems, fmt.Sprintf("%s:%d: %s", name, b.Line, why))
			}
		}
	}
	slices.Sort(problems)
	return problems, nil
}

func badBlock(page markdown.Page, i int) string {
	b := page.Blocks[i]
	name := ""
	if b.Mark != nil {
		name = b.Mark.Name
	}
	switch b.Lang {
	case "":
		return "a block without a language (text, where it is none)"
	case "sh":
		return badShell(b)
	case "go":
		if !wholeFile(b.Code) && (name != "go" || !b.Mark.Has("fragment")) {
			return `a go block that is no whole file has no mark "go: fragment"`
		}
	case "json":
		if !json.Valid([]byte(b.Code)) {
			return "a json block that is no JSON"
		}
		if name == "answer" && (i == 0 || !page.Blocks[i-1].Mark.Has("run")) {
			return "an answer without a block that is run before it"
		}
	}
	return ""
}

func badShell(b markdown.Block) string {
	switch m := b.Mark; {
	case m == nil || m.Name != "sh" || m.Has("run") == m.Has("shown"):
		return `a sh block needs the mark "sh: run" or "sh: shown" with a reason`
	case m.Has("shown") && len(m.Words) < 2:
		return `"sh: shown" needs its reason: why is it not run`
	default:
		return ""
	}
}
