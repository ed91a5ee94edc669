package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/asixto/go-sdk/asixto/internal/certify"
)

// tokenVariable is where the token comes from without the flag: an argument of
// a process is seen by all others.
const tokenVariable = "ASIXTO_TOKEN"

// checkFlags are those of "asixto check".
type checkFlags struct {
	lang, arguments string
	asJSON, asJUnit bool
	progress        bool
	certify.Options
}

func check(ctx context.Context, args []string, t terminal) int {
	f, code := parseCheck(args, t)
	if f == nil {
		return code
	}
	if f.progress {
		f.Progress = func(n, of int, step certify.Step) {
			fmt.Fprintf(t.err, "[%d/%d] %s\n", n, of, step.Title.In(f.lang))
		}
	}
	report, err := certify.Examine(ctx, f.Options)
	if err != nil {
		return t.unexamined(f.lang, err)
	}
	if err := f.write(t.out, report); err != nil {
		return t.fail(exitUsage, f.lang, err.Error(), err.Error())
	}
	switch report.Verdict {
	case certify.Certifiable:
		return exitOK
	case certify.Violations:
		return exitFound
	default:
		return exitUsage
	}
}

func (f *checkFlags) write(w io.Writer, r *certify.Report) error {
	switch {
	case f.asJSON:
		return certify.WriteJSON(w, r)
	case f.asJUnit:
		return certify.WriteJUnit(w, r, f.lang)
	default:
		return certify.WriteText(w, r, f.lang)
	}
}

// unexamined tells why there is no report.
func (t terminal) unexamined(lang string, err error) int {
	var usage *certify.UsageError
	var gone *certify.UnreachableError
	switch {
	case errors.As(err, &usage):
		return t.fail(exitUsage, lang, usage.EN, usage.ES)
	case errors.As(err, &gone):
		return t.fail(exitUsage, lang, "no connection: "+gone.Cause.Error(), "no hay conexión: "+gone.Cause.Error())
	case errors.Is(err, context.Canceled):
		return t.fail(exitUsage, lang, "interrupted", "interrumpido")
	default:
		return t.fail(exitUsage, lang, err.Error(), err.Error())
	}
}

// parseCheck reads the flags, which may stand before and after the URL; nil
// where there is nothing to examine.
func parseCheck(args []string, t terminal) (f *checkFlags, code int) {
	f = &checkFlags{lang: t.lang(), progress: true}
	set := flag.NewFlagSet("check", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.StringVar(&f.Token, "token", "", "")
	set.BoolVar(&f.AllowWrites, "allow-writes", false, "")
	set.BoolVar(&f.AllowDestructive, "allow-destructive", false, "")
	set.StringVar(&f.arguments, "arguments", "", "")
	set.BoolVar(&f.asJSON, "json", false, "")
	set.BoolVar(&f.asJUnit, "junit", false, "")
	set.DurationVar(&f.Timeout, "timeout", certify.DefaultTimeout, "")
	set.StringVar(&f.lang, "lang", f.lang, "")
	quiet := set.Bool("quiet", false, "")
	urls, err := interspersed(set, args)
	f.progress = !*quiet
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(t.out, usage(t.lang(), "check"))
		return nil, exitOK
	case err != nil:
		return nil, t.fail(exitUsage, t.lang(), err.Error(), err.Error())
	case f.lang != "es" && f.lang != "en":
		return nil, t.fail(exitUsage, t.lang(), "--lang is es or en", "--lang es es o en")
	case f.asJSON && f.asJUnit:
		return nil, t.fail(exitUsage, f.lang, "--json and --junit exclude each other", "--json y --junit se excluyen")
	case len(urls) != 1:
		return nil, t.fail(exitUsage, f.lang, "say one URL to examine: asixto check https://…/mcp",
			"diga una URL por examinar: asixto check https://…/mcp")
	case f.Timeout < time.Second:
		return nil, t.fail(exitUsage, f.lang, "--timeout is at least 1s", "--timeout es de 1s como mínimo")
	}
	f.URL, f.Version = urls[0], version()
	if f.Token == "" {
		f.Token = t.getenv(tokenVariable)
	}
	if f.arguments != "" {
		if f.Arguments, err = readArguments(f.arguments); err != nil {
			return nil, t.fail(exitUsage, f.lang, err.Error(), err.Error())
		}
	}
	return f, exitOK
}

// interspersed parses flags wherever they stand among the other arguments.
func interspersed(set *flag.FlagSet, args []string) ([]string, error) {
	var others []string
	for {
		if err := set.Parse(args); err != nil {
			return nil, err
		}
		if set.NArg() == 0 {
			return others, nil
		}
		others = append(others, set.Arg(0))
		args = set.Args()[1:]
	}
}

func readArguments(file string) (map[string]jsontext.Value, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("--arguments: %w", err)
	}
	var all map[string]jsontext.Value
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, fmt.Errorf("--arguments: %s holds no object of tools with their arguments: %w", file, err)
	}
	for name, args := range all {
		if args.Kind() != jsontext.KindBeginObject {
			return nil, fmt.Errorf("--arguments: %s: those of %q are no object", file, name)
		}
	}
	return all, nil
}
