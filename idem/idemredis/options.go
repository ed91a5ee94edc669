package idemredis

import (
	"fmt"
	"log/slog"
	"strings"
)

// Options tune a Store. The zero value, and nil, stand for the defaults.
type Options struct {
	// Prefix begins the key of every record, and keeps stores apart that share a server. It must not hold a brace, which would
	// take the records of a Cluster to one node. Default "idem:".
	Prefix string
	// MaxResult is the size of a result, in bytes, above which Complete returns idem.ErrTooLarge: the server does nothing else
	// while it copies one. The engine's own limit is 1 MiB unless it is told otherwise. Default 16 MiB, at most 256 MiB.
	MaxResult int
	// AllowEviction accepts a server that may drop keys before their time, and does not ask it. A call whose key was dropped is
	// taken for a first one: its effect happens again.
	AllowEviction bool
	// Logger is warned of a server that does not tell its eviction policy. Default slog.Default().
	Logger *slog.Logger
}

const (
	defaultPrefix    = "idem:"
	defaultMaxResult = 16 << 20
	mostMaxResult    = 256 << 20 // with its copies within what a script may hold
)

// withDefaults fills in the defaults and refuses what cannot work, naming field, value and bound.
func (o *Options) withDefaults() (Options, error) {
	var f Options
	if o != nil {
		f = *o
	}
	if f.Prefix == "" {
		f.Prefix = defaultPrefix
	}
	if f.MaxResult == 0 {
		f.MaxResult = defaultMaxResult
	}
	if f.Logger == nil {
		f.Logger = slog.Default()
	}
	switch {
	case strings.ContainsAny(f.Prefix, "{}"):
		return f, fmt.Errorf("idemredis: Options.Prefix is %q: use one without braces, which mark the hash tag of a key", f.Prefix)
	case f.MaxResult < 0 || f.MaxResult > mostMaxResult:
		return f, fmt.Errorf("idemredis: Options.MaxResult is %d: use 1 to %d bytes", f.MaxResult, mostMaxResult)
	}
	return f, nil
}
