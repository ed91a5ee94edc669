package rules_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/asixto/go-sdk/asixto/internal/rules"
)

var update = flag.Bool("update", false, "write docs/rules.md anew")

const (
	rulesPage = "../../../docs/rules.md"

	rulesTail = `
## What no rule can see

The contract asks for more than a machine finds in a definition or in an answer. These are for tests of your own:

- **One effect, not one answer, for a key.** From outside only the answers show. ` + "`asixtotest.Idempotent`" + ` counts the effects by your probe.
- **A tool that reads writes nothing.** From outside only its name shows. ` + "`asixtotest.ReadOnly`" + ` compares by your probe.
- **Keys are kept for seven days.** Nobody waits that long; the stores of this SDK are tested with a clock.
- **Records of others, final states, who decides** (page 05). Only your system knows them. ` + "`asixtotest.NewConversation`" + ` plays what leads there.
- **Which error type fits**, and that a search without hits is a success: what made-up arguments should find is not known.
- **Prices of the price list, amounts in the currency of the call.** A number says neither.
- **Data of third parties, administrative fields, codes where a name should stand.** Tokens, traces, UUIDs and addresses are recognised, others are
  words like any other.
- **Only what is essential is required, closed sets are enums, no internal identifiers.** Guessed from names and counts, hence warnings.
- **A name that stays.** ` + "`asixtotest.Golden`" + ` shows in review that it changed.
- **The scope of a token and when it expires.** Seen is that a missing and a wrong one are refused.
- **That the request id is logged.** The log is the server's.
- **Three items in a call.** The agent picks them; a server is asked for a number in chats alone.
- ` + "**`subscriptions/listen`** may be there; nothing follows where it is not." + `
`

	rulesHead = `# The rules of the contract

What the Asixto contract, and what stands around it, asks of a tool server, one rule after the other. Registration holds every tool
against the rules about definitions: a server with a blocking one broken does not start, a warning is logged. ` + "`asixto check`" + ` holds any
server in any language against all of them.

A reason in words lifts a warning, in ` + "`Tool.Allow`" + ` or on the field with ` + "`asixto:\"allow=rule: reason\"`" + `; a blocking rule only where it says
"liftable", and then on the field. What was lifted, and where an argument comes from, stands in the tool's ` + "`_meta`" + ` under
` + "`%s`" + `, so that whoever examines the server sees it; a server in another language can write the same object:

` + "```json" + `
{
  "com.asixto.sdk/notes": {
    "allow": {"flat-input": "la dirección es una sola cosa para el cliente"},
    "input": {"cita_id": {"from": "consultar_cliente.citas[].cita_id"}},
    "output": {"enlace": {"allow": {"output-media": "se lee, no se abre"}}}
  }
}
` + "```" + `

This page is made from the rules themselves: ` + "`go test ./asixto/internal/rules -run Page -update`" + `.
`
)

func rulesText() string {
	var b strings.Builder
	fmt.Fprintf(&b, rulesHead, rules.KeyNotes)
	for _, part := range []struct {
		title string
		rules []rules.Rule
	}{
		{"Rules about definitions", rules.All()},
		{"Rules about a running server", rules.Observed()},
	} {
		blocking := 0
		for _, r := range part.rules {
			if r.Level == rules.Blocking {
				blocking++
			}
		}
		fmt.Fprintf(&b, "\n## %s\n\n%d rules, %d of them blocking.\n", part.title, len(part.rules), blocking)
		for _, r := range part.rules {
			writeRule(&b, r)
		}
	}
	b.WriteString(rulesTail)
	return b.String()
}

func writeRule(b *strings.Builder, r rules.Rule) {
	level := r.Level.String()
	if r.Liftable && r.Level == rules.Blocking {
		level += ", liftable"
	}
	sentence := func(s string) string {
		first := []rune(s)
		return strings.NewReplacer("<", "&lt;", "*", `\*`).Replace(strings.ToUpper(string(first[:1]))+string(first[1:])) + "."
	}
	fmt.Fprintf(b, "\n### %s\n\n%s · %s\n\n%s\n\n*%s*\n\n- Go: %s\n- JSON: %s\n",
		r.ID, level, r.Section, sentence(r.EN), sentence(r.ES), code(r.Fix.Go), code(r.Fix.JSON))
}

// code is a code span around text that may hold back quotes.
func code(text string) string {
	if strings.Contains(text, "`") {
		return "`` " + text + " ``"
	}
	return "`" + text + "`"
}

func TestRulesPage(t *testing.T) {
	t.Parallel()
	text := rulesText()
	if *update {
		if err := os.WriteFile(rulesPage, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	page, err := os.ReadFile(rulesPage)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(page), text); diff != "" {
		t.Errorf("docs/rules.md is not what the rules say; run go test -update (-page +rules):\n%s", diff)
	}
}

// Every heading of the contract page has its rules.
func TestSections(t *testing.T) {
	t.Parallel()
	var seen []string
	for _, r := range append(rules.All(), rules.Observed()...) {
		if !slices.Contains(seen, r.Section) {
			seen = append(seen, r.Section)
		}
	}
	for _, section := range []string{
		"02 · Métodos del protocolo", "02 · Transporte", "02 · Definición de una herramienta", "02 · Reglas del esquema",
		"02 · Clasificación de la herramienta", "02 · Nombres y longitudes", "02 · Descripciones", "02 · Anotaciones y su efecto",
		"02 · Forma de la respuesta", "05 · Garantías", "06 · Errores", "07 · Límites y canal", "Certificación",
	} {
		if !slices.Contains(seen, section) {
			t.Errorf("no rule for %q", section)
		}
	}
}
