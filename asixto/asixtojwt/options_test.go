package asixtojwt

import (
	"strings"
	"testing"
	"time"
)

func TestOptions(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*Options){
		"no issuer":           func(o *Options) { o.Issuer = "" },
		"no audience":         func(o *Options) { o.Audience = "" },
		"no key set":          func(o *Options) { o.JWKSURL = "" },
		"plain http":          func(o *Options) { o.JWKSURL = "http://login.example.com/jwks.json" },
		"a user in the URL":   func(o *Options) { o.JWKSURL = "https://a:b@login.example.com/jwks.json" },
		"a file":              func(o *Options) { o.JWKSURL = "file:///etc/jwks.json" },
		"none":                func(o *Options) { o.Algorithms = []string{"RS256", "none"} },
		"HS256":               func(o *Options) { o.Algorithms = []string{"HS256"} },
		"no algorithm":        func(o *Options) { o.Algorithms = []string{} },
		"a long leeway":       func(o *Options) { o.Leeway = 6 * time.Minute },
		"a negative refresh":  func(o *Options) { o.Refresh = -1 },
		"a negative interval": func(o *Options) { o.MinRefresh = -1 },
		"a negative time-out": func(o *Options) { o.Timeout = -1 },
	} {
		opts := issuerOf().options()
		change(opts)
		if _, err := New(opts); err == nil || !strings.HasPrefix(err.Error(), "asixtojwt: Options.") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := New(nil); err == nil {
		t.Error("nil options are taken")
	}
	for _, local := range []string{"http://localhost:1/x", "http://127.0.0.1/x", "http://[::1]:8080/x"} {
		opts := issuerOf().options()
		opts.JWKSURL = local
		if _, err := New(opts); err != nil {
			t.Errorf("%s: %v", local, err)
		}
	}
}
