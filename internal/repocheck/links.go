package repocheck

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/asixto/go-sdk/internal/markdown"
)

// pages reads every Markdown file of the tree.
func pages(t *Tree) (map[string]markdown.Page, error) {
	all := map[string]markdown.Page{}
	for _, name := range t.Match(".md") {
		text, err := fs.ReadFile(t.FS, name)
		if err != nil {
			return nil, fmt.Errorf("repocheck: %w", err)
		}
		all[name] = markdown.Parse(string(text))
	}
	return all, nil
}

// DeadLinks names every relative link of a Markdown page to a file, a folder or a heading that does not exist.
func DeadLinks(t *Tree) ([]string, error) {
	all, err := pages(t)
	if err != nil {
		return nil, err
	}
	var problems []string
	for name, page := range all {
		for _, link := range page.Links {
			if why := dead(t, all, name, link.Target); why != "" {
				problems = append(problems, fmt.Sprintf("%s:%d: %s: %s", name, link.Line, link.Target, why))
			}
		}
	}
	slices.Sort(problems)
	return problems, nil
}

func dead(t *Tree, all map[string]markdown.Page, page, link string) string {
	target, anchor, _ := strings.Cut(link, "#")
	if strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
		return ""
	}
	if strings.HasPrefix(target, "/") {
		return "write it relative to the page"
	}
	file := page
	if target != "" {
		file = path.Join(path.Dir(page), target)
	}
	if !slices.ContainsFunc(t.Files, func(f string) bool { return under(f, file) }) {
		return "no such file"
	}
	if anchor != "" && path.Ext(file) == ".md" && !slices.Contains(all[file].Headings, anchor) {
		return "no such heading"
	}
	return ""
}
