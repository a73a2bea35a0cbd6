package desk

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
	"time"
)

// validity is how long an answer may take. Whoever answers later is asked again.
const validity = 7 * 24 * time.Hour

var (
	errForged  = errors.New("the answer does not belong to a question that was asked here about this invoice")
	errExpired = errors.New("the question has expired")
)

// question is what a seal stands for.
type question struct {
	Tool    string `json:"tool"`
	Invoice int    `json:"invoice"`
	User    string `json:"user"`
}

// sealed is a question with its last moment, in seconds of Unix time.
type sealed struct {
	question
	Until int64 `json:"until"`
}

type sealer struct {
	key []byte
	now func() time.Time
}

func newSealer() sealer {
	key := make([]byte, 32)
	_, _ = rand.Read(key) // never fails
	return sealer{key: key, now: time.Now}
}

func (s sealer) mac(body string) string {
	m := hmac.New(sha256.New, s.key)
	_, _ = m.Write([]byte(body)) // never fails
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil))
}

// seal makes the state that goes out with a question.
func (s sealer) seal(q question) (string, error) {
	raw, err := json.Marshal(sealed{question: q, Until: s.now().Add(validity).Unix()})
	if err != nil {
		return "", err
	}
	body := base64.RawURLEncoding.EncodeToString(raw)
	return body + "." + s.mac(body), nil
}

// verify says whether the state that came back was made for q. It reads nothing in it before the seal is known to be ours.
func (s sealer) verify(state string, q question) error {
	body, mac, ok := strings.Cut(state, ".")
	if !ok || !hmac.Equal([]byte(mac), []byte(s.mac(body))) {
		return errForged
	}
	raw, err := base64.RawURLEncoding.DecodeString(body)
	if err != nil {
		return errForged
	}
	var got sealed
	if err := json.Unmarshal(raw, &got); err != nil || got.question != q {
		return errForged
	}
	if s.now().Unix() > got.Until {
		return errExpired
	}
	return nil
}
