package idemsql_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	_ "modernc.org/sqlite"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemsql"
)

// file is a database for the examples that follow.
func file() (db *sql.DB, remove func()) {
	dir, err := os.MkdirTemp("", "idemsql")
	if err != nil {
		panic(err)
	}
	db, err = sql.Open("sqlite", "file:"+filepath.Join(dir, "keys.db")+"?_journal_mode=WAL&_synchronous=FULL&_busy_timeout=4000")
	if err != nil {
		panic(err)
	}
	return db, func() {
		_ = db.Close()
		_ = os.RemoveAll(dir)
	}
}

// New says what is missing, and what to do about it.
func ExampleNew() {
	ctx := context.Background()
	db, remove := file()
	defer remove()

	_, err := idemsql.New(ctx, db, idemsql.SQLite, nil)
	fmt.Println(strings.Contains(err.Error(), "call Migrate"))

	if err := idemsql.Migrate(ctx, db, idemsql.SQLite, nil); err != nil {
		fmt.Println(err)
		return
	}
	store, err := idemsql.New(ctx, db, idemsql.SQLite, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = idem.New(store, nil)
	fmt.Println(err)
	// Output:
	// true
	// <nil>
}

// What a database is not set up for is refused before there is a key to lose.
func ExampleNew_refused() {
	db, err := sql.Open("sqlite", "file::memory:")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = db.Close() }()

	_, err = idemsql.New(context.Background(), db, idemsql.SQLite, nil)
	fmt.Println(err)

	_, err = idemsql.New(context.Background(), db, idemsql.SQLite, &idemsql.Options{Table: "keys; DROP TABLE users"})
	fmt.Println(err)
	// Output:
	// idemsql: SQLite: New: journal_mode is memory, so that readers wait for writers: set it to wal in the name of the data source
	// idemsql: Options.Table is "keys; DROP TABLE users": use letters, digits and underscores, at most 48, and at most one dot, behind the schema's name
}

// Every process may call Migrate when it starts.
func ExampleMigrate() {
	ctx := context.Background()
	db, remove := file()
	defer remove()

	options := &idemsql.Options{Table: "soporte_keys"}
	for range 2 {
		fmt.Println(idemsql.Migrate(ctx, db, idemsql.SQLite, options))
	}
	// Output:
	// <nil>
	// <nil>
}

// Migrations are for the tool that applies the author's own.
func ExampleMigrations() {
	steps, err := idemsql.Migrations(idemsql.PostgreSQL, &idemsql.Options{Table: "soporte.idem_keys"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, step := range steps {
		fmt.Println("--", step.Name)
		fmt.Println(step.SQL)
	}
	// Output:
	// -- 0001_keys
	// CREATE TABLE IF NOT EXISTS "soporte"."idem_keys" (
	//     id          bytea    PRIMARY KEY,
	//     fingerprint bytea    NOT NULL,
	//     token       bytea    NOT NULL,
	//     state       smallint NOT NULL,
	//     fence       bigint   NOT NULL,
	//     lease_ends  bigint   NOT NULL,
	//     expires     bigint   NOT NULL,
	//     result      bytea
	// );
	//
	// CREATE INDEX IF NOT EXISTS "idem_keys_settled" ON "soporte"."idem_keys" (expires) WHERE state <> 1;
	//
	// CREATE INDEX IF NOT EXISTS "idem_keys_running" ON "soporte"."idem_keys" (expires) WHERE state = 1;
}

// Outside of a run in a transaction there is none.
func ExampleTxFrom() {
	_, err := idemsql.TxFrom(context.Background())
	fmt.Println(errors.Is(err, idemsql.ErrNoTx), err)
	// Output: true idemsql: the context carries no transaction: set InTx on the tool or the request
}
