package comparison_test

import (
	"testing"

	"github.com/asixto/go-sdk/internal/comparison"
)

func TestCount(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, src string
		want      int
	}{
		{"nothing", "", 0},
		{"package", "package p\n", 1},
		{"comments and blanks", "// A comment.\n\npackage p // p\n\n/* two\nlines */\n", 1},
		{"code behind a comment", "package p\n/* two\nlines */ var x int\n", 2},
		{"braces are code", "package p\n\nfunc f() {\n\tg()\n}\n", 4},
		{"a text over three lines", "package p\n\nvar s = `a\n\n// b`\n", 4},
		{"no end of line", "package p\nvar x = 1", 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := comparison.Count([]byte(tt.src)); got != tt.want {
				t.Errorf("%d lines, want %d", got, tt.want)
			}
		})
	}
}
