package certify

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// Limits of an examination.
const (
	// DefaultTimeout bounds a whole examination.
	DefaultTimeout = 2 * time.Minute
	// MaxAnswer bounds one answer, in bytes of its body. A longer one is a
	// violation.
	MaxAnswer = 4 << 20

	maxCall    = 20 * time.Second // the longest wait for one answer
	callShare  = 6                // and at most this part of the whole
	maxTools   = 500              // of one catalogue
	maxTool    = 256 << 10        // bytes of one definition that are looked at
	maxAlike   = 20               // findings of one rule about one tool
	loadTime   = 2 * time.Second  // for the load on one tool
	loadCalls  = 40
	loadAtOnce = 4
	loadTools  = 5
)

// Options say what to examine and how far to go. Only URL is needed.
type Options struct {
	// URL is the endpoint of the server, http or https, without credentials.
	URL string
	// Token is the bearer token, never printed; empty sends none.
	Token string
	// AllowWrites lets tools be called that write, AllowDestructive also those
	// that cannot be undone. The second needs the first.
	AllowWrites, AllowDestructive bool
	// Arguments are those to call a tool with, by its name, in place of ones
	// made up from its schema. The certification makes them up all the same.
	Arguments map[string]jsontext.Value
	// Timeout bounds the examination; 0 is DefaultTimeout.
	Timeout time.Duration
	// Progress is told of each step as it begins; nil is nobody.
	Progress func(n, of int, step Step)
	// Transport carries the requests; nil is one of its own with the proxy
	// settings of the environment.
	Transport http.RoundTripper
	// Version is the examiner's, told to the server.
	Version string
}

func (o *Options) prepare() (*url.URL, error) {
	u, err := url.Parse(o.URL)
	switch {
	case err != nil, u.Scheme != "http" && u.Scheme != "https", u.Host == "":
		return nil, &UsageError{EN: "the URL is not one of http or https", ES: "la URL no es de http ni de https"}
	case u.User != nil:
		return nil, &UsageError{
			EN: "the URL holds credentials: pass the token by ASIXTO_TOKEN or --token",
			ES: "la URL lleva credenciales: entregue el token con ASIXTO_TOKEN o --token",
		}
	case o.AllowDestructive && !o.AllowWrites:
		return nil, &UsageError{
			EN: "destructive calls are allowed, but writes are not: allow both",
			ES: "se permiten llamadas destructivas pero no escrituras: permita las dos",
		}
	case strings.ContainsFunc(o.Token, func(r rune) bool { return r <= ' ' || r > '~' }):
		return nil, &UsageError{
			EN: "the token holds spaces or characters that no header carries",
			ES: "el token lleva espacios o caracteres que no caben en una cabecera",
		}
	case o.Timeout < 0:
		return nil, &UsageError{EN: "the time limit is negative", ES: "el límite de tiempo es negativo"}
	}
	if o.Timeout == 0 {
		o.Timeout = DefaultTimeout
	}
	u.Fragment = ""
	return u, nil
}

// callTimeout is how long one answer may take.
func (o *Options) callTimeout() time.Duration { return min(maxCall, o.Timeout/callShare) }

// A UsageError says that nothing was examined because of what was asked for.
type UsageError struct {
	// EN and ES say why.
	EN, ES string
}

// Error returns the English sentence.
func (e *UsageError) Error() string { return "certify: " + e.EN }

// An UnreachableError says that no server was found at the URL.
type UnreachableError struct {
	// Cause is what the connection failed with, without the URL's query.
	Cause error
}

// Error tells the cause.
func (e *UnreachableError) Error() string { return fmt.Sprintf("certify: no connection: %v", e.Cause) }

// Unwrap returns the cause.
func (e *UnreachableError) Unwrap() error { return e.Cause }

// within reports whether a host is this machine or one of a private network, as a
// pipeline has them: no Gateway reaches it, and nobody certifies its address.
func within(host string) bool {
	if ip := net.ParseIP(host); ip != nil {
		return ip.IsLoopback() || ip.IsPrivate()
	}
	if !strings.Contains(host, ".") {
		return true // localhost, or the name of a service
	}
	return slices.ContainsFunc([]string{".localhost", ".local", ".internal", ".test"}, func(end string) bool {
		return strings.HasSuffix(host, end)
	})
}

// transport is how requests go out where the caller brings none: one for each
// examination, closed at its end.
func transport() *http.Transport {
	return &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            (&net.Dialer{Timeout: maxCall}).DialContext,
		ForceAttemptHTTP2:      true,
		MaxIdleConnsPerHost:    loadAtOnce,
		IdleConnTimeout:        maxCall,
		TLSHandshakeTimeout:    maxCall,
		MaxResponseHeaderBytes: 64 << 10,
	}
}
