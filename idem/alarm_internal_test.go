package idem

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestAlarmsComeInOrder: what is due comes out by its time, whatever was set anew or cleared meanwhile.
func TestAlarmsComeInOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		start := time.Now()
		at := func(n int) time.Time { return start.Add(time.Duration(n) * time.Hour) }
		var a alarms
		watches := make([]*watch, 8)
		for i := range watches {
			watches[i] = &watch{}
		}
		set := map[*watch]time.Time{}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			w := watches[rapid.IntRange(0, len(watches)-1).Draw(t, "watch")]
			if rapid.IntRange(0, 3).Draw(t, "call") == 0 {
				a.clear(w)
				delete(set, w)
			} else {
				set[w] = at(rapid.IntRange(1, 20).Draw(t, "due"))
				a.set(w, set[w])
			}
		}
		now := at(rapid.IntRange(0, 21).Draw(t, "now"))
		due := a.pop(now)
		if !slices.IsSortedFunc(due, func(v, w *watch) int { return v.due.Compare(w.due) }) {
			t.Fatalf("the alarms come out of order")
		}
		for w, when := range set {
			if isDue := !now.Before(when); isDue != slices.Contains(due, w) || isDue != (w.place == 0) {
				t.Fatalf("an alarm for %v at %v: it is due %t, it came %t, its place is %d", when, now, isDue, !isDue, w.place)
			}
		}
		if len(a.queue)+len(due) != len(set) {
			t.Fatalf("%d alarms came and %d are left of %d", len(due), len(a.queue), len(set))
		}
		if a.timer != nil {
			a.timer.Stop()
		}
	})
}
