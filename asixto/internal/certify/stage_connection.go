package certify

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
)

// wrongToken is no server's token.
const wrongToken = "asixto-check-not-a-token"

// connection asks for the tools without a credential, which must be refused,
// and with a wrong one.
func (e *examination) connection(ctx context.Context, s Step) error {
	u := e.client.url
	if u.Scheme != "https" && !within(u.Hostname()) {
		e.observe(s, "transport-https", "", u.Scheme+"://"+u.Host)
	}
	rep, err := e.ask(ctx, s, request{method: "tools/list", header: map[string]string{"Authorization": ""}})
	if err != nil {
		return err
	}
	if rep == nil {
		return e.lost()
	}
	challenge := rep.header.Get("WWW-Authenticate")
	switch {
	case rep.status != http.StatusUnauthorized:
		e.observe(s, "auth-challenge", "", "HTTP "+strconv.Itoa(rep.status))
		return nil
	case !strings.EqualFold(firstField(challenge), "Bearer"):
		e.observe(s, "auth-challenge", "", fmt.Sprintf("WWW-Authenticate: %q", challenge))
	}
	if err := e.openCall(ctx, s); err != nil {
		return err
	}
	if err := e.wrongCredential(ctx, s); err != nil {
		return err
	}
	return e.metadata(ctx, s, challenge)
}

// lost stops an examination whose server broke off the connection in a way that
// every further request would meet again.
func (e *examination) lost() error {
	for _, f := range e.report.Findings {
		if f.Rule.ID == "transport-certificate" || f.Rule.ID == "transport-redirect" {
			return errStop
		}
	}
	return nil
}

func firstField(s string) string {
	if fields := strings.Fields(s); len(fields) > 0 {
		return fields[0]
	}
	return ""
}

// openCall calls a tool without a credential, one that no server has: to keep the
// list from strangers is not enough.
func (e *examination) openCall(ctx context.Context, s Step) error {
	r := callOf(noTool, encoded(nil), e.callMeta("", "chat"))
	r.header, r.bad = map[string]string{"Authorization": ""}, true
	rep, err := e.ask(ctx, s, r)
	if rep != nil && rep.status != http.StatusUnauthorized {
		e.observe(s, "auth-challenge", "", fmt.Sprintf("tools/call: HTTP %d", rep.status))
	}
	return err
}

func (e *examination) wrongCredential(ctx context.Context, s Step) error {
	rep, err := e.ask(ctx, s, request{method: "tools/list", header: map[string]string{"Authorization": "Bearer " + wrongToken}})
	if err != nil || rep == nil {
		return err
	}
	if rep.status != http.StatusUnauthorized {
		e.observe(s, "auth-wrong-token", "", "HTTP "+strconv.Itoa(rep.status))
	}
	return nil
}

var metadataParameter = regexp.MustCompile(`(?i)resource_metadata\s*=\s*"([^"]*)"`)

// metadata reads the RFC 9728 document that a challenge names, if it is on the
// same host: no other address is fetched because a server said so.
func (e *examination) metadata(ctx context.Context, s Step, challenge string) error {
	match := metadataParameter.FindStringSubmatch(challenge)
	if match == nil {
		return nil
	}
	at, same := e.sameHost(match[1])
	if !same {
		e.observe(s, "auth-metadata", "", fmt.Sprintf("resource_metadata=%q", match[1]))
		return nil
	}
	doc, why, err := e.fetch(ctx, at)
	switch {
	case err != nil:
		return err
	case why != "":
		e.observe(s, "auth-metadata", "", why)
	case strings.TrimSuffix(text(doc["resource"]), "/") != strings.TrimSuffix(e.report.URL, "/"):
		e.observe(s, "auth-metadata", "", fmt.Sprintf("resource: %q ≠ %q", text(doc["resource"]), e.report.URL))
	case len(texts(doc["authorization_servers"])) == 0:
		e.observe(s, "auth-metadata", "", "authorization_servers: 0")
	}
	return nil
}

func (e *examination) sameHost(address string) (*url.URL, bool) {
	at, err := url.Parse(address)
	return at, err == nil && at.Host == e.client.url.Host && at.Scheme == e.client.url.Scheme
}

func (e *examination) fetch(ctx context.Context, at *url.URL) (doc map[string]any, why string, err error) {
	within, cancel := context.WithTimeout(ctx, e.client.wait)
	defer cancel()
	req, err := http.NewRequestWithContext(within, http.MethodGet, at.String(), http.NoBody)
	if err != nil {
		return nil, bare(err), nil
	}
	res, err := e.client.http.Do(req)
	if err == nil {
		defer res.Body.Close()
		if res.StatusCode != http.StatusOK {
			return nil, fmt.Sprintf("HTTP %d", res.StatusCode), nil
		}
		var value any
		if err = json.UnmarshalRead(http.MaxBytesReader(nil, res.Body, MaxAnswer), &value, lenient); err == nil {
			return object(value), "", nil
		}
	}
	if errors.Is(context.Cause(ctx), context.Canceled) {
		return nil, "", context.Canceled
	}
	return nil, bare(err), nil
}
