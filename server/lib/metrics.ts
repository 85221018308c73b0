import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { appMetrics } from './appMetrics.ts';
import { addGauges, type GaugeSources } from './gauges.ts';

export interface Metrics {
  registry: Registry;
  /** Count and time requests by route. Paths contain ids, so they are not used as labels. */
  watch: (app: FastifyInstance) => void;
  /** Add the state of this process and the work in the database. */
  observe: (sources: GaugeSources) => void;
  /** Return all metrics in the text format of Prometheus. */
  read: () => Promise<string>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const metric of appMetrics) registry.registerMetric(metric);
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const watch = (app: FastifyInstance) => {
    app.addHook('onResponse', async (request, reply) => {
      const route = request.routeOptions.url ?? 'none';
      const labels = { method: request.method, route, status: reply.statusCode };
      durations.observe(labels, reply.elapsedTime / 1000);
    });
  };
  let readGauges = async () => {};
  return {
    registry,
    watch,
    observe: (sources) => {
      readGauges = addGauges(registry, sources);
    },
    read: async () => {
      await readGauges();
      return registry.metrics();
    },
  };
}

/** Serve the metrics on a separate port, so that a proxy of the product never exposes them. */
export async function serveMetrics(metrics: Metrics, host: string, port: number): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    try {
      const text = await metrics.read();
      response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text);
    } catch {
      response.writeHead(500).end();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return server;
}
