import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { timePart } from '#server/db/callTimes.ts';
import { watchSlowCalls } from './slowCalls.ts';
import { openTraces } from './traces.ts';

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: object }[];
}

/** Start a collector that records the spans it receives. */
async function collector() {
  const spans: SentSpan[] = [];
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString());
    for (const { scopeSpans } of resourceSpans)
      for (const scope of scopeSpans) if (request.url === '/v1/traces') spans.push(...scope.spans);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { spans, url: `http://127.0.0.1:${port}`, server };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('openTraces sends a span of each call with its parts, which continues the trace of the caller', async () => {
  const { spans, url, server } = await collector();
  // The exporter completes addresses by the location of a page, which other tests may leave.
  vi.stubGlobal('location', undefined);
  const traces = openTraces(url);
  const app = Fastify();
  watchSlowCalls(app, 1000);
  traces.watch(app);
  app.get('/api/things/:id', async () => timePart('database', async () => ({})));
  app.get('/api/unsampled', async () => ({}));
  app.get('/api/health', async () => ({}));
  const [traceId, parentId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
  const traceparent = `00-${traceId}-${parentId}-01`;
  await app.inject({ url: '/api/things/secret', headers: { traceparent } });
  await app.inject({
    url: '/api/unsampled',
    headers: { traceparent: `00-${traceId}-${parentId}-00` },
  });
  await app.inject('/api/health');
  await traces.close();
  await app.close();
  server.close();
  const call = spans.find(({ name }) => name === 'GET /api/things/:id');
  expect(call).toMatchObject({ traceId, parentSpanId: parentId });
  expect(call?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } });
  // A caller cannot decide that its calls are not traced.
  const unsampled = spans.find(({ name }) => name === 'GET /api/unsampled');
  expect(unsampled).toMatchObject({ traceId, parentSpanId: parentId });
  expect(spans.filter((span) => span !== call && span !== unsampled)).toEqual([
    expect.objectContaining({ name: 'database', traceId, parentSpanId: call?.spanId }),
  ]);
  expect(JSON.stringify(spans)).not.toContain('secret');
});
