// Package idem makes an effect happen once per idempotency key, whatever crashes, and gives its result to every call with that key.
//
// A call that is repeated because a connection was cut, and two equal calls at once, must not open two cases or charge twice. An
// [Engine] claims the key in a [Store], runs, and stores the result under the key, all of it so that a crash at any point leaves the
// truth: done, not done, or in doubt.
//
//	engine, err := idem.New(idem.NewMemory(nil), nil)
//	…
//	out, err := engine.Do(ctx, idem.Request{Key: key, Fingerprint: digest}, func(ctx context.Context) ([]byte, error) {
//		return openCase(ctx)
//	})
//
// # Which of these do I want
//
//   - Tools of an MCP server: none. Package asixto calls the engine for every tool that writes.
//   - A webhook, a consumer of a queue, a job: the generic [Do], which keeps a Go value as JSON.
//   - Bytes of your own: [Engine.Do].
//   - A store for tests, for development, or for one process whose effects die with it: [NewMemory]. For several processes, and for
//     effects that outlive the process: package idemredis or idemsql.
//   - A store of your own: implement [Store], and let package idemtest try it.
//   - A server that keeps no keys: [Disabled], which says so where a reader looks.
//   - Something that is to be remembered for a while, in the same store: [Facts].
//   - Metrics and logs: [Observer].
//
// # What becomes of a key
//
// How run ends decides, and a mark on its error decides against anything else:
//
//	run ends with                                    the key is                     mark
//	nil                                              done: the result is stored
//	an error                                         not done: freed                [NotDone]
//	a time-out, a panic, a lost lease, a shutdown    in doubt, freed if Repeatable  [InDoubt]
//	a result that cannot be kept                     done: a tombstone is stored    [Done]
//
// A key in doubt stays so, and every call with it is told [ErrInDoubt], since running again might repeat the effect. What to do
// about it depends on the operation:
//
//   - Asking the other system whether it happened: [Request].Resolve. It is the best there is.
//   - Repeating does no harm (a status is set, a value overwritten): [Request].Repeatable.
//   - The effect is a row in the database that has the keys too: [Request].InTx. No key is ever in doubt.
//   - Whatever fails before the effect, a lookup that times out above all: return [NotDone] of it.
//   - The other system takes idempotency keys itself: hand it [Attempt.DownstreamKey]; then the tool can be Repeatable.
//   - The other system can compare numbers: hand it [Attempt].Fence, and an owner that was replaced cannot write any more.
//
// # Duplicates
//
// Calls of one process with one key share a run and its outcome, failures too. Calls of other processes look again and again until
// the key is done, freed or in doubt. Both wait up to [Options].Wait and are then told [ErrInProgress]. Calls that come after the
// outcome start anew, and find what is stored. The same key with another fingerprint is [ErrConflict] at any time.
//
// # Time
//
// A claim holds for a lease, which is renewed while run goes on, so that a crash is noticed after one lease and a long run never is
// taken for one. Do returns at the deadline of the request though run may ignore it; the key is held on until run ends, and a
// late result is stored. Options.Cap ends even that, in doubt. All stored times go by the store's clock.
//
// The package needs the standard library only. It is the first of the guarantees that the Asixto contract asks for (page 05).
package idem
