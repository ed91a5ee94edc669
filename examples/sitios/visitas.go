package main

import (
	"context"
	"fmt"
	"time"
)

// contador is what counts the visits of sites. It is asked as a database is: each
// method is one query, and that of a list has a limit and an offset.
type contador interface {
	// Suma is how many visits a site has had.
	Suma(ctx context.Context, direccion string) (int, error)
	// PorDia are the days of a zone on which a site had visits, the last one first: at
	// most limit of them from offset on, and how many there are in all.
	PorDia(ctx context.Context, direccion string, zona *time.Location, limit, offset int) (dias []visitasDeUnDia, total int, err error)
}

// visitasDeUnDia is a day with its visits.
type visitasDeUnDia struct {
	Dia     time.Time // its first moment
	Visitas int
}

// contadorDeMuestra stands in for a table of visits: a site has one as it becomes
// public, and one more after each cadaVisita.
type contadorDeMuestra struct{ b *backend }

const cadaVisita = 37 * time.Minute

// Suma implements contador.
func (c contadorDeMuestra) Suma(ctx context.Context, direccion string) (int, error) {
	visitas, err := c.visitas(ctx, direccion)
	return len(visitas), err
}

// PorDia implements contador.
func (c contadorDeMuestra) PorDia(
	ctx context.Context, direccion string, zona *time.Location, limit, offset int,
) (dias []visitasDeUnDia, total int, err error) {
	visitas, err := c.visitas(ctx, direccion)
	for _, v := range visitas {
		dia := comienzoDelDia(v.In(zona))
		if n := len(dias); n > 0 && dias[n-1].Dia.Equal(dia) {
			dias[n-1].Visitas++
			continue
		}
		dias = append(dias, visitasDeUnDia{dia, 1})
	}
	from := min(offset, len(dias))
	return dias[from:min(from+limit, len(dias))], len(dias), err
}

// visitas are the moments of a site's visits, the last one first.
func (c contadorDeMuestra) visitas(ctx context.Context, direccion string) ([]time.Time, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("sitios: visitas: %w", err)
	}
	now := c.b.opts.Now()
	c.b.mu.Lock()
	defer c.b.mu.Unlock()
	s, ok := c.b.sitios[direccion]
	if !ok {
		return nil, nil
	}
	var visitas []time.Time
	for v := now.Add(-now.Sub(s.Inicio) % cadaVisita); !v.Before(s.Inicio); v = v.Add(-cadaVisita) {
		visitas = append(visitas, v)
	}
	return visitas, nil
}

// comienzoDelDia is the first moment of a day, in its own zone. Some zones set their
// clocks forward at midnight: such a day begins at one.
func comienzoDelDia(t time.Time) time.Time {
	y, m, d := t.Date()
	if medianoche := time.Date(y, m, d, 0, 0, 0, 0, t.Location()); medianoche.Day() == d {
		return medianoche
	}
	return time.Date(y, m, d, 1, 0, 0, 0, t.Location())
}
