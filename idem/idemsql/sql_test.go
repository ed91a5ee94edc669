package idemsql

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/asixto/go-sdk/idem"
)

// TestClockGoesOnInTransaction holds a transaction to the time of its completion: that of its beginning would shorten the retention.
func TestClockGoesOnInTransaction(t *testing.T) {
	t.Parallel()
	for _, d := range dialects {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			l := newLedger(t, newPlace(t, d))
			s, c := l.store(t), newClaim()
			claim(t, s, c, idem.StateGranted)
			ctx, tx, err := s.Begin(t.Context(), c)
			if err != nil {
				t.Fatal(err)
			}
			if err := l.write(ctx); err != nil { // on PostgreSQL the time of the transaction is fixed now
				t.Fatal(err)
			}
			now := "SELECT " + s.writer.fill("{now}")
			for start := count(t, l.db, now); count(t, l.db, now) < start+20_000; {
				time.Sleep(time.Millisecond)
			}
			before := count(t, l.db, now)
			if err := tx.Commit(t.Context(), idem.Result{}); err != nil {
				t.Fatal(err)
			}
			expires := count(t, l.db, replaceTable("SELECT expires FROM %", l.place))
			if expires < before+int(c.Retention.Microseconds()) {
				t.Errorf("the key expires %d µs too early", before+int(c.Retention.Microseconds())-expires)
			}
		})
	}
}

// TestZones lets sessions in zones a day apart share a key.
func TestZones(t *testing.T) {
	t.Parallel()
	for d, zones := range map[Dialect][2]string{
		PostgreSQL: {"&timezone=Pacific/Kiritimati", "&timezone=Etc/GMT%2B12"},
		MySQL:      {"?time_zone=%27%2B13:00%27", "?time_zone=%27-12:00%27"},
	} {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			east := newPlace(t, d)
			west := east
			east.Extra, west.Extra = zones[0], zones[1]
			a, b, c := east.store(t), west.store(t), newClaim()
			claim(t, a, c, idem.StateGranted)
			claim(t, b, rival(c), idem.StateRunning)
			if err := b.Renew(t.Context(), c); err != nil {
				t.Fatal(err)
			}
			claim(t, a, rival(c), idem.StateRunning)
			now, store := time.Now().UnixMicro(), int64(count(t, east.open(t), "SELECT "+a.writer.fill("{now}")))
			if off := time.Duration(now-store) * time.Microsecond; off.Abs() > time.Minute {
				t.Errorf("the store's time is off by %v from this machine's", off)
			}
		})
	}
}

// TestReleaseKeepsTheFence leaves the row of a freed key until its lease would have ended, for claims that are on their way.
func TestReleaseKeepsTheFence(t *testing.T) {
	t.Parallel()
	for _, d := range dialects {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			p, advance := newPlace(t, d).moveable(t)
			s, c := p.store(t), newClaim()
			rows := func() int { return count(t, s.db, replaceTable("SELECT COUNT(*) FROM %", p)) }
			fence := claim(t, s, c, idem.StateGranted).Fence + uint64(time.Hour.Microseconds())
			mustExec(t, s.db, replaceTable(fmt.Sprintf("UPDATE %% SET fence = %d", fence), p)) // as of a clock that was set back
			if err := s.Release(t.Context(), c); err != nil {
				t.Fatal(err)
			}
			advance(c.Lease / 2)
			sweep(t, s, 0)
			next := rival(c)
			if got := claim(t, s, next, idem.StateGranted).Fence; got <= fence {
				t.Errorf("the fence is %d, want one above the %d before", got, fence)
			}
			if err := s.Release(t.Context(), next); err != nil {
				t.Fatal(err)
			}
			advance(2 * c.Lease)
			sweep(t, s, 1)
			if n := rows(); n != 0 {
				t.Errorf("%d rows are left once the lease would have ended, want none", n)
			}
		})
	}
}

// TestClockStandsStill repeats calls within one tick of the clock, where nothing changes that could be counted.
func TestClockStandsStill(t *testing.T) {
	t.Parallel()
	for _, d := range dialects {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			p, _ := newPlace(t, d).moveable(t)
			opts := p.options()
			opts.later = " * 0" + opts.later
			db := p.open(t)
			mustExec(t, db, "UPDATE "+p.Schema+".clock SET moved = 1800000000000000")
			s, err := New(t.Context(), db, d, opts)
			if err != nil {
				t.Fatal(err)
			}
			c := newClaim()
			fence := claim(t, s, c, idem.StateGranted).Fence
			if again := claim(t, s, c, idem.StateGranted).Fence; again != fence {
				t.Errorf("the fence of the claim repeated is %d, want %d", again, fence)
			}
			for range 2 {
				if err := s.Renew(t.Context(), c); err != nil {
					t.Errorf("Renew: %v", err)
				}
			}
			for range 2 {
				if err := s.Complete(t.Context(), c, idem.Result{}); err != nil {
					t.Errorf("Complete: %v", err)
				}
			}
		})
	}
}

