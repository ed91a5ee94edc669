package asixto_test

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/asixto/go-sdk/asixto"
)

// The tool that starts a job says what comes next, and so does the one that tells
// its state.
func ExampleWork() {
	type Out struct {
		asixto.Work
		Resultado *string `json:"resultado,omitempty"`
	}
	listo := "La línea está bien."
	for _, out := range []Out{
		{Work: asixto.WorkStarted("consultar_diagnostico", 2*time.Minute)},
		{Work: asixto.WorkRunning()},
		{Work: asixto.WorkFinished(), Resultado: &listo},
		{Work: asixto.WorkFailed("Ofrezca abrir un caso de soporte.")},
	} {
		raw, err := json.Marshal(out)
		fmt.Println(string(raw), err)
	}
	fmt.Println(asixto.InProgress.Values())
	// Output:
	// {"progreso":"en_curso","next_action":"Diga al cliente que el trabajo comenzó y que suele tardar 2 minutos. No consulte el avance por su cuenta: use consultar_diagnostico solo cuando el cliente lo pida."} <nil>
	// {"progreso":"en_curso","next_action":"Diga al cliente que el trabajo sigue en curso. No lo consulte de nuevo hasta que el cliente lo pida."} <nil>
	// {"progreso":"terminado","resultado":"La línea está bien."} <nil>
	// {"progreso":"fallido","next_action":"Ofrezca abrir un caso de soporte."} <nil>
	// [en_curso terminado fallido]
}
