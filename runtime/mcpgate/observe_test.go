package mcpgate_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	mnoop "go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/trace"
	tnoop "go.opentelemetry.io/otel/trace/noop"

	"github.com/skewlint/skewlint/runtime/mcpgate"
)

// recorder is an implementation of OpenTelemetry that keeps what it is told.
type recorder struct {
	tnoop.TracerProvider
	mnoop.MeterProvider
	mu    sync.Mutex
	spans []*recordedSpan
	took  []attribute.Set
}

type recordedTracer struct {
	tnoop.Tracer
	r *recorder
}

type recordedSpan struct {
	tnoop.Span
	r      *recorder
	name   string
	kind   trace.SpanKind
	attrs  map[string]string
	status codes.Code
	ended  bool
	at     trace.SpanContext
}

type recordedMeter struct {
	mnoop.Meter
	r *recorder
}

type recordedHistogram struct {
	mnoop.Float64Histogram
	r *recorder
}

func (r *recorder) Tracer(string, ...trace.TracerOption) trace.Tracer { return recordedTracer{r: r} }
func (r *recorder) Meter(string, ...metric.MeterOption) metric.Meter  { return recordedMeter{r: r} }

func (t recordedTracer) Start(ctx context.Context, name string, opts ...trace.SpanStartOption) (context.Context, trace.Span) {
	cfg := trace.NewSpanStartConfig(opts...)
	t.r.mu.Lock()
	defer t.r.mu.Unlock()
	id := byte(len(t.r.spans) + 1)
	s := &recordedSpan{r: t.r, name: name, kind: cfg.SpanKind(), attrs: map[string]string{}, at: trace.NewSpanContext(trace.SpanContextConfig{
		TraceID: trace.TraceID{1}, SpanID: trace.SpanID{id}, TraceFlags: trace.FlagsSampled,
	})}
	for _, a := range cfg.Attributes() {
		s.attrs[string(a.Key)] = a.Value.String()
	}
	t.r.spans = append(t.r.spans, s)
	return trace.ContextWithSpan(ctx, s), s
}

func (s *recordedSpan) SpanContext() trace.SpanContext { return s.at }

func (s *recordedSpan) SetAttributes(attrs ...attribute.KeyValue) {
	s.r.mu.Lock()
	defer s.r.mu.Unlock()
	for _, a := range attrs {
		s.attrs[string(a.Key)] = a.Value.String()
	}
}

func (s *recordedSpan) SetStatus(c codes.Code, _ string) { s.status = c }
func (s *recordedSpan) End(...trace.SpanEndOption)       { s.ended = true }

func (m recordedMeter) Float64Histogram(name string, _ ...metric.Float64HistogramOption) (metric.Float64Histogram, error) {
	if name != "mcp.client.operation.duration" {
		return nil, errors.New(name)
	}
	return recordedHistogram{r: m.r}, nil
}

func (h recordedHistogram) Record(_ context.Context, _ float64, opts ...metric.RecordOption) {
	h.r.mu.Lock()
	defer h.r.mu.Unlock()
	h.r.took = append(h.r.took, metric.NewRecordConfig(opts).Attributes())
}

// span returns the last span of the name.
func (r *recorder) span(t *testing.T, name string) *recordedSpan {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range slices.Backward(r.spans) {
		if s.name == name {
			return s
		}
	}
	t.Fatalf("no span %q", name)
	return nil
}

func TestWhatIsRecorded(t *testing.T) {
	reach(t, func(t *testing.T, dial dialer) {
		o, rec, log := newOffice(nil), &recorder{}, &bytes.Buffer{}
		g := open(t, mcpgate.Config{
			Sources: []mcpgate.Source{{Name: "office", Dial: dial(t, o.Server)}}, Tracer: rec, Meter: rec,
			Logger: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		})
		ctx := t.Context()
		if _, err := g.Call(ctx, "office__find", map[string]any{"query": "s3cret"}); err != nil {
			t.Fatal(err)
		}
		s := rec.span(t, "tools/call find")
		for key, want := range map[string]string{
			"mcp.method.name": "tools/call", "gen_ai.tool.name": "find", "gen_ai.operation.name": "execute_tool",
			"mcp.protocol.version": "2026-07-28", "mcpgate.server": "office", "mcpgate.arguments.size": "18",
		} {
			if s.attrs[key] != want {
				t.Errorf("%s is %q, want %q", key, s.attrs[key], want)
			}
		}
		if s.kind != trace.SpanKindClient || !s.ended || s.status == codes.Error || len(s.attrs["mcpgate.arguments.digest"]) != 16 {
			t.Errorf("got %+v", s)
		}
		if got := o.metas[0]["traceparent"]; got != "00-01000000000000000000000000000000-"+s.at.SpanID().String()+"-01" {
			t.Errorf("the server got the trace %v", got)
		}
		rec.span(t, "tools/list")

		_, _ = g.Call(ctx, "office__get_basket", map[string]any{"basket_id": "bsk_s3cret"})
		s = rec.span(t, "tools/call get_basket")
		if s.attrs["error.type"] != "tool_error" || s.status != codes.Error || !s.ended {
			t.Errorf("a tool's error: %+v", s.attrs)
		}
		if v, _ := rec.took[len(rec.took)-1].Value("error.type"); v.AsString() != "tool_error" || len(rec.took) != len(rec.spans) {
			t.Errorf("%d measurements for %d spans, the last of %q", len(rec.took), len(rec.spans), v.AsString())
		}
		for _, s := range rec.spans {
			for key, v := range s.attrs {
				if strings.Contains(v, "s3cret") || strings.Contains(v, "Maria") {
					t.Errorf("%s of %s shows %q", key, s.name, v)
				}
			}
		}
		if text := log.String(); strings.Contains(text, "s3cret") || !containsAll(text, "server=office", "tool=get_basket", "error_type=tool_error", "arguments_size=") {
			t.Errorf("the log says\n%s", text)
		}
	})
}

func TestUnredacted(t *testing.T) {
	rec := &recorder{}
	g := open(t, mcpgate.Config{
		Sources: []mcpgate.Source{{Name: "office", Dial: memory(t, newOffice(nil).Server)}}, Tracer: rec, Unredacted: true,
	})
	view := g.Scope("clerk", func(mcpgate.Tool) bool { return true })
	if _, err := view.Call(t.Context(), "office__find", map[string]any{"query": "x"}); err != nil {
		t.Fatal(err)
	}
	a := rec.span(t, "tools/call find").attrs
	if a["gen_ai.tool.call.arguments"] != `{"query":"x"}` || a["gen_ai.tool.call.result"] != `{"customer":"x"}` || a["gen_ai.agent.name"] != "clerk" {
		t.Errorf("got %v", a)
	}
}

// The digest says that two calls were alike within one gateway, and cannot be looked up in a table.
func TestDigestIsKeyed(t *testing.T) {
	digests := map[string]int{}
	for range 2 {
		rec := &recorder{}
		g := open(t, mcpgate.Config{Sources: []mcpgate.Source{{Name: "office", Dial: memory(t, newOffice(nil).Server)}}, Tracer: rec})
		for range 2 {
			if _, err := g.Call(t.Context(), "office__find", map[string]any{"query": "1234"}); err != nil {
				t.Fatal(err)
			}
			digests[rec.span(t, "tools/call find").attrs["mcpgate.arguments.digest"]]++
		}
	}
	if len(digests) != 2 {
		t.Errorf("got %v", digests)
	}
}
