import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openDatabase } from '#server/db/client.ts';
import { signIn } from './app.ts';
import { aProject, aUser } from './factories.ts';
import { plainEnv } from './plainEnv.ts';
import { freePort } from './ports.ts';
import { copyPreparedData } from './preparedData.ts';
import { type Random, seeded } from './random.ts';

/*
 * Kill a whole server with SIGKILL while writers write through HTTP, start it again on its data,
 * and check that every acknowledged write is there. Used by server/kills.test.ts and
 * bench/kills.ts.
 */
export interface KillOptions {
  /** An empty folder of this run alone. */
  dataDir: string;
  /** An empty Postgres; null for the embedded database. */
  databaseUrl: string | null;
  rounds: number;
  seed: number;
  onRound?: (round: number, acknowledged: number) => void;
}

export interface KillFindings {
  rounds: number;
  acknowledged: number;
  minInARound: number;
  /** One sentence for each lost write; must be empty. */
  lost: string[];
}

const writerCount = 4;
const minAcknowledged = 20;
/** A writer with this many elements deletes one now and then. */
export const manyElements = 12;

export interface Row {
  id: number;
  content: string;
  version: number;
  orderIndex: number;
}

/** The expected state of one writer's elements. No other writer changes them. */
export interface Writer {
  /** Id → content, as acknowledged. */
  expected: Map<number, string>;
  deleted: Set<number>;
  /** The write without an answer. It may have been made or not. */
  unanswered: { id: number | null; content: string | null } | null;
}

export async function killRounds({
  dataDir,
  databaseUrl,
  rounds,
  seed,
  onRound,
}: KillOptions): Promise<KillFindings> {
  const random = seeded(seed);
  const { cookie, url } = await ground({ dataDir, databaseUrl });
  const writers = Array.from(
    { length: writerCount },
    (): Writer => ({ expected: new Map(), deleted: new Set(), unanswered: null }),
  );
  const findings: KillFindings = {
    rounds: 0,
    acknowledged: 0,
    minInARound: Number.POSITIVE_INFINITY,
    lost: [],
  };
  let texts = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const server = await startServerProcess({ dataDir, databaseUrl });
    const call = caller(server.address, cookie);
    findings.lost.push(...findLostWrites(await script(call, url), writers));
    if (round === 1)
      await call('POST', url, { elementType: 'scene_heading', content: 'INT. CAR DECK - NIGHT' });
    const target = minAcknowledged + random.below(20);
    let acknowledged = 0;
    const write = async (writer: Writer) => {
      while (acknowledged < target) {
        texts += 1;
        if (!(await oneWrite(call, url, writer, random, `Forty-one. ${texts}.`))) return;
        acknowledged += 1;
        if (acknowledged === target) server.child.kill('SIGKILL');
      }
    };
    await Promise.all(writers.map(write));
    await server.ended;
    findings.rounds = round;
    findings.acknowledged += acknowledged;
    findings.minInARound = Math.min(findings.minInARound, acknowledged);
    onRound?.(round, findings.acknowledged);
  }
  const server = await startServerProcess({ dataDir, databaseUrl });
  findings.lost.push(...findLostWrites(await script(caller(server.address, cookie), url), writers));
  server.child.kill('SIGTERM');
  await server.ended;
  return findings;
}

type Call = (method: string, path: string, body?: object) => Promise<Response>;

/** False if the server exited before it answered. */
async function oneWrite(
  call: Call,
  url: string,
  writer: Writer,
  random: Random,
  content: string,
): Promise<boolean> {
  const ids = [...writer.expected.keys()];
  const id = ids.length > 0 && random.chance(0.6) ? random.pick(ids) : null;
  const isDeletion = id !== null && ids.length >= manyElements;
  writer.unanswered = { id, content: isDeletion ? null : content };
  try {
    if (id === null) {
      const made = await call('POST', url, { elementType: 'action', content });
      writer.expected.set(((await made.json()) as Row).id, content);
    } else if (isDeletion) {
      await call('DELETE', `/api/script-elements/${id}`);
      writer.expected.delete(id);
      writer.deleted.add(id);
    } else {
      await (await call('PATCH', `/api/script-elements/${id}`, { content })).json();
      writer.expected.set(id, content);
    }
  } catch (error) {
    if (error instanceof Rejected) throw error;
    return false;
  }
  writer.unanswered = null;
  return true;
}

