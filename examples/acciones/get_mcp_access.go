package main

import (
	"context"
	"slices"
	"time"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/speak"
	"github.com/asixto/go-sdk/meta"
)

// accessTTL is how long an access lasts. Decision: the source says short-lived.
const accessTTL = 15 * time.Minute

// The one workspace of this example. Decision: a change of what a client may do
// is a new configVersion, and ends the accesses of the old one.
const (
	workspaceID   = "wsp-1"
	configVersion = 1
)

// AccessIn is the argument that every other tool takes.
type AccessIn struct {
	Token string `json:"mcp_access_token" validate:"min=1,max=600" doc:"Token vigente de acceso" asixto:"from=get_mcp_access.mcp_access_token"`
}

func (a AccessIn) accessToken() string { return a.Token }

// GetMCPAccessIn are the arguments of get_mcp_access: none.
type GetMCPAccessIn struct{}

// GetMCPAccessOut says what the client may use, and for how long.
type GetMCPAccessOut struct {
	Workspace        Workspace    `json:"workspace"`
	Capabilities     Capabilities `json:"capabilities"`
	RequiredBehavior []string     `json:"required_behavior" doc:"Lo que el agente debe cumplir"`
	Token            string       `json:"mcp_access_token" asixto:"allow=output-secret: dura minutos y vale solo con la credencial del cliente"`
	ExpiresAt        speak.Time   `json:"expires_at"`
	NextAction       string       `json:"next_action"`
}

// Workspace is where the client works.
type Workspace struct {
	ID            string `json:"id" asixto:"allow=output-identifier: identifica el espacio ante quien lo administra"`
	MCPEnabled    bool   `json:"mcp_enabled"`
	ConfigVersion int    `json:"config_version"`
}

// Capabilities are the three sets of tools.
type Capabilities struct {
	Secure    CapabilityState `json:"secure"`
	Govern    CapabilityState `json:"govern"`
	TaskGuard CapabilityState `json:"task_guard"`
}

// CapabilityState says whether the client has a set of tools.
type CapabilityState struct {
	Enabled      bool     `json:"enabled"`
	Reason       string   `json:"reason"`
	AllowedTools []string `json:"allowed_tools"`
}

// Spoken says that there is an access in a call.
func (o GetMCPAccessOut) Spoken(call meta.Call) string {
	return inVoice(call, "El acceso está listo.")
}

func addGetMCPAccess(s *asixto.Server, b *backend) error {
	return asixto.AddTool(s, asixto.Tool{
		Name:  getMCPAccess,
		Title: "Obtener acceso",
		Description: "Entrega un acceso de corta duración y dice qué capacidades están habilitadas. " +
			"No la uses mientras el acceso vigente siga sirviendo.",
		Verb:         "obtener un acceso",
		Capabilities: scenario,
		Access:       asixto.Read,
	}, b.getMCPAccess)
}

// accessClaims are what an access says. Nothing of it is kept: the signature is
// all that proves it.
type accessClaims struct {
	Workspace string `json:"w"`
	Version   int    `json:"v"`
	Client    string `json:"c"`
	Expires   int64  `json:"e"`
}

func (b *backend) getMCPAccess(ctx context.Context, _ GetMCPAccessIn) (GetMCPAccessOut, error) {
	client, expires := asixto.ClientName(ctx), b.now().Add(accessTTL)
	token, err := b.seal.sign(forAccess, accessClaims{workspaceID, configVersion, client, expires.Unix()})
	if err != nil {
		return GetMCPAccessOut{}, err
	}
	return GetMCPAccessOut{
		Workspace: Workspace{workspaceID, true, configVersion},
		Capabilities: Capabilities{
			Secure: b.capabilityState(client, secure), Govern: b.capabilityState(client, govern), TaskGuard: b.capabilityState(client, taskGuard),
		},
		RequiredBehavior: []string{
			"Revise cada acción material antes de ejecutarla.",
			"Deténgase si un control no da permiso.",
			"Ejecute solo la solicitud exacta que se autorizó, y registre lo que pasó.",
		},
		Token:      token,
		ExpiresAt:  at(ctx, expires),
		NextAction: "Use este acceso en las demás herramientas y no lo muestre.",
	}, nil
}

func (b *backend) capabilityState(client string, k capability) CapabilityState {
	if !b.capabilities.has(client, k) {
		return CapabilityState{Reason: "No está habilitada para este cliente.", AllowedTools: []string{}}
	}
	return CapabilityState{true, "Habilitada para este cliente.", slices.Clone(toolsOf[k])}
}

// requireAccess guards every tool but get_mcp_access. An access of another client
// is as bad as a forged one.
func (b *backend) requireAccess(ctx context.Context, token string) error {
	var claims accessClaims
	if err := b.seal.open(forAccess, token, &claims); err != nil {
		return errAccess.WithCause(err)
	}
	if claims.Workspace != workspaceID || claims.Version != configVersion || claims.Client != asixto.ClientName(ctx) {
		return errAccess
	}
	if b.now().Unix() >= claims.Expires {
		return errAccessExpired
	}
	return nil
}
