package certify

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/asixto/go-sdk/asixto/internal/rules"
)

// Examine examines the server at opts.URL. The error is a *UsageError, an
// *UnreachableError or that ctx was cancelled; whatever a server does that it
// should not is in the report.
func Examine(ctx context.Context, opts Options) (*Report, error) {
	u, err := opts.prepare()
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, opts.Timeout)
	defer cancel()
	roads := opts.Transport
	if roads == nil {
		own := transport()
		defer own.CloseIdleConnections()
		roads = own
	}
	shown := *u
	shown.RawQuery = ""
	e := &examination{
		opts: opts,
		client: &client{
			url: u, token: opts.Token, version: opts.Version, wait: opts.callTimeout(),
			http: &http.Client{Transport: roads, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
		},
		report: &Report{URL: masked(shown.String(), opts.Token)},
		told:   make(map[told]bool),
		zone:   bogota(),
	}
	start := time.Now()
	err = e.run(limited)
	e.client.leave(ctx)
	e.report.Duration = time.Since(start)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	e.report.settle(e.finished)
	return e.report, nil
}

// examination is one run.
type examination struct {
	opts     Options
	client   *client
	report   *Report
	told     map[told]bool
	tools    []*tool
	guide    string         // the server's instructions
	silent   int            // requests in a row that were not answered in time
	zone     *time.Location // of the calls
	partial  bool           // there is more than was looked at
	finished bool
}

type told struct{ rule, tool, field string }

// Step is one part of an examination.
type Step struct {
	ID    string
	Title Words
}

// errStop says that nothing further can be examined.
var errStop = errors.New("nothing further can be examined")

// maxSilent is after how many unanswered requests in a row a server is given up.
const maxSilent = 3

// A stage is a step with what it does.
type stage struct {
	Step

	run func(*examination, context.Context, Step) error
}

func stages() []stage {
	step := func(id, en, es string, run func(*examination, context.Context, Step) error) stage {
		return stage{Step{id, Words{en, es}}, run}
	}
	return []stage{
		step("connection", "Connection and credential", "Conexión y credencial", (*examination).connection),
		step("discover", "server/discover and revision", "server/discover y revisión", (*examination).discover),
		step("list", "tools/list, twice", "tools/list, dos veces", (*examination).list),
		step("definitions", "Definitions of the tools", "Definiciones de las herramientas", (*examination).definitions),
		step("catalogue", "The catalogue as a whole", "El catálogo en conjunto", (*examination).catalogue),
		step("protocol", "Requests that must be refused", "Peticiones que se deben rechazar", (*examination).protocol),
		step("calls", "Calls with made-up arguments", "Llamadas con argumentos inventados", (*examination).calls),
		step("null", "null for every optional argument", "null en cada argumento opcional", (*examination).nulls),
		step("arguments", "Arguments that must be refused", "Argumentos que se deben rechazar", (*examination).badArguments),
		step("repeat", "One key twice", "Una clave dos veces", (*examination).repeat),
		step("parallel", "One key several times at once", "Una clave varias veces a la vez", (*examination).parallel),
		step("cut", "One key after a cut connection", "Una clave tras un corte", (*examination).cut),
		step("load", "A short load", "Una carga breve", (*examination).load),
	}
}

// run goes through the stages. What cannot be examined any more is listed as
// skipped, with the reason.
func (e *examination) run(ctx context.Context) error {
	all := stages()
	var stopped Words
	for i, s := range all {
		if !stopped.empty() {
			e.skip(s.Step, "", stopped)
			continue
		}
		if e.opts.Progress != nil {
			e.opts.Progress(i+1, len(all), s.Step)
		}
		before := len(e.report.Checks)
		err := s.run(e, ctx, s.Step)
		why, err := e.ended(ctx, s.Step, err)
		if err != nil {
			return err
		}
		stopped = why
		switch {
		case ctx.Err() != nil:
			e.skip(s.Step, "", stopped)
		case !stopped.empty(): // why may have been found in a step before
			e.report.Checks = append(e.report.Checks, Check{Step: s.Step, Status: Failed})
		case len(e.report.Checks) == before:
			e.passed(s.Step, "")
		}
	}
	e.finished = stopped.empty() && !e.partial
	return nil
}

