package idem

import (
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
	a.queue.remove(w)
	w.due = due
	a.queue.add(w)
	a.arm()
}

// clear forgets w. The timer stays: what it finds is the next one's alarm, or nothing.
func (a *alarms) clear(w *watch) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.queue.remove(w)
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
		due = append(due, a.queue[0])
		a.queue.remove(a.queue[0])
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

// alarmQueue is a heap, the first due on top. Its members know their places in it, counted from 1.
type alarmQueue []*watch

func (q *alarmQueue) add(w *watch) {
	*q = append(*q, w)
	w.place = len(*q)
	q.rise(len(*q) - 1)
}

// remove takes w out if it is in.
func (q *alarmQueue) remove(w *watch) {
	if w.place == 0 {
		return
	}
	hole, last := w.place-1, len(*q)-1
	q.swap(hole, last)
	(*q)[last] = nil
	*q = (*q)[:last]
	w.place = 0
	if hole < last {
		q.rise(hole)
		q.sink(hole)
	}
}

func (q *alarmQueue) rise(i int) {
	for i > 0 {
		parent := (i - 1) / 2
		if !q.sooner(i, parent) {
			return
		}
		q.swap(i, parent)
		i = parent
	}
}

func (q *alarmQueue) sink(i int) {
	for child := 2*i + 1; child < len(*q); child = 2*i + 1 {
		if right := child + 1; right < len(*q) && q.sooner(right, child) {
			child = right
		}
		if !q.sooner(child, i) {
			return
		}
		q.swap(i, child)
		i = child
	}
}

func (q *alarmQueue) sooner(i, j int) bool { return (*q)[i].due.Before((*q)[j].due) }

func (q *alarmQueue) swap(i, j int) {
	s := *q
	s[i], s[j] = s[j], s[i]
	s[i].place, s[j].place = i+1, j+1
}
