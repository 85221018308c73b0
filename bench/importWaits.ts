import { type APIRequestContext, request } from '@playwright/test';
import { followLink, startServer } from '#test/e2e/server.ts';
import { hostileFiles } from '#test/importedFiles.ts';
import { quantile, type Row } from './measure.ts';

/*
 * Measures from outside how long other calls take while hostile files are imported: the whole
 * server in its own process, and one user who asks for the session again and again.
 */
const hostileBytes = 9_000_000;
const probeMs = 10;
const restMs = 3000;

export async function run(): Promise<Row[]> {
  const server = await startServer('embedded');
  const caller = await request.newContext({ baseURL: server.url });
  try {
    await followLink(caller, await server.signInLink());
    const rows = rowsOf('nothing is imported', await timesWhile(caller, () => pause(restMs)), 'floor');
    const slowest: Row[] = [];
    const all: number[] = [];
    for (const [name, make] of hostileFiles(hostileBytes)) {
      const bytes = Buffer.from(await make());
      const times = await timesWhile(caller, () => importFile(caller, name, bytes));
      all.push(...times);
      slowest.push({
        name: `slowest session call during the import: ${name}`,
        figure: Math.max(...times),
        of: 'ours',
      });
    }
    return [...rows, ...rowsOf(`${hostileBytes / 1e6} MB of hostile files`, all, 'ours'), ...slowest];
  } finally {
    await caller.dispose();
    await server.stop();
  }
}

function rowsOf(name: string, times: readonly number[], of: Row['of']): Row[] {
  const kinds = { p50: quantile(times, 0.5), p99: quantile(times, 0.99), max: Math.max(...times) };
  return Object.entries(kinds).map(([kind, figure]) => ({
    name: `session call, ${name}: ${kind}`,
    figure,
    of,
  }));
}

/** Return the times of session calls that are made while `work` runs. */
async function timesWhile(caller: APIRequestContext, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isDone = false;
  const working = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const start = performance.now();
    const answer = await caller.get('/api/auth/user');
    if (!answer.ok()) throw new Error(`A session call was answered with ${answer.status()}`);
    times.push(performance.now() - start);
    await pause(probeMs);
  }
  await working;
  return times;
}

async function importFile(caller: APIRequestContext, name: string, bytes: Buffer): Promise<void> {
  const scriptFile = { name: 'script', mimeType: 'application/octet-stream', buffer: bytes };
  const answer = await caller.post('/api/projects/import-file', {
    multipart: { scriptFile },
    timeout: 120_000,
  });
  // 201, or a rejection with its reason.
  if (answer.status() >= 500 && answer.status() !== 503)
    throw new Error(`${name} was answered with ${answer.status()} ${await answer.text()}`);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
