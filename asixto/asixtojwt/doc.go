// Package asixtojwt checks bearer tokens that are JWTs, signed by an
// authorization server whose keys are published as a JWK set (RFC 7519, RFC
// 7517, RFC 9068).
//
// [New] makes the verifier for HandlerOptions.Verifier of package asixto. It is
// what fits an authorization server whose access tokens are JWTs; for opaque
// tokens of such a server there is asixto.Introspection, for tokens that the
// company hands out itself asixto.TokensFile. The package is a module of its own,
// because of the library for signatures that it brings.
//
// # What is checked
//
//   - the signature, by a key of the set that the token's kid names, or that fits
//     its algorithm where it names none. Only asymmetric algorithms exist here: a
//     token that says none or HS256 is refused before anything else;
//   - typ, where the token says one: JWT or at+jwt;
//   - iss, which has to be [Options].Issuer exactly, and aud, which has to name
//     [Options].Audience;
//   - exp, which has to be there, nbf and iat, with [Options].Leeway;
//   - cnf, which must not be there: a token bound to a key is no bearer token.
//
// The scopes come from scope, a text, and scp, a text or a list; whether they
// suffice is decided by HandlerOptions.Scopes. The client is client_id, or else
// azp, or else sub; a token without any is refused, since nobody would know whose
// idempotency keys its calls use.
//
// # Keys
//
// The key set is fetched with the first token and, after [Options].Refresh, with
// the next one. A kid that is unknown fetches it at once, but not more often than
// each [Options].MinRefresh, however many invented tokens arrive. While the set
// cannot be fetched the keys that are known stay in use. A token whose key is not
// among them cannot be checked then: that is an error, which asixto answers with
// 503, and not a refusal.
package asixtojwt
