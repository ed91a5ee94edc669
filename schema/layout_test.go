package schema_test

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// The pattern of a layout takes every text that the layout does: package time reads
// several blanks for one, an hour of one digit and fractions that no layout names.
func TestLayoutsNeverPassTheirPattern(t *testing.T) {
	t.Parallel()
	for _, layout := range []string{
		"2006-01-02 15:04", "15:04", "02/01/2006", "2006-01-02T15:04:05", "20060102", "02  01 06", "el 02/01/2006 a las 15:04", "15:04 ",
	} {
		typ := reflect.StructOf([]reflect.StructField{{
			Name: "A", Type: typeOf[string](), Tag: reflect.StructTag(fmt.Sprintf(`json:"a" validate:"datetime=%s"`, layout)),
		}})
		j := newJudge(t, typ, nil)
		right := time.Date(2026, time.March, 4, 5, 6, 7, 0, time.UTC).Format(layout)
		rapid.Check(t, func(rt *rapid.T) {
			moment := []byte(right)
			for range rapid.IntRange(0, 2).Draw(rt, "changes") {
				at := rapid.IntRange(0, len(moment)).Draw(rt, "at")
				until := min(len(moment), at+rapid.IntRange(0, 1).Draw(rt, "dropped"))
				put := rapid.SampledFrom([]string{"", " ", "  ", "1", "9", ".5", ",25", "-", "T"}).Draw(rt, "put")
				moment = []byte(string(moment[:at]) + put + string(moment[until:]))
			}
			doc := []byte(`{"a":` + encode(string(moment)) + `}`)
			if _, err := j.codec.Decode(doc); err == nil {
				if err := j.peer.Validate(unmarshal(rt, doc)); err != nil {
					rt.Fatalf("%s of %s: %v", doc, j.codec.Schema(), err)
				}
			}
		})
	}
}

// A text with the blanks of a layout, and one with more, are both read.
func TestLayoutsReadBlanks(t *testing.T) {
	t.Parallel()
	codec := mustCompile[struct {
		A string `json:"a" validate:"datetime=2006-01-02 15:04"`
	}](t, nil)
	for text, want := range map[string]bool{"2026-07-28 15:04": true, "2026-07-28  15:04": true, "2026-07-2815:04": false, "2026-07-28 25:04": false} {
		if _, err := codec.Decode([]byte(`{"a":"` + text + `"}`)); (err == nil) != want {
			t.Errorf("%q: %v", text, err)
		}
	}
	const pattern = `"^[0-9]{4}-[0-9]{2}-[0-9]{2} +[0-9]{1,2}:[0-9]{2}$"`
	if doc := unmarshal(t, codec.Schema()).(schemaDoc); encode(doc["properties"].(schemaDoc)["a"].(schemaDoc)["pattern"]) != pattern {
		t.Errorf("want the pattern %s in %s", pattern, codec.Schema())
	}
}
