package asixtojwt

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
)

// Options configure [New].
type Options struct {
	// Issuer is what iss has to be, letter for letter. Required.
	Issuer string
	// Audience is what aud has to name: as a rule the public URL of the endpoint,
	// asixto.HandlerOptions.PublicURL. Required.
	Audience string
	// JWKSURL is where the issuer publishes its keys; https, unless it is on the same
	// machine. Required.
	JWKSURL string
	// Algorithms are the signatures that are accepted; nil is RS256, RS384, RS512,
	// PS256, PS384, PS512, ES256, ES384, ES512 and EdDSA. Others are refused by New.
	Algorithms []string
	// Leeway is how far the issuer's clock may be off; zero is 30 seconds, below zero
	// is none, above five minutes is an error.
	Leeway time.Duration
	// Refresh is how long a key set is used before it is fetched again: so long a key
	// that was taken back goes on. Zero is 15 minutes.
	Refresh time.Duration
	// MinRefresh is the least time between two attempts to fetch the set; zero is ten
	// seconds.
	MinRefresh time.Duration
	// Timeout bounds one attempt; zero is five seconds.
	Timeout time.Duration
	// Client fetches the set, without following redirects to plain http. Nil is a
	// client of its own.
	Client *http.Client
	// Logger hears when the set cannot be fetched. Nil stands for slog.Default().
	Logger *slog.Logger
}

func asymmetric() []jose.SignatureAlgorithm {
	return []jose.SignatureAlgorithm{
		jose.RS256, jose.RS384, jose.RS512, jose.PS256, jose.PS384, jose.PS512, jose.ES256, jose.ES384, jose.ES512, jose.EdDSA,
	}
}

// withDefaults returns the options filled in, or what is wrong with them.
func (o *Options) withDefaults() (Options, error) {
	out := *o
	out.Leeway = max(0, cmp.Or(o.Leeway, 30*time.Second))
	out.Refresh = cmp.Or(o.Refresh, 15*time.Minute)
	out.MinRefresh = cmp.Or(o.MinRefresh, 10*time.Second)
	out.Timeout = cmp.Or(o.Timeout, 5*time.Second)
	out.Logger = cmp.Or(o.Logger, slog.Default())
	switch {
	case o.Issuer == "":
		return out, errors.New("asixtojwt: Options.Issuer is empty: write what iss has to be")
	case o.Audience == "":
		return out, errors.New("asixtojwt: Options.Audience is empty: write what aud has to name, as a rule the endpoint's public URL")
	case out.Leeway > 5*time.Minute:
		return out, errors.New("asixtojwt: Options.Leeway is above five minutes: tokens would outlive their time, write less")
	case min(out.Refresh, out.MinRefresh, out.Timeout) < 0:
		return out, errors.New("asixtojwt: Options.Refresh, MinRefresh or Timeout is negative: write a positive time, or zero for the default")
	}
	return out, checkURL(o.JWKSURL)
}

func checkURL(raw string) error {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" || u.User != nil {
		return errors.New("asixtojwt: Options.JWKSURL: write an address without user, as \"https://login.example.com/jwks.json\"")
	}
	if !private(u) {
		return fmt.Errorf("asixtojwt: Options.JWKSURL %q has to begin with https://: whoever changes the keys on their way makes tokens", raw)
	}
	return nil
}

// private says whether nobody on the way can change what comes from u.
func private(u *url.URL) bool {
	if u.Scheme == "https" {
		return true
	}
	ip, err := netip.ParseAddr(u.Hostname())
	return u.Scheme == "http" && (strings.EqualFold(u.Hostname(), "localhost") || err == nil && ip.IsLoopback())
}

func (o *Options) algorithms() ([]jose.SignatureAlgorithm, error) {
	if o.Algorithms == nil {
		return asymmetric(), nil
	}
	var algorithms []jose.SignatureAlgorithm
	for _, name := range o.Algorithms {
		if !slices.Contains(asymmetric(), jose.SignatureAlgorithm(name)) {
			return nil, fmt.Errorf("asixtojwt: Options.Algorithms: %q is none of the asymmetric signatures: write as \"RS256\" or \"ES256\"", name)
		}
		algorithms = append(algorithms, jose.SignatureAlgorithm(name))
	}
	if len(algorithms) == 0 {
		return nil, errors.New("asixtojwt: Options.Algorithms is empty: leave it nil for the default")
	}
	return algorithms, nil
}

// client keeps redirects private and few.
func (o *Options) client() *http.Client {
	client := http.Client{}
	if o.Client != nil {
		client = *o.Client
	}
	client.CheckRedirect = func(r *http.Request, via []*http.Request) error {
		if len(via) >= 3 || !private(r.URL) {
			return fmt.Errorf("the redirect to %s is not followed", net.JoinHostPort(r.URL.Hostname(), r.URL.Port()))
		}
		return nil
	}
	return &client
}
