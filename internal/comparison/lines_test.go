package comparison_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/asixto/go-sdk/internal/comparison"
)

const (
	root  = "../.."
	ours  = root + "/examples/soporte"
	plain = "plain"
)

// desk is the files of the five tools and of the server that offers them: types, definitions, handlers.
func desk() []string {
	return []string{
		"abrir_caso_soporte.go", "actualizar_cliente.go", "buscar_items.go", "cancelar_cita.go", "consultar_cliente.go", "server.go",
	}
}

// kit is what the five tools share where no SDK brings it.
func kit() []string {
	return []string{"call.go", "effects.go", "errors.go", "owners.go", "schema.go", "voice.go"}
}

// TestLines holds the target, and the figures in the README.
func TestLines(t *testing.T) {
	t.Parallel()
	mine, theirs, shared := lines(t, ours, desk()), lines(t, plain, append(desk(), kit()...)), lines(t, plain, kit())
	if limit := theirs * 7 / 10; mine > limit {
		t.Errorf("%d lines with the SDK, at most %d (0.7 of %d) are allowed", mine, limit, theirs)
	}
	for name, thousand := range map[string]string{"README.md": ",", "README.es.md": "."} {
		page, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, said := range []string{"**" + grouped(mine, thousand) + "**", "**" + grouped(theirs, thousand) + "**", fmt.Sprint(" ", shared, " ")} {
			if !strings.Contains(string(page), said) {
				t.Errorf("%s does not say %q: the lines have changed", name, said)
			}
		}
	}
}

// TestEveryFileIsCounted keeps the count honest: what the plain desk is made of is counted, but for its main and the
// backend, which is the example's own.
func TestEveryFileIsCounted(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(plain, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	counted := map[string]bool{"main.go": true}
	for _, name := range append(desk(), kit()...) {
		counted[name] = true
	}
	for _, file := range files {
		info, err := os.Lstat(file)
		if err != nil {
			t.Fatal(err)
		}
		if linked := info.Mode()&os.ModeSymlink != 0; linked == counted[filepath.Base(file)] {
			t.Errorf("%s is neither counted nor a link to the example's backend, or both", file)
		}
	}
}

func lines(t *testing.T, dir string, names []string) int {
	t.Helper()
	sum := 0
	for _, name := range names {
		src, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		sum += comparison.Count(src)
	}
	return sum
}

func grouped(n int, thousand string) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d%s%03d", n/1000, thousand, n%1000)
}
