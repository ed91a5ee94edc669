package repocheck

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strings"
)

// Linked is what importing a package brings into a program: the other modules, sorted, and whether package testing comes
// along.
func Linked(ctx context.Context, root, pkg string) (modules []string, kit bool, err error) {
	const format = "{{.ImportPath}}\t{{with .Module}}{{.Path}}{{end}}"
	cmd := exec.CommandContext(ctx, "go", "list", "-deps", "-f", format, pkg)
	cmd.Dir = root
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, false, fmt.Errorf("repocheck: go list %s: %w\n%s", pkg, err, stderr.Bytes())
	}
	for line := range strings.Lines(string(out)) {
		path, module, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if module != "" && module != Root {
			modules = append(modules, module)
		}
		kit = kit || path == "testing"
	}
	slices.Sort(modules)
	return slices.Compact(modules), kit, nil
}
