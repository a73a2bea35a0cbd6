// Package observe records what the gateway does: spans, one metric and log records, under the OpenTelemetry conventions
// for MCP.
//
// The one idea is that arguments and results are other people's data: of them only the size and a keyed digest are
// recorded, which says that two calls were alike and cannot be turned back into a short secret by trying.
//
// # Limits
//
// The conventions are in development and moved from the general repository to open-telemetry/semantic-conventions-genai
// (docs/gen-ai/mcp.md), from which no Go package is generated, so their names stand here. The request id of JSON-RPC and
// the address of the server are known to the SDK only and not recorded.
package observe

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	mnoop "go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
	tnoop "go.opentelemetry.io/otel/trace/noop"
)

// Names of the conventions.
const (
	methodName      = attribute.Key("mcp.method.name")
	protocolVersion = attribute.Key("mcp.protocol.version")
	operationName   = attribute.Key("gen_ai.operation.name")
	toolName        = attribute.Key("gen_ai.tool.name")
	agentName       = attribute.Key("gen_ai.agent.name")
	callArguments   = attribute.Key("gen_ai.tool.call.arguments")
	callResult      = attribute.Key("gen_ai.tool.call.result")
	errorType       = attribute.Key("error.type")
	statusCode      = attribute.Key("rpc.response.status_code")

	durationName = "mcp.client.operation.duration"
	durationText = "The duration of the MCP request or notification as observed on the sender from the time it was sent " +
		"until the response or ack is received."
)

// Names of our own, for what the conventions have no word for.
const (
	serverName      = attribute.Key("mcpgate.server")
	attempt         = attribute.Key("mcpgate.attempt")
	argumentsSize   = attribute.Key("mcpgate.arguments.size")
	argumentsDigest = attribute.Key("mcpgate.arguments.digest")
	resultSize      = attribute.Key("mcpgate.result.size")
	resultDigest    = attribute.Key("mcpgate.result.digest")
)

// scope is the name of the instrumentation.
const scope = "github.com/skewlint/skewlint/runtime/mcpgate"

// buckets are those that the conventions recommend for the duration.
var buckets = []float64{0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300}

// Config says where records go. The zero value records nothing.
type Config struct {
	Tracer     trace.TracerProvider
	Meter      metric.MeterProvider
	Propagator propagation.TextMapPropagator
	Logger     *slog.Logger
	// Unredacted records arguments and results themselves on spans.
	Unredacted bool
	Now        func() time.Time
}

// Observer records operations.
type Observer struct {
	Config
	tracer   trace.Tracer
	duration metric.Float64Histogram
	key      []byte
}

