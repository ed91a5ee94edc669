package certify

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// codeHeaderMismatch is what a server says that wants the revision in a header.
const codeHeaderMismatch = -32020

// discover finds the manner in which a server can be spoken to: the Gateway's
// own, or else the nearest to it, so that the rest can be examined too.
func (e *examination) discover(ctx context.Context, s Step) error {
	rep, err := e.ask(ctx, s, request{method: "server/discover"})
	switch {
	case err != nil:
		return err
	case rep == nil:
		return errStop
	case rep.refused():
		return e.denied()
	case rep.Result != nil:
		return e.discovered(ctx, s, rep.Result)
	}
	if rep.Error.code() == codeHeaderMismatch || rep.status == http.StatusBadRequest {
		if found, err := e.otherManner(ctx, s, rep); found || err != nil {
			return err
		}
	}
	why := refusal(rep)
	list, err := e.ask(ctx, s, request{method: "tools/list"})
	if err != nil {
		return err
	}
	if list != nil && list.Result != nil {
		e.report.Revision = revision
		e.observe(s, "discover-present", "", why)
		return nil
	}
	return e.handshake(ctx, s, why)
}

// denied is for a server that does not take the credential given.
func (e *examination) denied() error {
	if e.opts.Token == "" {
		return &UsageError{
			EN: "the server asks for a credential: set ASIXTO_TOKEN or pass --token",
			ES: "el servidor pide una credencial: defina ASIXTO_TOKEN o use --token",
		}
	}
	return &UsageError{EN: "the server refuses this token", ES: "el servidor rechaza este token"}
}

// refusal is why a request was refused, in short.
func refusal(rep *reply) string {
	if rep.Error == nil {
		return fmt.Sprintf("HTTP %d", rep.status)
	}
	return fmt.Sprintf("HTTP %d, %d %s", rep.status, rep.Error.code(), text(decoded(rep.Error.Message)))
}

// otherManner tries what the Gateway does not send.
func (e *examination) otherManner(ctx context.Context, s Step, first *reply) (found bool, err error) {
	for _, m := range []manner{{noPlaceholder: true}, {versionHeader: true}, {versionHeader: true, noPlaceholder: true}} {
		e.client.manner = m
		rep, err := e.ask(ctx, s, request{method: "server/discover"})
		if err != nil {
			return false, err
		}
		if rep == nil || rep.Result == nil {
			continue
		}
		if m.versionHeader {
			e.observe(s, "version-in-body", "", refusal(first))
		}
		if m.noPlaceholder {
			e.observe(s, "name-placeholder", "", refusal(first))
		}
		return true, e.discovered(ctx, s, rep.Result)
	}
	e.client.manner = manner{}
	return false, nil
}

// discovered reads the answer to server/discover. A server that does not list the
// revision is examined in the older era, if it has one.
func (e *examination) discovered(ctx context.Context, s Step, result jsontext.Value) error {
	r := object(decoded(result))
	e.report.Revision = revision
	e.introduced(object(object(r["_meta"])[protocolKey+"serverInfo"]), r["instructions"])
	if e.report.Server == (Identity{}) {
		e.introduced(object(r["serverInfo"]), r["instructions"])
	}
	versions := texts(r["supportedVersions"])
	if slices.Contains(versions, revision) {
		if object(r["capabilities"])["tools"] == nil {
			e.observe(s, "discover-revision", "", "capabilities.tools: –")
		}
		return nil
	}
	why := "supportedVersions: " + strings.Join(versions, ", ")
	e.observe(s, "discover-revision", "", why)
	if slices.Contains(versions, oldRevision) {
		return e.handshake(ctx, s, why)
	}
	return nil
}

func (e *examination) introduced(info map[string]any, instructions any) {
	show := func(v any) string { return harmless(text(v), e.opts.Token) }
	e.report.Server = Identity{Name: show(info["name"]), Title: show(info["title"]), Version: show(info["version"])}
	e.guide = text(instructions)
}

// handshake tries the older era: initialize, and the session it gives.
func (e *examination) handshake(ctx context.Context, s Step, why string) error {
	e.client.manner = manner{noPlaceholder: true, older: oldRevision}
	rep, err := e.ask(ctx, s, request{method: "initialize", params: map[string]any{
		"protocolVersion": oldRevision,
		"capabilities":    map[string]any{},
		"clientInfo":      map[string]any{"name": "asixto-check", "version": e.client.version},
	}})
	if err != nil {
		return err
	}
	if rep == nil || rep.Result == nil {
		e.observe(s, "discover-present", "", why)
		return errStop
	}
	r := object(decoded(rep.Result))
	if v := text(r["protocolVersion"]); v != "" {
		e.client.older = v
	}
	e.client.session = rep.header.Get("Mcp-Session-Id")
	e.report.Revision = harmless(e.client.older, e.opts.Token)
	e.introduced(object(r["serverInfo"]), r["instructions"])
	e.observe(s, "handshake-era", "", e.client.older)
	_, err = e.ask(ctx, s, request{method: "notifications/initialized", notification: true})
	return err
}
