package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/asixto/go-sdk/asixto/internal/goschema"
)

func printSchema(ctx context.Context, args []string, t terminal) int {
	set := flag.NewFlagSet("schema", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	output := set.Bool("output", false, "")
	lang := set.String("lang", t.lang(), "")
	names, err := interspersed(set, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(t.out, usage(t.lang(), "schema"))
		return exitOK
	case err != nil:
		return t.fail(exitUsage, t.lang(), err.Error(), err.Error())
	case len(names) != 1:
		return t.fail(exitUsage, *lang, "say one type: asixto schema ./pkg.Type", "diga un tipo: asixto schema ./pkg.Tipo")
	}
	text, err := goschema.Print(ctx, ".", names[0], *output)
	if err != nil {
		code := exitUsage
		if _, ok := errors.AsType[*goschema.CompileError](err); ok {
			code = exitFound
		}
		return t.fail(code, *lang, err.Error(), err.Error())
	}
	fmt.Fprintln(t.out, text)
	return exitOK
}
