package asixtotest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/asixto/go-sdk/meta"
)

const revision = "2026-07-28"

// A call is one tools/call, as it is sent.
type call struct {
	tool string
	args jsontext.Value
	meta map[string]any
	cut  bool
}

func (c *Client) newCall(tool string, in any, opts []CallOption) (*call, error) {
	args, err := arguments(in)
	if err != nil {
		return nil, fmt.Errorf("asixtotest: tool %q: %w", tool, err)
	}
	o := c.options(opts)
	return &call{tool: tool, args: args, meta: o.members, cut: o.cut}, nil
}

// channel is the one that the server takes the call to come from.
func (c *call) channel() string { return string(meta.FromMap(c.meta).Channel()) }

// zone is the time zone that the server takes the customer to live in.
func (c *call) zone() *time.Location { return meta.FromMap(c.meta).Location() }

// send makes a call and reads its answer.
func (c *Client) send(ctx context.Context, call *call) (*Answer, error) {
	result, err := c.request(ctx, "tools/call", call.tool, map[string]any{
		"name": call.tool, "arguments": call.args, "_meta": call.meta,
	})
	if err != nil {
		return nil, err
	}
	a, err := readAnswer(result)
	if err != nil {
		return nil, fmt.Errorf("asixtotest: tool %q: %w: %s", call.tool, err, result)
	}
	return a, nil
}

// whole, as the time after which a connection is cut, is that of the whole call:
// only the answer is lost.
const whole = time.Duration(-1)

// lose makes a call whose connection is cut so long after the server has read
// it; nobody hears its answer.
func (c *Client) lose(ctx context.Context, call *call, after time.Duration) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if after != whole {
		ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) {
			if after == 0 {
				cancel()
			} else {
				time.AfterFunc(after, cancel)
			}
		}})
	}
	_, _ = c.send(ctx, c.again(call))
}

// A definition is one entry of tools/list.
type definition struct {
	Name        string `json:"name"`
	Annotations struct {
		ReadOnly *bool `json:"readOnlyHint"`
	} `json:"annotations"`
	raw []byte
}

func (c *Client) list(ctx context.Context) ([]definition, error) {
	result, err := c.request(ctx, "tools/list", "", map[string]any{"_meta": c.protocol()})
	if err != nil {
		return nil, err
	}
	var list struct {
		Tools []jsontext.Value `json:"tools"`
	}
	if err := json.Unmarshal(result, &list); err != nil {
		return nil, fmt.Errorf("asixtotest: tools/list: %w: %s", err, result)
	}
	defs := make([]definition, len(list.Tools))
	for i, raw := range list.Tools {
		if err := json.Unmarshal(raw, &defs[i]); err != nil {
			return nil, fmt.Errorf("asixtotest: tools/list: %w: %s", err, raw)
		}
		defs[i].raw = raw
	}
	return defs, nil
}

// protocol is the _meta of a request that calls no tool.
func (c *Client) protocol() map[string]any {
	all := c.options(nil).members
	own := make(map[string]any, 3)
	for _, name := range []string{"protocolVersion", "clientCapabilities", "clientInfo"} {
		own[protocolKey+name] = all[protocolKey+name]
	}
	return own
}

// request sends one request and returns the result of its answer.
func (c *Client) request(ctx context.Context, method, name string, params map[string]any) (jsontext.Value, error) {
	id := c.next("r")
	envelope := map[string]any{"jsonrpc": "2.0", "id": id, "method": method, "params": params}
	data, err := json.Marshal(envelope, json.Deterministic(true))
	if err != nil {
		return nil, fmt.Errorf("asixtotest: %s: compose the request: %w", method, err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("asixtotest: %s: compose the request: %w", method, err)
	}
	c.head(req.Header, method, name)
	res, err := c.RoundTrip(req)
	if err != nil {
		return nil, fmt.Errorf("asixtotest: %s: %w", method, err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, fmt.Errorf("asixtotest: %s: %w", method, err)
	}
	result, err := readResult(raw, id)
	if err != nil {
		return nil, fmt.Errorf("asixtotest: %s %s: HTTP %d: %w: %s", method, name, res.StatusCode, err, raw)
	}
	return result, nil
}

// head writes the headers of the Gateway: a placeholder where there is no name.
func (c *Client) head(h http.Header, method, name string) {
	h.Set("Content-Type", "application/json")
	h.Set("Accept", "application/json, text/event-stream")
	h.Set("Mcp-Method", method)
	h.Set("Mcp-Name", "-")
	if name != "" {
		h.Set("Mcp-Name", name)
	}
	if c.token != "" {
		h.Set("Authorization", "Bearer "+c.token)
	}
}

// readResult takes a JSON-RPC answer apart.
func readResult(raw []byte, id string) (jsontext.Value, error) {
	var answer struct {
		ID     any            `json:"id"`
		Result jsontext.Value `json:"result"`
		Error  *struct {
			Code    int    `json:"code"`
			Message string `json:"message"`
		} `json:"error"`
	}
	if err := json.Unmarshal(raw, &answer); err != nil {
		return nil, errors.New("the answer is no JSON-RPC message")
	}
	switch {
	case answer.Error != nil:
		return nil, fmt.Errorf("the request is refused with %d, %q", answer.Error.Code, answer.Error.Message)
	case answer.Result == nil:
		return nil, errors.New("the answer holds neither a result nor an error")
	case answer.ID != id:
		return nil, fmt.Errorf("the answer is that of request %v, not of %s", answer.ID, id)
	}
	return answer.Result, nil
}
