package asixto_test

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/asixto/go-sdk/asixto"
)

// Records that come one after the other are counted, and one page of them kept.
func ExampleFromSeq() {
	sedes := map[string]string{"Cali": "Calle 5", "Bogotá": "Carrera 7", "Medellín": "Calle 10"}
	ciudades := slices.Values(slices.Sorted(maps.Keys(sedes)))
	items, total, err := asixto.FromSeq(ciudades)(context.Background(), 2, 1)
	fmt.Println(items, total, err)
	// Output: [Cali Medellín] 3 <nil>
}
