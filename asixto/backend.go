package asixto

import (
	"context"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/asixto/go-sdk/asixto/internal/dispatch"
	"github.com/asixto/go-sdk/meta"
)

// A backend answers the three methods of the contract's revision. What does
// not depend on the call is encoded once.
type backend struct {
	server   *Server
	head     string // `"_meta":{…},` of every result
	discover []byte
}

// identity is the server as every result names it.
type identity struct {
	Name    string `json:"name"`
	Title   string `json:"title,omitempty"`
	Version string `json:"version"`
}

// discovery is the result of server/discover.
type discovery struct {
	Meta              map[string]identity `json:"_meta"`
	ResultType        string              `json:"resultType"`
	TTLMs             int                 `json:"ttlMs"`
	CacheScope        string              `json:"cacheScope"`
	SupportedVersions []string            `json:"supportedVersions"`
	Capabilities      jsontext.Value      `json:"capabilities"`
	Instructions      string              `json:"instructions,omitempty"`
}

const metaServerInfo = "io.modelcontextprotocol/serverInfo"

func (s *Server) newBackend() (*backend, error) {
	info := map[string]identity{metaServerInfo: {s.name, s.opts.Title, s.version}}
	head, err := json.Marshal(info)
	if err != nil {
		return nil, fmt.Errorf("asixto: the server's name, title or version is no text: %w", err)
	}
	discover, err := json.Marshal(discovery{
		Meta:              info,
		ResultType:        "complete",
		TTLMs:             listTTL,
		CacheScope:        cacheScope,
		SupportedVersions: dispatch.Versions(),
		Capabilities:      jsontext.Value(`{"tools":{"listChanged":true}}`),
		Instructions:      s.opts.Instructions,
	})
	if err != nil {
		return nil, fmt.Errorf("asixto: the server's instructions are no text: %w", err)
	}
	return &backend{server: s, head: `"_meta":` + string(head) + `,`, discover: spellOut(discover)}, nil
}

// Discover answers server/discover.
func (b *backend) Discover(context.Context) []byte { return b.discover }

// List answers tools/list.
func (b *backend) List(ctx context.Context) []byte { return b.server.list(ctx, b.head) }

// Call answers tools/call.
func (b *backend) Call(ctx context.Context, dst []byte, name string, args jsontext.Value, md meta.Call) ([]byte, *dispatch.Error) {
	t, ok := b.server.find(ctx, name)
	if !ok {
		return dst, dispatch.UnknownTool(name)
	}
	a := b.server.call(ctx, t, args, md)
	if a.busy {
		return dst, dispatch.Unavailable("too many calls are running", 1)
	}
	return a.appendResult(dst, b.head), nil
}