/**
 * Compare the script with the acknowledged writes, and find out which unanswered writes were
 * stored.
 * Return a sentence for each difference. The first row of the script belongs to no writer.
 */
export function findLostWrites(rows: readonly Row[], writers: readonly Writer[]): string[] {
  const lost: string[] = [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const writer of writers) {
    settle(writer, rows, byId);
    for (const [id, content] of writer.expected) {
      const row = byId.get(id);
      if (row?.content !== content) lost.push(`${id} said "${content}", now "${row?.content}"`);
    }
    for (const id of writer.deleted) if (byId.has(id)) lost.push(`${id} was deleted and is there`);
  }
  const known = new Set(writers.flatMap(({ expected }) => [...expected.keys()]));
  for (const { id, content } of rows.slice(1))
    if (!known.has(id)) lost.push(`nobody wrote ${id}, "${content}"`);
  for (const [i, { orderIndex }] of rows.entries())
    if (i > 0 && orderIndex <= (rows[i - 1]?.orderIndex ?? 0))
      lost.push(`two elements share the place ${orderIndex}`);
  return lost;
}

function settle(writer: Writer, rows: readonly Row[], byId: ReadonlyMap<number, Row>): void {
  const { unanswered } = writer;
  writer.unanswered = null;
  if (unanswered === null) return;
  const { id, content } = unanswered;
  if (id === null) {
    const made = rows.find((row) => row.content === content);
    if (made) writer.expected.set(made.id, made.content);
  } else if (content === null) {
    if (byId.has(id)) return;
    writer.expected.delete(id);
    writer.deleted.add(id);
  } else if (byId.get(id)?.content === content) {
    writer.expected.set(id, content);
  }
}

/** An answer that a killed server cannot have caused. */
class Rejected extends Error {}

function caller(address: string, cookie: string): Call {
  return async (method, path, body) => {
    const answer = await fetch(address + path, {
      method,
      headers: { cookie: `sid=${cookie}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Rejected(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
}

async function script(call: Call, url: string): Promise<Row[]> {
  return (await (await call('GET', url)).json()) as Row[];
}

/** A user with a session, and an empty project of the user. */
async function ground(where: Pick<KillOptions, 'dataDir' | 'databaseUrl'>) {
  if (where.databaseUrl === null) await copyPreparedData(where.dataDir);
  const { db, close } = await openDatabase(where);
  const olive = await aUser(db);
  const project = await aProject(db, { userId: olive.id });
  const cookie = await signIn(db, olive.id);
  await close();
  return { cookie, url: `/api/projects/${project.id}/script-elements` };
}

export interface ServerProcess {
  child: ChildProcess;
  address: string;
  ended: Promise<unknown>;
}

interface ServerOptions extends Pick<KillOptions, 'dataDir' | 'databaseUrl'> {
  port?: number;
  /** Variables of the environment of the server. */
  variables?: Record<string, string>;
  /** Called when the process has started, before the server is ready. */
  onSpawn?: (child: ChildProcess) => void;
}

/** Start the whole server on 127.0.0.1 and wait until it is ready. */
export async function startServerProcess({
  dataDir,
  databaseUrl,
  port,
  variables = {},
  onSpawn,
}: ServerOptions): Promise<ServerProcess> {
  const ownPort = port ?? (await freePort());
  const env = {
    ...plainEnv(),
    LOG_LEVEL: 'silent',
    ...variables,
    PORT: String(ownPort),
    DATA_DIR: dataDir,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
  };
  const child = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onSpawn?.(child);
  const ended = once(child, 'exit');
  let words = '';
  child.stderr.on('data', (chunk: Buffer) => {
    words += chunk.toString();
  });
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  child.stdout.on('data', (chunk: Buffer) => {
    if (chunk.includes('is ready')) resolve();
  });
  const exited = ended.then(() => {
    throw new Error(`the server ended by itself: ${words}`);
  });
  exited.catch(() => undefined); // it is killed later on
  await Promise.race([ready, exited]);
  return { child, address: `http://127.0.0.1:${ownPort}`, ended };
}
