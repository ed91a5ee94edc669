package idemsql

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/asixto/go-sdk/idem"
)

//go:embed sql migrations
var files embed.FS

// The states of a row. No row, and one that has expired, is a free key.
const (
	free = iota
	running
	doubt
	done
	tombstone
)

// statement is SQL written for a dialect and a table.
type statement struct {
	text     string
	params   []string  // in the order of the placeholders
	prepared *sql.Stmt // nil where the driver looks after that
}

// call holds the values of a statement's parameters.
type call struct {
	idem.Claim
	result idem.Result
	limit  int
}

func (c *call) value(param string) any {
	switch param {
	case "id":
		return c.ID[:]
	case "fingerprint":
		return c.Fingerprint[:]
	case "token":
		return c.Token[:]
	case "takeover":
		return c.TakeOver
	case "lease":
		return c.Lease.Microseconds()
	case "retention":
		return c.Retention.Microseconds()
	case "state":
		if c.result.Tombstone {
			return tombstone
		}
		return done
	case "result":
		return c.result.Bytes
	case "limit":
		return c.limit
	}
	panic(fmt.Sprintf("idemsql: a statement has the unknown parameter %q", param))
}

// writer writes SQL for a dialect and a table: {words} become names and fragments, and :names become placeholders.
type writer struct {
	*traits
	fragments, words *strings.Replacer
}

// Fragments of the dialects' claims: whether a row may be granted, and the fence of its new owner.
const (
	grantable = `({row}.expires <= {clock} OR {row}.fingerprint = :fingerprint AND (` +
		`{row}.state = {running} AND {row}.token = :token OR :takeover AND {row}.state <= {doubt} AND {row}.lease_ends <= {clock}))`
	fence = `CASE WHEN {row}.expires <= {clock} THEN {greatest}({row}.fence + 1, {clock}) ` +
		`WHEN {row}.state = {running} AND {row}.token = :token THEN {row}.fence ELSE {row}.fence + 1 END`
)

func newWriter(t *traits, o *Options) *writer {
	table, name, settled, unsettled := o.names(t)
	now := "(" + t.now + o.later + ")"
	return &writer{
		traits:    t,
		fragments: strings.NewReplacer("{grantable}", grantable, "{fence}", fence, "{clock}", t.clock, "{row}", t.row),
		words: strings.NewReplacer(
			"{table}", table, "{name}", name, "{settled}", settled, "{unsettled}", unsettled,
			"{now}", now, "{greatest}", t.greatest,
			"{running}", strconv.Itoa(running), "{doubt}", strconv.Itoa(doubt),
		),
	}
}

// file returns a file's SQL without its comments, which speak to its reader.
func (w *writer) file(name string) (string, error) {
	data, err := files.ReadFile(name)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	for line := range strings.Lines(string(data)) {
		if !strings.HasPrefix(line, "--") {
			text.WriteString(line)
		}
	}
	return w.fill(strings.TrimSpace(text.String())), nil
}

// fill fills in the words. A fragment holds fragments, and those hold words.
func (w *writer) fill(text string) string {
	return w.words.Replace(w.fragments.Replace(w.fragments.Replace(text)))
}

var parameter = regexp.MustCompile(`:[a-z]+`)

func (w *writer) statement(text string) *statement {
	s := &statement{}
	numbers := map[string]int{}
	s.text = parameter.ReplaceAllStringFunc(text, func(p string) string {
		if !w.numbered {
			s.params = append(s.params, p[1:])
			return "?"
		}
		if numbers[p] == 0 {
			s.params = append(s.params, p[1:])
			numbers[p] = len(s.params)
		}
		return "$" + strconv.Itoa(numbers[p])
	})
	return s
}

// statements returns those that all dialects share and the dialect's own, named by their files.
func (w *writer) statements() (map[string]*statement, error) {
	all := map[string]*statement{}
	for _, pattern := range []string{"sql/*.sql", "sql/" + w.folder + "/*.sql"} {
		names, err := fs.Glob(files, pattern)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			text, err := w.file(name)
			if err != nil {
				return nil, err
			}
			all[strings.TrimSuffix(path.Base(name), ".sql")] = w.statement(text)
		}
	}
	return all, nil
}

func (s *statement) args(c *call) []any {
	args := make([]any, len(s.params))
	for i, p := range s.params {
		args[i] = c.value(p)
	}
	return args
}

// exec runs s, in tx unless that is nil.
func (s *statement) exec(ctx context.Context, db *sql.DB, tx *sql.Tx, c *call) (sql.Result, error) {
	switch {
	case s.prepared != nil:
		return s.within(ctx, tx).ExecContext(ctx, s.args(c)...) //nolint:sqlclosecheck // it stays, or the end of tx closes it
	case tx != nil:
		return tx.ExecContext(ctx, s.text, s.args(c)...)
	}
	return db.ExecContext(ctx, s.text, s.args(c)...)
}

// query runs s for the one row that it returns, in tx unless that is nil.
func (s *statement) query(ctx context.Context, db *sql.DB, tx *sql.Tx, c *call) *sql.Row {
	switch {
	case s.prepared != nil:
		return s.within(ctx, tx).QueryRowContext(ctx, s.args(c)...) //nolint:sqlclosecheck // the same
	case tx != nil:
		return tx.QueryRowContext(ctx, s.text, s.args(c)...)
	}
	return db.QueryRowContext(ctx, s.text, s.args(c)...)
}

// within returns the prepared statement for use in tx, whose end closes it, or as it is.
func (s *statement) within(ctx context.Context, tx *sql.Tx) *sql.Stmt {
	if tx == nil {
		return s.prepared
	}
	return tx.StmtContext(ctx, s.prepared)
}