// TestNewOwnerForgetsTheResult looks at the row of an expired key that was claimed anew.
func TestNewOwnerForgetsTheResult(t *testing.T) {
	t.Parallel()
	for _, d := range dialects {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			p, advance := newPlace(t, d).moveable(t)
			s, c := p.store(t), newClaim()
			claim(t, s, c, idem.StateGranted)
			if err := s.Complete(t.Context(), c, idem.Result{Bytes: []byte(answer)}); err != nil {
				t.Fatal(err)
			}
			advance(c.Retention)
			claim(t, s, rival(c), idem.StateGranted)
			if n := count(t, s.db, replaceTable("SELECT COUNT(*) FROM % WHERE result IS NOT NULL", p)); n != 0 {
				t.Error("the result of the owner before is still there")
			}
		})
	}
}

func sweep(tb testing.TB, s *Store, want int) {
	tb.Helper()
	if n, err := s.Sweep(tb.Context(), 100); err != nil || n != want {
		tb.Fatalf("Sweep removed %d, error %v; want %d", n, err, want)
	}
}

// TestSweepAgainstClaims takes over expired keys while two sweeps remove them: where locks are taken in two orders, one of them dies.
func TestSweepAgainstClaims(t *testing.T) {
	t.Parallel()
	for _, d := range dialects {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			p, advance := newPlace(t, d).moveable(t)
			a, b := p.store(t), p.store(t)
			var claims []idem.Claim
			for range 200 {
				c := newClaim()
				claim(t, a, c, idem.StateGranted)
				claims = append(claims, c)
			}
			advance(claims[0].Lease + claims[0].Retention)
			var group sync.WaitGroup
			for _, s := range []*Store{a, b} {
				group.Go(func() {
					for range 50 {
						if _, err := s.Sweep(t.Context(), 7); err != nil {
							t.Errorf("Sweep: %v", err)
						}
					}
				})
				group.Go(func() {
					for _, c := range claims {
						if _, err := s.Claim(t.Context(), rival(c)); err != nil {
							t.Errorf("Claim: %v", err)
						}
					}
				})
			}
			group.Wait()
			for _, c := range claims {
				claim(t, a, rival(c), idem.StateRunning)
			}
		})
	}
}

// TestSweepUsesTheIndex asks the planner, which reads all of a small table where it may.
func TestSweepUsesTheIndex(t *testing.T) {
	t.Parallel()
	tests := map[Dialect]struct {
		before, explain, statement string
		want                       []string
	}{
		PostgreSQL: {"SET enable_seqscan = off", "EXPLAIN ", "sweep", []string{"keys_settled", "keys_running"}},
		SQLite:     {"SELECT 1", "EXPLAIN QUERY PLAN ", "sweep", []string{"keys_settled", "keys_running"}},
		MySQL:      {"SELECT 1", "EXPLAIN ", "expired", []string{"keys_settled"}},
	}
	for d, tt := range tests {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			p := newPlace(t, d)
			db := p.open(t)
			db.SetMaxOpenConns(1)
			s := p.storeOn(t, db)
			mustExec(t, db, tt.before)
			statement := s.sql[tt.statement]
			rows, err := db.Query(tt.explain+statement.text, statement.args(&call{limit: 10})...)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = rows.Close() }()
			columns, err := rows.Columns()
			if err != nil {
				t.Fatal(err)
			}
			var plan strings.Builder
			for rows.Next() {
				line := make([]any, len(columns))
				for i := range line {
					line[i] = new([]byte)
				}
				if err := rows.Scan(line...); err != nil {
					t.Fatal(err)
				}
				for _, cell := range line {
					plan.Write(*cell.(*[]byte))
					plan.WriteByte(' ')
				}
				plan.WriteByte('\n')
			}
			if err := rows.Err(); err != nil {
				t.Fatal(err)
			}
			for _, index := range tt.want {
				if !strings.Contains(plan.String(), index) {
					t.Errorf("the plan does not use %s:\n%s", index, plan.String())
				}
			}
		})
	}
}
