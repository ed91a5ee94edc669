// Package idem makes an effect happen once per idempotency key, whatever crashes, and gives its result to every call with that key.
package idem
