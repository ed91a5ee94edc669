package schema_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/asixto/go-sdk/schema"
)

// Whoever writes a rule that there is not reads what to write instead.
func TestUnknownRulesAreGuessed(t *testing.T) {
	t.Parallel()
	type names map[string]string
	for typ, wants := range map[reflect.Type]names{
		typeOf[string](): {
			"maxx=5": "; write max", "emial": "; write email", "date": "; write datetime=2006-01-02", "Phone": "; write e164",
			"regexp=^a$": "; give the field a type of its own, with JSONSchema() that states the pattern", "minLength=3": "; write min",
			"oneof=a,b": `"b" for a text; use one of validator/v10 for such a value; the values of oneof stand between spaces`,
			"nullable":  "; make the field a pointer", "a|b": "; a bar inside a value is written 0x7C", "file": "reads the disk",
		},
		typeOf[int]():      {"positive": "; write gt=0", "email": "; use one of validator/v10 for such a value", "ltee=5": "; write lte"},
		typeOf[[]string](): {"oneof=a b": "; rules for what is inside go after dive", "maxItems=3": "; write max", "uniqe": "; write unique"},
	} {
		for rule, want := range wants {
			in := reflect.StructOf([]reflect.StructField{{Name: "A", Type: typ, Tag: reflect.StructTag(fmt.Sprintf(`json:"a" validate:%q`, rule))}})
			if _, err := schema.CompileType(in, nil); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v %s: want %q in %v", typ, rule, want, err)
			}
		}
	}
}
