package meta_test

import (
	"fmt"

	"github.com/asixto/go-sdk/meta"
)

// There are 26 scenarios, and a tool is filed under no other.
func ExampleCapabilities() {
	all := meta.Capabilities()
	fmt.Println(len(all), all[0], meta.Soporte.Valid(), meta.Capability("reservas").Valid())
	// Output:
	// 26 actualizacion_datos true false
}
