package comparison_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

const (
	consultar  = "consultar_cliente"
	buscar     = "buscar_items"
	abrir      = "abrir_caso_soporte"
	actualizar = "actualizar_cliente"
	cancelar   = "cancelar_cita"
)

const caso = `{"documento":"CC1032456789","tipo":"falla","descripcion":"El internet se cae cada noche"}`

// TestAnswersAreEqual sends both desks the same calls, in the same order.
func TestAnswersAreEqual(t *testing.T) {
	t.Parallel()
	with, without := start(t, "./examples/soporte"), start(t, "./internal/comparison/plain")
	for i, c := range calls() {
		for _, channel := range []string{"chat", "voice"} {
			meta := map[string]any{
				"channel": channel, "conversationId": "cnv_" + channel + c.conversation, "companyId": "cmp_1", "priceListId": nil,
				"currency": "COP", "timezone": "America/Bogota", "idempotencyKey": fmt.Sprintf("k%d%s", i, channel), "requestId": "req_1",
			}
			maps.Copy(meta, c.meta)
			want, got := with.call(t, c.tool, c.arguments, meta), without.call(t, c.tool, c.arguments, meta)
			words := cmp.Options{cmpopts.IgnoreUnexported(answer{})}
			if c.bad { // of bad arguments both say the same problems, each in its own words
				words = append(words, cmp.Transformer("count", func(problems []string) []int { return []int{len(problems)} }))
			}
			if diff := cmp.Diff(want, got, words); diff != "" {
				t.Errorf("%s %s in %s (-with +without):\n%s", c.tool, c.arguments, channel, diff)
			}
			if again := without.call(t, c.tool, c.arguments, meta); again.raw != got.raw {
				t.Errorf("%s %s: the repetition is %s, want %s", c.tool, c.arguments, again.raw, got.raw)
			}
		}
	}
}

type request struct {
	tool, arguments string
	conversation    string
	bad             bool // arguments that do not satisfy the schema
	meta            map[string]any
}

func calls() []request {
	const laura, ferreteria = `{"documento":"CC1032456789"}`, `{"documento":"NIT 900.123.456"}`
	return []request{
		{tool: actualizar, arguments: `{"documento":"CC1032456789","telefono":"300 765 4321"}`}, // nobody is identified yet
		{tool: consultar, arguments: laura},
		{tool: consultar, arguments: ferreteria},
		{tool: consultar, arguments: `{"documento":"CC79456123"}`},
		{tool: consultar, arguments: `{"documento":"CC99999999"}`},
		{tool: consultar, arguments: laura, meta: map[string]any{"timezone": "America/Mexico_City"}},
		{tool: consultar, arguments: `{"documento":null,"nombre":"Laura"}`, bad: true},
		{tool: consultar, arguments: `{}`, bad: true},
		{tool: buscar, arguments: `{"texto":"plan"}`},
		{tool: buscar, arguments: `{"texto":"plan","limit":25}`},
		{tool: buscar, arguments: `{"texto":"plan","limit":25,"offset":25}`},
		{tool: buscar, arguments: `{"texto":"plan","limit":2,"offset":4}`},
		{tool: buscar, arguments: `{"texto":"plan","limit":1,"offset":4}`},
		{tool: buscar, arguments: `{"texto":"plan","offset":400}`},
		{tool: buscar, arguments: `{"texto":"zeppelin","limit":null}`},
		{tool: buscar, arguments: `{"texto":"trío hogar"}`},
		{tool: buscar, arguments: `{"texto":"p","limit":26}`, bad: true},
		{tool: buscar, arguments: `{"texto":"plan","limit":1.5}`, bad: true},
		{tool: buscar, arguments: `{"texto":"plan"}`, meta: map[string]any{"currency": "USD", "priceListId": "pl_mayorista"}},
		{tool: buscar, arguments: `{"texto":"plan"}`, meta: map[string]any{"currency": "EUR"}},
		{tool: buscar, arguments: `{"texto":"plan"}`, meta: map[string]any{"priceListId": "otra"}},
		{tool: abrir, arguments: caso},
		{tool: abrir, arguments: `{"documento":"CC1032456789","tipo":"falla","descripcion":"Urgente, sin internet","prioridad":"alta"}`},
		{tool: abrir, arguments: `{"documento":"CC1032456789","tipo":"cobro","descripcion":"Me cobraron dos veces","prioridad":"alta"}`},
		{tool: abrir, arguments: `{"documento":"CC79456123","tipo":"falla","descripcion":"El internet se cae cada noche"}`},
		{tool: abrir, arguments: `{"documento":"CC1032456789","tipo":"queja"}`, bad: true},
		{tool: actualizar, arguments: `{"documento":"CC1032456789","telefono":"300 765 4321","correo":"laura@otro.example"}`},
		{tool: actualizar, arguments: `{"documento":"CC1032456789","correo":"laura@otro.example","telefono":null}`},
		{tool: actualizar, arguments: `{"documento":"CC1032456789"}`},
		{tool: actualizar, arguments: `{"documento":"CC1032456789","correo":"laura","estado":"activo"}`, bad: true},
		{tool: actualizar, arguments: `{"documento":"CC1032456789","telefono":"1234567"}`, conversation: "_otra"},
		{tool: cancelar, arguments: `{"documento":"CC1032456789","cita_id":"CITA-7781","confirmado":false}`, bad: true},
		{tool: cancelar, arguments: `{"documento":"CC1032456789","cita_id":"CITA-7702","confirmado":true}`},
		{tool: cancelar, arguments: `{"documento":"CC1032456789","cita_id":"CITA-8120","confirmado":true}`},
		{tool: cancelar, arguments: `{"documento":"CC1032456789","cita_id":"CITA-0001","confirmado":true}`},
		{tool: cancelar, arguments: `{"documento":"CC1032456789","cita_id":"CITA-7790","confirmado":true,"motivo":" "}`},
	}
}

