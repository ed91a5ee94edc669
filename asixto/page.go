package asixto

import (
	"context"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"github.com/asixto/go-sdk/meta"
	"github.com/asixto/go-sdk/schema"
)

// The sizes of a page (contract, "Límites y canal").
const (
	// VoiceItems is how many entries of a list are said in a call, at most.
	VoiceItems = 3
	// ChatItems is the size of a page in chat where the call asks for none.
	ChatItems = 10
	// MaxChatItems is the largest page in chat.
	MaxChatItems = 25
	// lastOffset is the largest that PageIn takes.
	lastOffset = 100_000
)

// PageIn are the arguments of a tool that answers in pages; embed it in the
// argument type. Both are optional. See [Paged].
type PageIn struct {
	// Limit is the size of page that is asked for.
	Limit *int `json:"limit" validate:"min=1,max=25" doc:"Límite de resultados, 10 si no se indica"`
	// Offset is how many results come before the page.
	Offset *int `json:"offset" validate:"min=0,max=100000" doc:"Posición del primer resultado: siguiente_offset de la página anterior"`
}

// PageOut says in an answer which part of the whole it is; embed it in the
// answer type, beside a list that you name after what it holds. See [Paged].
type PageOut struct {
	// Total counts the results of all pages; 0 for a search without hits, which
	// is a success.
	Total int `json:"total" doc:"Cuántos hay en todas las páginas"`
	// Next is the offset of the page that follows, nil on the last one and where
	// it would be over 100,000.
	Next *int `json:"siguiente_offset,omitempty" doc:"El offset de la página que sigue, ausente en la última"`
	// Offset is where this page begins; it is for Say, and not sent.
	Offset int `json:"-"`
}

// A Page is one page of records, as the function that makes an answer of it
// gets it.
type Page[T any] struct {
	PageOut

	// Items are the records of the page, in their order; at most as many as the
	// channel takes.
	Items []T
}

// A Source gives the records from offset on, at most limit of them, and how
// many there are in all. A database's query with limit and offset is one; its
// order must be total (ORDER BY up to a unique column), or pages overlap.
type Source[T any] func(ctx context.Context, limit, offset int) (items []T, total int, err error)

// FromSlice is a Source of records that are all at hand.
func FromSlice[T any](all []T) Source[T] {
	return func(_ context.Context, limit, offset int) ([]T, int, error) {
		from := min(offset, len(all))
		return all[from:min(from+limit, len(all))], len(all), nil
	}
}

// FromSeq is a Source of records that come one after the other. It keeps one
// page of them, and reads the rest only to count it.
func FromSeq[T any](seq iter.Seq[T]) Source[T] {
	return func(ctx context.Context, limit, offset int) ([]T, int, error) {
		var items []T
		total := 0
		for item := range seq {
			if total >= offset && len(items) < limit {
				items = append(items, item)
			}
			total++
			if err := ctx.Err(); err != nil {
				return nil, 0, fmt.Errorf("asixto: reading a page: %w", err)
			}
		}
		return items, total, nil
	}
}

// Paged answers with one page of from. It asks for as many records as the call
// may get: 3 in voice; in chat the limit of in up to 25, or 10 without one. build
// makes the answer of a page. Where its JSON or its spoken text is longer than
// the Gateway lets through, see [MaxAnswer], build is called again with fewer
// records, and what is left out begins the next page; so build only shapes what
// it is given. No record at all makes an answer like any other.
//
//	return asixto.Paged(ctx, in.PageIn, store.Search(in.Texto), func(p asixto.Page[Plan]) PlanesOut {
//		return PlanesOut{PageOut: p.PageOut, Planes: p.Items}
//	})
//
// A record that alone is too long is an error, which the customer hears as
// SYSTEM and the log with its offset and its length: shorten what build tells of
// one record. A tool that writes sends such an answer all the same, since its
// effect has happened. An error of from is returned as it is.
//
// In a test without a server the answer is measured in the same way.
func Paged[T, Out any](ctx context.Context, in PageIn, from Source[T], build func(Page[T]) Out) (Out, error) {
	var none Out
	limit, offset := in.window(meta.From(ctx).Channel())
	items, total, err := from(ctx, limit, offset)
	if err != nil {
		return none, err
	}
	m, err := newMeasure[Out](ctx)
	if err != nil {
		return none, err
	}
	page := newPage(items[:min(len(items), limit)], total, offset)
	out := build(page)
	size, err := m.size(out)
	if err != nil || size <= MaxAnswer {
		return out, err
	}
	// The most records that fit, between 0, which are no page, and all of them.
	fit, over := 0, len(page.Items)
	for over-fit > 1 {
		n := (fit + over) / 2
		shorter := build(page.first(n))
		if size, err = m.size(shorter); err != nil {
			return none, err
		}
		if size > MaxAnswer {
			over = n
			continue
		}
		fit, out = n, shorter
	}
	if fit > 0 {
		return out, nil
	}
	return m.tooLong(build(page.first(min(1, len(page.Items)))), offset)
}

