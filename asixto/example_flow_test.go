package asixto_test

import (
	"fmt"

	"github.com/asixto/go-sdk/asixto"
)

// A flow whose tools are not all there keeps the server from starting.
func ExampleFlow() {
	flow := asixto.Flow{For: "cancelar una cita", Steps: []asixto.Step{
		{Tool: "consultar_cliente", Does: "identifica al titular y da los códigos de sus citas"},
		{Tool: "cancelar_cita", Does: "con el código y la confirmación del titular"},
	}, Note: "Una cita cancelada no se recupera."}
	fmt.Println(flow)
	srv := asixto.NewServer("mi-empresa", "1.0.0", &asixto.ServerOptions{Flows: []asixto.Flow{flow}})
	_, err := srv.Handler(nil)
	fmt.Println(err)
	// Output:
	// Para cancelar una cita: 1) consultar_cliente, identifica al titular y da los códigos de sus citas; 2) cancelar_cita, con el código y la confirmación del titular. Una cita cancelada no se recupera.
	// asixto: flow "cancelar una cita": step 1 names the tool "consultar_cliente", which this server does not have: use the name of one that is added [flow]
	// asixto: flow "cancelar una cita": step 2 names the tool "cancelar_cita", which this server does not have: use the name of one that is added [flow]
}
