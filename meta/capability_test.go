package meta_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/asixto/go-sdk/meta"
)

// scenarios is page 04 of the contract, key by key.
var scenarios = []meta.Capability{
	"actualizacion_datos", "agenda", "busqueda_web", "cambio_plan", "cancelacion", "consulta_estado",
	"emergencia", "encuestas_satisfaccion", "facturacion", "felicitacion", "garantia", "general",
	"informacion_empresa", "informacion_productos", "informacion_servicios", "lead", "notificaciones",
	"pqr", "reactivacion", "reclamo_calidad", "renovacion", "reporte_fraude", "seguimiento_postventa",
	"solicitud_documentos", "soporte", "ventas",
}

func TestCapabilitiesAreThe26OfTheContract(t *testing.T) {
	t.Parallel()
	got := meta.Capabilities()
	if diff := cmp.Diff(scenarios, got); diff != "" {
		t.Errorf("Capabilities() (-want +got):\n%s", diff)
	}
	if len(got) != 26 || !slices.IsSorted(got) {
		t.Errorf("%d capabilities, sorted: %t", len(got), slices.IsSorted(got))
	}
	for _, c := range got {
		if !c.Valid() {
			t.Errorf("Capability(%q).Valid() = false", c)
		}
	}
	got[0] = "changed"
	if meta.Capabilities()[0] != meta.ActualizacionDatos {
		t.Error("a caller's change to the list reached the package")
	}
}

func TestCapabilityValidKnowsNoOthers(t *testing.T) {
	t.Parallel()
	for _, c := range []meta.Capability{"", "a", "zz", "PQR", "Soporte", "facturación", "pqr ", "soporte_tecnico", "sales"} {
		if c.Valid() {
			t.Errorf("Capability(%q).Valid() = true", c)
		}
	}
}
