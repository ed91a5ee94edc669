// Command bench loads examples/soporte and its peers in turn, on one machine and
// in one run, and prints what each did and the ratios, which are the figures that
// mean something elsewhere.
//
//	go run . [-scenarios write,replay,read,list] [-peers this,go-sdk,typescript,bare] [-rounds 3] [-time 4s] [-connections 16]
//
// It builds all of them; the TypeScript peer needs node 20 or later and npm. Each
// measurement stands between two calls whose answers are checked.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"
)

type options struct {
	scenarios   []string
	peers       []string
	rounds      int
	time        time.Duration
	connections int
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func parse(args []string, stderr io.Writer) (options, error) {
	var o options
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(stderr)
	names := flags.String("scenarios", "write,replay,read,list", "what to send")
	everybody := strings.Join([]string{peerThis, peerGoSDK, peerTypeScript, peerBare}, ",")
	peers := flags.String("peers", everybody, "whom to send it to, the first compared with the others")
	flags.IntVar(&o.rounds, "rounds", 3, "how often each is measured, in turns")
	flags.DurationVar(&o.time, "time", 4*time.Second, "how long each time")
	flags.IntVar(&o.connections, "connections", 16, "how many calls at once")
	if err := flags.Parse(args); err != nil {
		return options{}, err
	}
	o.scenarios, o.peers = strings.Split(*names, ","), strings.Split(*peers, ",")
	if o.rounds < 1 || o.time <= 0 || o.connections < 1 || flags.NArg() > 0 {
		return options{}, errors.New("rounds, time and connections are above zero, and nothing follows the flags")
	}
	return o, nil
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) (err error) {
	o, err := parse(args, stderr)
	if err != nil {
		return err
	}
	source, err := os.Getwd()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "asixto-bench-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()

	w := &workshop{source: source, dir: dir, token: "s3cr3t"}
	servers := map[string]*server{}
	defer func() {
		for _, s := range servers {
			err = errors.Join(err, s.stop())
		}
	}()
	for _, name := range o.peers {
		fmt.Fprintln(stderr, "starting", name)
		if servers[name], err = w.start(ctx, name); err != nil {
			delete(servers, name)
			return err
		}
	}
	return o.measure(ctx, servers, w.token, stdout, stderr)
}

func (o options) measure(ctx context.Context, servers map[string]*server, token string, stdout, stderr io.Writer) error {
	known := scenarios()
	for _, name := range o.scenarios {
		i := slices.IndexFunc(known, func(s scenario) bool { return s.name == name })
		if i < 0 {
			return fmt.Errorf("no scenario of the name %q", name)
		}
		rounds := map[string][]measure{}
		for n := range o.rounds {
			for _, peer := range o.peers {
				if !slices.Contains(known[i].peers, peer) {
					continue
				}
				m, err := known[i].measure(ctx, servers[peer].addr, token, o.connections, o.time)
				if err != nil {
					return fmt.Errorf("%s: %w", peer, err)
				}
				fmt.Fprintf(stderr, "%s, round %d, %s: %.0f/s\n", name, n+1, peer, m.rate)
				rounds[peer] = append(rounds[peer], m)
			}
		}
		var rows []row
		for _, peer := range o.peers {
			if len(rounds[peer]) > 0 {
				rows = append(rows, medians(peer, rounds[peer]))
			}
		}
		report(stdout, name, rows)
	}
	return nil
}
