package speak

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/invopop/jsonschema"

	"github.com/asixto/go-sdk/meta"
)

// Time is a moment in the zone of a call, for a field of an answer:
//
//	Fecha speak.Time `json:"fecha" doc:"Cuándo empieza la visita"`
//
// In JSON it is RFC 3339 to the second with the zone's offset (contract,
// "Metadatos que envía el Gateway": every date carries an offset that agrees with
// the time zone). Make one with [At]. The zero Time is no moment and cannot be
// sent; what may be missing is a pointer.
type Time struct{ moment time.Time } //nolint:recvcheck // reading needs a pointer

// At is a moment in the zone of the call, UTC where the call names none.
func At(call meta.Call, t time.Time) Time {
	if t.IsZero() {
		return Time{}
	}
	return Time{t.In(call.Location())}
}

// Time is the moment, in its zone.
func (t Time) Time() time.Time { return t.moment }

// Equal reports whether both are the same moment, whatever their zones.
func (t Time) Equal(other Time) bool { return t.moment.Equal(other.moment) }

// Spoken is [Moment] of the time.
func (t Time) Spoken() string { return Moment(t.moment) }

// String is the time as it is read on a screen: "miércoles 3 de septiembre de
// 2025, 09:00".
func (t Time) String() string {
	m := t.moment
	return weekday(m) + " " + date(m) + " de " + strconv.Itoa(m.Year()) + ", " + m.Format("15:04")
}

// For is the text of the time on the channel of a call: Spoken in voice, String
// in chat.
func (t Time) For(call meta.Call) string {
	if call.Channel() == meta.Voice {
		return t.Spoken()
	}
	return t.String()
}

var errNoMoment = errors.New("speak: a Time that is not set: make it with At, or use a pointer for what may be missing")

// MarshalText writes RFC 3339 to the second.
func (t Time) MarshalText() ([]byte, error) {
	if t.moment.IsZero() {
		return nil, errNoMoment
	}
	text, err := t.moment.Truncate(time.Second).MarshalText()
	if err != nil {
		return nil, fmt.Errorf("speak: %w", err)
	}
	return text, nil
}

// UnmarshalText reads RFC 3339; the moment keeps the offset that is written.
func (t *Time) UnmarshalText(text []byte) error {
	if err := t.moment.UnmarshalText(text); err != nil {
		return fmt.Errorf("speak: %w", err)
	}
	return nil
}

// JSONSchema states the form of a moment.
func (Time) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Format: "date-time"}
}

// Moment says a moment in its own zone, as for something soon or just past: "el
// miércoles 3 de septiembre a las nueve de la mañana". Where the year matters use
// [FullMoment].
func Moment(t time.Time) string { return Day(t) + " " + Hour(t) }

// FullMoment is Moment with the year: "el miércoles 3 de septiembre de 2025 a las
// nueve de la mañana".
func FullMoment(t time.Time) string {
	return Day(t) + " de " + strconv.Itoa(t.Year()) + " " + Hour(t)
}

// Day says a day in t's own zone: "el miércoles 3 de septiembre".
func Day(t time.Time) string { return "el " + weekday(t) + " " + date(t) }

// Hour says the time of day in t's own zone, to the minute: "a las nueve de la
// mañana", "a la una y media de la tarde", "a las doce del día".
func Hour(t time.Time) string {
	hour := t.Hour() % 12
	if hour == 0 {
		hour = 12
	}
	at := "a las "
	if hour == 1 {
		at = "a la "
	}
	text := at + inWords(int64(hour), feminine)
	switch minute := t.Minute(); minute {
	case 0:
	case 15:
		text += " y cuarto"
	case 30:
		text += " y media"
	default:
		text += " y " + Number(int64(minute))
	}
	return text + " " + partOfDay(t.Hour())
}

func partOfDay(hour int) string {
	switch {
	case hour < 6: // midnight too: it opens the day that is named, and "de la noche" is heard as its end
		return "de la madrugada"
	case hour >= 19:
		return "de la noche"
	case hour < 12:
		return "de la mañana"
	case hour == 12:
		return "del día"
	}
	return "de la tarde"
}

func weekday(t time.Time) string {
	return [7]string{"domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"}[t.Weekday()]
}

func date(t time.Time) string {
	month := [12]string{
		"enero", "febrero", "marzo", "abril", "mayo", "junio",
		"julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre",
	}[t.Month()-1]
	return strconv.Itoa(t.Day()) + " de " + month
}
