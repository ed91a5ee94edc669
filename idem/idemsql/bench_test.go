package idemsql

import (
	"database/sql"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/asixto/go-sdk/idem"
)

var benchResult = make([]byte, 300)

// alternate lets two ways take turns for as long as the benchmark runs, so that both have the same machine and the same neighbours, and
// reports the median time of each and how many times as fast as the second the first is.
func alternate(b *testing.B, first, second string, one, two func()) {
	b.Helper()
	var took [2][]time.Duration
	for i := 0; b.Loop(); i++ {
		for j := range 2 {
			turn := (i + j) % 2
			start := time.Now()
			[]func(){one, two}[turn]()
			took[turn] = append(took[turn], time.Since(start))
		}
	}
	medians := [2]time.Duration{}
	for i, turns := range took {
		slices.Sort(turns)
		medians[i] = turns[len(turns)/2]
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(medians[0].Seconds()*1e6, "µs-"+first)
	b.ReportMetric(medians[1].Seconds()*1e6, "µs-"+second)
	b.ReportMetric(medians[1].Seconds()/medians[0].Seconds(), first+"-is-times-"+second)
}

// bare sends the statements of a store without the store.
type bare struct {
	s  *Store
	db *sql.DB
}

func (x *bare) exec(tb testing.TB, name string, c *call) {
	statement := x.s.sql[name]
	var err error
	if statement.prepared != nil {
		_, err = statement.prepared.ExecContext(tb.Context(), statement.args(c)...)
	} else {
		_, err = x.db.ExecContext(tb.Context(), statement.text, statement.args(c)...)
	}
	if err != nil {
		tb.Fatal(err)
	}
}

// query reads the one row of a statement, if there is one.
func (x *bare) query(tb testing.TB, name string, c *call, to ...any) {
	statement := x.s.sql[name]
	var row *sql.Row
	if statement.prepared != nil {
		row = statement.prepared.QueryRowContext(tb.Context(), statement.args(c)...)
	} else {
		row = x.db.QueryRowContext(tb.Context(), statement.text, statement.args(c)...)
	}
	if err := row.Scan(to...); err != nil && err != sql.ErrNoRows {
		tb.Fatal(err)
	}
}

func (x *bare) first(tb testing.TB, d Dialect, c *call) {
	var f found
	switch d {
	case PostgreSQL:
		x.query(tb, "claim", c, &f.fence, &f.state, &f.same, &f.mine, &f.lapsed, &f.result)
	case MySQL:
		x.exec(tb, "claim", c)
	case SQLite:
		x.query(tb, "look", c, &f.state, &f.same, &f.mine, &f.lapsed, &f.result)
		x.query(tb, "claim", c, &f.fence)
	}
	x.exec(tb, "complete", c)
}

func (x *bare) replay(tb testing.TB, d Dialect, c *call) {
	var f found
	switch d {
	case PostgreSQL:
		x.query(tb, "claim", c, &f.fence, &f.state, &f.same, &f.mine, &f.lapsed, &f.result)
	case MySQL:
		x.exec(tb, "claim", c)
		x.query(tb, "look", c, &f.state, &f.same, &f.mine, &f.lapsed, &f.result)
	case SQLite:
		x.query(tb, "look", c, &f.state, &f.same, &f.mine, &f.lapsed, &f.result)
	}
}

// BenchmarkAgainstStatements holds the store against a bare loop of the same statements.
func BenchmarkAgainstStatements(b *testing.B) {
	for _, d := range dialects {
		for _, width := range []int{1, 8} {
			b.Run(fmt.Sprintf("%v/first/%d at once", d, width), func(b *testing.B) {
				s := newPlace(b, d).store(b)
				x := &bare{s, s.db}
				alternate(b, "store", "bare", func() {
					atOnce(width, func() {
						c := newClaim()
						claim(b, s, c, idem.StateGranted)
						if err := s.Complete(b.Context(), c, idem.Result{Bytes: benchResult}); err != nil {
							b.Error(err)
						}
					})
				}, func() {
					atOnce(width, func() { x.first(b, d, &call{Claim: newClaim(), result: idem.Result{Bytes: benchResult}}) })
				})
			})
			b.Run(fmt.Sprintf("%v/replay/%d at once", d, width), func(b *testing.B) {
				s, c := newPlace(b, d).store(b), newClaim()
				x := &bare{s, s.db}
				claim(b, s, c, idem.StateGranted)
				if err := s.Complete(b.Context(), c, idem.Result{Bytes: benchResult}); err != nil {
					b.Fatal(err)
				}
				alternate(b, "store", "bare", func() {
					atOnce(width, func() { claim(b, s, rival(c), idem.StateDone) })
				}, func() {
					atOnce(width, func() { x.replay(b, d, &call{Claim: rival(c)}) })
				})
			})
		}
	}
}

// BenchmarkLookFirst holds a first call on SQLite, which looks before it claims, against its other two statements alone.
func BenchmarkLookFirst(b *testing.B) {
	s := newPlace(b, SQLite).store(b)
	x := &bare{s, s.db}
	first := func() *call { return &call{Claim: newClaim(), result: idem.Result{Bytes: benchResult}} }
	alternate(b, "three", "two", func() { x.first(b, SQLite, first()) }, func() {
		c, fence := first(), uint64(0)
		x.query(b, "claim", c, &fence)
		x.exec(b, "complete", c)
	})
}

func atOnce(width int, do func()) {
	if width == 1 {
		do()
		return
	}
	var group sync.WaitGroup
	for range width {
		group.Go(do)
	}
	group.Wait()
}

// rowsOf are statements that fill a table with done keys.
var rowsOf = map[Dialect]string{
	PostgreSQL: `INSERT INTO %% SELECT sha256(CAST(CAST(i AS text) AS bytea)), sha256(CAST('' AS bytea)), CAST('0123456789abcdef' AS bytea), 3, i,
		0, 1800000000000000 + i * 600000, sha256(CAST('result' AS bytea)) FROM generate_series(CAST(1 AS bigint), %d) AS i`,
	MySQL: `INSERT INTO %% SELECT UNHEX(SHA2(seq, 256)), UNHEX(SHA2('', 256)), '0123456789abcdef', 3, seq,
		0, 1800000000000000 + seq * 600000, UNHEX(SHA2('result', 256)) FROM seq_1_to_%d`,
	SQLite: `INSERT INTO %% WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
		SELECT randomblob(32), zeroblob(32), zeroblob(16), 3, i, 0, 1800000000000000 + i * 600000, randomblob(32) FROM n`,
}

// BenchmarkClaimAmongMany claims and completes among a thousand stored keys and among a million.
func BenchmarkClaimAmongMany(b *testing.B) {
	for _, d := range dialects {
		b.Run(d.String(), func(b *testing.B) {
			among := func(n int) func() {
				p := newPlace(b, d)
				s := p.store(b)
				mustExec(b, s.db, replaceTable(fmt.Sprintf(rowsOf[d], n), p))
				if d == PostgreSQL {
					mustExec(b, s.db, replaceTable("VACUUM ANALYZE %", p))
				}
				return func() {
					c := newClaim()
					claim(b, s, c, idem.StateGranted)
					if err := s.Complete(b.Context(), c, idem.Result{Bytes: benchResult}); err != nil {
						b.Fatal(err)
					}
				}
			}
			alternate(b, "thousand", "million", among(1000), among(1_000_000))
		})
	}
}
