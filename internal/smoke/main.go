// Command smoke tries what a reader of this repository tries first.
//
//	go run ./internal/smoke examples   builds every example, starts it, asks it as the Gateway would, and stops it
//	go run ./internal/smoke docs       does so with the go blocks of the documents that are marked "go: serve", and runs
//	                                   the sh blocks that are marked "sh: run"
//
// A block marked with server=NAME runs beside the server of examples/NAME, in whose place stands 127.0.0.1:8080 in the
// text; it is open unless the mark has token=TOKEN. The json block after it, marked "answer", is its exact output, white
// space aside.
//
// A page may make modules of its own, in a folder that is empty at its beginning: file=DIR/NAME writes a block there,
// with a go.mod where there is none, in=DIR runs commands in it, where "go get github.com/asixto/go-sdk" gets this
// checkout, and server=./DIR serves it.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"time"
)

// limit is for the whole run, builds included.
const limit = 10 * time.Minute

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	ctx, cancel := context.WithTimeout(ctx, limit)
	err := run(ctx, os.Args[1:], ".", os.Stdout)
	cancel()
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "smoke:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, root string, out io.Writer) (err error) {
	if len(args) != 1 {
		return errors.New(`say what to try: "examples" or "docs"`)
	}
	bin, err := os.MkdirTemp("", "smoke")
	if err != nil {
		return fmt.Errorf("a folder for the examples: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(bin)) }()
	b := &builder{root: root, bin: bin, built: map[string]string{}}
	switch args[0] {
	case "examples":
		return tryExamples(ctx, b, out)
	case "docs":
		return tryDocuments(ctx, b, out)
	default:
		return fmt.Errorf(`%q is neither "examples" nor "docs"`, args[0])
	}
}

func tryExamples(ctx context.Context, b *builder, out io.Writer) error {
	mains, err := filepath.Glob(filepath.Join(b.root, "examples", "*", "main.go"))
	if err != nil {
		return fmt.Errorf("finding the examples: %w", err)
	}
	if len(mains) == 0 {
		return errors.New("there is no example")
	}
	var failed []error
	for _, file := range mains {
		name := filepath.Base(filepath.Dir(file))
		if err := tryExample(ctx, b, name); err != nil {
			failed = append(failed, fmt.Errorf("examples/%s: %w", name, err))
			continue
		}
		fmt.Fprintf(out, "examples/%s: starts, answers and stops\n", name)
	}
	return errors.Join(failed...)
}

func tryExample(ctx context.Context, b *builder, name string) error {
	const token = "smoke-token"
	s, err := start(ctx, b, name, token)
	if err != nil {
		return err
	}
	return s.finish(ask(ctx, "http://"+s.addr, token))
}
