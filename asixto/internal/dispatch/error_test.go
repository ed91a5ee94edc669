package dispatch

import (
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestErrorStatus(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err    *Error
		code   int
		status int
	}{
		{ParseError("x"), jsonrpc.CodeParseError, 400},
		{InvalidRequest("x"), jsonrpc.CodeInvalidRequest, 400},
		{MethodNotFound("x"), jsonrpc.CodeMethodNotFound, 404},
		{InvalidParams("x"), jsonrpc.CodeInvalidParams, 400},
		{UnknownTool("x"), jsonrpc.CodeInvalidParams, 400},
		{HeaderMismatch("x"), mcp.CodeHeaderMismatch, 400},
		{UnsupportedVersion("x"), mcp.CodeUnsupportedProtocolVersion, 400},
		{&Error{Code: CodeInternalError}, jsonrpc.CodeInternalError, 200},
		{&Error{Code: -32000}, -32000, 200},
		{refused(413, "x"), jsonrpc.CodeInvalidRequest, 413},
	} {
		if c.err.Code != c.code || c.err.Status() != c.status {
			t.Errorf("%+v: code %d, status %d; want %d, %d", c.err, c.err.Code, c.err.Status(), c.code, c.status)
		}
	}
}

func TestVersionsAreGoSDKs(t *testing.T) {
	t.Parallel()
	if diff := cmp.Diff(mcp.SupportedProtocolVersions(), Versions()); diff != "" {
		t.Errorf("(-gosdk +entry):\n%s", diff)
	}
}

// TestErrorTexts: what a client sends comes back bounded, and as JSON.
func TestErrorTexts(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ñ", 1<<20)
	for _, err := range []*Error{
		MethodNotFound(long), UnknownTool(long), UnsupportedVersion(long), InvalidParams("a \"b\"\n\xff"),
		{Code: -1, Message: "con datos", Data: []byte(`{"a":1}`)},
	} {
		rec := httptest.NewRecorder()
		WriteError(rec, 418, nil, err)
		var body struct {
			ID    *int `json:"id"`
			Error struct {
				Code    int             `json:"code"`
				Message string          `json:"message"`
				Data    json.RawMessage `json:"data"`
			} `json:"error"`
		}
		if fault := json.Unmarshal(rec.Body.Bytes(), &body); fault != nil {
			t.Fatalf("%.99s: %v", rec.Body, fault)
		}
		if rec.Code != 418 || rec.Body.Len() > 512 || body.Error.Code != err.Code || body.Error.Message == "" {
			t.Errorf("status %d, %d bytes: %.99s", rec.Code, rec.Body.Len(), rec.Body)
		}
		if string(body.Error.Data) != string(err.Data) {
			t.Errorf("data %s, want %s", body.Error.Data, err.Data)
		}
		if err.Error() != err.Message {
			t.Errorf("Error() = %q", err.Error())
		}
	}
}
