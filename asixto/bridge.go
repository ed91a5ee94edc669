package asixto

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/asixto/go-sdk/meta"
)

// revision is the MCP revision of the contract; older ones are served by
// go-sdk, on the same tools.
const revision = "2026-07-28"

// listTTL is how long the Gateway keeps a catalogue, in milliseconds (contract,
// "Métodos del protocolo": 15 minutes).
const listTTL = 900_000

// cacheScope keeps catalogues, which may differ by client, out of shared caches.
const cacheScope = "private"

// newBridge makes the go-sdk server that carries the same tools to stdio,
// in-memory and older clients.
func (s *Server) newBridge() *mcp.Server {
	b := mcp.NewServer(&mcp.Implementation{Name: s.name, Title: s.opts.Title, Version: s.version}, &mcp.ServerOptions{
		Instructions: s.opts.Instructions,
		PageSize:     1000,
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{ListChanged: true}},
		SetCacheable: func(_ context.Context, _ mcp.Request, c *mcp.Cacheable) {
			c.TTLMs, c.CacheScope = listTTL, cacheScope
		},
	})
	b.AddReceivingMiddleware(s.narrow, onlyDeclared)
	return b
}

// onlyDeclared refuses the methods of features that the server does not declare:
// go-sdk answers their lists, which are empty, as if it had them.
func onlyDeclared(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		switch feature, _, _ := strings.Cut(method, "/"); feature {
		case "prompts", "resources", "completion":
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: fmt.Sprintf("unknown method %q", method)}
		default:
			return next(ctx, method, req)
		}
	}
}

// narrow leaves out of tools/list what the client may not see, and, for
// revisions before the contract's, every outputSchema: their clients check
// errors against it and throw.
func (s *Server) narrow(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		res, err := next(ctx, method, req)
		list, ok := res.(*mcp.ListToolsResult)
		if !ok || err != nil {
			return res, err
		}
		r, ok := req.(*mcp.ListToolsRequest)
		older := !ok || r.ProtocolVersion() < revision
		narrowed := *list
		narrowed.Tools = []*mcp.Tool{}
		for _, t := range list.Tools {
			if _, visible := s.find(ctx, t.Name); !visible {
				continue
			}
			shown := *t
			if older {
				shown.OutputSchema = nil
			}
			narrowed.Tools = append(narrowed.Tools, &shown)
		}
		return &narrowed, nil
	}
}

// requestKey is where a request carries its own context: go-sdk detaches the
// calls of older revisions from it, but a read ends when its client leaves.
type requestKey struct{}

func carryingItself(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), requestKey{}, r.Context())))
	})
}

// bridge offers t on the go-sdk server.
func (s *Server) bridge(t *tool, d definition) {
	destructive := d.Annotations.Destructive
	s.mcp.AddTool(&mcp.Tool{
		Name:         d.Name,
		Title:        d.Title,
		Description:  d.Description,
		InputSchema:  json.RawMessage(d.InputSchema),
		OutputSchema: json.RawMessage(d.OutputSchema),
		Annotations: &mcp.ToolAnnotations{
			ReadOnlyHint:    d.Annotations.ReadOnly,
			DestructiveHint: &destructive,
			IdempotentHint:  d.Annotations.Idempotent,
		},
		Meta: d.Meta,
	}, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if !s.visible(ctx, t) {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: fmt.Sprintf("unknown tool %q", t.Name)}
		}
		if leaving, ok := ctx.Value(requestKey{}).(context.Context); ok {
			var cancel context.CancelCauseFunc
			ctx, cancel = context.WithCancelCause(ctx)
			defer context.AfterFunc(leaving, func() { cancel(context.Cause(leaving)) })()
			defer cancel(nil)
		}
		a := s.call(withTrace(ctx, req.Params.Meta), t, req.Params.Arguments, meta.FromMap(req.Params.Meta))
		return &mcp.CallToolResult{
			Content:           []mcp.Content{&mcp.TextContent{Text: a.content()}},
			StructuredContent: json.RawMessage(a.structured),
			IsError:           a.isError,
		}, nil
	})
}

// Run serves the tools over a go-sdk transport, such as &mcp.StdioTransport{},
// until the client ends the session or ctx is done; both are a good end, and
// the error is nil. It returns a [*RegistrationError] where the catalogue would
// fail certification. A program calls [Server.Shutdown] before it exits, so that
// writes whose client has left may end.
//
// The sessions of such a transport carry no bearer token: all of them are one
// client, whose idempotency keys are in one scope.
func (s *Server) Run(ctx context.Context, transport mcp.Transport) error {
	if err := s.start(); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stop := context.AfterFunc(s.halted, cancel)
	defer stop()
	if err := s.mcp.Run(ctx, transport); err != nil && ctx.Err() == nil {
		return fmt.Errorf("asixto: %w", err)
	}
	return nil
}
