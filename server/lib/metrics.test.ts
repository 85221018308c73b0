import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { anApp } from '#test/app.ts';
import { aWorld } from '#test/world.ts';
import { serveMetrics } from './metrics.ts';

test('metrics are served on a separate port, by route and without ids', async () => {
  const server = await anApp();
  const figures = await serveMetrics(server.metrics, '127.0.0.1', 0);
  try {
    const world = await aWorld(server.db);
    await server.as(world.olive).get(world.projectUrl);
    await server.visitor.get('/api/projects/PsecretId?token=secret');
    const { port } = figures.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
    const text = await answer.text();
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/projects\/:id",status="200"\} 1/,
    );
    expect(text).toMatch(/route="\/api\/projects\/:id",status="401"\} 1/);
    expect(text).toContain('process_cpu_seconds_total');
    expect(text).toMatch(/call_part_duration_seconds_count\{part="database",outcome="ok"\} [1-9]/);
    expect(text).toMatch(/memory_bytes\{part="resident"\} \d{7}/);
    expect(text).toContain('dependency_up{part="database"} 1');
    expect(text).toContain('mails_queued{state="due"} 0');
    expect(text).toContain('live_connections{transport="webSocket"} 0');
    expect(text).not.toContain('secret');
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    expect((await server.visitor.get('/metrics')).statusCode).toBe(404);
  } finally {
    figures.close();
    await Promise.all([once(figures, 'close'), server.close()]);
  }
});
