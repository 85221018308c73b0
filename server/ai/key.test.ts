import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, rows } from '#server/db/client.ts';
import {
  anOpenAiServer,
  answersError,
  type Behaviour,
  disconnects,
  type OpenAiServer,
  startsStream,
  streamsText,
} from '#test/openaiServer.ts';
import { plainEnv } from '#test/plainEnv.ts';
import { freePort } from '#test/ports.ts';
import { copyPreparedData } from '#test/preparedData.ts';

const key = 'sk-of-the-house-4711';

let provider: OpenAiServer;
let child: ChildProcess | undefined;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-key-'));
beforeAll(async () => {
  provider = await anOpenAiServer();
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await provider.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** All kinds of failure. Each provider message contains the API key. */
const loud = `Incorrect API key provided: ${key}.`;
const behaviours: Behaviour[] = [
  streamsText('She counts cars.'),
  answersError(401, 'invalid_api_key', {}, loud),
  answersError(403, key, { 'x-request-id': `req-${key}` }, loud),
  answersError(400, 'bad', {}, loud),
  (out) => out.json(302, {}, { location: `http://127.0.0.1:1/${key}` }),
  (out) => out.json(200, { choices: key }),
  (out) => out.json(200, { error: loud }),
  (out) => {
    out.stream();
    out.raw(`data: {"error":"${loud}"}\n\n`);
    out.end();
  },
  (out) => {
    const message = { role: 'assistant', content: 'She counts.' };
    out.json(200, { choices: [{ message, finish_reason: 'stop' }] }, { 'x-request-id': key });
  },
  streamsText('', { refusal: loud }),
  startsStream('She counts', disconnects),
  ...Array<Behaviour>(3).fill(disconnects),
];

test('keeps the API key out of log lines, answers and rows, whatever the provider returns', async () => {
  await copyPreparedData(folder);
  const port = await freePort();
  const env = {
    ...plainEnv(),
    ...{ PORT: String(port), DATA_DIR: folder, ADMIN_EMAILS: 'ada@example.com', LOG_LEVEL: 'trace' },
    ...{ OPENAI_API_KEY: key, OPENAI_BASE_URL: provider.url, OPENAI_CHAT_MODEL: 'local' },
  };
  child = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  const ready = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk;
      const link = printed.match(/Sign in once as ada@example\.com:\n(http\S+)\n/)?.[1];
      if (link) ready.resolve(link);
    });
  const ended = once(child, 'close').then(() => ready.reject(new Error(printed)));
  const link = new URL(await ready.promise);
  const signedIn = await fetch(new URL('/api/login/link', link), {
    method: 'POST',
    body: new URLSearchParams({ token: link.searchParams.get('token') ?? '', question: 'here' }),
    redirect: 'manual',
  });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';

  const requestUrls: string[] = [];
  const call = async (url: string, body?: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}${url}`, {
      method: body ? 'POST' : 'GET',
      headers: { cookie, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    requestUrls.push(JSON.stringify([...answer.headers]), text);
    return { status: answer.status, body: JSON.parse(text) };
  };
  const { body: project } = await call('/api/projects', { name: 'Night Ferry' });
  const url = `/api/projects/${project.id}`;
  await call(`${url}/script-elements`, { elementType: 'scene_heading', content: 'INT. DECK' });

  const statuses: number[] = [];
  provider.next(...behaviours);
  // The last three behaviours belong to one call with two retries.
  for (const _ of behaviours.slice(2)) {
    statuses.push((await call(`${url}/ai-chat`, { message: 'Why?' })).status);
  }
  expect(statuses).toEqual([200, 502, 502, 502, 502, 502, 502, 502, 200, 502, 200, 502]);
  for (const { headers } of provider.requests) expect(headers.authorization).toBe(`Bearer ${key}`);
  const log = await call(`${url}/ai-disclosures?limit=100`);
  expect(log.body.totalCount).toBe(statuses.length);
  await call(`/api/ai-disclosures/${log.body.entries[0].id}`);
  for (const path of ['/ai', '/conversations', '']) await call(`${url}${path}`);
  await call('/api/health');

  child.kill('SIGTERM');
  await ended;
  expect(printed).toContain('"level":20');
  expect(printed).toContain('an AI call failed');
  const { db, close } = await openDatabase({ dataDir: folder, databaseUrl: null });
  const tables = await rows<{ name: string }>(
    db,
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const stored = [];
  for (const { name } of tables)
    stored.push(
      ...(await rows<{ row: string }>(db, sql`select t::text as row from ${sql.identifier(name)} t`)),
    );
  await close();
  expect(stored.length).toBeGreaterThan(40);
  for (const text of [printed, ...requestUrls, ...stored.map(({ row }) => row)])
    expect(text).not.toContain(key);
});
