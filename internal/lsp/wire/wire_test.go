package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"sync"
	"testing"
)

func TestRead(t *testing.T) {
	for name, test := range map[string]struct {
		in   string
		want []string
		err  string // empty: the end
	}{
		"two":              {"Content-Length: 2\r\n\r\n{}Content-Length: 4\r\n\r\nnull", []string{"{}", "null"}, ""},
		"nothing":          {"", nil, ""},
		"other headers":    {"Content-Type: application/x; charset=utf-8\r\ncontent-length:3\r\n\r\n[1]", []string{"[1]"}, ""},
		"bare line ends":   {"Content-Length: 2\n\n{}", []string{"{}"}, ""},
		"empty body":       {"Content-Length: 0\r\n\r\n", []string{""}, ""},
		"no length":        {"Content-Type: x\r\n\r\n{}", nil, "header has no Content-Length"},
		"no header":        {"\r\n{}", nil, "header has no Content-Length"},
		"no number":        {"Content-Length: x\r\n\r\n", nil, "header has Content-Length"},
		"negative":         {"Content-Length: -1\r\n\r\n", nil, "header has Content-Length"},
		"too much":         {"Content-Length: 99999999999\r\n\r\n", nil, "header has Content-Length"},
		"no colon":         {"hello\r\n\r\n", nil, "has no colon"},
		"cut in header":    {"Content-Len", nil, "header is cut short"},
		"cut before body":  {"Content-Length: 2\r\n", nil, "header is cut short"},
		"cut in body":      {"Content-Length: 5\r\n\r\n{}", nil, "message is cut short"},
		"endless line":     {strings.Repeat("x", 1<<14), nil, "header"},
		"promises too big": {"Content-Length: 1000000000\r\n\r\n{}", nil, "message is cut short"},
	} {
		r := NewReader(strings.NewReader(test.in))
		var err error
		for i := 0; ; i++ {
			var body []byte
			if body, err = r.Read(); err != nil {
				if i != len(test.want) {
					t.Errorf("%s: %d messages, want %d", name, i, len(test.want))
				}
				break
			}
			if i >= len(test.want) || string(body) != test.want[i] {
				t.Errorf("%s: message %d is %q", name, i, body)
				break
			}
		}
		if (test.err == "") != errors.Is(err, io.EOF) || !strings.Contains(err.Error(), test.err) {
			t.Errorf("%s: error %v, want %q", name, err, test.err)
		}
	}
}

func TestParse(t *testing.T) {
	for body, want := range map[string]string{
		`{"jsonrpc":"2.0","id":1,"method":"m","params":{}}`: "request",
		`{"jsonrpc":"2.0","id":"a","method":"m"}`:           "request",
		`{"jsonrpc":"2.0","method":"m"}`:                    "notification",
		`{"jsonrpc":"2.0","id":1,"result":null}`:            "response",
		`{"jsonrpc":"2.0","id":1,"error":{"code":1}}`:       "response",
		`[]`: "error", `x`: "error",
	} {
		m, err := Parse([]byte(body))
		got := "error"
		switch {
		case err != nil:
		case m.IsRequest():
			got = "request"
		case m.IsResponse():
			got = "response"
		default:
			got = "notification"
		}
		if got != want {
			t.Errorf("%s is a %s, want %s", body, got, want)
		}
	}
}

func TestReply(t *testing.T) {
	for _, test := range []struct {
		result  any
		failure error
		want    string
	}{
		{nil, nil, `{"jsonrpc":"2.0","id":7,"result":null}`},
		{[]int{}, nil, `{"jsonrpc":"2.0","id":7,"result":[]}`},
		{1, errors.New("no"), `{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"no"}}`},
		{nil, &Error{Code: CodeCancelled, Message: "c"}, `{"jsonrpc":"2.0","id":7,"error":{"code":-32800,"message":"c"}}`},
	} {
		got, err := Reply(json.RawMessage("7"), test.result, test.failure)
		if err != nil || string(got) != test.want {
			t.Errorf("%s, %v; want %s", got, err, test.want)
		}
	}
	if _, err := Reply(json.RawMessage("7"), func() {}, nil); err == nil {
		t.Error("a function was encoded")
	}
}

// TestQueue sends from several senders while nobody reads, and checks that everything comes, that of
// each sender in order.
func TestQueue(t *testing.T) {
	in, out := io.Pipe()
	q := NewQueue(out)
	const senders, each = 4, 200
	var all sync.WaitGroup
	for s := range senders {
		all.Go(func() {
			for i := range each {
				q.Send([]byte(strconv.Itoa(s*each + i)))
			}
		})
	}
	all.Wait()
	go func() {
		q.Close()
		_ = out.Close()
	}()
	r := NewReader(in)
	last := make([]int, senders)
	for n := 0; ; n++ {
		body, err := r.Read()
		if err != nil {
			if n != senders*each {
				t.Errorf("%d messages, want %d (%v)", n, senders*each, err)
			}
			return
		}
		v, _ := strconv.Atoi(string(body))
		if s := v / each; v < last[s] {
			t.Errorf("%d came after %d", v, last[s])
		} else {
			last[s] = v
		}
	}
}

// TestQueueFails checks that a reader that is gone stops nobody.
func TestQueueFails(t *testing.T) {
	in, out := io.Pipe()
	_ = in.Close()
	q := NewQueue(out)
	q.Send([]byte("a"))
	q.Close()
	q.Send([]byte("b"))
}

// FuzzRead reads any bytes, and what it takes for messages must come back when it is written.
func FuzzRead(f *testing.F) {
	f.Add([]byte("Content-Length: 2\r\n\r\n{}Content-Length: 4\r\nX: y\r\n\r\nnull"))
	f.Add([]byte("Content-Length: 2\n\n{}rest"))
	f.Fuzz(func(t *testing.T, in []byte) {
		var bodies [][]byte
		var again bytes.Buffer
		for r := NewReader(bytes.NewReader(in)); ; {
			body, err := r.Read()
			if err != nil {
				break
			}
			bodies = append(bodies, body)
			if err := Write(&again, body); err != nil {
				t.Fatal(err)
			}
		}
		r := NewReader(&again)
		for _, want := range bodies {
			got, err := r.Read()
			if err != nil || !bytes.Equal(got, want) {
				t.Fatalf("%q came back as %q, %v", want, got, err)
			}
		}
		if _, err := r.Read(); !errors.Is(err, io.EOF) {
			t.Fatalf("behind the last message: %v", err)
		}
	})
}
