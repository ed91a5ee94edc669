package asixto

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"
)

func TestPlainSentence(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, object, want string }{
		{"scalars", `{"radicado":"SOP-12","sla_horas":24,"pagado":true,"vencido":false}`, "Radicado: SOP-12. Sla horas: 24. Pagado: sí. Vencido: no."},
		{"null is left out", `{"a":null,"b":"x"}`, "B: x."},
		{"nothing to say", `{"a":null}`, "Listo."},
		{"empty object", `{}`, "Listo."},
		{"a full stop is not doubled", `{"nota":"Todo bien."}`, "Nota: Todo bien."},
		{"empty list", `{"items":[]}`, "Items: no hay."},
		{"three of a list", `{"items":["a","b","c"]}`, "Items: a; b; c."},
		{"five of a list", `{"items":["a","b","c","d","e"]}`, "Items: a; b; c; y 2 más."},
		{"objects in a list", `{"items":[{"nombre":"Plan 1","precio":10},{"nombre":"Plan 2","precio":20}],"total":2}`, "Items: nombre: Plan 1, precio: 10; nombre: Plan 2, precio: 20. Total: 2."},
		{"nested object", `{"cliente":{"nombre":"Ana","ciudad":null}}`, "Cliente: nombre: Ana."},
		{"moment", `{"fecha":"2025-09-03T09:00:00-05:00","nota":"2025-09-03T"}`, "Fecha: el miércoles 3 de septiembre de 2025 a las nueve de la mañana. Nota: 2025-09-03T."},
		{"amount", `{"precio":{"valor":45900,"moneda":"COP"},"otro":{"valor":1,"moneda":"COP","iva":0}}`, "Precio: cuarenta y cinco mil novecientos pesos. Otro: valor: 1, moneda: COP, iva: 0."},
		{"what only a model reads", `{"total":9,"siguiente_offset":3,"next_action":"Espere"}`, "Total: 9. Hay más."},
		{"the last page", `{"total":9,"siguiente_offset":null,"items":[]}`, "Total: 9. Items: no hay."},
		{"value of an enum", `{"estado":"en_cola","codigo":"SOP_1","correo":"a_b@c"}`, "Estado: en cola. Codigo: SOP_1. Correo: a_b@c."},
		{"identifier of a machine", `{"id":"` + unUUID + `","ids":["` + unUUID + `"],"nota":"de ` + unUUID + `"}`, "Nota: de " + unUUID + "."},
		{"accented initial", `{"época":"hoy"}`, "Época: hoy."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := plainSentence([]byte(tt.object)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestRecordRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := answer{
			structured: objectOf(rapid.SliceOf(rapid.String()).Draw(t, "items")),
			text:       rapid.String().Draw(t, "text"),
		}
		got, err := parseRecord(a.record())
		if err != nil || !bytes.Equal(got.structured, a.structured) || got.text != a.text {
			t.Fatalf("got %+v, %v", got, err)
		}
	})
}

// A damaged record is an error, never a wrong answer or a panic.
func FuzzParseRecord(f *testing.F) {
	f.Add(answer{structured: []byte(`{"a":1}`), text: "hola"}.record())
	f.Add([]byte{})
	f.Add([]byte{recordVersion})
	f.Add([]byte{recordVersion, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01})
	f.Add([]byte{2, 1, '{'})
	f.Fuzz(func(t *testing.T, b []byte) {
		a, err := parseRecord(b)
		if err != nil {
			return
		}
		if again, err := parseRecord(a.record()); err != nil || again.text != a.text {
			t.Errorf("a record that was read cannot be written again: %v", err)
		}
	})
}
