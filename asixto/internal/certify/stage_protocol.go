package certify

import (
	"context"
	"net/http"
)

// JSON-RPC's codes.
const (
	codeParse    = -32700
	codeNoMethod = -32601
	codeParams   = -32602
)

// noTool is no server's tool.
const noTool = "consultar_inexistente"

// protocol sends what a server has to refuse.
func (e *examination) protocol(ctx context.Context, s Step) error {
	for _, probe := range []func(context.Context, Step) error{e.unknownMethod, e.unknownTool, e.mismatch, e.malformed} {
		if err := probe(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

func (e *examination) unknownMethod(ctx context.Context, s Step) error {
	rep, err := e.ask(ctx, s, request{method: "asixto/unknown", bad: true})
	if rep != nil && rep.Error.code() != codeNoMethod {
		e.observe(s, "unknown-method", "", answerOf(rep))
	}
	return err
}

func (e *examination) unknownTool(ctx context.Context, s Step) error {
	r := callOf(noTool, encoded(nil), e.callMeta("", "chat"))
	r.bad = true
	rep, err := e.ask(ctx, s, r)
	if rep != nil && (rep.Result != nil && !rep.result().IsError || rep.status >= http.StatusInternalServerError) {
		e.observe(s, "unknown-tool", "", answerOf(rep))
	}
	return err
}

// mismatch names one revision in the header and another in the body. A server
// of the older era has no revision in its bodies.
func (e *examination) mismatch(ctx context.Context, s Step) error {
	if e.client.older != "" {
		return nil
	}
	rep, err := e.ask(ctx, s, request{method: "tools/list", bad: true, header: map[string]string{versionField: oldRevision}})
	if rep != nil && (rep.status != http.StatusBadRequest || rep.Error.code() != codeHeaderMismatch) {
		e.observe(s, "version-mismatch", "", answerOf(rep))
	}
	return err
}

func (e *examination) malformed(ctx context.Context, s Step) error {
	rep, err := e.ask(ctx, s, request{method: "tools/list", bad: true, body: []byte(`{"jsonrpc": "2.0", "id": "x", `)})
	if rep == nil {
		return err
	}
	refused := rep.Error.code() == codeParse || rep.status >= http.StatusBadRequest && rep.status < http.StatusInternalServerError
	if !refused {
		e.observe(s, "malformed-request", "", answerOf(rep))
	}
	return err
}

// answerOf is what came in place of a refusal.
func answerOf(rep *reply) string {
	if rep.Result != nil {
		return "result"
	}
	return refusal(rep)
}
