package asixtotest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"sync"
	"testing"
)

// A Conversation is one conversation of a customer with the agent, as the Gateway
// plays it: all calls have its id and its channel, and their idempotency keys
// derive from the conversation, the tool and the arguments, so that equal calls
// are one operation (contract, guarantee 1). It keeps a transcript. It is safe
// for concurrent use.
type Conversation struct {
	client *Client
	id     string
	opts   []CallOption

	mu         sync.Mutex
	last       *call
	answer     *Answer
	transcript strings.Builder
}

// NewConversation begins a conversation, by default a chat; [Voice] makes it a
// telephone call. The opts hold for each of its calls.
func NewConversation(c *Client, opts ...CallOption) *Conversation {
	return &Conversation{client: c, id: c.next("cnv"), opts: opts}
}

// ID is the conversation's id, which no other has.
func (v *Conversation) ID() string { return v.id }

// Do calls a tool in the conversation, see [Caller] and [Client.Do].
func (v *Conversation) Do(tb testing.TB, tool string, in any, opts ...CallOption) *Answer {
	tb.Helper()
	args, err := arguments(in)
	if err != nil {
		tb.Fatalf("asixtotest: tool %q: %v", tool, err)
	}
	all := append([]CallOption{ConversationID(v.id), Key(v.key(tool, args))}, v.opts...)
	call, err := v.client.newCall(tool, args, append(all, opts...))
	if err != nil {
		tb.Fatal(err)
	}
	a := v.client.play(tb, call)
	v.note(call, a, "")
	return a
}

// Retry sends the last call again, as the Gateway does after a cut connection
// that it noticed late: a new request with the same key. The answer must be the
// same where the tool writes and has succeeded.
func (v *Conversation) Retry(tb testing.TB) *Answer {
	tb.Helper()
	v.mu.Lock()
	last, before := v.last, v.answer
	v.mu.Unlock()
	if last == nil {
		tb.Fatal("asixtotest: Retry: the conversation has no call yet")
		return nil
	}
	again := v.client.again(last)
	again.cut = false
	a := v.client.play(tb, again)
	if v.client.saysItReads(tb, last.tool) != nil && before.Err == nil && !before.same(a) {
		tb.Errorf("asixtotest: tool %q: a retry has another answer: %s %q, then %s %q",
			last.tool, before.Structured, before.Text, a.Structured, a.Text)
	}
	v.note(again, a, " (otra vez)")
	return a
}

// Heard is what the customer heard last: in voice the text of the answer, and of
// a failure its sentence. In chat a success is what the model reads.
func (v *Conversation) Heard() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.answer == nil {
		return ""
	}
	return v.answer.Heard()
}

// Transcript is the conversation so far: each call with its arguments, and what
// was heard, for a failure with its kind.
func (v *Conversation) Transcript() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.transcript.String()
}

// Golden compares the transcript with a file, see [UpdateVariable].
func (v *Conversation) Golden(tb testing.TB, path string) {
	tb.Helper()
	golden(tb, path, v.Transcript())
}

func (v *Conversation) note(call *call, a *Answer, how string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.last, v.answer = call, a
	fmt.Fprintf(&v.transcript, "→ %s %s%s\n", call.tool, call.args, how)
	if a.Err != nil {
		fmt.Fprintf(&v.transcript, "← %s: %s\n", a.Err.Kind(), a.Err.UserMessage())
		return
	}
	fmt.Fprintf(&v.transcript, "← %s\n", a.Text)
}

// key derives the key of a call.
func (v *Conversation) key(tool string, args []byte) string {
	sum := sha256.Sum256([]byte(strings.Join([]string{v.id, tool, canonical(args)}, "\x00")))
	return hex.EncodeToString(sum[:16])
}

var (
	_ Caller = (*Client)(nil)
	_ Caller = (*Conversation)(nil)
)
