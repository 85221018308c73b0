import os from 'node:os';
import type { FastifyInstance } from 'fastify';
import type { JobRunner } from '#server/jobs/jobs.service.ts';
import type { CertificateWatch } from '#server/lib/certificates.ts';
import { readChangelog } from '#server/lib/changelog.ts';
import type { Deps } from '#server/lib/deps.ts';
import type { HealthReader } from '#server/lib/health.ts';
import { mount } from '#server/lib/mount.ts';
import type { NodeReading } from '#server/lib/nodeReading.ts';
import { productVersion } from '#server/lib/productVersion.ts';
import type { SlowCalls } from '#server/lib/slowCalls.ts';
import { readWorkload } from '#server/lib/workload.ts';
import { getChanges, getServerHealth } from '#shared/contract/serverHealth.ts';

interface ServerHealthDeps extends Pick<Deps, 'db' | 'env'> {
  health: HealthReader;
  certificates: CertificateWatch;
  readNode: () => NodeReading;
  slowCalls: SlowCalls;
  jobs: Pick<JobRunner, 'read'>;
}

/** Serve the state of this node to administrators, who need no access to the metrics. */
export function serverHealthRoutes(app: FastifyInstance, deps: ServerHealthDeps): void {
  const { db, env, health, certificates, readNode, slowCalls, jobs } = deps;
  const version = productVersion();

  mount(app, getServerHealth, 'admin', async () => {
    const { status, disk, liveConnections: _, ...parts } = await health.read();
    return {
      ...{ version, node: os.hostname(), startedAt: new Date(Date.now() - process.uptime() * 1000) },
      ...{ status, parts, disk: { status: disk, freeBytes: await health.diskFreeBytes() } },
      certificates: certificates.list(),
      ...readNode(),
      workload: await readWorkload(db).catch(() => null),
      jobs: await jobs.read().catch(() => null),
      slowCalls: { limitMs: env.slowCallMs, count: slowCalls.count(), latest: [...slowCalls.latest()] },
    };
  });

  mount(app, getChanges, 'admin', readChangelog);
}
