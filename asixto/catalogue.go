package asixto

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"sync"
	"time"
)

// A catalogue is one state of the tools on offer. It is never changed.
type catalogue struct {
	byName map[string]*tool
	sorted []*tool // by name

	longest time.Duration // time-out of any tool

	mu    sync.Mutex
	lists map[string][]byte // results of tools/list, by what is visible
}

// maxLists bounds how many different views of one catalogue are kept encoded.
const maxLists = 64

func (c *catalogue) with(t *tool) *catalogue {
	next := &catalogue{byName: maps.Clone(c.byName), sorted: slices.Clone(c.sorted)}
	if next.byName == nil {
		next.byName = make(map[string]*tool)
	}
	next.byName[t.Name] = t
	next.longest = max(c.longest, t.Timeout)
	i, _ := slices.BinarySearchFunc(next.sorted, t.Name, func(t *tool, name string) int { return cmp.Compare(t.Name, name) })
	next.sorted = slices.Insert(next.sorted, i, t)
	return next
}

func (c *catalogue) without(names []string) *catalogue {
	next := &catalogue{byName: maps.Clone(c.byName), longest: c.longest}
	for _, name := range names {
		delete(next.byName, name)
	}
	for _, t := range c.sorted {
		if _, kept := next.byName[t.Name]; kept {
			next.sorted = append(next.sorted, t)
		}
	}
	return next
}

// RemoveTools takes tools off the offer, also while serving; unknown names are
// passed over. Calls in progress go on, and clients that listen are told of the
// change. Others see it when their copy of the catalogue is 15 minutes old
// (contract, "Métodos del protocolo").
func (s *Server) RemoveTools(names ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.current.Store(s.current.Load().without(names))
	s.mcp.RemoveTools(names...)
}

// find returns the tool of that name if the client of ctx may see it.
func (s *Server) find(ctx context.Context, name string) (*tool, bool) {
	t, ok := s.current.Load().byName[name]
	return t, ok && s.visible(ctx, t)
}

// visible asks the author's hook; one that panics shows nothing.
func (s *Server) visible(ctx context.Context, t *tool) (yes bool) {
	if s.opts.Visible == nil {
		return true
	}
	defer func() {
		if v := recover(); v != nil {
			s.log.ErrorContext(ctx, "ServerOptions.Visible panicked", "tool", t.Name, "cause", fmt.Sprint(v), "stack", string(debug.Stack()))
			yes = false
		}
	}()
	return s.opts.Visible(ctx, t.Tool)
}

// list returns the result of tools/list for the client of ctx, encoded once for
// each set of visible tools. head is the server's `"_meta":{…},`.
func (s *Server) list(ctx context.Context, head string) []byte {
	c := s.current.Load()
	shown, set := c.sorted, ""
	if s.opts.Visible != nil {
		shown = nil
		marks := make([]byte, len(c.sorted))
		for i, t := range c.sorted {
			if s.visible(ctx, t) {
				shown = append(shown, t)
				marks[i] = 1
			}
		}
		set = string(marks)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if list, ok := c.lists[set]; ok {
		return list
	}
	list := encodeList(shown, head)
	if c.lists == nil {
		c.lists = make(map[string][]byte)
	}
	if len(c.lists) < maxLists {
		c.lists[set] = list
	}
	return list
}

func encodeList(tools []*tool, head string) []byte {
	list := append([]byte("{"+head+`"resultType":"complete",`), fmt.Sprintf(`"ttlMs":%d,"cacheScope":%q,"tools":[`, listTTL, cacheScope)...)
	for i, t := range tools {
		if i > 0 {
			list = append(list, ',')
		}
		list = append(list, t.entry...)
	}
	return append(list, "]}"...)
}