// New makes an observer.
func New(c Config) (*Observer, error) {
	if c.Tracer == nil {
		c.Tracer = tnoop.NewTracerProvider()
	}
	if c.Meter == nil {
		c.Meter = mnoop.NewMeterProvider()
	}
	if c.Propagator == nil {
		c.Propagator = propagation.TraceContext{}
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	o := &Observer{Config: c, tracer: c.Tracer.Tracer(scope), key: make([]byte, 32)}
	_, _ = rand.Read(o.key) // never fails
	var err error
	o.duration, err = c.Meter.Meter(scope).Float64Histogram(durationName, metric.WithUnit("s"),
		metric.WithDescription(durationText), metric.WithExplicitBucketBoundaries(buckets...))
	return o, err
}

// Digest is a short digest of data under a key of this observer.
func (o *Observer) Digest(data []byte) string {
	mac := hmac.New(sha256.New, o.key)
	mac.Write(data)
	return hex.EncodeToString(mac.Sum(nil)[:8])
}

// Request is one request to a server.
type Request struct {
	Method, Server, Tool, Agent, Protocol string
	Attempt                               int
	Arguments                             []byte
}

// Outcome is how a request ended. Type is empty for success, and Code when the server sent none.
type Outcome struct {
	Type, Code string
	Result     []byte
}

// Start begins a request; end must be called once.
func (o *Observer) Start(ctx context.Context, r Request) (started context.Context, end func(Outcome)) {
	name := r.Method
	common := []attribute.KeyValue{methodName.String(r.Method)}
	if r.Tool != "" {
		name += " " + r.Tool
		common = append(common, toolName.String(r.Tool), operationName.String("execute_tool"))
	}
	if r.Protocol != "" {
		common = append(common, protocolVersion.String(r.Protocol))
	}
	ctx, span := o.tracer.Start(ctx, name, trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(common...),
		trace.WithAttributes(o.details(r)...))
	begun := o.Now()
	return ctx, func(out Outcome) {
		if out.Type != "" {
			common = append(common, errorType.String(out.Type))
			span.SetStatus(codes.Error, out.Type) // the server's words may hold anything
			span.SetAttributes(errorType.String(out.Type))
		}
		if out.Code != "" {
			common = append(common, statusCode.String(out.Code))
			span.SetAttributes(statusCode.String(out.Code))
		}
		span.SetAttributes(o.results(out)...)
		span.End()
		took := o.Now().Sub(begun)
		o.duration.Record(ctx, took.Seconds(), metric.WithAttributes(common...))
		o.log(ctx, r, out, took)
	}
}

func (o *Observer) details(r Request) []attribute.KeyValue {
	attrs := []attribute.KeyValue{serverName.String(r.Server)}
	if r.Agent != "" {
		attrs = append(attrs, agentName.String(r.Agent))
	}
	if r.Attempt > 1 {
		attrs = append(attrs, attempt.Int(r.Attempt))
	}
	if r.Arguments != nil {
		attrs = append(attrs, argumentsSize.Int(len(r.Arguments)), argumentsDigest.String(o.Digest(r.Arguments)))
		if o.Unredacted {
			attrs = append(attrs, callArguments.String(string(r.Arguments)))
		}
	}
	return attrs
}

func (o *Observer) results(out Outcome) []attribute.KeyValue {
	if out.Result == nil {
		return nil
	}
	attrs := []attribute.KeyValue{resultSize.Int(len(out.Result)), resultDigest.String(o.Digest(out.Result))}
	if o.Unredacted {
		attrs = append(attrs, callResult.String(string(out.Result)))
	}
	return attrs
}

// log writes one record for a request, without arguments and results whatever the configuration says.
func (o *Observer) log(ctx context.Context, r Request, out Outcome, took time.Duration) {
	level := slog.LevelDebug
	if out.Type != "" {
		level = slog.LevelWarn
	}
	attrs := []slog.Attr{
		slog.String("method", r.Method), slog.String("server", r.Server), slog.Duration("took", took),
	}
	if r.Tool != "" {
		attrs = append(attrs, slog.String("tool", r.Tool))
	}
	if r.Arguments != nil {
		attrs = append(attrs, slog.Int("arguments_size", len(r.Arguments)), slog.String("arguments_digest", o.Digest(r.Arguments)))
	}
	if r.Attempt > 1 {
		attrs = append(attrs, slog.Int("attempt", r.Attempt))
	}
	if out.Type != "" {
		attrs = append(attrs, slog.String("error_type", out.Type))
	}
	if out.Code != "" {
		attrs = append(attrs, slog.String("code", out.Code))
	}
	if out.Result != nil {
		attrs = append(attrs, slog.Int("result_size", len(out.Result)))
	}
	o.Logger.LogAttrs(ctx, level, "mcp request", attrs...)
}

// NotMade records a call that was not made, and why.
func (o *Observer) NotMade(ctx context.Context, r Request, why string) {
	o.Logger.LogAttrs(ctx, slog.LevelInfo, "mcp call not made", slog.String("server", r.Server), slog.String("tool", r.Tool),
		slog.String("agent", r.Agent), slog.String("why", why))
}

// Meta is the metadata that joins a request to the trace of ctx; nil when there is none.
func (o *Observer) Meta(ctx context.Context) map[string]any {
	carrier := propagation.MapCarrier{}
	o.Propagator.Inject(ctx, carrier)
	if len(carrier) == 0 {
		return nil
	}
	meta := make(map[string]any, len(carrier))
	for k, v := range carrier {
		meta[k] = v
	}
	return meta
}
