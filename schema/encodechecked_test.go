package schema_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/asixto/go-sdk/schema"
)

// sostenida holds types that write themselves and state their schema, in every
// place where one can be.
type sostenida struct {
	Placa     placa            `json:"placa"`
	Precio    dinero           `json:"precio"`
	Rango     rango            `json:"rango"`
	Quiza     *rango           `json:"quiza"`
	Sobra     *dinero          `json:"sobra,omitempty"`
	Placas    []placa          `json:"placas" validate:"max=3,unique"`
	Precios   map[string]rango `json:"precios"`
	Escalas   []escala         `json:"escalas" validate:"unique"`
	Corriente string           `json:"corriente" validate:"max=3"`
}

// sostenidas draws values that break rules here and there, or never.
func sostenidas(t *rapid.T) sostenida {
	placas, centavos, limites, escalas := []placa{"ABC123", "XYZ789", "DEF456"}, []int64{0, 100}, []int32{0, 500}, []escala{1, 11}
	if rapid.Bool().Draw(t, "careless") {
		placas = append(placas, "abc123", "")
		centavos = append(centavos, 1e12, -1) // the last cannot be written
		limites = append(limites, -1, 501)
		escalas = append(escalas, 12) // written as 11 is
	}
	precios := rapid.Map(rapid.SampledFrom(centavos), func(n int64) dinero { return dinero{n} })
	rangos := rapid.Custom(func(t *rapid.T) rango {
		limit := rapid.SampledFrom(limites)
		return rango{limit.Draw(t, "desde"), limit.Draw(t, "hasta")}
	})
	return sostenida{
		Placa: rapid.SampledFrom(placas).Draw(t, "placa"), Precio: precios.Draw(t, "precio"), Rango: rangos.Draw(t, "rango"),
		Quiza: rapid.Ptr(rangos, true).Draw(t, "quiza"), Sobra: rapid.Ptr(precios, true).Draw(t, "sobra"),
		Placas:    rapid.SliceOfNDistinct(rapid.SampledFrom(placas), 0, 3, rapid.ID[placa]).Draw(t, "placas"),
		Precios:   rapid.MapOfN(rapid.StringMatching(`[a-c]`), rangos, 0, 2).Draw(t, "precios"),
		Escalas:   rapid.SliceOfNDistinct(rapid.SampledFrom(escalas), 0, 2, rapid.ID[escala]).Draw(t, "escalas"),
		Corriente: rapid.SampledFrom([]string{"", "abc"}).Draw(t, "corriente"),
	}
}

// TestEncodeCheckedIsBoth: it writes what Encode writes and finds fault where Check
// does, with every value that Check names among its own.
func TestEncodeCheckedIsBoth(t *testing.T) {
	t.Parallel()
	codec := mustCompile[sostenida](t, output())
	var passed, failed, unwritable int
	rapid.Check(t, func(rt *rapid.T) {
		value := sostenidas(rt)
		switch broken, violation := sameAsBoth(rt, codec, value); {
		case broken:
			unwritable++
		case violation:
			failed++
		default:
			passed++
		}
	})
	if passed == 0 || failed == 0 || unwritable == 0 {
		t.Errorf("%d values passed, %d failed, %d could not be written: too one-sided to prove anything", passed, failed, unwritable)
	}
}

// sameAsBoth holds EncodeChecked against Encode and Check.
func sameAsBoth(tb rapid.TB, codec *schema.Codec[sostenida], value sostenida) (broken, violates bool) {
	data, violation, err := codec.EncodeChecked(value)
	want, wantErr := codec.Encode(value)
	wantViolation := codec.Check(value)
	if (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() || !bytes.Equal(data, want) {
		tb.Fatalf("%+v\nin one  %s, %v\napart   %s, %v", value, data, err, want, wantErr)
	}
	if err != nil {
		return true, false
	}
	if (violation == nil) != (wantViolation == nil) {
		tb.Fatalf("%s\nin one  %v\napart   %v", data, violation, wantViolation)
	}
	for _, path := range pathsOf(wantViolation) {
		if !strings.Contains("\n"+strings.Join(pathsOf(violation), "\n")+"\n", "\n"+path+"\n") {
			tb.Fatalf("%s\nin one  %v\napart   %v", data, violation, wantViolation)
		}
	}
	return false, violation != nil
}

func pathsOf(violation error) []string {
	var invalid *schema.InvalidError
	if !errors.As(violation, &invalid) {
		return nil
	}
	var paths []string
	for _, p := range invalid.Problems {
		paths = append(paths, p.Path)
	}
	return paths
}
