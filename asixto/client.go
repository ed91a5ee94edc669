package asixto

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/auth"
)

// ClientName is the stable name of the authenticated client of a call, as its
// verifier gave it; "" where the server is open, and on transports without
// tokens. It scopes what is kept for a client. The token never does, since it is
// rotated.
func ClientName(ctx context.Context) string {
	if info := auth.TokenInfoFromContext(ctx); info != nil {
		return info.UserID
	}
	return ""
}
