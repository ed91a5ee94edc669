package idemredis_test

import (
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemredis"
)

// A client with an old map of a Cluster is sent from node to node in the middle of an operation, and to one that does not know the scripts.
func TestSlotMoves(t *testing.T) {
	t.Parallel()
	nodes := startCluster(t)
	s, ctx := open(t, connectCluster(t, nodes), nil), t.Context()

	c := newClaim()
	finds(t, s, c, idem.StateGranted)
	m := newMove(t, nodes, idemredis.Key(s, c.ID))
	ok(t, s.Renew(ctx, c)) // it is still where it was
	m.carry(t)
	ok(t, s.Renew(ctx, c)) // ASK
	finds(t, s, rival(c), idem.StateRunning)
	m.end(t)
	ok(t, s.Complete(ctx, c, idem.Result{Bytes: []byte("result")})) // MOVED
	finds(t, s, rival(c), idem.StateDone)

	c = newClaim()
	m = newMove(t, nodes, idemredis.Key(s, c.ID))
	finds(t, s, c, idem.StateGranted) // ASK: what is new is made where the slot goes
	finds(t, s, rival(c), idem.StateRunning)
	m.end(t)
	ok(t, s.Complete(ctx, c, idem.Result{}))
	finds(t, s, rival(c), idem.StateDone)
}

// move takes a slot from one node of a Cluster to the other.
type move struct {
	key      string
	slot     int64
	from, to *redis.Client
	target   *server
	ids      [2]string // of from and to
}

// newMove begins to move the slot of key.
func newMove(t *testing.T, nodes []*server, key string) *move {
	t.Helper()
	clients := [2]*redis.Client{connect(t, clientOptions(nodes[0].addr)), connect(t, clientOptions(nodes[1].addr))}
	slot, err := clients[0].ClusterKeySlot(t.Context(), key).Result()
	ok(t, err)
	at := 0
	if slot > 8191 {
		at = 1
	}
	m := &move{key: key, slot: slot, from: clients[at], to: clients[1-at], target: nodes[1-at]}
	for i, client := range []*redis.Client{m.from, m.to} {
		id, err := client.Do(t.Context(), "cluster", "myid").Text()
		ok(t, err)
		m.ids[i] = id
	}
	ok(t, m.to.ScriptFlush(t.Context()).Err())
	m.set(t, m.to, "importing", m.ids[0])
	m.set(t, m.from, "migrating", m.ids[1])
	return m
}

func (m *move) set(t *testing.T, node *redis.Client, args ...any) {
	t.Helper()
	ok(t, node.Do(t.Context(), append([]any{"cluster", "setslot", m.slot}, args...)...).Err())
}

// carry takes the key over.
func (m *move) carry(t *testing.T) {
	t.Helper()
	host, port := m.target.hostPort()
	ok(t, m.from.Migrate(t.Context(), host, port, m.key, 0, 5*time.Second).Err())
}

// end makes the new owner of the slot known to both.
func (m *move) end(t *testing.T) {
	t.Helper()
	for _, node := range []*redis.Client{m.to, m.from} {
		m.set(t, node, "node", m.ids[1])
	}
}
