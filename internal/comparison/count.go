package comparison

import (
	"go/scanner"
	"go/token"
)

// Count is the number of lines of Go source that hold code: neither blank nor comment alone. A text over several lines
// counts with each of them.
func Count(src []byte) int {
	fset := token.NewFileSet()
	file := fset.AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(file, src, nil, 0)
	lines := map[int]bool{}
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			return len(lines)
		}
		if tok == token.SEMICOLON && text == "\n" {
			continue // put in by the scanner
		}
		first := file.Line(pos)
		for line := first; line <= first+newlines(text); line++ {
			lines[line] = true
		}
	}
}

func newlines(text string) int {
	n := 0
	for _, b := range []byte(text) {
		if b == '\n' {
			n++
		}
	}
	return n
}
