package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"
)

const (
	revision    = "2026-07-28"
	maxAnswer   = 4 << 20
	answerLimit = 10 * time.Second
)

// ask sends the requests of the Gateway and of the certification, without a version header, the revision in the body
// alone. The server must want the token, unless that is empty: then it is open.
func ask(ctx context.Context, base, token string) error {
	var guarded error
	if token != "" {
		guarded = errors.Join(refused(ctx, base, ""), refused(ctx, base, token+"x"))
	}
	return errors.Join(
		guarded,
		discovers(ctx, base, token),
		lists(ctx, base, token),
	)
}

// refused wants a 401 that says which scheme to use.
func refused(ctx context.Context, base, token string) error {
	a, err := post(ctx, base, token, "tools/list")
	if err != nil {
		return err
	}
	scheme, _, _ := strings.Cut(a.header.Get("Www-Authenticate"), " ")
	if a.status != http.StatusUnauthorized || scheme != "Bearer" {
		return fmt.Errorf("token %q: status %d, WWW-Authenticate %q, want 401 and Bearer", token, a.status, scheme)
	}
	return nil
}

func discovers(ctx context.Context, base, token string) error {
	var result struct {
		ResultType string   `json:"resultType"`
		Versions   []string `json:"supportedVersions"`
	}
	if err := call(ctx, base, token, "server/discover", &result); err != nil {
		return err
	}
	if result.ResultType != "complete" || !slices.Contains(result.Versions, revision) {
		return fmt.Errorf("server/discover: %+v, want complete, with %s", result, revision)
	}
	return nil
}

func lists(ctx context.Context, base, token string) error {
	var result struct {
		ResultType string `json:"resultType"`
		Tools      []struct {
			Name        string          `json:"name"`
			Description string          `json:"description"`
			InputSchema json.RawMessage `json:"inputSchema"`
			Annotations *struct {
				ReadOnly    *bool `json:"readOnlyHint"`
				Destructive *bool `json:"destructiveHint"`
				Idempotent  *bool `json:"idempotentHint"`
			} `json:"annotations"`
			Meta map[string]any `json:"_meta"`
		} `json:"tools"`
	}
	if err := call(ctx, base, token, "tools/list", &result); err != nil {
		return err
	}
	if result.ResultType != "complete" || len(result.Tools) == 0 {
		return fmt.Errorf("tools/list: result type %q with %d tools, want complete with some", result.ResultType, len(result.Tools))
	}
	var names []string
	for _, t := range result.Tools {
		names = append(names, t.Name)
		a := t.Annotations
		if t.Description == "" || len(t.InputSchema) == 0 || a == nil || a.ReadOnly == nil || a.Destructive == nil || a.Idempotent == nil {
			return fmt.Errorf("tools/list: tool %q lacks its description, its schema or an annotation", t.Name)
		}
		if t.Meta["com.asixto/verb"] == nil || t.Meta["com.asixto/capability"] == nil && t.Meta["com.asixto/capabilities"] == nil {
			return fmt.Errorf("tools/list: tool %q is not classified in its _meta", t.Name)
		}
	}
	if !slices.IsSorted(names) {
		return fmt.Errorf("tools/list: %q, want the order of the names", names)
	}
	return nil
}

// call sends a request and reads its result, given as JSON or as the one event of a stream.
func call(ctx context.Context, base, token, method string, result any) error {
	a, err := post(ctx, base, token, method)
	if err != nil {
		return err
	}
	body := a.body
	if a.status != http.StatusOK {
		return fmt.Errorf("%s: status %d: %s", method, a.status, body)
	}
	if strings.HasPrefix(a.header.Get("Content-Type"), "text/event-stream") {
		_, data, _ := strings.Cut(string(body), "data:")
		data, _, _ = strings.Cut(data, "\n")
		body = []byte(data)
	}
	var reply struct {
		Version string          `json:"jsonrpc"`
		ID      string          `json:"id"`
		Result  json.RawMessage `json:"result"`
	}
	if err := json.Unmarshal(body, &reply); err != nil {
		return fmt.Errorf("%s: %w in %q", method, err, body)
	}
	if reply.Version != "2.0" || reply.ID != "smoke-1" {
		return fmt.Errorf("%s: jsonrpc %q and id %q, want 2.0 and smoke-1", method, reply.Version, reply.ID)
	}
	if err := json.Unmarshal(reply.Result, result); err != nil {
		return fmt.Errorf("%s: %w in %q", method, err, reply.Result)
	}
	return nil
}

type answer struct {
	status int
	header http.Header
	body   []byte
}

func post(ctx context.Context, base, token, method string) (answer, error) {
	ctx, cancel := context.WithTimeout(ctx, answerLimit)
	defer cancel()
	body := `{"jsonrpc":"2.0","id":"smoke-1","method":"` + method + `","params":{"_meta":{` +
		`"io.modelcontextprotocol/protocolVersion":"` + revision + `","io.modelcontextprotocol/clientCapabilities":{},` +
		`"io.modelcontextprotocol/clientInfo":{"name":"smoke","version":"1.0.0"}}}}`
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, base+"/mcp", strings.NewReader(body))
	if err != nil {
		return answer{}, fmt.Errorf("%s: %w", method, err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("Mcp-Method", method)
	req.Header.Set("Mcp-Name", "-")
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return answer{}, fmt.Errorf("%s: %w", method, err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err != nil {
		return answer{}, fmt.Errorf("%s: %w", method, err)
	}
	return answer{res.StatusCode, res.Header, data}, nil
}
