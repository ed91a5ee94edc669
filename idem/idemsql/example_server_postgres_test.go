package idemsql_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"

	_ "github.com/jackc/pgx/v5/stdlib"

	"github.com/asixto/go-sdk/asixto"
	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/idem/idemsql"
	"github.com/asixto/go-sdk/meta"
)

// A whole server on PostgreSQL. InTx makes an appointment and its key commit together: what the Gateway sends again finds the one
// appointment, and any number of processes may serve.
func Example_serverOnPostgreSQL() {
	ctx := context.Background()
	db, err := sql.Open("pgx", os.Getenv("DATABASE_URL"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = db.Close() }()
	srv, err := newAgenda(ctx, db)
	if err != nil {
		fmt.Println(err)
		return
	}
	server, err := srv.Handler(nil) // a program calls srv.Serve
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(callTool(server, "agendar_cita", "key-1", `{"dia":"2026-09-03","servicio":"corte"}`))
	fmt.Println(callTool(server, "agendar_cita", "key-1", `{"dia":"2026-09-03","servicio":"corte"}`))
	fmt.Println(callTool(server, "agendar_cita", "key-2", `{"dia":"2026-09-03","servicio":"color"}`))
	var appointments int
	err = db.QueryRowContext(ctx, "SELECT count(*) FROM agenda").Scan(&appointments)
	fmt.Println("appointments:", appointments, err)
	fmt.Println("the server ends:", srv.Shutdown(ctx))
	// Output:
	// {"turno":1,"dia":"2026-09-03"}
	// {"turno":1,"dia":"2026-09-03"}
	// {"error":{"error_type":"VALIDATION","user_message":"Ese día ya está ocupado."}}
	// appointments: 1 <nil>
	// the server ends: <nil>
}

// newAgenda makes its tables and a server on them.
func newAgenda(ctx context.Context, db *sql.DB) (*asixto.Server, error) {
	const table = "CREATE TABLE IF NOT EXISTS agenda (turno integer GENERATED ALWAYS AS IDENTITY, dia date PRIMARY KEY, servicio text NOT NULL)"
	if _, err := db.ExecContext(ctx, table); err != nil {
		return nil, err
	}
	if err := idemsql.Migrate(ctx, db, idemsql.PostgreSQL, nil); err != nil {
		return nil, err
	}
	store, err := idemsql.New(ctx, db, idemsql.PostgreSQL, nil)
	if err != nil {
		return nil, err
	}
	srv := asixto.NewServer("agenda", "1.0.0", &asixto.ServerOptions{Store: store, Logger: slog.New(slog.DiscardHandler)})
	return srv, asixto.AddTool(srv, asixto.Tool{
		Name: "agendar_cita", Verb: "agendar una cita", Capabilities: []meta.Capability{meta.Agenda}, Access: asixto.Write, InTx: true,
		Description: "Agenda una cita en un día libre. No la uses para cambiar una cita.",
	}, agendarCita)
}

type agendarCitaIn struct {
	Dia      string `json:"dia" validate:"datetime=2006-01-02" doc:"Día de la cita"`
	Servicio string `json:"servicio" validate:"oneof=corte color" doc:"Servicio que quiere el cliente"`
}

type agendarCitaOut struct {
	Turno int    `json:"turno"`
	Dia   string `json:"dia" validate:"datetime=2006-01-02"`
}

// agendarCita writes with the transaction of its context, and nothing else.
func agendarCita(ctx context.Context, in agendarCitaIn) (agendarCitaOut, error) {
	out := agendarCitaOut{Dia: in.Dia}
	tx, err := idemsql.TxFrom(ctx)
	if err != nil {
		return out, err
	}
	const insert = "INSERT INTO agenda (dia, servicio) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING turno"
	err = tx.QueryRowContext(ctx, insert, in.Dia, in.Servicio).Scan(&out.Turno)
	if errors.Is(err, sql.ErrNoRows) {
		return out, toolerrors.Validation("Ese día ya está ocupado.")
	}
	return out, err
}
