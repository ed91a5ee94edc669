package idemsql

import (
	"slices"
	"strings"
	"testing"

	"github.com/asixto/go-sdk/idem/idemtest"
)

// TestVariants runs what depends on them under settings that an author's connections may have.
func TestVariants(t *testing.T) {
	t.Parallel()
	groups := []string{"claim", "owner", "parallel", "tx"}
	variants := []struct {
		name    string
		dialect Dialect
		extra   string
	}{
		{"simple protocol", PostgreSQL, "&default_query_exec_mode=simple_protocol"},
		{"nothing prepared", PostgreSQL, "&default_query_exec_mode=exec"},
		{"matching rows instead of changed ones", MySQL, "?clientFoundRows=true"},
		{"parameters in the text", MySQL, "?interpolateParams=true"},
		{"serializable", MySQL, "?tx_isolation=%27SERIALIZABLE%27"},
		{"immediate transactions", SQLite, "&_txlock=immediate"},
	}
	for _, v := range variants {
		for _, c := range idemtest.Checks() {
			group, _, _ := strings.Cut(c.Name, "/")
			if v.dialect == SQLite && c.Name == "tx/replaced" || !slices.Contains(groups, group) {
				continue
			}
			t.Run(v.dialect.String()+"/"+v.name+"/"+c.Name, func(t *testing.T) {
				t.Parallel()
				p := newPlace(t, v.dialect)
				p.Extra = v.extra
				c.Run(t, backend(t, p))
			})
		}
	}
}
