package idemredis

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/redis/go-redis/v9"
)

// safePolicy is the only one under which a server whose memory is full refuses to write. Every other drops keys that expire later:
// all of this store do.
const safePolicy = "noeviction"

// checkEviction asks every server that holds records.
func (s *Store) checkEviction(ctx context.Context) error {
	if cluster, ok := s.client.(*redis.ClusterClient); ok {
		return cluster.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
			return s.checkServer(ctx, node, node.Options().Addr)
		})
	}
	return s.checkServer(ctx, s.client, "the server")
}

func (s *Store) checkServer(ctx context.Context, server redis.Cmdable, name string) error {
	switch policy, err := evictionPolicy(ctx, server); {
	case err != nil && !forbidden(err):
		return fmt.Errorf("idemredis: %s does not answer: %w", name, err)
	case policy == "":
		s.opts.Logger.WarnContext(ctx, "idemredis: the eviction policy is unknown: see that it is noeviction, else keys may be dropped "+
			"before their time", "server", name, "error", err)
	case policy != safePolicy:
		return fmt.Errorf("idemredis: %s has the eviction policy %s, which may drop keys before their time: "+
			"use maxmemory-policy noeviction, or set Options.AllowEviction and live with repeated effects", name, policy)
	}
	return nil
}

// evictionPolicy reads it from the configuration, or where that is forbidden from the statistics.
func evictionPolicy(ctx context.Context, server redis.Cmdable) (string, error) {
	config, err := server.ConfigGet(ctx, "maxmemory-policy").Result()
	if err == nil && config["maxmemory-policy"] != "" {
		return config["maxmemory-policy"], nil
	}
	if err != nil && !forbidden(err) {
		return "", err
	}
	info, err := server.InfoMap(ctx, "memory").Result()
	return info["Memory"]["maxmemory_policy"], err
}

// forbidden reports whether a server refused a command for what it is: by its access rules, or because it has no such command.
func forbidden(err error) bool {
	var refusal redis.Error
	return redis.IsPermissionError(err) ||
		errors.As(err, &refusal) && strings.HasPrefix(refusal.Error(), "ERR ") && !redis.IsMaxClientsError(err)
}
