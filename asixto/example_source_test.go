package asixto_test

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/asixto/go-sdk/asixto"
)

// planesDe is a query: its limit and offset are those of the page.
func planesDe(db *sql.DB, texto string) asixto.Source[string] {
	return func(ctx context.Context, limit, offset int) (planes []string, total int, err error) {
		if err := db.QueryRowContext(ctx, `SELECT count(*) FROM planes WHERE nombre LIKE $1`, texto).Scan(&total); err != nil {
			return nil, 0, err
		}
		rows, err := db.QueryContext(ctx, `SELECT nombre FROM planes WHERE nombre LIKE $1 ORDER BY nombre, id LIMIT $2 OFFSET $3`, texto, limit, offset)
		if err != nil {
			return nil, 0, err
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			var nombre string
			if err := rows.Scan(&nombre); err != nil {
				return nil, 0, err
			}
			planes = append(planes, nombre)
		}
		return planes, total, rows.Err()
	}
}

// A function with a limit and an offset is a source as it stands, a database's query above all.
func ExampleSource() {
	_ = planesDe // needs a database

	squares := func(_ context.Context, limit, offset int) ([]int, int, error) {
		var items []int
		for i := offset; i < min(offset+limit, 100); i++ {
			items = append(items, i*i)
		}
		return items, 100, nil
	}
	type Out struct {
		asixto.PageOut
		Cuadrados []int `json:"cuadrados"`
	}
	out, err := asixto.Paged(context.Background(), asixto.PageIn{Limit: new(4), Offset: new(3)}, squares, func(p asixto.Page[int]) Out {
		return Out{p.PageOut, p.Items}
	})
	fmt.Println(out.Cuadrados, "of", out.Total, "then from", *out.Next, err)
	// Output: [9 16 25 36] of 100 then from 7 <nil>
}
