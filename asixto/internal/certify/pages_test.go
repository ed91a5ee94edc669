package certify

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A catalogue in pages is read to its end.
func TestCatalogueInPages(t *testing.T) {
	t.Parallel()
	pages := map[string]string{
		"":  `{"tools":[` + openTool + `],"nextCursor":"2"}`,
		"2": `{"tools":[` + searchTool + `],"nextCursor":"3"}`,
		"3": `{"tools":[` + cancelTool + `]}`,
	}
	s := newStation()
	s.wrap = paged(func(cursor string) string { return pages[cursor] })
	r := examined(t, s, nil)
	if diff := cmp.Diff([]string{"abrir_caso", "buscar_planes", "cancelar_caso"}, r.Tools); diff != "" || len(r.Findings) > 0 {
		t.Errorf("tools (-want +got):\n%s%v", diff, r.Findings)
	}
}

// One without an end is given up.
func TestEndlessCatalogue(t *testing.T) {
	t.Parallel()
	var n atomic.Int64
	s := newStation()
	s.wrap = paged(func(string) string {
		return fmt.Sprintf(`{"tools":[%s],"nextCursor":"%d"}`, strings.Repeat(searchTool+",", 99)+searchTool, n.Add(1))
	})
	r := examined(t, s, nil)
	if len(r.Tools) != maxTools || r.Verdict != Violations {
		t.Errorf("%d tools, %s", len(r.Tools), r.Verdict)
	}
}

// paged answers tools/list by its cursor.
func paged(page func(cursor string) string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Mcp-Method") != "tools/list" || r.Header.Get("Authorization") != "Bearer "+stationToken || r.Header.Get(versionField) != "" {
				next.ServeHTTP(w, r)
				return
			}
			id, cursor := asked(r)
			if id == "" {
				next.ServeHTTP(w, r)
				return
			}
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%q,"result":{"resultType":"complete",%s}`, id, strings.TrimPrefix(page(cursor), "{"))
		})
	}
}
