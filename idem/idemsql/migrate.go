package idemsql

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// Migration is one step of the table's schema.
type Migration struct {
	// Name orders the steps and never changes, as "0001_keys".
	Name string
	// SQL are its statements, each behind the other and ended by a semicolon and a line break, with the table's name filled in.
	SQL string
}

// Migrations returns the steps that make the table, in their order, for authors who apply their migrations with a tool of their own.
// Each may be applied again. The options must be those that New gets.
func Migrations(d Dialect, opts *Options) ([]Migration, error) {
	t, err := d.traits()
	if err != nil {
		return nil, err
	}
	o, err := opts.withDefaults()
	if err != nil {
		return nil, err
	}
	return newWriter(t, o).migrations()
}

func (w *writer) migrations() (all []Migration, err error) {
	names, err := fs.Glob(files, "migrations/"+w.folder+"/*.sql")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := w.file(name)
		if err != nil {
			return nil, err
		}
		all = append(all, Migration{Name: strings.TrimSuffix(path.Base(name), ".sql"), SQL: text})
	}
	return all, nil
}

// Migrate makes the table, for authors who have no tool for it. It does nothing where the table is there, and fails where another one
// has its name; any number of processes may call it at once. It needs the right to create tables in the schema, which must be there.
// The options must be those that New gets.
func Migrate(ctx context.Context, db *sql.DB, d Dialect, opts *Options) error {
	s, err := open(db, d, opts)
	if err != nil {
		return err
	}
	if s.Ping(ctx) == nil {
		return nil
	}
	all, err := s.writer.migrations()
	if err != nil {
		return err
	}
	for _, m := range all {
		err = m.apply(ctx, db)
		if err != nil && s.Ping(ctx) != nil { // another process may have come first: CREATE … IF NOT EXISTS fails at times then
			return s.failed(fmt.Sprintf("table %s: migration %s", s.opts.Table, m.Name), err)
		}
	}
	if err := s.Ping(ctx); err != nil { // CREATE … IF NOT EXISTS takes any table of the name for this one
		return fmt.Errorf("%w: another table has the name: set Options.Table", err)
	}
	return nil
}

func (m *Migration) apply(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // nothing is left to undo after Commit
	for statement := range strings.SplitSeq(m.SQL, ";\n") {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return tx.Commit()
}
