package guard

import (
	"context"
	"reflect"

	"github.com/asixto/go-sdk/asixto"
)

// Before is middleware that runs check before every tool whose arguments are an
// In: a type of arguments, or an interface that several of them implement, with
// values or pointers as receivers. The tool does not run if check returns an
// error.
//
//	guard.Before(func(ctx context.Context, in interface{ Titular() string }) error {
//		return owners.Require(ctx, in.Titular())
//	})
func Before[In any](check func(ctx context.Context, in In) error) asixto.Middleware {
	return func(next asixto.Handler) asixto.Handler {
		return func(ctx context.Context, tool asixto.Tool, in any) (any, error) {
			if typed, ok := as[In](in); ok {
				if err := check(ctx, typed); err != nil {
					return nil, err
				}
			}
			return next(ctx, tool, in)
		}
	}
}

// After is middleware that runs record after every tool that has succeeded with an
// Out: a type of answers, or an interface that several of them implement, with
// values or pointers as receivers. An error
// of record takes the place of a read's answer; a write has happened all the same.
// What record needs and the model must not get is a field with json:"-".
//
//	guard.After(func(ctx context.Context, out ClienteOut) error {
//		return owners.Resolve(ctx, out.Documento)
//	})
func After[Out any](record func(ctx context.Context, out Out) error) asixto.Middleware {
	return func(next asixto.Handler) asixto.Handler {
		return func(ctx context.Context, tool asixto.Tool, in any) (any, error) {
			out, err := next(ctx, tool, in)
			if err != nil {
				return nil, err
			}
			if typed, ok := as[Out](out); ok {
				if err := record(ctx, typed); err != nil {
					return nil, err
				}
			}
			return out, nil
		}
	}
}

// as is v as a T, or a pointer to a copy of v: a method with a pointer receiver
// must not leave a tool unguarded.
func as[T any](v any) (typed T, ok bool) {
	if typed, ok = v.(T); ok || v == nil {
		return typed, ok
	}
	p := reflect.New(reflect.TypeOf(v))
	p.Elem().Set(reflect.ValueOf(v))
	typed, ok = p.Interface().(T)
	return typed, ok
}
