package idemsql

import (
	"fmt"
	"regexp"
	"strings"
)

// Options tune a Store. The zero value, and nil, stand for the defaults.
type Options struct {
	// Table is the name of the table, also behind the name of its schema or database and a dot, as "soporte.idem_keys". Each of
	// the two has at most 48 letters, digits and underscores, and does not begin with a digit. Default "idem_keys".
	Table string
	// MaxResult is the size in bytes above which a result is idem.ErrTooLarge, so that the engine keeps a tombstone in its place.
	// Default 4 MiB, at most 64 MiB. On MySQL it must fit into max_allowed_packet, of the server and of the driver.
	MaxResult int

	later string // is added to every time; tests move the clock with it
}

const (
	defaultTable     = "idem_keys"
	defaultMaxResult = 4 << 20
	mostMaxResult    = 64 << 20
)

var tableName = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_]{0,47}\.)?[A-Za-z_][A-Za-z0-9_]{0,47}$`)

// withDefaults fills in the defaults and refuses what cannot work, naming field, value and bound.
func (o *Options) withDefaults() (*Options, error) {
	var f Options
	if o != nil {
		f = *o
	}
	if f.Table == "" {
		f.Table = defaultTable
	}
	if f.MaxResult == 0 {
		f.MaxResult = defaultMaxResult
	}
	switch {
	case !tableName.MatchString(f.Table):
		return nil, fmt.Errorf("idemsql: Options.Table is %q: use letters, digits and underscores, at most 48, "+
			"and at most one dot, behind the schema's name", f.Table)
	case f.MaxResult < 0 || f.MaxResult > mostMaxResult:
		return nil, fmt.Errorf("idemsql: Options.MaxResult is %d: use from 1 to %d bytes", f.MaxResult, mostMaxResult)
	}
	return &f, nil
}

// names returns the table's name quoted, the part of it behind the dot quoted, and the names of its indexes.
func (o *Options) names(t *traits) (table, name, settled, running string) {
	quoted := func(s string) string { return t.quote + s + t.quote }
	schema, bare, qualified := strings.Cut(o.Table, ".")
	if !qualified {
		bare = schema
	}
	table, name = quoted(bare), quoted(bare)
	settled, running = quoted(bare+"_settled"), quoted(bare+"_running")
	if qualified {
		table = quoted(schema) + "." + table
	}
	if qualified && t.indexInSchema {
		settled, running = quoted(schema)+"."+settled, quoted(schema)+"."+running
	}
	return table, name, settled, running
}
