package certify

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const (
	revision     = "2026-07-28"
	oldRevision  = "2025-11-25"
	versionField = "Mcp-Protocol-Version"
	protocolKey  = "io.modelcontextprotocol/"
	asixtoKey    = "com.asixto/"
)

// client speaks to one server as the Gateway does, or as near to it as the
// server allows.
type client struct {
	http    *http.Client
	url     *url.URL
	token   string
	version string // the examiner's
	wait    time.Duration
	ids     atomic.Int64
	manner
}

// manner is what a server needs that the Gateway does not send. The zero manner
// is the Gateway's own.
type manner struct {
	versionHeader bool   // the revision in a header too
	noPlaceholder bool   // no Mcp-Name where there is no name
	session       string // of the older era
	older         string // the revision of the older era
}

// request is one call of a method.
type request struct {
	method, name string
	params       map[string]any
	meta         map[string]any    // more members of params._meta
	header       map[string]string // "" takes one away
	body         []byte            // in place of what would be composed
	sent         func()            // called when the request is on its way
	notification bool              // without an id: there is no answer
	bad          bool              // to be refused: with a status alone, if need be
}

// reply is one answer; raw is the JSON-RPC message itself.
type reply struct {
	status int
	header http.Header
	raw    []byte
	id     string
	message
}

// A fault is why there is no answer, with the rule that this breaks.
type fault struct {
	rule, detail string
}

// Error is for wrapping; a fault ends up in the report as a finding.
func (f *fault) Error() string { return f.rule + ": " + f.detail }

// do sends a request and waits for its answer, for so long as one call may take.
// The error is a *fault, an *UnreachableError, or that ctx has ended.
func (c *client) do(ctx context.Context, r request) (*reply, error) {
	ctx, cancel := context.WithTimeout(ctx, c.wait)
	defer cancel()
	id := "asixto-check-" + strconv.FormatInt(c.ids.Add(1), 10)
	req, err := c.compose(ctx, id, r)
	if err != nil {
		return nil, err
	}
	res, err := c.http.Do(req)
	if err != nil {
		return nil, c.explain(ctx, err)
	}
	defer res.Body.Close()
	rep := &reply{status: res.StatusCode, header: res.Header, id: id}
	if res.StatusCode >= http.StatusMultipleChoices && res.StatusCode < http.StatusBadRequest {
		return nil, &fault{"transport-redirect", strconv.Itoa(res.StatusCode)}
	}
	raw, m, err := readAnswer(res.Body, res.Header.Get("Content-Type"), MaxAnswer)
	switch {
	case err == nil:
		rep.raw, rep.message = raw, *m
		return rep, nil
	case errors.Is(err, errTooLarge):
		return nil, &fault{"transport-size", fmt.Sprintf("> %d MiB", MaxAnswer>>20)}
	case errors.Is(err, errNoAnswer) && (rep.refused() || r.bad || res.StatusCode == http.StatusAccepted):
		return rep, nil // a refusal needs no JSON-RPC body
	case errors.Is(err, errNoAnswer):
		return nil, &fault{"transport-answer", fmt.Sprintf("HTTP %d, %s", res.StatusCode, mediaType(res.Header))}
	default:
		return nil, c.explain(ctx, err)
	}
}

// refused reports whether the server did not take the credential.
func (r *reply) refused() bool {
	return r.status == http.StatusUnauthorized || r.status == http.StatusForbidden
}

func mediaType(h http.Header) string {
	if kind := h.Get("Content-Type"); kind != "" {
		return kind
	}
	return "no Content-Type"
}

func (c *client) compose(ctx context.Context, id string, r request) (*http.Request, error) {
	body := r.body
	if body == nil {
		var err error
		if body, err = c.envelope(id, r); err != nil {
			return nil, err
		}
	}
	if r.sent != nil {
		ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { r.sent() }})
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url.String(), bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("certify: compose a request: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("Mcp-Method", r.method)
	switch {
	case r.name != "":
		req.Header.Set("Mcp-Name", r.name)
	case !c.noPlaceholder:
		req.Header.Set("Mcp-Name", "-")
	}
	if c.token != "" {
		req.Header.Set("Authorization", "Bearer "+c.token)
	}
	if c.versionHeader {
		req.Header.Set(versionField, revision)
	}
	if c.older != "" {
		req.Header.Set(versionField, c.older)
	}
	if c.session != "" {
		req.Header.Set("Mcp-Session-Id", c.session)
	}
	for name, value := range r.header {
		req.Header.Del(name)
		if value != "" {
			req.Header.Set(name, value)
		}
	}
	return req, nil
}

func (c *client) envelope(id string, r request) ([]byte, error) {
	params := maps.Clone(r.params)
	if params == nil {
		params = make(map[string]any)
	}
	meta := make(map[string]any)
	if c.older == "" {
		meta[protocolKey+"protocolVersion"] = revision
		meta[protocolKey+"clientCapabilities"] = map[string]any{}
		meta[protocolKey+"clientInfo"] = map[string]any{"name": "asixto-check", "version": c.version}
	}
	maps.Copy(meta, r.meta)
	if len(meta) > 0 {
		params["_meta"] = meta
	}
	envelope := map[string]any{"jsonrpc": "2.0", "id": id, "method": r.method, "params": params}
	if r.notification {
		delete(envelope, "id")
	}
	body, err := json.Marshal(envelope, json.Deterministic(true))
	if err != nil {
		return nil, fmt.Errorf("certify: compose a request: %w", err)
	}
	return body, nil
}

// explain says what a failed exchange means.
func (c *client) explain(ctx context.Context, err error) error {
	var unknown x509.UnknownAuthorityError
	var host x509.HostnameError
	var invalid x509.CertificateInvalidError
	var verification *tls.CertificateVerificationError
	var op *net.OpError
	switch {
	case errors.Is(context.Cause(ctx), context.Canceled):
		return context.Canceled
	case errors.Is(err, context.DeadlineExceeded), ctx.Err() != nil:
		return &fault{"transport-time", "> " + c.wait.String()}
	case errors.As(err, &verification), errors.As(err, &unknown), errors.As(err, &host), errors.As(err, &invalid):
		return &fault{"transport-certificate", bare(err)}
	case errors.As(err, &op) && op.Op == "dial":
		return &UnreachableError{Cause: errors.New(bare(err))}
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return &fault{"transport-answer", "the connection was closed before the end"}
	}
	return &fault{"transport-answer", bare(err)}
}

// bare is the text of an error without the URL, which may hold a query.
func bare(err error) string {
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	return err.Error()
}

// callOf is a call of a tool; args are its arguments, raw JSON.
func callOf(tool string, args jsontext.Value, meta map[string]any) request {
	return request{method: "tools/call", name: tool, params: map[string]any{"name": tool, "arguments": args}, meta: meta}
}

// leave ends a session of the older era. Nothing follows from how that goes.
func (c *client) leave(ctx context.Context) {
	if c.session == "" {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	req, err := c.compose(ctx, "", request{method: "-"})
	if err != nil {
		return
	}
	req.Method, req.Body, req.ContentLength = http.MethodDelete, http.NoBody, 0
	if res, err := c.http.Do(req); err == nil {
		_ = res.Body.Close()
	}
}
