package repocheck_test

import (
	"testing"

	"github.com/asixto/go-sdk/internal/repocheck"
)

func TestNoBannedText(t *testing.T) {
	t.Parallel()
	holds(t, repocheck.Banned)
}

func TestBanned(t *testing.T) {
	t.Parallel()
	tree := treeOf(
		t, "a.md", "fine: a network/ of frameworks, all to do\n", "b.go", "// x\n// TO"+"DO: later\n", "c.sh", "cd /wo"+"rk/main\n",
		"d.yml", "url: https://regis"+"try.npmjs.org\n", "e.md", "see ../sha"+"red/x and .lib"+"rary\n", "f.bin", "\x00 TO"+"DO\n",
		"g.go", "<<<<<<"+"< ours\n", "h.pem", "-----BEGIN RSA PRI"+"VATE KEY-----\n", "testdata/i.txt", "/fa"+"rm/x\n", "todo.txt", "a method: METODO\n",
	)
	finds(
		t, repocheck.Banned, tree,
		`b.go:2: "TO`+`DO": an open end: finish it or file an issue`,
		`c.sh:1: "/wo`+`rk/": a path of a build machine`,
		`d.yml:1: "regis`+`try.npmjs": the host of a package registry: the ordinary clients know theirs`,
		`e.md:1: "../sha`+`red": a path outside the repository`,
		`e.md:1: ".lib`+`rary": a path outside the repository`,
		`g.go:1: "<<<<<<`+`< ": a merge that was not finished`,
		`h.pem:1: "-----BEGIN RSA PRI`+`VATE KEY": a private key: tests make theirs as they run`,
		`testdata/i.txt:1: "/fa`+`rm/": a path of a build machine`,
	)
}
