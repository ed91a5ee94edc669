package idemsql_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"

	_ "github.com/jackc/pgx/v5/stdlib"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemsql"
)

// A shop takes orders: the order, what is left of the article, and the key commit together. Of four calls the first is rolled back,
// because the article has run out; the second makes the order, and the others are told of it.
func Example_postgreSQL() {
	fmt.Println("the program ends:", serveShop(context.Background(), os.Getenv("DATABASE_URL")))
	// Output:
	// 0 out of stock
	// 180000 <nil>
	// 180000 <nil>
	// 180000 <nil>
	// orders: 1, left: 9
	// the program ends: <nil>
}

func serveShop(ctx context.Context, source string) error {
	db, err := sql.Open("pgx", source)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	if _, err := db.ExecContext(ctx, shopSchema); err != nil {
		return err
	}
	if err := idemsql.Migrate(ctx, db, idemsql.PostgreSQL, nil); err != nil {
		return err
	}
	store, err := idemsql.New(ctx, db, idemsql.PostgreSQL, nil)
	if err != nil {
		return err
	}
	engine, err := idem.New(store, nil)
	if err != nil {
		return err
	}

	// A tool of package asixto gets its key and its fingerprint from the request.
	request := idem.Request{Key: idem.Key{Client: "asixto", Tool: "crear_pedido", Key: "conversation-7"}, InTx: true}
	for range 4 {
		p, err := idem.Do(ctx, engine, request, crearPedido)
		fmt.Println(p.Total, err)
		if _, err := db.ExecContext(ctx, "UPDATE articulos SET quedan = 10 WHERE quedan = 0"); err != nil {
			return err
		}
	}

	var orders, left int
	const state = "SELECT (SELECT count(*) FROM pedidos), (SELECT quedan FROM articulos)"
	if err := db.QueryRowContext(ctx, state).Scan(&orders, &left); err != nil {
		return err
	}
	fmt.Printf("orders: %d, left: %d\n", orders, left)
	return engine.Shutdown(ctx)
}

const shopSchema = `
	CREATE TABLE pedidos (numero integer GENERATED ALWAYS AS IDENTITY, articulo text NOT NULL);
	CREATE TABLE articulos (nombre text PRIMARY KEY, precio integer NOT NULL, quedan integer NOT NULL);
	INSERT INTO articulos VALUES ('router', 180000, 0)`

type pedido struct {
	Numero int `json:"numero"`
	Total  int `json:"total"`
}

// crearPedido is the handler: it writes with the transaction of its context, and nothing else.
func crearPedido(ctx context.Context) (pedido, error) {
	var p pedido
	tx, err := idemsql.TxFrom(ctx)
	if err != nil {
		return p, err
	}
	const insert = "INSERT INTO pedidos (articulo) VALUES ('router') RETURNING numero"
	if err := tx.QueryRowContext(ctx, insert).Scan(&p.Numero); err != nil {
		return p, err
	}
	const take = "UPDATE articulos SET quedan = quedan - 1 WHERE nombre = 'router' AND quedan > 0 RETURNING precio"
	err = tx.QueryRowContext(ctx, take).Scan(&p.Total)
	if errors.Is(err, sql.ErrNoRows) {
		return p, errors.New("out of stock")
	}
	return p, err
}
