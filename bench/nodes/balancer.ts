import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** Address in front of several nodes, without affinity. */
export interface Balancer {
  address: string;
  /** Nodes that calls are sent to now. */
  healthy(): readonly number[];
  close(): void;
}

/** Header of an answer: the node that gave it, or did not. */
export const servedBy = 'x-served-by';

const probeMs = 500;
const probeTimeoutMs = 1000;
/** Failed probes, or calls without an answer, in a row until a node gets no more calls. */
const maxFailures = 2;
/** How long a call waits for the answer of a node. */
const answerTimeoutMs = 4000;

interface Target {
  index: number;
  url: URL;
  agent: http.Agent;
  failures: number;
}

/**
 * Send each call to the next healthy node. Nodes are asked for their readiness all the time. A call
 * goes to another node only if it cannot have reached the first one; otherwise it answers 502 or
 * 504, as usual balancers do, and the client decides.
 */
export async function startBalancer(addresses: readonly string[]): Promise<Balancer> {
  const targets = addresses.map(
    (address, index): Target => ({
      ...{ index, url: new URL(address), failures: 0 },
      agent: new http.Agent({ keepAlive: true, maxSockets: 256 }),
    }),
  );
  const isHealthy = ({ failures }: Target) => failures < maxFailures;
  let turn = 0;

  function nextTarget(tried: ReadonlySet<Target>): Target | undefined {
    turn += 1;
    const inTurn = targets.map((_, offset) => targets[(turn + offset) % targets.length] as Target);
    const untried = inTurn.filter((target) => !tried.has(target));
    // Probes of all nodes are late on a busy machine: then each may get calls.
    return targets.some(isHealthy) ? untried.find(isHealthy) : untried[0];
  }

  async function serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const tried = new Set<Target>();
    for (let target = nextTarget(tried); target !== undefined; target = nextTarget(tried)) {
      tried.add(target);
      const outcome = await forward(target, request, Buffer.concat(chunks), response);
      if (outcome === 'answered') {
        target.failures = 0;
        return;
      }
      target.failures += 1;
      if (outcome === 'unreached') continue;
      if (!response.headersSent)
        response.writeHead(outcome === 'silent' ? 504 : 502, { [servedBy]: target.index });
      return void response.end();
    }
    response.writeHead(503).end();
  }

  const probing = setInterval(() => {
    for (const target of targets) void probe(target);
  }, probeMs);
  const server = http.createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    healthy: () => targets.filter(isHealthy).map(({ index }) => index),
    close() {
      clearInterval(probing);
      server.close();
      server.closeAllConnections();
      for (const { agent } of targets) agent.destroy();
    },
  };
}

async function probe(target: Target): Promise<void> {
  const url = new URL('/api/health/ready', target.url);
  const reply = await fetch(url, { signal: AbortSignal.timeout(probeTimeoutMs) }).catch(() => null);
  target.failures = reply?.ok ? 0 : target.failures + 1;
}

type Outcome = 'answered' | 'unreached' | 'broken' | 'silent';

/** Send a call to a node, and pass its answer on. */
function forward(
  { index, url, agent }: Target,
  { method, url: path, headers }: http.IncomingMessage,
  body: Buffer,
  response: http.ServerResponse,
): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const { hostname, port } = url;
  const outgoing = http.request({ hostname, port, agent, method, path, headers });
  const timer = setTimeout(() => {
    resolve('silent');
    outgoing.destroy();
  }, answerTimeoutMs);
  outgoing.on('response', (reply) => {
    response.writeHead(reply.statusCode ?? 502, { ...reply.headers, [servedBy]: index });
    reply.pipe(response);
    reply.on('end', () => resolve('answered'));
    reply.on('error', () => resolve('broken'));
  });
  outgoing.on('error', (error: NodeJS.ErrnoException) =>
    resolve(error.code === 'ECONNREFUSED' ? 'unreached' : 'broken'),
  );
  outgoing.end(body);
  return promise.finally(() => clearTimeout(timer));
}
