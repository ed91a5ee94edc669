package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"time"
)

// A row is what the rounds of one server in one scenario came to: medians, and
// the sum of bad answers.
type row struct {
	peer   string
	median measure
}

func medians(peer string, rounds []measure) row {
	r := row{peer: peer}
	r.median.rate = median(rounds, func(m measure) float64 { return m.rate })
	r.median.p50 = median(rounds, func(m measure) time.Duration { return m.p50 })
	r.median.p99 = median(rounds, func(m measure) time.Duration { return m.p99 })
	for _, m := range rounds {
		r.median.bad += m.bad
	}
	return r
}

func median[T cmp.Ordered](rounds []measure, of func(measure) T) T {
	values := make([]T, len(rounds))
	for i, m := range rounds {
		values[i] = of(m)
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// report writes the rows of a scenario as a Markdown table. The first row is the
// server that the others are compared with.
func report(w io.Writer, name string, rows []row) {
	fmt.Fprintf(w, "\n**%s**\n\n", name)
	fmt.Fprintf(w, "| server | answers/s | p50 ms | p99 ms | not 200 | rate of %s to it | p99 of %[1]s to its |\n", rows[0].peer)
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|")
	us := rows[0].median
	for i, r := range rows {
		m := r.median
		fmt.Fprintf(w, "| %s | %.0f | %.2f | %.2f | %d |", r.peer, m.rate, ms(m.p50), ms(m.p99), m.bad)
		if i == 0 {
			fmt.Fprintln(w, " | |")
			continue
		}
		fmt.Fprintf(w, " %.2f | %.2f |\n", us.rate/m.rate, ms(us.p99)/ms(m.p99))
	}
}

func ms(d time.Duration) float64 { return d.Seconds() * 1000 }