// ended sorts out how a stage ended: what keeps the others from being examined,
// or the error that leaves nothing to report.
func (e *examination) ended(ctx context.Context, s Step, err error) (stopped Words, _ error) {
	var gone *UnreachableError
	var usage *UsageError
	toMend := Words{"what stands above has to be mended first", "primero hay que corregir lo anterior"}
	switch {
	case errors.As(err, &gone) && e.client.ids.Load() <= 1, errors.As(err, &usage), errors.Is(err, context.Canceled):
		return Words{}, err
	case errors.As(err, &gone):
		e.find(s, rules.Observe("transport-answer", "", bare(gone.Cause)))
		return Words{"the server cannot be reached any more", "ya no se llega al servidor"}, nil
	case ctx.Err() != nil:
		return Words{"the time for the examination ran out", "se acabó el tiempo del examen"}, nil //nolint:nilerr // it goes into the report
	case err != nil:
		return toMend, nil //nolint:nilerr // it goes into the report
	}
	return Words{}, nil
}

// find puts a finding into the report, each rule once for a place.
func (e *examination) find(s Step, f rules.Finding) {
	key := told{f.Rule.ID, f.Tool, f.Field}
	if e.told[key] {
		return
	}
	e.told[key] = true
	e.add(s, f)
}

// add puts a finding into the report.
func (e *examination) add(s Step, f rules.Finding) {
	f.Detail = harmless(f.Detail, e.opts.Token)
	f.Tool = harmless(f.Tool, e.opts.Token)
	f.Field = harmless(f.Field, e.opts.Token)
	e.report.Findings = append(e.report.Findings, Finding{Finding: f, Step: s})
}

func (e *examination) observe(s Step, rule, tool, detail string) {
	e.find(s, rules.Observe(rule, tool, detail))
}

func (e *examination) passed(s Step, tool string) {
	e.report.Checks = append(e.report.Checks, Check{Step: s, Tool: harmless(tool, e.opts.Token), Status: Passed})
}

func (e *examination) note(s Step, tool string, why Words) {
	e.report.Checks = append(e.report.Checks, Check{Step: s, Tool: harmless(tool, e.opts.Token), Status: Passed, Reason: why})
}

func (e *examination) skip(s Step, tool string, why Words) {
	e.report.Checks = append(e.report.Checks, Check{Step: s, Tool: harmless(tool, e.opts.Token), Status: Skipped, Reason: why})
}

// ask sends a request of a step. Where there is no answer, it puts the reason
// into the report and returns nil; the error is for what ends the examination.
func (e *examination) ask(ctx context.Context, s Step, r request) (*reply, error) {
	rep, err := e.client.do(ctx, r)
	tool := ""
	if r.method == "tools/call" {
		tool = r.name
	}
	return e.heard(ctx, s, tool, rep, err)
}

// heard sorts out what came of a request.
func (e *examination) heard(ctx context.Context, s Step, tool string, rep *reply, err error) (*reply, error) {
	var f *fault
	switch {
	case err == nil:
		e.silent = 0
		e.common(s, tool, rep)
		return rep, nil
	case errors.As(err, &f):
		if f.rule == "transport-time" && ctx.Err() != nil {
			return nil, errStop // the examination's time, not the server's
		}
		e.observe(s, f.rule, tool, f.detail)
		if f.rule != "transport-time" {
			e.silent = 0
		} else if e.silent++; e.silent >= maxSilent {
			return nil, errStop
		}
		return nil, nil //nolint:nilnil // that there is no answer is in the report
	}
	return nil, err
}

// common is what holds for every answer.
func (e *examination) common(s Step, tool string, rep *reply) {
	if rep.raw == nil {
		return
	}
	if rep.Version != "2.0" && rep.status < http.StatusBadRequest { // else a proxy may have said it
		e.observe(s, "transport-answer", "", fmt.Sprintf("jsonrpc: %v ≠ 2.0", rep.Version))
	}
	if rep.ID != nil && rep.status < http.StatusBadRequest && text(decoded(rep.ID)) != rep.id {
		e.observe(s, "id-echo", "", string(rep.ID))
	}
	raw := string(rep.raw)
	if e.opts.Token != "" && strings.Contains(raw, e.opts.Token) {
		e.observe(s, "answer-secret", tool, "[token]")
		raw = masked(raw, e.opts.Token)
	}
	if at := around(raw, "data:"); at != "" {
		e.observe(s, "answer-event-text", tool, at)
	}
	if rep.Result != nil && e.client.older == "" {
		if kind := text(object(decoded(rep.Result))["resultType"]); kind != "complete" {
			e.observe(s, "result-complete", tool, "resultType: "+kind)
		}
	}
}
