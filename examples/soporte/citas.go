package main

import (
	"cmp"
	"context"
	"slices"
	"time"
)

const (
	citaProgramada = "programada"
	citaAtendida   = "atendida"
	citaCancelada  = "cancelada"
)

type cita struct {
	Codigo    string // public: the client knows it from the confirmation message
	Documento string
	Servicio  string
	Fecha     time.Time
	Estado    string
	Motivo    string
}

// bogota is where the technicians work. Colombia has no summer time.
var bogota = time.FixedZone("America/Bogota", -5*60*60)

// citasDeMuestra places the appointments around today, so that the upcoming
// ones are upcoming whenever the program starts.
func citasDeMuestra(now time.Time) map[string]*cita {
	dia := func(mas, hora, minuto int) time.Time {
		y, m, d := now.In(bogota).Date()
		return time.Date(y, m, d+mas, hora, minuto, 0, 0, bogota)
	}
	muestra := []cita{
		{Codigo: "CITA-7702", Documento: docLaura, Servicio: "traslado del módem", Fecha: dia(-5, 9, 0), Estado: citaAtendida},
		{Codigo: "CITA-7781", Documento: docLaura, Servicio: "instalación de internet", Fecha: dia(3, 10, 0), Estado: citaProgramada},
		{Codigo: "CITA-7790", Documento: docLaura, Servicio: "revisión de la línea", Fecha: dia(10, 15, 30), Estado: citaProgramada},
		{Codigo: "CITA-8120", Documento: docAndres, Servicio: "instalación de televisión", Fecha: dia(2, 8, 0), Estado: citaProgramada},
		{Codigo: "CITA-8301", Documento: docFerreteria, Servicio: "cableado de la bodega", Fecha: dia(4, 8, 0), Estado: citaProgramada},
		{Codigo: "CITA-8302", Documento: docFerreteria, Servicio: "instalación de telefonía", Fecha: dia(1, 14, 0), Estado: citaProgramada},
		{Codigo: "CITA-8303", Documento: docFerreteria, Servicio: "revisión de cámaras", Fecha: dia(6, 11, 0), Estado: citaProgramada},
		{Codigo: "CITA-8304", Documento: docFerreteria, Servicio: "cambio del enrutador", Fecha: dia(8, 16, 0), Estado: citaProgramada},
	}
	m := make(map[string]*cita, len(muestra))
	for _, c := range muestra {
		m[clave(c.Codigo)] = &c
	}
	return m
}

// ProximasCitas returns the client's appointments that are still ahead, the
// next one first.
func (b *backend) ProximasCitas(ctx context.Context, documento string) ([]cita, error) {
	if err := b.begin(ctx, "proximas_citas"); err != nil {
		return nil, err
	}
	now, doc := b.now(), clave(documento)
	b.mu.RLock()
	defer b.mu.RUnlock()
	var out []cita
	for _, c := range b.citas {
		if c.Documento == doc && c.Estado == citaProgramada && c.Fecha.After(now) {
			out = append(out, *c)
		}
	}
	slices.SortFunc(out, func(x, y cita) int {
		return cmp.Or(x.Fecha.Compare(y.Fecha), cmp.Compare(x.Codigo, y.Codigo))
	})
	return out, nil
}

// CancelarCita cancels one appointment of documento. It is errNoExiste without
// such an appointment, errAjena where it is somebody else's, and an
// *estadoFinalError where it was attended or cancelled before. Whose it is
// comes first: a stranger learns nothing of its state.
func (b *backend) CancelarCita(ctx context.Context, documento, codigo, motivo string) (cita, error) {
	if err := b.begin(ctx, "cancelar_cita"); err != nil {
		return cita{}, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	c, ok := b.citas[clave(codigo)]
	switch {
	case !ok:
		return cita{}, errNoExiste
	case c.Documento != clave(documento):
		return cita{}, errAjena
	case c.Estado != citaProgramada:
		return cita{}, &estadoFinalError{Estado: c.Estado}
	}
	c.Estado, c.Motivo = citaCancelada, motivo
	b.efectos.CitasCanceladas++
	return *c, nil
}
