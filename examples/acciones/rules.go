package main

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/asixto/go-sdk/asixto"
)

// actionVerdict is what Secure says of a content.
type actionVerdict string

const (
	verdictSafe    actionVerdict = "safe"
	verdictFlagged actionVerdict = "flagged"
	verdictBlocked actionVerdict = "blocked"
)

func (actionVerdict) Values() []actionVerdict {
	return []actionVerdict{verdictSafe, verdictFlagged, verdictBlocked}
}

type ruleType string

const (
	dataPattern   ruleType = "data_pattern"
	policyDSL     ruleType = "policy_dsl"
	promptPattern ruleType = "prompt_pattern"
	toolCall      ruleType = "tool_call"
)

func (ruleType) Values() []ruleType {
	return []ruleType{dataPattern, policyDSL, promptPattern, toolCall}
}

type ruleAction string

func (ruleAction) Values() []ruleAction { return []ruleAction{"block", "flag", "log"} }

type severity string

func (severity) Values() []severity { return []severity{"critical", "high", "medium", "low"} }

type ruleStatus string

const (
	ruleActive   ruleStatus = "active"
	ruleArchived ruleStatus = "archived"
	ruleDraft    ruleStatus = "draft"
)

func (ruleStatus) Values() []ruleStatus { return []ruleStatus{ruleActive, ruleArchived, ruleDraft} }

type direction string

const (
	inbound  direction = "inbound"
	outbound direction = "outbound"
	bothWays direction = "both"
)

func (direction) Values() []direction { return []direction{inbound, outbound, bothWays} }

// rule is what Secure looks for, and what it does then.
type rule struct {
	ID, Name                                                                 string
	Type                                                                     ruleType
	Action                                                                   ruleAction
	Severity                                                                 severity
	Status                                                                   ruleStatus
	AppliesToAll                                                             bool
	Direction                                                                direction
	Patterns, Tools, Categories, Descriptions, Statements, Libraries, Agents []string

	matchers []*regexp.Regexp
}

// Decision: what the source calls rule-specific values is read as follows. A
// pattern, a category, a description and a library's name are looked for in the
// content, the patterns as RE2, the others as words; a statement of the DSL is a
// text that the content may not contain; a tool is compared by its name.
func (r *rule) compile() error {
	r.matchers = nil
	for _, p := range r.Patterns {
		m, err := regexp.Compile(p)
		if err != nil {
			return errRulePattern.WithCause(err)
		}
		r.matchers = append(r.matchers, m)
	}
	for _, word := range slices.Concat(r.Categories, r.Descriptions, r.Libraries, r.Statements) {
		r.matchers = append(r.matchers, regexp.MustCompile(beginning(word)+regexp.QuoteMeta(word)))
	}
	if len(r.matchers) == 0 && len(r.Tools) == 0 {
		return errRuleEmpty
	}
	return nil
}

// beginning is what may stand before a word: no letter and no digit, also of those
// with an accent, which \b does not know. A sign may stand anywhere.
func beginning(word string) string {
	if first, _ := utf8.DecodeRuneInString(word); unicode.IsLetter(first) || unicode.IsDigit(first) {
		return `(?i)(?:^|[^\pL\pN])`
	}
	return `(?i)`
}

// scan is one content to look through.
type scan struct {
	Content, Type, Tool, Agent string
}

// The sorts of content.
const (
	scanPrompt   = "prompt_input"
	scanToolCall = "tool_call"
)

func (r *rule) matches(s scan) bool {
	comesIn := s.Type == scanPrompt
	switch {
	case r.Status != ruleActive,
		!r.AppliesToAll && !slices.Contains(r.Agents, s.Agent),
		r.Direction == inbound && !comesIn, r.Direction == outbound && comesIn,
		r.Type == promptPattern && !comesIn, r.Type == toolCall && s.Type != scanToolCall,
		len(r.Tools) > 0 && !slices.Contains(r.Tools, s.Tool):
		return false
	}
	return len(r.matchers) == 0 || slices.ContainsFunc(r.matchers, func(m *regexp.Regexp) bool { return m.MatchString(s.Content) })
}

// scanned names a tool call that a client had looked through: the tool and the
// digest of its request.
type scanned struct{ client, tool, request string }

// maxNamed is how many of the rules that match are named.
const maxNamed = 5

// scan looks a content through. A tool call is remembered: authorising its exact
// request asks for it. Decision: the source gives a scan no id, so the request
// itself is the link.
func (b *backend) scan(ctx context.Context, s scan) (verdict actionVerdict, matched []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	verdict = verdictSafe
	for _, r := range b.rules {
		if !r.matches(s) {
			continue
		}
		if len(matched) < maxNamed {
			matched = append(matched, r.Name)
		}
		switch {
		case r.Action == "block":
			verdict = verdictBlocked
		case r.Action == "flag" && verdict == verdictSafe:
			verdict = verdictFlagged
		}
	}
	if content, err := canonical([]byte(s.Content)); err == nil && s.Type == scanToolCall {
		call := scanned{asixto.ClientName(ctx), s.Tool, digest(content)}
		if b.scans[call] != verdictBlocked { // a block stays, whichever agent it is said to be next time
			b.scans[call] = verdict
		}
	}
	return verdict, matched
}

// maxRuleList is the room for the active rules in one answer, in UTF-16 units of
// JSON: list_active_rules takes no page.
const maxRuleList = 2700

// putRule adds a rule, or replaces the one with its id.
func (b *backend) putRule(id string, change func(*rule)) (rule, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	var r rule
	at := slices.IndexFunc(b.rules, func(r *rule) bool { return r.ID == id })
	switch {
	case at >= 0:
		r = *b.rules[at]
	case id != "":
		return rule{}, errNoRule
	}
	change(&r)
	if err := r.compile(); err != nil {
		return rule{}, err
	}
	rules, matters := slices.Clone(b.rules), r.Status == ruleActive
	if at >= 0 {
		matters = matters || rules[at].Status == ruleActive
		rules[at] = &r
	} else {
		rules = append(rules, &r)
	}
	if r.Status == ruleActive && !fits(rows(rules), maxRuleList) {
		return rule{}, errRulesFull
	}
	if r.ID == "" {
		r.ID = b.newID("reg")
	}
	b.rules = rules
	if matters {
		clear(b.scans) // they were made by other rules
	}
	return r, nil
}

func (b *backend) activeRules() []RuleRow {
	b.mu.Lock()
	defer b.mu.Unlock()
	return rows(b.rules)
}

func rows(rules []*rule) []RuleRow {
	var active []RuleRow
	for _, r := range rules {
		if r.Status == ruleActive {
			active = append(active, RuleRow{r.ID, r.Name, r.Type, r.Action, r.Severity})
		}
	}
	return active
}

func sampleRules() []*rule {
	rules := []*rule{
		{
			ID: "reg-1", Name: "Números de tarjeta", Type: dataPattern, Action: "block", Severity: "critical",
			Patterns: []string{`\b\d{4}[ -]?\d{4}[ -]?\d{4}[ -]?\d{4}\b`},
		},
		{
			ID: "reg-2", Name: "Órdenes ocultas", Type: promptPattern, Action: "flag", Severity: "high",
			Patterns: []string{`(?i)ignora (todas )?las instrucciones`},
		},
	}
	for _, r := range rules {
		r.Status, r.AppliesToAll, r.Direction = ruleActive, true, bothWays
		if err := r.compile(); err != nil {
			panic(strings.Join(r.Patterns, " ") + ": " + err.Error())
		}
	}
	return rules
}
