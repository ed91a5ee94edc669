package certify

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"mime"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// lenient reads JSON as JavaScript does: of two members of one name the last
// counts, and bytes that are not UTF-8 read as U+FFFD.
var lenient = json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))

// message is one JSON-RPC answer.
type message struct {
	Version any            `json:"jsonrpc"`
	ID      jsontext.Value `json:"id"`
	Result  jsontext.Value `json:"result"`
	Error   *rpcError      `json:"error"`
	Method  string         `json:"method"` // of what is no answer
}

type rpcError struct {
	Code    jsontext.Value `json:"code"`
	Message jsontext.Value `json:"message"`
	Data    jsontext.Value `json:"data"`
}

// code is the error's code, 0 where it is no number.
func (e *rpcError) code() int {
	var n float64
	if e == nil || json.Unmarshal(e.Code, &n) != nil || n != float64(int(n)) {
		return 0
	}
	return int(n)
}

var (
	errTooLarge = errors.New("more than an answer may hold")
	errNoAnswer = errors.New("no JSON-RPC answer in it")
)

// readAnswer finds the JSON-RPC answer in the body of a response: the body
// itself, or the first answer of an event stream, where notifications and
// comments may come before it. It reads at most limit bytes, and of an endless
// stream no more than it needs.
func readAnswer(body io.Reader, contentType string, limit int64) (raw []byte, m *message, err error) {
	counted := &io.LimitedReader{R: body, N: limit + 1}
	kind, _, _ := mime.ParseMediaType(contentType)
	if kind == "text/event-stream" {
		raw, m, err = readStream(counted)
	} else {
		raw, err = io.ReadAll(counted)
		if err == nil {
			m, err = parseMessage(raw)
		}
	}
	if counted.N <= 0 {
		return nil, nil, errTooLarge
	}
	return raw, m, err
}

func parseMessage(raw []byte) (*message, error) {
	var m message
	if err := json.Unmarshal(raw, &m, lenient); err != nil {
		return nil, errNoAnswer
	}
	if m.Result == nil && m.Error == nil {
		return nil, errNoAnswer
	}
	return &m, nil
}

// readStream reads server-sent events up to the first that holds an answer.
func readStream(r io.Reader) ([]byte, *message, error) {
	lines := bufio.NewReader(r)
	var data []byte
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, nil, err
		}
		ended := err != nil
		line = bytes.TrimRight(line, "\r\n")
		if value, ok := bytes.CutPrefix(line, []byte("data:")); ok {
			if data != nil {
				data = append(data, '\n')
			}
			data = append(data, bytes.TrimPrefix(value, []byte(" "))...)
		}
		if len(line) == 0 || ended {
			if m, err := parseMessage(data); err == nil {
				return data, m, nil
			}
			data = nil
		}
		if ended {
			return nil, nil, errNoAnswer
		}
	}
}
