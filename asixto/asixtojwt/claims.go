package asixtojwt

import (
	"math"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// claims are those that decide (RFC 7519, RFC 8693, RFC 9068).
type claims struct {
	Issuer          string         `json:"iss"`
	Audience        texts          `json:"aud"`
	Expiry          *numericDate   `json:"exp"`
	NotBefore       *numericDate   `json:"nbf"`
	IssuedAt        *numericDate   `json:"iat"`
	Scope           string         `json:"scope"`
	SCP             texts          `json:"scp"`
	ClientID        string         `json:"client_id"`
	AuthorizedParty string         `json:"azp"`
	Subject         string         `json:"sub"`
	Confirmation    jsontext.Value `json:"cnf"`

	all map[string]any
}

// readClaims is strict: a claim that is written twice, or in another case, is not
// the claim.
func readClaims(payload []byte) (*claims, error) {
	c := &claims{}
	if json.Unmarshal(payload, c) != nil || json.Unmarshal(payload, &c.all) != nil {
		return nil, invalid("its claims are not as the standard has them")
	}
	return c, nil
}

func (c *claims) bound() bool { return len(c.Confirmation) > 0 && c.Confirmation.Kind() != 'n' }

// texts is a text or a list of texts.
type texts []string

func (t *texts) UnmarshalJSON(b []byte) error {
	if jsontext.Value(b).Kind() == '"' {
		*t = make(texts, 1)
		return json.Unmarshal(b, &(*t)[0])
	}
	return json.Unmarshal(b, (*[]string)(t))
}

func (t *texts) words() []string { return strings.Fields(strings.Join(*t, " ")) }

// numericDate is seconds since 1970, whole or not.
type numericDate float64

// time is held within what a time can be.
func (d numericDate) time() time.Time {
	const year9999 = 253402300799
	return time.Unix(int64(math.Floor(max(-year9999, min(year9999, float64(d))))), 0)
}
