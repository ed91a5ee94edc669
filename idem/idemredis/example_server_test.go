package idemredis_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/redis/go-redis/v9"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/guard"
	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemredis"
	"github.com/asixto/go-sdk/meta"
)

// Two processes of one server, with nothing between them but Redis: the keys of calls, and whom a conversation has looked up. A
// customer looked up by one may be changed through the other, and a call that is sent again is answered by whichever gets it. No
// balancer has to send a conversation to where it was.
func Example_serverOnRedis() {
	ctx := context.Background()
	crm := &crm{telefonos: map[string]string{"CC1032456789": "3001234567"}} // one system for both
	here := redis.NewClient(&redis.Options{Addr: exampleAddr(), ContextTimeoutEnabled: true})
	there := redis.NewClient(&redis.Options{Addr: exampleAddr(), ContextTimeoutEnabled: true})
	defer func() { _ = errors.Join(here.Close(), there.Close()) }()
	first, err := newCRMServer(ctx, here, crm)
	second, other := newCRMServer(ctx, there, crm)
	if err := errors.Join(err, other); err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = errors.Join(first.Shutdown(ctx), second.Shutdown(ctx)) }()
	one, err := first.Handler(nil) // a program calls first.Serve
	two, other := second.Handler(nil)
	if err := errors.Join(err, other); err != nil {
		fmt.Println(err)
		return
	}
	change := `{"documento":"CC1032456789","telefono":"3109876543"}`
	fmt.Println(callTool(one, "actualizar_telefono", "conv-1", "key-1", change))
	fmt.Println(callTool(one, "consultar_cliente", "conv-1", "", `{"documento":"CC1032456789"}`))
	fmt.Println(callTool(two, "actualizar_telefono", "conv-1", "key-1", change))
	fmt.Println(callTool(one, "actualizar_telefono", "conv-1", "key-1", change))
	fmt.Println(callTool(two, "actualizar_telefono", "conv-2", "key-2", change))
	fmt.Println("changes:", crm.cambios)
	// Output:
	// {"error":{"error_type":"PERMISSION","user_message":"Primero hay que consultar en esta conversación los datos del titular."}}
	// {"telefono":"termina en 4567"}
	// {"telefono":"termina en 6543"}
	// {"telefono":"termina en 6543"}
	// {"error":{"error_type":"PERMISSION","user_message":"Primero hay que consultar en esta conversación los datos del titular."}}
	// changes: 1
}

// crm stands in for a system of the author's own, which has no database that could hold the keys.
type crm struct {
	telefonos map[string]string
	cambios   int
}

type titularIn struct {
	Documento string `json:"documento" validate:"min=5,max=20" doc:"Documento del cliente"`
}

type cambioIn struct {
	Documento string `json:"documento" validate:"min=5,max=20" doc:"Documento del cliente"`
	Telefono  string `json:"telefono" validate:"min=7,max=20" doc:"Teléfono nuevo"`
}

type telefonoOut struct {
	Telefono string `json:"telefono" doc:"Solo el final del número"`
}

func newCRMServer(ctx context.Context, client *redis.Client, c *crm) (*asixto.Server, error) {
	store, err := idemredis.New(ctx, client, nil)
	if err != nil {
		return nil, err
	}
	titulares := guard.NewOwnership(idem.NewFacts(store, idem.DefaultFactTTL), nil)
	srv := asixto.NewServer("crm", "1.0.0", &asixto.ServerOptions{Store: store, Logger: slog.New(slog.DiscardHandler)})
	final := func(documento string) telefonoOut {
		telefono := c.telefonos[documento]
		return telefonoOut{"termina en " + telefono[max(0, len(telefono)-4):]}
	}
	return srv, errors.Join(
		asixto.AddTool(srv, asixto.Tool{
			Name: "consultar_cliente", Verb: "consultar un cliente", Capabilities: []meta.Capability{meta.Soporte}, Access: asixto.Read,
			Description: "Consulta un cliente. No la uses para cambiar sus datos.",
		}, func(ctx context.Context, in titularIn) (telefonoOut, error) {
			return final(in.Documento), titulares.Resolve(ctx, in.Documento)
		}),
		asixto.AddTool(srv, asixto.Tool{
			Name: "actualizar_telefono", Verb: "actualizar el teléfono", Capabilities: []meta.Capability{meta.ActualizacionDatos}, Access: asixto.Write,
			Description: "Cambia el teléfono de un cliente. No la uses para consultarlo.",
		}, func(ctx context.Context, in cambioIn) (telefonoOut, error) {
			if err := titulares.Require(ctx, in.Documento); err != nil {
				return telefonoOut{}, err
			}
			c.telefonos[in.Documento] = in.Telefono
			c.cambios++
			return final(in.Documento), nil
		}),
	)
}

// callTool calls a tool as the Gateway does and returns what the model gets.
func callTool(server http.Handler, tool, conversation, key, args string) string {
	const call = `{"jsonrpc":"2.0","id":"1","method":"tools/call","params":{"name":%q,"arguments":%s,"_meta":{` +
		`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},` +
		`"com.asixto/conversationId":%q,"com.asixto/idempotencyKey":%q}}}`
	req := httptest.NewRequest(http.MethodPost, "/mcp", strings.NewReader(fmt.Sprintf(call, tool, args, conversation, key)))
	for name, value := range map[string]string{
		"Content-Type": "application/json", "Accept": "application/json, text/event-stream", "Mcp-Method": "tools/call", "Mcp-Name": tool,
	} {
		req.Header.Set(name, value)
	}
	rec := httptest.NewRecorder()
	server.ServeHTTP(rec, req)
	var answer struct {
		Result struct {
			Structured json.RawMessage `json:"structuredContent"`
		} `json:"result"`
	}
	if err := json.Unmarshal(rec.Body.Bytes(), &answer); err != nil {
		return err.Error() + " in " + rec.Body.String()
	}
	return string(answer.Result.Structured)
}
