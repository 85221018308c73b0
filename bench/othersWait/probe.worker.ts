import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { ProbeCall } from './probe.ts';

/* Repeats each call, one at a time with a short pause, and reports the time of each. */
const { url, cookie, calls } = workerData as { url: string; cookie: string; calls: ProbeCall[] };
const agent = new http.Agent({ keepAlive: true });
const pauseMs = 10;
const pending = new Set<Promise<void>>();
let number = 0;

parentPort?.on('message', (port: MessagePort) => {
  void Promise.all(pending).then(() => port.postMessage('done'));
});

for (const call of calls) void repeat(call);
parentPort?.postMessage({ name: 'started', ms: 0 });

async function repeat(call: ProbeCall): Promise<never> {
  for (;;) {
    const sent = send(call);
    pending.add(sent);
    await sent;
    pending.delete(sent);
    await pause(pauseMs);
  }
}

async function send({ name, method, path, body }: ProbeCall): Promise<void> {
  const started = performance.now();
  const payload = body?.replaceAll('{n}', String(++number));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const request = http.request(
    new URL(path, url),
    { agent, method, headers: { cookie, ...(payload && { 'content-type': 'application/json' }) } },
    (response) => {
      const { statusCode = 0 } = response;
      if (statusCode >= 400) reject(new Error(`${name} answered ${statusCode}`));
      response.resume().once('end', resolve);
    },
  );
  request.once('error', reject).end(payload);
  await promise;
  parentPort?.postMessage({ name, ms: performance.now() - started });
}
