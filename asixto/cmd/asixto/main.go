// Command asixto is for authors of tool servers for the Asixto Gateway.
//
//	asixto check URL            examine a server as the certification does, and more
//	asixto schema ./pkg.Type    print the input schema of a Go type
//	asixto version              print the version of this command
//	asixto help [COMMAND]       tell more
//
// # Exit codes
//
//	0  certifiable (warnings at most); or what was asked for was printed
//	1  check: violations; schema: the type has no schema
//	2  nothing, or not all, could be examined; or wrong usage
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
)

// The exit codes.
const (
	exitOK    = 0
	exitFound = 1
	exitUsage = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second one ends the process at once
	code := run(ctx, os.Args[1:], terminal{out: os.Stdout, err: os.Stderr, getenv: os.Getenv})
	stop()
	os.Exit(code)
}

// terminal is what a command speaks to.
type terminal struct {
	out, err io.Writer
	getenv   func(string) string
}

// lang is the language of the environment: "es" where its locale is Spanish,
// else "en".
func (t terminal) lang() string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if value := t.getenv(name); value != "" {
			if strings.HasPrefix(strings.ToLower(value), "es") {
				return "es"
			}
			return "en"
		}
	}
	return "en"
}

// fail tells why a command ends and returns its exit code.
func (t terminal) fail(code int, lang, en, es string) int {
	said := en
	if lang == "es" {
		said = es
	}
	fmt.Fprintln(t.err, "asixto: "+said)
	return code
}

func run(ctx context.Context, args []string, t terminal) int {
	if len(args) == 0 {
		fmt.Fprint(t.err, usage(t.lang(), ""))
		return exitUsage
	}
	switch command, rest := args[0], args[1:]; command {
	case "check":
		return check(ctx, rest, t)
	case "schema":
		return printSchema(ctx, rest, t)
	case "version", "-version", "--version":
		fmt.Fprintln(t.out, "asixto "+version())
		return exitOK
	case "help", "-h", "-help", "--help":
		fmt.Fprint(t.out, usage(t.lang(), strings.Join(rest, " ")))
		return exitOK
	default:
		return t.fail(exitUsage, t.lang(), fmt.Sprintf("%q is no command: asixto help lists them", command),
			fmt.Sprintf("%q no es un comando: asixto help los enumera", command))
	}
}

// version is that of the module the command was built from, "(devel)" in a
// working copy.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
