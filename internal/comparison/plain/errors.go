package main

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A failure is one that the customer may hear of.
type failure struct{ kind, sentence string }

func (f *failure) Error() string { return f.kind + ": " + f.sentence }

func blocker(sentence string) error    { return &failure{"BLOCKER", sentence} }
func notFound(sentence string) error   { return &failure{"NOT_FOUND", sentence} }
func validation(sentence string) error { return &failure{"VALIDATION", sentence} }
func permission(sentence string) error { return &failure{"PERMISSION", sentence} }

// What is said where nobody wrote a sentence.
var (
	errSystem  = &failure{"SYSTEM", "El sistema no está disponible en este momento."}
	errUnknown = &failure{"UNKNOWN", "No fue posible completar la operación."}
	errInDoubt = &failure{"SYSTEM", "No pude confirmar si la operación se realizó. Una persona debe revisarla antes de repetirla."}
)

// failed is the answer to an error. Whatever was not written for the customer stays in the log.
func failed(c call, tool string, err error) *mcp.CallToolResult {
	slog.Info("the call failed", "tool", tool, "request", c.request, "error", err)
	said, ok := errors.AsType[*failure](err)
	switch {
	case ok:
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		said = errSystem
	default:
		said = errUnknown
	}
	object := map[string]string{"error_type": said.kind, "user_message": said.sentence}
	structured, _ := json.Marshal(map[string]map[string]string{"error": object}) //nolint:errchkjson // texts alone
	return &mcp.CallToolResult{
		IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: string(structured)}}, StructuredContent: json.RawMessage(structured),
	}
}
