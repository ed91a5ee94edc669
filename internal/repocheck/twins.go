package repocheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/asixto/go-sdk/internal/markdown"
)

const (
	page    = ".md"
	spanish = ".es.md"
)

// UnlikeTwins names what tells a Spanish page, README.es.md, from the English page of its name: a page without a twin,
// another number of headings, a code block that differs or is checked in another way, a link to another place. Blocks
// of the language text may be translated, as may the reason why a block is not run.
func UnlikeTwins(t *Tree) ([]string, error) {
	all, err := pages(t)
	if err != nil {
		return nil, err
	}
	var problems []string
	for name, twin := range all {
		base, ok := strings.CutSuffix(name, spanish)
		if !ok {
			continue
		}
		original, ok := all[base+page]
		if !ok {
			problems = append(problems, name+": there is no "+base+page)
			continue
		}
		for _, why := range unlike(original, twin) {
			problems = append(problems, name+why)
		}
	}
	slices.Sort(problems)
	return problems, nil
}

func unlike(original, twin markdown.Page) []string {
	var problems []string
	note := func(format string, args ...any) { problems = append(problems, fmt.Sprintf(format, args...)) }
	if a, b := len(original.Headings), len(twin.Headings); a != b {
		note(": %d headings, the twin has %d", b, a)
	}
	if a, b := len(original.Blocks), len(twin.Blocks); a != b {
		note(": %d code blocks, the twin has %d", b, a)
	}
	for i := range min(len(original.Blocks), len(twin.Blocks)) {
		a, b := original.Blocks[i], twin.Blocks[i]
		if a.Lang != b.Lang || a.Lang != "text" && a.Code != b.Code || !sameMark(a.Mark, b.Mark) {
			note(":%d: the block is not that of line %d of the twin", b.Line, a.Line)
		}
	}
	if a, b := len(original.Links), len(twin.Links); a != b {
		note(": %d links, the twin has %d", b, a)
	}
	for i := range min(len(original.Links), len(twin.Links)) {
		a, b := original.Links[i], twin.Links[i]
		if language(a.Target) != language(b.Target) {
			note(":%d: the link is %s, that of the twin %s", b.Line, b.Target, a.Target)
		}
	}
	return problems
}

// language takes away what the links of twins may differ in: the language of the page, and a heading's words.
func language(link string) string {
	target, _, _ := strings.Cut(link, "#")
	return strings.TrimSuffix(strings.TrimSuffix(target, spanish), page)
}

func sameMark(a, b *markdown.Mark) bool {
	if a == nil || b == nil {
		return a == b
	}
	for _, word := range []string{"run", "shown", "serve", "fragment"} {
		if a.Has(word) != b.Has(word) {
			return false
		}
	}
	for _, key := range []string{"server", "token", "group", "imports", "file", "in"} {
		if a.Attr(key) != b.Attr(key) {
			return false
		}
	}
	return a.Name == b.Name && a.Body == b.Body
}
