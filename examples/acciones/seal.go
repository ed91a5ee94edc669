package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// What a signature is for. A text that was signed for one purpose is worth
// nothing for another.
const (
	forAccess   = "access"
	forDecision = "decision"
	forReceipt  = "receipt"
)

// errSeal says that a text was not signed here, or for another purpose.
var errSeal = errors.New("acciones: the signature does not hold")

// A seal signs what leaves the server and has to come back unchanged.
type seal struct{ key []byte }

// sign returns claims as text with its signature: base64(JSON).base64(HMAC).
func (s seal) sign(purpose string, claims any) (string, error) {
	payload, err := json.Marshal(claims, json.Deterministic(true))
	if err != nil {
		return "", fmt.Errorf("acciones: signing for %s: %w", purpose, err)
	}
	body := base64.RawURLEncoding.EncodeToString(payload)
	return body + "." + s.mac(purpose, body), nil
}

// open reads into claims what sign wrote, or fails with errSeal.
func (s seal) open(purpose, signed string, claims any) error {
	body, signature, _ := strings.Cut(signed, ".")
	if !hmac.Equal([]byte(signature), []byte(s.mac(purpose, body))) {
		return errSeal
	}
	payload, err := base64.RawURLEncoding.DecodeString(body)
	if err != nil {
		return errSeal
	}
	return json.Unmarshal(payload, claims)
}

// mac is compared as text: base64 has several spellings of one signature.
func (s seal) mac(purpose, body string) string {
	h := hmac.New(sha256.New, s.key)
	h.Write([]byte(purpose + "." + body))
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil))
}

// canonical is JSON without white space, with sorted names and one spelling of
// every text. Numbers stay as they were written, since as IEEE doubles two large
// amounts could be one: 1.0 in place of 1 is another request.
func canonical(v jsontext.Value) (jsontext.Value, error) {
	c := v.Clone()
	if len(c) == 0 {
		c = jsontext.Value("{}")
	}
	err := c.Format(jsontext.ReorderRawObjects(true), jsontext.SpaceAfterColon(false), jsontext.SpaceAfterComma(false))
	if err != nil {
		return nil, fmt.Errorf("acciones: canonical JSON: %w", err)
	}
	return c, nil
}

// same reports whether two objects say the same; broken JSON never does.
func same(a, b jsontext.Value) bool {
	x, errX := canonical(a)
	y, errY := canonical(b)
	return errX == nil && errY == nil && string(x) == string(y)
}

// digest is the SHA-256 of data in hexadecimal.
func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
