package idemredis_test

import (
	"context"
	"net"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"pgregory.net/rapid"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemredis"
	"github.com/asixto/go-sdk/idem/idemtest"
)

func TestCluster(t *testing.T) {
	t.Parallel()
	nodes := startCluster(t)
	t.Run("kit", func(t *testing.T) {
		t.Parallel()
		runKit(t, func(tb testing.TB) idemtest.Backend { return clusterBackend(tb, nodes) },
			"fault") // an engine's faults are the same wherever the keys are
	})
	t.Run("both nodes hold records", func(t *testing.T) {
		t.Parallel()
		recordsOnBothNodes(t, nodes)
	})
	t.Run("keys are tagged", func(t *testing.T) {
		t.Parallel()
		keysAreTagged(t, nodes)
	})
}

func clusterBackend(tb testing.TB, nodes []*server) idemtest.Backend {
	tb.Helper()
	prefix, clock := "cluster:"+randomHex()+":", connectCluster(tb, nodes)
	return idemtest.Backend{
		Open: func(tb testing.TB) idem.Store {
			return open(tb, connectCluster(tb, nodes), &idemredis.Options{Prefix: prefix, MaxResult: kitMaxResult})
		},
		Advance:   func(d time.Duration) { advance(tb, clock, prefix, d) },
		MaxResult: kitMaxResult,
	}
}

func recordsOnBothNodes(t *testing.T, nodes []*server) {
	t.Helper()
	const prefix = "spread:"
	client := connectCluster(t, nodes)
	s := open(t, client, &idemredis.Options{Prefix: prefix})
	for range 100 {
		finds(t, s, newClaim(), idem.StateGranted)
	}
	var total, most atomic.Int64
	ok(t, client.ForEachMaster(t.Context(), func(ctx context.Context, node *redis.Client) error {
		var count int64
		err := eachKey(ctx, node, prefix, func(context.Context, redis.Cmdable, string) error {
			count++
			return nil
		})
		total.Add(count)
		most.Store(max(most.Load(), count))
		return err
	}))
	if total.Load() != 100 || most.Load() > 80 {
		t.Errorf("%d records, %d of them on one node; want 100 on two", total.Load(), most.Load())
	}
}

// The ID alone decides which node a record is on, whatever the prefix, and an author can put keys beside it.
func keysAreTagged(t *testing.T, nodes []*server) {
	t.Helper()
	node, ctx := connect(t, clientOptions(nodes[0].addr)), t.Context()
	prefixes := rapid.StringOfN(rapid.Rune().Filter(func(r rune) bool { return r != '{' && r != '}' }), 1, 20, -1)
	rapid.Check(t, func(rt *rapid.T) {
		s, err := idemredis.New(ctx, node, &idemredis.Options{Prefix: prefixes.Draw(rt, "prefix"), AllowEviction: true})
		if err != nil {
			rt.Fatal(err)
		}
		id := idem.ID(rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(rt, "id"))
		key := idemredis.Key(s, id)
		_, after, _ := strings.Cut(key, "{")
		tag, _, _ := strings.Cut(after, "}")
		slots := map[int64]bool{}
		for _, k := range []string{key, tag, "author:{" + tag + "}:rows"} {
			slots[node.ClusterKeySlot(ctx, k).Val()] = true
		}
		if len(slots) != 1 || len(tag) != 64 {
			rt.Fatalf("the key %q, its tag %q and an author's key are in the slots %v, want one", key, tag, slots)
		}
	})
}

func TestClusterWithOneBadPolicyIsRefused(t *testing.T) {
	t.Parallel()
	nodes := startCluster(t)
	ok(t, connect(t, clientOptions(nodes[1].addr)).ConfigSet(t.Context(), "maxmemory-policy", "volatile-ttl").Err())
	_, err := idemredis.New(t.Context(), connectCluster(t, nodes), nil)
	if err == nil || !strings.Contains(err.Error(), nodes[1].addr) || !strings.Contains(err.Error(), "volatile-ttl") {
		t.Errorf("New: %v, want an error that names %s and its policy", err, nodes[1].addr)
	}
}

// startCluster starts two nodes with half of the slots each.
func startCluster(tb testing.TB) []*server {
	tb.Helper()
	var nodes []*server
	var buses []string
	for _, slots := range [][2]int{{0, 8191}, {8192, 16383}} {
		bus, err := freeAddr()
		ok(tb, err)
		_, port, _ := net.SplitHostPort(bus)
		node := startServer(tb, "--cluster-enabled", "yes", "--cluster-port", port)
		ok(tb, connect(tb, clientOptions(node.addr)).ClusterAddSlotsRange(tb.Context(), slots[0], slots[1]).Err())
		nodes, buses = append(nodes, node), append(buses, port)
	}
	host, port := nodes[1].hostPort()
	ok(tb, connect(tb, clientOptions(nodes[0].addr)).Do(tb.Context(), "cluster", "meet", host, port, buses[1]).Err())
	for _, node := range nodes {
		client := connect(tb, clientOptions(node.addr))
		eventually(tb, "the cluster of "+node.addr, func() bool {
			info := client.ClusterInfo(tb.Context()).Val()
			return strings.Contains(info, "cluster_state:ok") && strings.Contains(info, "cluster_known_nodes:"+strconv.Itoa(len(nodes)))
		})
	}
	return nodes
}

func connectCluster(tb testing.TB, nodes []*server) *redis.ClusterClient {
	tb.Helper()
	client := redis.NewClusterClient(&redis.ClusterOptions{
		Addrs: []string{nodes[0].addr}, ContextTimeoutEnabled: true, MaxRedirects: 10,
		MinRetryBackoff: time.Millisecond, MaxRetryBackoff: 20 * time.Millisecond,
	})
	tb.Cleanup(func() { _ = client.Close() })
	return client
}
