// Package idemtest holds a store of idempotency keys against everything that package idem promises of one. Whoever writes a store
// imports it in a test:
//
//	func TestStore(t *testing.T) {
//		idemtest.Run(t, func(tb testing.TB) idemtest.Backend {
//			schema := newSchema(tb)
//			return idemtest.Backend{Open: func(tb testing.TB) idem.Store { return open(tb, schema) }}
//		})
//	}
//
// It needs the standard library only.
//
// # Which of these do I want
//
//   - [Run] for every store: all checks, each a subtest, what the store cannot do skipped. With [Backend].Advance the checks of time
//     are exact and take none.
//   - [Crash] and [Duplicates] for stores that outlive a process: children of the test are killed at five points, and two of them
//     call at once.
//   - [Facts] for what remembers facts, be it idem.Facts on a store or an author's own.
//   - [Faults] for tests of a server: a store whose replies are lost, or which is down.
//
// # What the kit is worth
//
// It is tried on stores that are broken on purpose. Every one of them fails it, by name, and every check fails one of them:
//
//   - Claims: get-then-set; get-then-set on a take-over; overwrite of a live claim; lost fingerprint; fingerprint of a lapsed claim
//     overwritten; fingerprint not compared on a take-over; repetition refused; repetition fenced anew; lapsed is free; doubt is
//     free; take-over of a running claim; take-over of a done key; take-over keeps the fence; fence starts anew; no fence; half of
//     the key; key ends at a zero byte; key in lower case; context ignored.
//   - Owners: release without token; complete without token; renew without token; hold without token; release of a done key; release
//     of a key in doubt; release not repeatable; second result overwrites the first; complete not repeatable; complete of a free key;
//     doubt is final; hold forgets that it is done; late owner refused; renewal revives what has ended.
//   - Results: reordered JSON; text instead of bytes; result ends at a zero byte; result trimmed; fields joined by a separator; result
//     cut at 64 KiB; empty result is none; tombstone forgotten; bytes shared with the caller; large results fail.
//   - Time: expiry by the caller's clock; truncated retention; retention in whole minutes; no retention; kept for ever; lease in whole
//     seconds; lease rounded up to seconds; lease without end; any claim prolongs the lease; repetition keeps the lease; renewal does
//     nothing; renewal adds to the lease; renewal forgets the record's life; record dies with its lease; completion keeps the claim's
//     expiry; doubt dies with its lease.
//   - Sweeping and the rest: sweep takes lapsed claims; sweep takes what is in doubt; sweep without limit; sweep does not come to an
//     end; ping is always well; commit without token; commit forgets the key; commit forgets the effect; rollback commits.
//
// A store that reads the clock of the machine it runs on should be opened with two handles whose clocks differ: that is how the kit
// finds expiry by the caller's clock.
package idemtest
