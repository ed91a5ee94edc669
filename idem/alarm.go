package idem

import (
	"container/heap"
	"sync"
	"time"
)

// alarms wakes watches when something is due. All flights of an engine share one timer: most end long before anything is due, and
// setting and stopping a timer of the runtime for each would be a good part of what they cost.
type alarms struct {
	mu    sync.Mutex
	queue alarmQueue
	timer *time.Timer
	armed time.Time // when timer fires, zero if it does not
}

// set wakes w at due instead of whenever it was set for.
func (a *alarms) set(w *watch, due time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	w.due = due
	if w.place == 0 {
		heap.Push(&a.queue, w)
	} else {
		heap.Fix(&a.queue, w.place-1)
	}
	a.arm()
}

// clear forgets w. The timer stays: what it finds is the next one's alarm, or nothing.
func (a *alarms) clear(w *watch) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if w.place != 0 {
		heap.Remove(&a.queue, w.place-1)
	}
}

func (a *alarms) ring() {
	for _, w := range a.pop(time.Now()) {
		w.tick()
	}
}

// pop takes out what is due by now.
func (a *alarms) pop(now time.Time) (due []*watch) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for len(a.queue) > 0 && !now.Before(a.queue[0].due) {
		due = append(due, heap.Pop(&a.queue).(*watch))
	}
	a.armed = time.Time{}
	a.arm()
	return due
}

// arm sees to it that the timer fires for the first in the queue, or sooner.
func (a *alarms) arm() {
	if len(a.queue) == 0 {
		return
	}
	first := a.queue[0].due
	switch {
	case !a.armed.IsZero() && !first.Before(a.armed):
		return
	case a.timer == nil:
		a.timer = time.AfterFunc(time.Until(first), a.ring)
	default:
		a.timer.Reset(time.Until(first))
	}
	a.armed = first
}

// alarmQueue is a heap whose members know their places, counted from 1.
type alarmQueue []*watch

func (q alarmQueue) Len() int           { return len(q) }
func (q alarmQueue) Less(i, j int) bool { return q[i].due.Before(q[j].due) }

func (q alarmQueue) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].place, q[j].place = i+1, j+1
}

func (q *alarmQueue) Push(x any) {
	w := x.(*watch)
	*q = append(*q, w)
	w.place = len(*q)
}

func (q *alarmQueue) Pop() any {
	last := len(*q) - 1
	w := (*q)[last]
	(*q)[last] = nil
	*q = (*q)[:last]
	w.place = 0
	return w
}
