package idemsql_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	_ "modernc.org/sqlite"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemsql"
)

// A desk keeps its cases and its keys in one SQLite file. A run that fails leaves neither, and one that succeeds both.
func Example() {
	dir, err := os.MkdirTemp("", "soporte")
	if err == nil {
		err = serveDesk(context.Background(), filepath.Join(dir, "soporte.db"))
	}
	fmt.Println("the program ends:", err)
	_ = os.RemoveAll(dir)
	// Output:
	// , replayed: false, error: the technician's calendar is down
	// {"radicado":1}, replayed: false, error: <nil>
	// {"radicado":1}, replayed: true, error: <nil>
	// cases: 1
	// the program ends: <nil>
}

func serveDesk(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite", "file:"+path+"?_journal_mode=WAL&_synchronous=FULL&_busy_timeout=4000")
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	if _, err := db.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS casos (numero INTEGER PRIMARY KEY, problema TEXT NOT NULL)"); err != nil {
		return err
	}
	if err := idemsql.Migrate(ctx, db, idemsql.SQLite, nil); err != nil {
		return err
	}
	store, err := idemsql.New(ctx, db, idemsql.SQLite, nil)
	if err != nil {
		return err
	}
	engine, err := idem.New(store, nil)
	if err != nil {
		return err
	}

	calendar := errors.New("the technician's calendar is down")
	openCase := func(ctx context.Context) ([]byte, error) {
		tx, err := idemsql.TxFrom(ctx)
		if err != nil {
			return nil, err
		}
		inserted, err := tx.ExecContext(ctx, "INSERT INTO casos (problema) VALUES (?)", "sin internet")
		if err != nil {
			return nil, err
		}
		number, err := inserted.LastInsertId()
		if err != nil {
			return nil, err
		}
		return fmt.Appendf(nil, `{"radicado":%d}`, number), calendar
	}

	request := idem.Request{Key: idem.Key{Client: "asixto", Tool: "abrir_caso", Key: "conversation-7"}, InTx: true}
	for range 3 {
		out, err := engine.Do(ctx, request, openCase)
		fmt.Printf("%s, replayed: %t, error: %v\n", out.Result, out.Replayed, err)
		calendar = nil // it is up again
	}
	var cases int
	if err := db.QueryRowContext(ctx, "SELECT COUNT(*) FROM casos").Scan(&cases); err != nil {
		return err
	}
	fmt.Println("cases:", cases)
	return engine.Shutdown(ctx)
}
