import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type CallTimes, type EndedPart, onPartEnded } from '#server/db/callTimes.ts';
import { settlesWithin } from '#server/db/settlesWithin.ts';
import { healthPath, livePath, readyPath } from './health.ts';
import { productVersion } from './productVersion.ts';
import { callTimesOf, isOpenRoute } from './slowCalls.ts';

/** Traces of calls, sent to a collector. Only main imports this module, and only if they are on. */
export interface Traces {
  /** Make a span of each call, with one for each part. Add it after `watchSlowCalls`. */
  watch(app: FastifyInstance): void;
  /** Send the remaining spans. */
  close(): Promise<void>;
}

const untracedRoutes = new Set<string>([healthPath, livePath, readyPath]);
/** Time for sending the remaining spans when the server stops. */
const closeMs = 2000;
const propagator = new W3CTraceContextPropagator();

/** Send traces to an OpenTelemetry collector, by OTLP over HTTP. Spans contain no text of users. */
export function openTraces(collectorUrl: string): Traces {
  const exporter = new OTLPTraceExporter({ url: `${collectorUrl}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'cold-open',
      'service.version': productVersion(),
    }),
    // The default sampler would let any caller decide by `traceparent` that a call is not traced.
    sampler: new AlwaysOnSampler(),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('cold-open');
  const spans = new WeakMap<CallTimes, Span>();
  const unsubscribe = onPartEnded((ended) => addPartSpan(tracer, spans, ended));
  return {
    watch: (app) => watchCalls(app, tracer, spans),
    close: async () => {
      unsubscribe();
      // Spans that the collector does not take in time are lost.
      await settlesWithin(closeMs, provider.shutdown()).catch(() => false);
    },
  };
}

function watchCalls(app: FastifyInstance, tracer: Tracer, spans: WeakMap<CallTimes, Span>): void {
  app.addHook('onRequest', async (request) => {
    const { url: route = 'none' } = request.routeOptions;
    const times = callTimesOf(request);
    if (!times || untracedRoutes.has(route) || isOpenRoute(route)) return;
    const { method } = request;
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'cold_open.request_id': request.id,
    };
    const options = { kind: SpanKind.SERVER, startTime: epochOf(times.startedAt), attributes };
    spans.set(times, tracer.startSpan(`${method} ${route}`, options, callerOf(request)));
  });
  app.addHook('onResponse', async (request, reply) => {
    const times = callTimesOf(request);
    const span = times && spans.get(times);
    if (!span) return;
    span.setAttributes({
      'http.response.status_code': reply.statusCode,
      'cold_open.database.retries': times.retries,
    });
    if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
}

/** Return the trace that the caller continues, such as that of a proxy. */
function callerOf({ headers }: FastifyRequest): Context {
  return propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
}

function addPartSpan(tracer: Tracer, spans: WeakMap<CallTimes, Span>, ended: EndedPart): void {
  const parent = ended.call && spans.get(ended.call);
  if (!parent?.isRecording()) return;
  const context = trace.setSpan(ROOT_CONTEXT, parent);
  const span = tracer.startSpan(ended.part, { startTime: epochOf(ended.startedAt) }, context);
  if (ended.hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(epochOf(ended.endedAt));
}

/** Return milliseconds since 1970 for a time of `performance.now()`. */
function epochOf(time: number): number {
  return performance.timeOrigin + time;
}
