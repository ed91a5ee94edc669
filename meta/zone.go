package meta

import (
	"maps"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	_ "time/tzdata" // zones must be known in containers without a zone database
)

const (
	maxZones    = 1024 // well above the number of IANA zones
	maxZoneName = 64   // bytes
)

// zoneCache remembers the zones that were found: loading one reads a file.
// Readers take no lock; a writer copies the map, which happens once per zone.
type zoneCache struct {
	known atomic.Pointer[map[string]*time.Location]
	write sync.Mutex
}

// zones only remembers facts that never change, so that one for the whole
// process is right.
var zones zoneCache

// load is the zone of an IANA name, nil where there is none. Failures are not
// remembered, lest made-up names fill the memory.
func (c *zoneCache) load(name string) *time.Location {
	if known := c.known.Load(); known != nil {
		if zone, ok := (*known)[name]; ok {
			return zone
		}
	}
	if !zoneName(name) {
		return nil
	}
	// The name may be part of a whole request: keep a copy, not the request.
	name = strings.Clone(name)
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil
	}
	c.add(name, zone)
	return zone
}

func (c *zoneCache) add(name string, zone *time.Location) {
	c.write.Lock()
	defer c.write.Unlock()
	next := make(map[string]*time.Location)
	if known := c.known.Load(); known != nil {
		maps.Copy(next, *known)
	}
	if len(next) < maxZones {
		next[name] = zone
		c.known.Store(&next)
	}
}

// zoneName refuses what time.LoadLocation takes and IANA does not know: the
// server's own zone ("", "Local", "localtime") and paths.
func zoneName(name string) bool {
	if name == "" || name == "Local" || len(name) > maxZoneName || name[0] < 'A' || name[0] > 'Z' {
		return false
	}
	for i := range len(name) {
		c := name[i]
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		digit := '0' <= c && c <= '9'
		if !letter && !digit && c != '_' && c != '/' && c != '-' && c != '+' {
			return false
		}
	}
	return true
}
