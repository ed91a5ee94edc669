//go:build unix

// Package filestore is a store that outlives the process, for tests that kill processes: a file for each key in a directory, under
// one lock that all processes share. It is slow, and it survives the end of a process, not that of the machine.
package filestore

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemtest/internal/plain"
)

// Store keeps the records in the directory of its name.
type Store string

// Claim implements idem.Store.
func (s Store) Claim(ctx context.Context, c idem.Claim) (found idem.Record, err error) {
	err = s.edit(ctx, c.ID, func(r *plain.Record, now time.Time) (*plain.Record, error) {
		fence, err := s.nextFence()
		if err != nil {
			return r, err
		}
		r, found = r.Claim(c, now, fence)
		return r, s.keepFence(max(fence, found.Fence))
	})
	return found, err
}

// Renew implements idem.Store.
func (s Store) Renew(ctx context.Context, c idem.Claim) error {
	return s.edit(ctx, c.ID, func(r *plain.Record, now time.Time) (*plain.Record, error) { return r.Renew(c, now) })
}

// Complete implements idem.Store.
func (s Store) Complete(ctx context.Context, c idem.Claim, result idem.Result) error {
	return s.edit(ctx, c.ID, func(r *plain.Record, now time.Time) (*plain.Record, error) { return r.Complete(c, result, now) })
}

// Hold implements idem.Store.
func (s Store) Hold(ctx context.Context, c idem.Claim) error {
	return s.edit(ctx, c.ID, func(r *plain.Record, now time.Time) (*plain.Record, error) { return r.Hold(c, now) })
}

// Release implements idem.Store.
func (s Store) Release(ctx context.Context, c idem.Claim) error {
	return s.edit(ctx, c.ID, func(r *plain.Record, now time.Time) (*plain.Record, error) { return r.Release(c, now) })
}

// edit reads a record, changes it and writes it, under the lock.
func (s Store) edit(ctx context.Context, id idem.ID, change func(*plain.Record, time.Time) (*plain.Record, error)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	unlock, err := s.lock()
	if err != nil {
		return err
	}
	defer unlock()
	path := filepath.Join(string(s), hex.EncodeToString(id[:]))
	before, err := read(path)
	if err != nil {
		return err
	}
	after, answer := change(before, time.Now())
	if after == before {
		return answer
	}
	return errors.Join(answer, write(path, after))
}

// nextFence returns a number above all that were kept; the lock is held.
func (s Store) nextFence() (uint64, error) {
	data, err := os.ReadFile(filepath.Join(string(s), "fence"))
	if errors.Is(err, fs.ErrNotExist) {
		return 1, nil
	}
	if err != nil {
		return 0, err
	}
	last, err := strconv.ParseUint(string(data), 10, 64)
	return last + 1, err
}

func (s Store) keepFence(n uint64) error {
	return replace(filepath.Join(string(s), "fence"), strconv.AppendUint(nil, n, 10))
}

// lock waits for the lock of the directory; the system gives it back when the process ends, however it ends.
func (s Store) lock() (unlock func(), err error) {
	f, err := os.OpenFile(filepath.Join(string(s), "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	for {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() { _ = f.Close() }, nil // which unlocks
}

func read(path string) (*plain.Record, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil //nolint:nilnil // a free key has no file
	}
	if err != nil {
		return nil, err
	}
	r := &plain.Record{}
	return r, gob.NewDecoder(bytes.NewReader(data)).Decode(r)
}

func write(path string, r *plain.Record) error {
	if r == nil {
		if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	var data bytes.Buffer
	if err := gob.NewEncoder(&data).Encode(r); err != nil {
		return err
	}
	return replace(path, data.Bytes())
}

// replace replaces a file as a whole, so that a process that is killed leaves the old one or the new one.
func replace(path string, data []byte) error {
	if err := os.WriteFile(path+".new", data, 0o600); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}
