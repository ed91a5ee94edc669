package speak_test

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/asixto/go-sdk/asixto/speak"
	"github.com/asixto/go-sdk/meta"
)

// A moment that a database holds in UTC, as a customer in Bogotá gets it.
func ExampleAt() {
	call := meta.New(meta.Values{Channel: meta.Voice, Timezone: "America/Bogota"})
	visita := speak.At(call, time.Date(2025, time.September, 3, 14, 0, 0, 0, time.UTC))
	raw, err := json.Marshal(visita)
	fmt.Println(string(raw), err)
	fmt.Println(visita)
	fmt.Println(visita.For(call))
	fmt.Println(visita.Spoken(), visita.Time().Hour())
	fmt.Println(visita.Equal(speak.At(meta.Call{}, visita.Time())))
	// Output:
	// "2025-09-03T09:00:00-05:00" <nil>
	// miércoles 3 de septiembre de 2025, 09:00
	// el miércoles 3 de septiembre a las nueve de la mañana
	// el miércoles 3 de septiembre a las nueve de la mañana 9
	// true
}
