package idemredis_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"

	"github.com/asixto/go-sdk/idem/idemredis"
)

// user is somebody whom a server allows all but some commands.
func user(tb testing.TB, s *server, name string, rules ...string) *redis.Client {
	tb.Helper()
	ok(tb, connect(tb, clientOptions(s.addr)).ACLSetUser(tb.Context(), name, append([]string{"on", ">secret", "~*", "+@all"}, rules...)...).Err())
	opts := clientOptions(s.addr)
	opts.Username, opts.Password = name, "secret"
	return connect(tb, opts)
}

func TestEvictionPolicies(t *testing.T) {
	t.Parallel()
	for policy, safe := range map[string]bool{
		"noeviction": true, "allkeys-lru": false, "allkeys-lfu": false, "allkeys-random": false,
		"volatile-lru": false, "volatile-lfu": false, "volatile-random": false, "volatile-ttl": false,
	} {
		t.Run(policy, func(t *testing.T) {
			t.Parallel()
			s := startServer(t, "--maxmemory-policy", policy)
			for who, client := range map[string]*redis.Client{
				"somebody who may all":             connect(t, clientOptions(s.addr)),
				"somebody who may not read CONFIG": user(t, s, "restricted", "-config"),
			} {
				var log bytes.Buffer
				_, err := idemredis.New(t.Context(), client, &idemredis.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
				if (err == nil) != safe {
					t.Errorf("New by %s: %v, want nil: %t", who, err, safe)
				}
				if err != nil && (!strings.Contains(err.Error(), policy) || !strings.Contains(err.Error(), "AllowEviction")) {
					t.Errorf("New by %s: %v, want an error that names %s and the remedy", who, err, policy)
				}
				if log.Len() > 0 {
					t.Errorf("New by %s logged %q, want nothing", who, &log)
				}
				if _, err := idemredis.New(t.Context(), client, &idemredis.Options{AllowEviction: true}); err != nil {
					t.Errorf("New by %s with AllowEviction: %v", who, err)
				}
			}
		})
	}
}

func TestUnknownEvictionPolicyIsAWarning(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	for name, rules := range map[string][]string{
		"all but CONFIG and INFO": {"-config", "-info"},
		"the store's commands":    {"-@all", "+evalsha", "+eval", "+ping", "+client", "+hello"},
	} {
		var log bytes.Buffer
		client := user(t, s, strings.ReplaceAll(name, " ", "-"), rules...)
		_, err := idemredis.New(t.Context(), client, &idemredis.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
		if err != nil || strings.Count(log.String(), "noeviction") != 1 || !strings.Contains(log.String(), "level=WARN") {
			t.Errorf("New with the rights to %s: %v, log %q; want one warning", name, err, &log)
		}
	}
}

func TestNewFailsWhereTheServerDoesNotAnswer(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	user(t, s, "default", "resetpass", ">secret")
	locked := clientOptions(s.addr)
	wrong := clientOptions(s.addr)
	wrong.Password = "wrong"
	gone := startServer(t)
	gone.stop()
	for name, opts := range map[string]*redis.Options{"no password": locked, "a wrong password": wrong, "gone": clientOptions(gone.addr)} {
		var log bytes.Buffer
		_, err := idemredis.New(t.Context(), connect(t, opts), &idemredis.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
		if err == nil || log.Len() > 0 {
			t.Errorf("%s: New: %v, log %q; want an error alone", name, err, &log)
		}
	}
}