// TestEffectsAreEqual makes one call eight times at once, repeats it, and reuses its key.
func TestEffectsAreEqual(t *testing.T) {
	t.Parallel()
	for _, pkg := range []string{"./examples/soporte", "./internal/comparison/plain"} {
		s := start(t, pkg)
		meta := map[string]any{"idempotencyKey": "una", "conversationId": "cnv_1", "channel": "chat"}
		const want = `"radicado":"SOP-1001"`
		var wg sync.WaitGroup
		const atOnce = 8
		answers := make([]string, atOnce+1)
		for i := range atOnce {
			wg.Go(func() { answers[i] = s.call(t, abrir, caso, meta).raw })
		}
		wg.Wait()
		answers[atOnce] = s.call(t, abrir, caso, meta).raw
		if same := slices.Compact(answers); len(same) != 1 || !json.Valid([]byte(same[0])) || !strings.Contains(same[0], want) {
			t.Errorf("%s: answers %q, want one, with %s", pkg, same, want)
		}
		other := s.call(t, abrir, `{"documento":"CC1032456789","tipo":"cobro","descripcion":"Me cobraron dos veces"}`, meta)
		if len(other.Problems) == 0 || other.Problems[0] != "VALIDATION" {
			t.Errorf("%s: the key with other arguments is answered %s", pkg, other.raw)
		}
		meta["idempotencyKey"] = "otra"
		if next := s.call(t, abrir, caso, meta); !strings.Contains(next.raw, `"radicado":"SOP-1002"`) {
			t.Errorf("%s: the next case is %s, want the second", pkg, next.raw)
		}
	}
}

// TestBothAreCertifiable lets the command examine both desks as the certification does.
func TestBothAreCertifiable(t *testing.T) {
	t.Parallel()
	command := build(t, "./asixto/cmd/asixto")
	for _, pkg := range []string{"./examples/soporte", "./internal/comparison/plain"} {
		s := start(t, pkg)
		cmd := exec.CommandContext(t.Context(), command, "check", "--allow-writes", "--allow-destructive", "--quiet", s.base+"/mcp")
		cmd.Env = append(os.Environ(), "ASIXTO_TOKEN="+token)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", pkg, err, out)
		}
	}
}
