package repocheck

import (
	"bytes"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
)

// ban is a text that no file of the repository holds. Its words are written apart, so that this file holds none either.
type ban struct {
	pattern *regexp.Regexp
	why     string
}

func bans() []ban {
	literal := func(parts ...string) *regexp.Regexp {
		return regexp.MustCompile(regexp.QuoteMeta(strings.Join(parts, "")))
	}
	hosts := strings.Join([]string{
		`proxy\.gol` + `ang\.org`, `sum\.gol` + `ang\.org`, `gopr` + `oxy\.`, `regis` + `try\.npmjs`, `deb\.deb` + `ian\.org`,
		`security\.deb` + `ian\.org`, `py` + `pi\.org`, `artif` + `actory`,
	}, "|")
	return []ban{
		{literal("/wo", "rk/"), "a path of a build machine"},
		{literal("/fa", "rm/"), "a path of a build machine"},
		{literal("../sha", "red"), "a path outside the repository"},
		{literal(".lib", "rary"), "a path outside the repository"},
		{regexp.MustCompile(hosts), "the host of a package registry: the ordinary clients know theirs"},
		{regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME)\b`), "an open end: finish it or file an issue"},
		{regexp.MustCompile(`(?m)^(<{7} |={7}$|>{7} )`), "a merge that was not finished"},
		{regexp.MustCompile(`-{5}BEGIN [A-Z ]*PRI` + `VATE KEY`), "a private key: tests make theirs as they run"},
	}
}

// Banned names every line that holds text which does not belong in the repository. Binary files are passed over.
func Banned(t *Tree) ([]string, error) {
	var problems []string
	list := bans()
	for _, name := range t.Files {
		data, err := fs.ReadFile(t.FS, name)
		if err != nil {
			return nil, fmt.Errorf("repocheck: %w", err)
		}
		if bytes.IndexByte(data, 0) >= 0 {
			continue
		}
		for _, b := range list {
			for _, at := range b.pattern.FindAllIndex(data, -1) {
				line := 1 + bytes.Count(data[:at[0]], []byte("\n"))
				problems = append(problems, fmt.Sprintf("%s:%d: %q: %s", name, line, data[at[0]:at[1]], b.why))
			}
		}
	}
	return problems, nil
}
