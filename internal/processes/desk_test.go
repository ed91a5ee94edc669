package processes

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"

	"github.com/redis/go-redis/v9"
	_ "modernc.org/sqlite"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/guard"
	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemredis"
	"github.com/asixto/go-sdk/idem/idemsql"
	"github.com/asixto/go-sdk/meta"
)

// openStore opens the store of a place, "redis ADDRESS" or "sqlite FILE".
func openStore(ctx context.Context, place string) (store idem.Store, closes func(), err error) {
	kind, at, _ := strings.Cut(place, " ")
	if kind == "redis" {
		client := redis.NewClient(&redis.Options{Addr: at, ContextTimeoutEnabled: true})
		store, err = idemredis.New(ctx, client, nil)
		return store, func() { _ = client.Close() }, err
	}
	db, err := sql.Open("sqlite", "file:"+at+"?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_txlock=immediate")
	if err != nil {
		return nil, nil, err
	}
	closes = func() { _ = db.Close() }
	if err := idemsql.Migrate(ctx, db, idemsql.SQLite, nil); err != nil {
		return nil, closes, err
	}
	store, err = idemsql.New(ctx, db, idemsql.SQLite, nil)
	return store, closes, err
}

type clienteIn struct {
	Documento string `json:"documento" validate:"min=5,max=20" doc:"Documento del cliente"`
}

type clienteOut struct {
	Nombre    string `json:"nombre"`
	Documento string `json:"documento" asixto:"strip"`
}

type cambioOut struct {
	Estado string `json:"estado"`
}

// newDesk is two tools, one that looks a customer up and one that changes the
// record, guarded by what store remembers.
func newDesk(store idem.Store) (http.Handler, error) {
	owners := guard.NewOwnership(idem.NewFacts(store, idem.DefaultFactTTL), nil)
	s := asixto.NewServer("procesos", "1.0.0", &asixto.ServerOptions{
		Store:  store,
		Logger: slog.New(slog.DiscardHandler),
		Middleware: []asixto.Middleware{
			guard.After(func(ctx context.Context, out clienteOut) error { return owners.Resolve(ctx, out.Documento) }),
		},
	})
	err := errors.Join(
		asixto.AddTool(s, asixto.Tool{
			Name: "consultar_cliente", Title: "Consultar cliente", Verb: "consultar un cliente", Access: asixto.Read,
			Description: "Consulta un cliente. No la use para cambiar sus datos.", Capabilities: []meta.Capability{meta.Soporte},
		}, func(_ context.Context, in clienteIn) (clienteOut, error) {
			return clienteOut{Nombre: "Laura", Documento: in.Documento}, nil
		}),
		asixto.AddTool(s, asixto.Tool{
			Name: "actualizar_cliente", Title: "Actualizar cliente", Verb: "actualizar un cliente", Access: asixto.Write,
			Description: "Actualiza los datos de un cliente. No la use para consultar.", Capabilities: []meta.Capability{meta.ActualizacionDatos},
		}, func(ctx context.Context, in clienteIn) (cambioOut, error) {
			if err := owners.Require(ctx, in.Documento); err != nil {
				return cambioOut{}, err
			}
			return cambioOut{"actualizado"}, nil
		}),
	)
	if err != nil {
		return nil, fmt.Errorf("processes: %w", err)
	}
	return s.Handler(nil)
}
