package meta_test

import (
	"testing"

	"github.com/asixto/go-sdk/meta"
)

// texts is the contract's example as a parser holds it: strings, unboxed.
var texts = [8]string{"9f2a7c", "cnv_77b", "req_c41", "voice", "cmp_31a", "pl_mayorista", "COP", "America/Bogota"}

func lookupText(key string) (string, meta.State) {
	for i, k := range wireKeys {
		if k == key {
			return texts[i], meta.Present
		}
	}
	return "", meta.Missing
}

//nolint:paralleltest // AllocsPerRun counts those of other tests too
func TestFromLookupAllocatesNothing(t *testing.T) {
	var call meta.Call
	if n := testing.AllocsPerRun(100, func() { call = meta.FromLookup(lookupText) }); n != 0 {
		t.Errorf("FromLookup allocates %v times, want 0", n)
	}
	if call.Channel() != meta.Voice {
		t.Error("the call was not read")
	}
}

//nolint:paralleltest // AllocsPerRun counts those of other tests too
func TestFromFuncAllocatesNothingOfItsOwn(t *testing.T) {
	boxed := map[string]any{}
	for i, key := range wireKeys {
		boxed[key] = texts[i]
	}
	lookup := func(key string) (any, bool) { v, ok := boxed[key]; return v, ok }
	var call meta.Call
	if n := testing.AllocsPerRun(100, func() { call = meta.FromFunc(lookup) }); n != 0 {
		t.Errorf("FromFunc allocates %v times, want 0", n)
	}
	if call.Channel() != meta.Voice {
		t.Error("the call was not read")
	}
}

func BenchmarkFromLookup(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		meta.FromLookup(lookupText)
	}
}

// BenchmarkFromFunc boxes each string, as a caller with unboxed ones must.
func BenchmarkFromFunc(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		meta.FromFunc(func(key string) (any, bool) {
			text, state := lookupText(key)
			return text, state == meta.Present
		})
	}
}

func BenchmarkContext(b *testing.B) {
	ctx := b.Context()
	call := meta.FromLookup(lookupText)
	b.ReportAllocs()
	for b.Loop() {
		_ = meta.From(meta.NewContext(ctx, call)).Channel()
	}
}
