package idemsql

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"testing"
)

// hook is called before each statement with its text, and before the begin and the commit of a transaction with that word. What is
// asked does not reach the database if it returns an error.
type hook func(query string) error

// hooked returns a pool whose connections ask a hook first.
func (p place) hooked(tb testing.TB, ask hook) *sql.DB {
	tb.Helper()
	db := sql.OpenDB(&hookedConnector{p.open(tb).Driver(), p.source(), ask})
	tb.Cleanup(func() { _ = db.Close() })
	return db
}

type hookedConnector struct {
	driver driver.Driver
	source string
	ask    hook
}

func (c *hookedConnector) Driver() driver.Driver { return c.driver }

func (c *hookedConnector) Connect(context.Context) (driver.Conn, error) {
	conn, err := c.driver.Open(c.source)
	return &hookedConn{conn, c.ask}, err
}

// hookedConn offers no way around its prepared statements.
type hookedConn struct {
	driver.Conn
	ask hook
}

func (c *hookedConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	s, err := c.Conn.(driver.ConnPrepareContext).PrepareContext(ctx, query)
	return &hookedStmt{s, query, c.ask}, err
}

func (c *hookedConn) BeginTx(ctx context.Context, opts driver.TxOptions) (driver.Tx, error) {
	if err := c.ask("begin"); err != nil {
		return nil, err
	}
	tx, err := c.Conn.(driver.ConnBeginTx).BeginTx(ctx, opts)
	return &hookedTx{tx, c.ask}, err
}

type hookedStmt struct {
	driver.Stmt
	query string
	ask   hook
}

func (s *hookedStmt) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	if err := s.ask(s.query); err != nil {
		return nil, err
	}
	return s.Stmt.(driver.StmtExecContext).ExecContext(ctx, args)
}

func (s *hookedStmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	if err := s.ask(s.query); err != nil {
		return nil, err
	}
	return s.Stmt.(driver.StmtQueryContext).QueryContext(ctx, args)
}

type hookedTx struct {
	driver.Tx
	ask hook
}

// Commit rolls back instead if the hook returns an error, as a database does whose commit fails.
func (t *hookedTx) Commit() error {
	if err := t.ask("commit"); err != nil {
		return errors.Join(err, t.Rollback())
	}
	return t.Tx.Commit()
}
