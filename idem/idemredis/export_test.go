package idemredis

import "github.com/redis/go-redis/v9"

// Digest returns the digest by which the server knows the script of a call.
func Digest(call string) string {
	return map[string]*redis.Script{
		"claim": claimScript, "renew": renewScript, "complete": completeScript, "hold": holdScript, "release": releaseScript,
	}[call].Hash()
}

// For tests of what is unexported.
var (
	Key    = (*Store).key
	Millis = millis
)
