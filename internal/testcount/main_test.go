package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	passing = `{"Action":"start","Package":"p"}
{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestA","Output":"quiet\n"}
{"Action":"run","Package":"p","Test":"TestA/one"}
{"Action":"pass","Package":"p","Test":"TestA/one","Elapsed":0}
{"Action":"pass","Package":"p","Test":"TestA","Elapsed":0}
{"Action":"pass","Package":"p","Elapsed":0.5}
`
	skipping = `{"Action":"output","Package":"p","Test":"TestB","Output":"    b_test.go:3: no server\n"}
{"Action":"skip","Package":"p","Test":"TestB","Elapsed":0}
{"Action":"pass","Package":"p","Elapsed":0.5}
`
	failing = `{"Action":"output","Package":"p","Test":"TestC","Output":"=== RUN   TestC\n"}
{"Action":"output","Package":"p","Test":"TestC","Output":"    c_test.go:9: got 1, want 2\n"}
{"Action":"fail","Package":"p","Test":"TestC","Elapsed":0}
{"Action":"output","Package":"p","Output":"FAIL\n"}
{"Action":"fail","Package":"p","Elapsed":0.5}
`
	broken = `{"ImportPath":"p [p.test]","Action":"build-output","Output":"p.go:1: no such thing\n"}
{"ImportPath":"p [p.test]","Action":"build-fail"}
{"Action":"output","Package":"p","Output":"FAIL\tp [build failed]\n"}
{"Action":"fail","Package":"p","Elapsed":0,"FailedBuild":"p [p.test]"}
`
	untested = `{"Action":"output","Package":"q","Output":"?   \tq\t[no test files]\n"}
{"Action":"skip","Package":"q","Elapsed":0}
`
)

func TestRun(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, in string
		strict   bool
		want     string
		fails    string
	}{
		{name: "pass", in: passing, want: "ok   p 0.5s (2 passed, 0 failed, 0 skipped)\n2 passed, 0 failed, 0 skipped\n"},
		{
			name: "a package without tests is no skipped test", in: untested + passing, strict: true,
			want: "none q\nok   p 0.5s (2 passed, 0 failed, 0 skipped)\n2 passed, 0 failed, 0 skipped\n",
		},
		{
			name: "skip allowed", in: skipping + passing,
			want: "    b_test.go:3: no server\nok   p 0.5s (0 passed, 0 failed, 1 skipped)\n" +
				"ok   p 0.5s (2 passed, 0 failed, 0 skipped)\n2 passed, 0 failed, 1 skipped\n",
		},
		{
			name: "skip refused", in: skipping + passing, strict: true, fails: "a test was skipped",
			want: "    b_test.go:3: no server\nok   p 0.5s (0 passed, 0 failed, 1 skipped)\n" +
				"ok   p 0.5s (2 passed, 0 failed, 0 skipped)\n2 passed, 0 failed, 1 skipped\n",
		},
		{
			name: "fail", in: failing, fails: "a test failed",
			want: "    c_test.go:9: got 1, want 2\nFAIL\nFAIL p (0 passed, 1 failed, 0 skipped)\n0 passed, 1 failed, 0 skipped\n",
		},
		{
			name: "does not build", in: broken, fails: "a test failed",
			want: "p.go:1: no such thing\nFAIL\tp [build failed]\nFAIL p (0 passed, 1 failed, 0 skipped)\n0 passed, 1 failed, 0 skipped\n",
		},
		{name: "nothing", in: "", fails: "no test ran", want: "0 passed, 0 failed, 0 skipped\n"},
		{name: "other lines", in: "go: warning\n" + passing, want: "go: warning\nok   p 0.5s (2 passed, 0 failed, 0 skipped)\n2 passed, 0 failed, 0 skipped\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var out strings.Builder
			args := []string{"-o", filepath.Join(t.TempDir(), "totals")}
			if tt.strict {
				args = append(args, "-strict")
			}
			err := run(args, strings.NewReader(tt.in), &out)
			if diff := cmp.Diff(tt.want, out.String()); diff != "" {
				t.Errorf("output (-want +got):\n%s", diff)
			}
			if got := errorText(err); (tt.fails == "") != (err == nil) || !strings.Contains(got, tt.fails) {
				t.Errorf("error %q, want one with %q", got, tt.fails)
			}
		})
	}
}

func TestTotal(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first, second := filepath.Join(dir, "first"), filepath.Join(dir, "second")
	var out strings.Builder
	for _, step := range []struct{ file, in string }{{first, passing}, {first, skipping + passing}, {second, failing}} {
		_ = run([]string{"-o", step.file}, strings.NewReader(step.in), &out)
	}
	out.Reset()
	if err := run([]string{"-total", first, second, filepath.Join(dir, "never written")}, nil, &out); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("4 passed, 1 failed, 1 skipped\n", out.String()); diff != "" {
		t.Errorf("total (-want +got):\n%s", diff)
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