// window is the part of the whole that a call on a channel gets.
func (p PageIn) window(channel meta.Channel) (limit, offset int) {
	limit = min(max(1, Or(p.Limit, ChatItems)), MaxChatItems)
	if channel == meta.Voice {
		limit = min(limit, VoiceItems)
	}
	return limit, max(0, Or(p.Offset, 0))
}

func newPage[T any](items []T, total, offset int) Page[T] {
	p := Page[T]{Items: items}
	p.Total, p.Offset = max(total, 0), offset
	if len(items) > 0 {
		p.Total = max(total, offset+len(items))
	}
	return p.first(len(items))
}

// first is the page with its first n records.
func (p Page[T]) first(n int) Page[T] {
	p.Items, p.Next = p.Items[:n:n], nil
	if next := p.Offset + n; n > 0 && next < min(p.Total, lastOffset+1) {
		p.Next = &next
	}
	return p
}

// Say is the page for the telephone: how many there are, the first three of
// items, and how many follow; one and many name a thing and several of them.
//
//	"Encontré 27 planes: Hogar; Empresa; Rural. Hay 24 más."
//
// A page beyond the first one goes on with "Siguen: …", or "Sigue: …" where it holds
// one, and no record is "No encontré planes." or "No hay más planes.".
func (p PageOut) Say(one, many string, items ...string) string {
	said := items[:min(len(items), VoiceItems)]
	list := strings.Join(said, "; ")
	left := p.Total - p.Offset - len(said)
	follow := "Siguen: "
	if len(said) == 1 {
		follow = "Sigue: "
	}
	switch {
	case p.Total == 0:
		return "No encontré " + many + "."
	case len(said) == 0:
		return "No hay más " + many + "."
	case p.Offset > 0 && left <= 0:
		return follow + list + ". No hay más."
	case p.Offset > 0 && left == 1:
		return follow + list + ". Queda 1 más."
	case p.Offset > 0:
		return follow + list + ". Quedan " + strconv.Itoa(left) + " más."
	case p.Total == 1:
		return "Encontré 1 " + one + ": " + list + "."
	case left <= 0:
		return "Encontré " + strconv.Itoa(p.Total) + " " + many + ": " + list + "."
	default:
		return "Encontré " + strconv.Itoa(p.Total) + " " + many + ": " + list + ". Hay " + strconv.Itoa(left) + " más."
	}
}

// A measure tells how long an answer will be.
type measure[Out any] struct {
	call   *call // nil outside of a server, and for a type that is not the tool's answer
	meta   meta.Call
	encode func(Out) ([]byte, error)
}

func newMeasure[Out any](ctx context.Context) (*measure[Out], error) {
	m := &measure[Out]{meta: meta.From(ctx)}
	if c, ok := ctx.Value(callKey{}).(*call); ok {
		m.call = c
		if own, ok := c.tool.op.outCodec().(*schema.Codec[Out]); ok {
			m.encode = own.Encode
			return m, nil
		}
	}
	codec, err := schema.Compile[Out](&schema.Options{Direction: schema.Output})
	if err != nil {
		return nil, &systemError{err}
	}
	m.encode = codec.Encode
	return m, nil
}

// size is the larger of the two lengths that the Gateway measures.
func (m *measure[Out]) size(out Out) (int, error) {
	structured, err := m.encode(out)
	if err != nil {
		return 0, &systemError{fmt.Errorf("asixto: the answer cannot be encoded: %w", err)}
	}
	text, _ := wording(out, structured, m.meta) // a fault is logged when the answer is sent
	a := answer{structured: structured, text: text}
	return a.size(), nil
}

// tooLong is the end of a page that not even one record fits.
func (m *measure[Out]) tooLong(out Out, offset int) (Out, error) {
	size, err := m.size(out)
	if err == nil && m.call != nil && m.call.tool.Access.Writes() {
		return out, nil
	}
	if err == nil {
		err = &systemError{fmt.Errorf("asixto: the record at offset %d alone makes an answer of %d UTF-16 units, the Gateway cuts at %d: "+
			"shorten what is told of one record", offset, size, MaxAnswer)}
	}
	var none Out
	return none, err
}
