package asixto

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
)

// A reloaded value is made anew while the program runs, by whoever asks first
// once an interval has passed; the others go on with the value there is. A
// failure keeps the value and is logged. No goroutine outlives a question.
type reloaded[T any] struct {
	what  string // for the log
	every time.Duration
	load  func(context.Context) (value T, changed bool, err error)
	log   *slog.Logger

	value atomic.Pointer[T]
	born  time.Time
	due   atomic.Int64 // since born, so that a clock that is set back does no harm

	mu      sync.Mutex // held while loading
	trouble string     // what was logged last
	told    time.Time
}

const (
	loadTimeout = 5 * time.Second
	tellAgain   = time.Minute // a failure that lasts is told once in so long
)

// start makes the first value; its error is the caller's.
func (r *reloaded[T]) start() error {
	r.born = time.Now()
	value, _, err := r.attempt(context.Background())
	if err != nil {
		return err
	}
	r.value.Store(&value)
	r.due.Store(int64(r.every))
	return nil
}

// get returns the value, made anew first where it is due. A request that ends
// meanwhile does not cut the loading short: the next ones need its outcome.
func (r *reloaded[T]) get(ctx context.Context) T {
	if int64(time.Since(r.born)) >= r.due.Load() && r.mu.TryLock() {
		defer r.mu.Unlock()
		value, changed, err := r.attempt(context.WithoutCancel(ctx))
		r.due.Store(int64(time.Since(r.born) + r.every))
		switch {
		case err != nil:
			r.tell(ctx, err)
		case changed:
			r.value.Store(&value)
			r.log.InfoContext(ctx, "loaded anew", "what", r.what)
			fallthrough
		default:
			r.trouble = ""
		}
	}
	return *r.value.Load()
}

func (r *reloaded[T]) attempt(ctx context.Context) (value T, changed bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, loadTimeout)
	defer cancel()
	defer func() {
		if v := recover(); v != nil {
			err = &panicError{v, debug.Stack()}
		}
	}()
	return r.load(ctx)
}

func (r *reloaded[T]) tell(ctx context.Context, err error) {
	if r.trouble == err.Error() && time.Since(r.told) < tellAgain {
		return
	}
	r.trouble, r.told = err.Error(), time.Now()
	r.log.ErrorContext(ctx, "cannot be loaded anew, the one before stays in force", "what", r.what, "cause", err)
}

// watched are files that belong together and are read again when one changes.
type watched struct {
	paths []string

	seen    []fs.FileInfo // of the contents that were accepted
	sum     [sha256.Size]byte
	settled bool

	pending watchedState
}

type watchedState struct {
	infos   []fs.FileInfo
	sum     [sha256.Size]byte
	settled bool
}

const (
	maxWatched = 1 << 20 // bytes of one file
	// A file system's clock may tick so slowly that two writes share one time.
	slowestTick = 2 * time.Second
)

// read returns the contents, and whether they differ from those that were
// accepted last. Symbolic links are followed, so that a link that was turned to
// another file is a change.
func (w *watched) read() (contents [][]byte, changed bool, err error) {
	if w.unchanged() {
		return nil, false, nil
	}
	now := time.Now()
	w.pending = watchedState{settled: true}
	digest := sha256.New()
	for _, path := range w.paths {
		content, info, err := readRegular(path)
		if err != nil {
			return nil, false, err
		}
		contents = append(contents, content)
		w.pending.infos = append(w.pending.infos, info)
		w.pending.settled = w.pending.settled && now.Sub(info.ModTime()) > slowestTick
		one := sha256.Sum256(content)
		digest.Write(one[:])
	}
	w.pending.sum = [sha256.Size]byte(digest.Sum(nil))
	if w.seen != nil && w.pending.sum == w.sum {
		w.accept()
		return nil, false, nil
	}
	return contents, true, nil
}

// accept says that the contents read last were good: they are not read again
// until a file changes.
func (w *watched) accept() {
	w.seen, w.sum, w.settled = w.pending.infos, w.pending.sum, w.pending.settled
}

func (w *watched) unchanged() bool {
	if w.seen == nil || !w.settled {
		return false
	}
	for i, path := range w.paths {
		info, err := os.Stat(path)
		was := w.seen[i]
		if err != nil || !os.SameFile(was, info) || !was.ModTime().Equal(info.ModTime()) || was.Size() != info.Size() {
			return false
		}
	}
	return true
}

// readRegular reads a file; opening anything else, as a pipe, could block.
func readRegular(path string) ([]byte, fs.FileInfo, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, nil, fmt.Errorf("%s is not a regular file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(f, maxWatched+1))
	if err != nil {
		return nil, nil, err
	}
	if len(content) > maxWatched {
		return nil, nil, fmt.Errorf("%s is longer than 1 MiB", path)
	}
	info, err = f.Stat() // of what was read, should the path have changed meanwhile
	if err == nil && info.Size() != int64(len(content)) {
		err = errors.New(path + " changed while it was read")
	}
	return content, info, err
}
