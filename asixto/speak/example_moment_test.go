package speak_test

import (
	"fmt"
	"time"

	"github.com/asixto/go-sdk/asixto/speak"
)

func ExampleMoment() {
	cita := time.Date(2026, time.May, 7, 15, 30, 0, 0, time.FixedZone("", -5*60*60))
	fmt.Println(speak.Moment(cita))
	fmt.Println(speak.FullMoment(cita))
	fmt.Println(speak.Day(cita))
	fmt.Println(speak.Hour(cita))
	// Output:
	// el jueves 7 de mayo a las tres y media de la tarde
	// el jueves 7 de mayo de 2026 a las tres y media de la tarde
	// el jueves 7 de mayo
	// a las tres y media de la tarde
}
