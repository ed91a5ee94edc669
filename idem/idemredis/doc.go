// Package idemredis keeps the keys of package idem in Redis: for servers of several processes, or of one that restarts, whose effects
// do not share a database with the keys. Where they do, idemsql commits both together and leaves nothing in doubt.
//
//	client := redis.NewClient(&redis.Options{Addr: "redis:6379", ContextTimeoutEnabled: true})
//	store, err := idemredis.New(ctx, client, nil)
//	…
//	srv := asixto.NewServer("mi-empresa", "1.0.0", &asixto.ServerOptions{Store: store})
//
// A [Store] works on the caller's client: one server, a primary that Sentinel names (NewFailoverClient), or a Cluster; not a Ring,
// which takes the keys of a server that does not answer for free. Set ContextTimeoutEnabled: a client without it looks at no
// deadline while it waits for a reply, so the store gives each call a goroutine of its own, which may double the time that a call
// of a server nearby takes. With it a context that is cancelled before its deadline ends a call that waits for a reply only with the
// time-outs of the client; the engine cancels none. Retries of the client are welcome, every call may be repeated.
//
// # What is kept
//
// Each key is one string under "idem:{ID in hexadecimal digits}": a head of 65 bytes with its state, its owner and the end of its
// lease, and the result behind it. Its time to live is the rest of the lease and the retention, so the server removes it in the end
// by itself. All times are measured by the clock of the server. What does not look like a record is an error, and left alone.
//
// The server must be Redis 5 or later; the tests run on 7.0. A user with access rules needs ~idem:* +ping +config|get +eval +evalsha
// +time +get +getrange +set +pexpire +exists +del, and without +config|get at least +info, else the eviction policy stays unknown.
//
// # What it costs
//
// A first call takes two round trips, a claim and a completion, and a longer one another for each renewal. A replay takes one and
// writes nothing. The server runs each as a script, which it is sent once. A key takes about 260 bytes beside its result. Two scripts
// reach two thirds of the rate of SET NX and SET, and a million stored keys do not slow them down (BenchmarkThroughput and
// BenchmarkStoredKeys; their output tells the figures of your machine).
//
// # What it survives
//
// Any crash of the processes that use it; the outcome of a call that was under way is in doubt once its lease has ended. A server
// that goes away and comes back with its data: calls fail before their effect meanwhile, results are stored when it is back. What
// the server forgets, the store forgets too, and the effect of a retry happens again:
//
//   - Persistence. Only appendonly with appendfsync always keeps all it acknowledged. With appendfsync everysec a power cut takes
//     the last second or two, with snapshots the time since the last one, and without either a restart takes every key.
//   - Failover. Replication is asynchronous: a replica that takes over lacks what had not reached it. With min-replicas-to-write a
//     primary that lost its replicas stops early, which makes the loss small, not impossible.
//   - Eviction. [New] refuses a server with any policy but noeviction. When its memory is full such a server refuses new keys, which
//     is idem.ErrFull, and still renews, completes and replays those that it has.
//   - The clock. A step of the server's clock ends leases and retentions early or late.
//   - Operators: FLUSHALL, a restored backup, a second server behind the same name.
//
// Where a repeated effect is worse than a slower one, use a database that commits synchronously.
package idemredis
