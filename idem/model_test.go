package idem_test

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemtest"
)

// move is one step of a play: a call, or what happens around the calls.
type move struct {
	Process int
	Kind    string
	Wait    time.Duration // before the next move
}

var kinds = []string{
	"succeeds", "succeeds slowly", "overstays", "never obeys", "fails", "is not done", "is in doubt", "panics", "exits",
	"cut off", "restored", "crash", "impatient",
}

// play is a stage for calls with one key from two processes on one store.
type play struct {
	t       testing.TB
	memory  *idem.Memory
	stores  [2]*idemtest.Faults
	engines [2]*idem.Engine
	old     []*idem.Engine

	mu      sync.Mutex
	running int
	effects []string // the results of runs whose effect happened
	results map[string]bool
	wrong   []string
}

// TestOneEffectWhateverHappens plays random calls, failures, outages and crashes: there is never a second effect nor a second run at
// a time, and all that are told a result are told the same.
func TestOneEffectWhateverHappens(t *testing.T) {
	t.Parallel()
	moves := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) move {
		return move{
			Process: rapid.IntRange(0, 1).Draw(t, "process"),
			Kind:    rapid.SampledFrom(kinds).Draw(t, "kind"),
			Wait:    time.Duration(rapid.IntRange(0, 40).Draw(t, "wait")) * time.Second / 2,
		}
	}), 1, 12)
	rapid.Check(t, func(rt *rapid.T) {
		script := moves.Draw(rt, "moves")
		var wrong []string
		synctest.Test(t, func(t *testing.T) { wrong = perform(t, script) })
		if len(wrong) > 0 {
			rt.Fatal(wrong)
		}
	})
}

func perform(t testing.TB, script []move) []string {
	p := &play{t: t, memory: idem.NewMemory(nil), results: map[string]bool{}}
	for i := range p.engines {
		p.start(i)
	}
	for i, m := range script {
		p.make(i, m)
		time.Sleep(m.Wait)
	}
	time.Sleep(time.Hour)
	for _, e := range append(p.old, p.engines[:]...) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		_ = e.Shutdown(ctx) // one that is cut off has things left
		cancel()
	}
	time.Sleep(time.Hour)
	synctest.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.effects) > 1 {
		p.wrong = append(p.wrong, fmt.Sprint("effects: ", p.effects))
	}
	for result := range p.results {
		if len(p.effects) == 0 || result != p.effects[0] {
			p.wrong = append(p.wrong, fmt.Sprintf("a call got %q, the effects are %q", result, p.effects))
		}
	}
	return p.wrong
}

// start puts a new engine in the place of a process.
func (p *play) start(i int) {
	if p.engines[i] != nil {
		p.old = append(p.old, p.engines[i])
	}
	p.stores[i] = idemtest.NewFaults(p.memory, nil)
	p.engines[i] = mustNew(p.t, p.stores[i], &idem.Options{Cap: 10 * time.Minute})
}

func (p *play) make(i int, m move) {
	switch m.Kind {
	case "cut off":
		p.cut(m.Process, -1)
	case "restored":
		p.cut(m.Process, 0)
	case "crash": // its runs go on, but nothing of them reaches the store any more
		p.cut(m.Process, -1)
		p.start(m.Process)
	default:
		go p.call(p.engines[m.Process], i, m)
	}
}

func (p *play) cut(i, calls int) {
	for _, op := range []idemtest.Op{idemtest.Claim, idemtest.Renew, idemtest.Complete, idemtest.Hold, idemtest.Release} {
		p.stores[i].Fail(op, idemtest.Before, calls)
	}
}

func (p *play) call(e *idem.Engine, i int, m move) {
	ctx := p.t.Context()
	if m.Kind == "impatient" {
		short, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		ctx = short
	}
	result := fmt.Sprint("result ", i)
	out, err := e.Do(ctx, request("k"), func(ctx context.Context) ([]byte, error) {
		p.enter()
		defer p.leave()
		return []byte(result), p.act(ctx, m.Kind, result)
	})
	if err == nil && !out.Tombstone {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.results[string(out.Result)] = true
	}
}

// act is what a run of a kind does and returns.
func (p *play) act(ctx context.Context, kind, result string) error {
	switch kind {
	case "succeeds slowly", "impatient":
		time.Sleep(10 * time.Second)
	case "overstays":
		time.Sleep(100 * time.Second)
	case "never obeys":
		time.Sleep(20 * time.Minute)
	case "fails":
		time.Sleep(3 * time.Second)
		if ctx.Err() != nil { // nobody knows by now who else is at it
			return ctx.Err()
		}
		return errFailed
	case "is not done":
		time.Sleep(3 * time.Second)
		return idem.NotDone(errFailed)
	}
	p.mu.Lock()
	p.effects = append(p.effects, result)
	p.mu.Unlock()
	switch kind {
	case "is in doubt":
		return idem.InDoubt(errFailed)
	case "panics":
		panic("on purpose")
	case "exits":
		runtime.Goexit()
	}
	return nil
}

func (p *play) enter() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.running++; p.running > 1 {
		p.wrong = append(p.wrong, "two runs at a time")
	}
}

func (p *play) leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.running--
}
