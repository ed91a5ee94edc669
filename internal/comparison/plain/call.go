package main

import (
	"context"
	"encoding/json"
	"log/slog"
	"runtime/debug"
	"time"
	"unicode/utf16"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	maxAnswer   = 3000 // UTF-16 units that reach the model
	toolTimeout = 30 * time.Second
	prefix      = "com.asixto/"
)

// A call is who calls and what the Gateway says about it.
type call struct {
	client, key, conversation, company, request string
	voice                                       bool
	priceList, currency                         string
	listMissing                                 bool // none was named, or null; not one that cannot be read
	zone                                        *time.Location
}

func callOf(req *mcp.CallToolRequest) call {
	text := func(key string) string {
		s, _ := req.Params.Meta[prefix+key].(string)
		return s
	}
	c := call{
		key: text("idempotencyKey"), conversation: text("conversationId"), company: text("companyId"), request: text("requestId"),
		voice: text("channel") == "voice", priceList: text("priceListId"), currency: text("currency"), zone: time.UTC,
	}
	c.listMissing = req.Params.Meta[prefix+"priceListId"] == nil
	if zone, err := time.LoadLocation(text("timezone")); err == nil {
		c.zone = zone
	}
	if req.Extra != nil && req.Extra.TokenInfo != nil {
		c.client = req.Extra.TokenInfo.UserID
	}
	return c
}

// An answer is what a tool returns: its data, and its text for the telephone.
type answer interface{ spoken() string }

// A tool is what the server knows of one tool.
type tool[In any, Out answer] struct {
	name, title, description, verb string
	capabilities                   []string
	readOnly, destructive          bool
	in, out                        []field
	run                            func(ctx context.Context, c call, in In) (Out, error)
}

func (t tool[In, Out]) definition() *mcp.Tool {
	meta := mcp.Meta{prefix + "verb": t.verb, prefix + "capabilities": t.capabilities}
	if len(t.capabilities) == 1 {
		meta = mcp.Meta{prefix + "verb": t.verb, prefix + "capability": t.capabilities[0]}
	}
	return &mcp.Tool{
		Name: t.name, Title: t.title, Description: t.description, Meta: meta,
		InputSchema: closed(t.in), OutputSchema: open(t.out),
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: t.readOnly, DestructiveHint: &t.destructive, IdempotentHint: true},
	}
}

// add registers a tool with everything that stands around its handler.
func add[In any, Out answer](s *mcp.Server, once *effects, t tool[In, Out]) {
	s.AddTool(t.definition(), func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		c := callOf(req)
		var in In
		if err := decode(t.in, req.Params.Arguments, &in); err != nil {
			return failed(c, t.name, err), nil
		}
		if t.readOnly {
			ctx, cancel := context.WithTimeout(ctx, toolTimeout)
			defer cancel()
			res, _ := t.answer(ctx, c, in)
			return res, nil
		}
		return once.do(ctx, c, t.name, req.Params.Arguments, func(ctx context.Context) (*mcp.CallToolResult, bool) {
			return t.answer(ctx, c, in)
		}), nil
	})
}

// answer runs the handler and makes its result. It is not sure where nobody knows whether the effect happened.
func (t tool[In, Out]) answer(ctx context.Context, c call, in In) (res *mcp.CallToolResult, sure bool) {
	defer func() {
		if v := recover(); v != nil {
			slog.Error("panic", "tool", t.name, "request", c.request, "value", v, "stack", string(debug.Stack()))
			res, sure = failed(c, t.name, errSystem), false
		}
	}()
	out, err := t.run(ctx, c, in)
	if err != nil {
		return failed(c, t.name, err), ctx.Err() == nil
	}
	structured, err := json.Marshal(out)
	if err != nil {
		return failed(c, t.name, err), false
	}
	text := string(structured)
	if c.voice {
		text = out.spoken()
	}
	if size := max(units(text), units(string(structured))); size > maxAnswer {
		slog.Error("the answer is too long", "tool", t.name, "request", c.request, "units", size)
		if t.readOnly {
			return failed(c, t.name, errSystem), true
		}
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}, StructuredContent: json.RawMessage(structured)}, true
}

func units(s string) int { return len(utf16.Encode([]rune(s))) }
