package meta

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestZoneCacheKeepsSuccessesOnly(t *testing.T) {
	t.Parallel()
	var cache zoneCache
	first := cache.load("America/Bogota")
	if first == nil || cache.load("America/Bogota") != first {
		t.Error("the second load gave another zone")
	}
	for i := range 100 {
		if zone := cache.load(fmt.Sprintf("America/Macondo%d", i)); zone != nil {
			t.Errorf("a made-up zone was found: %v", zone)
		}
	}
	if got := len(*cache.known.Load()); got != 1 {
		t.Errorf("the cache holds %d zones, want 1", got)
	}
}

func TestZoneCacheIsBounded(t *testing.T) {
	t.Parallel()
	var cache zoneCache
	for i := range maxZones + 10 {
		cache.add(fmt.Sprintf("Zone/%d", i), time.UTC)
	}
	if got := len(*cache.known.Load()); got != maxZones {
		t.Errorf("the cache holds %d zones, want %d", got, maxZones)
	}
	if cache.load("America/Lima") == nil {
		t.Error("a full cache no longer finds zones")
	}
}

func TestZoneCacheServesManyAtOnce(t *testing.T) {
	t.Parallel()
	names := []string{"America/Bogota", "America/Lima", "America/Santiago", "Europe/Madrid", "UTC"}
	var cache zoneCache
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for _, name := range names {
				if zone := cache.load(name); zone == nil || zone.String() != name {
					t.Errorf("load(%s) = %v", name, zone)
				}
			}
		})
	}
	wg.Wait()
	if got := len(*cache.known.Load()); got != len(names) {
		t.Errorf("the cache holds %d zones, want %d: a writer lost another's zone", got, len(names))
	}
}

func TestZoneName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"Zulu": true, "A": true, "Etc/GMT-5": true, "Etc/GMT+12": true, "America/Port-au-Prince": true, "EST5EDT": true,
		"A" + strings.Repeat("z", maxZoneName-1): true, "A" + strings.Repeat("z", maxZoneName): false,
		"": false, "Local": false, "localtime": false, "posix/UTC": false, "@": false, "[": false, "Ámsterdam": false,
		"A.": false, "A:": false, "A@": false, "A[": false, "A`": false, "A{": false, "A\\B": false, "A\x00": false, "A B": false,
	} {
		if got := zoneName(name); got != want {
			t.Errorf("zoneName(%q) = %t, want %t", name, got, want)
		}
	}
}
