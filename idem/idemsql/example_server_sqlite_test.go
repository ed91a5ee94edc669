package idemsql_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	_ "modernc.org/sqlite"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/idem/idemsql"
	"github.com/asixto/go-sdk/meta"
)

// A whole server on one machine, with everything in one SQLite file. The first call fails after it has written: its row and its key go,
// and the Gateway may send it again. A restart forgets nothing.
func Example_serverOnSQLite() {
	dir, err := os.MkdirTemp("", "reclamos")
	if err == nil {
		for _, run := range []string{"first", "second"} {
			err = errors.Join(err, serveReclamos(context.Background(), filepath.Join(dir, "reclamos.db")))
			fmt.Printf("the %s process ends: %v\n", run, err)
		}
	}
	_ = os.RemoveAll(dir)
	// Output:
	// {"error":{"error_type":"UNKNOWN","user_message":"No fue posible completar la operación."}}
	// {"radicado":"REC-1"}
	// claims: 1
	// the first process ends: <nil>
	// {"radicado":"REC-1"}
	// {"radicado":"REC-1"}
	// claims: 1
	// the second process ends: <nil>
}

func serveReclamos(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite", "file:"+path+"?_journal_mode=WAL&_synchronous=FULL&_busy_timeout=4000")
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	if _, err := db.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS reclamos (numero INTEGER PRIMARY KEY, motivo TEXT NOT NULL)"); err != nil {
		return err
	}
	if err := idemsql.Migrate(ctx, db, idemsql.SQLite, nil); err != nil {
		return err
	}
	store, err := idemsql.New(ctx, db, idemsql.SQLite, nil)
	if err != nil {
		return err
	}
	srv := asixto.NewServer("reclamos", "1.0.0", &asixto.ServerOptions{Store: store, Logger: slog.New(slog.DiscardHandler)})
	printer := errors.New("the printer has no paper")
	err = asixto.AddTool(srv, asixto.Tool{
		Name: "radicar_reclamo", Verb: "radicar un reclamo", Capabilities: []meta.Capability{meta.PQR}, Access: asixto.Write, InTx: true,
		Description: "Radica un reclamo. No la uses para consultar uno.",
	}, func(ctx context.Context, in radicarReclamoIn) (radicarReclamoOut, error) {
		out, err := radicarReclamo(ctx, in)
		return out, errors.Join(err, printer)
	})
	if err != nil {
		return err
	}
	server, err := srv.Handler(nil) // a program calls srv.Serve
	if err != nil {
		return err
	}
	for range 2 {
		fmt.Println(callTool(server, "radicar_reclamo", "key-1", `{"motivo":"Llegó una factura que ya estaba pagada."}`))
		printer = nil // somebody brings some
	}
	var claims int
	err = db.QueryRowContext(ctx, "SELECT count(*) FROM reclamos").Scan(&claims)
	fmt.Println("claims:", claims)
	return errors.Join(err, srv.Shutdown(ctx))
}

type radicarReclamoIn struct {
	Motivo string `json:"motivo" validate:"min=10,max=400" doc:"Motivo del reclamo, en palabras del cliente"`
}

type radicarReclamoOut struct {
	Radicado string `json:"radicado"`
}

// radicarReclamo writes with the transaction of its context, and nothing else.
func radicarReclamo(ctx context.Context, in radicarReclamoIn) (radicarReclamoOut, error) {
	tx, err := idemsql.TxFrom(ctx)
	if err != nil {
		return radicarReclamoOut{}, err
	}
	var number int64
	err = tx.QueryRowContext(ctx, "INSERT INTO reclamos (motivo) VALUES (?) RETURNING numero", in.Motivo).Scan(&number)
	return radicarReclamoOut{fmt.Sprintf("REC-%d", number)}, err
}
