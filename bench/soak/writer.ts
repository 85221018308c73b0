import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Element } from '#shared/contract/elements.ts';
import { type Random, seeded } from '#test/random.ts';
import type { Member } from './company.ts';

export interface Timing {
  kind: string;
  ms: number;
}

export interface Soak {
  url: string;
  member: Member;
  seed: number;
  ends: number;
  timings: Timing[];
  errors: string[];
}

/** Somebody does something about once in this time. */
const paceMs = 1000;

/** A user's copy of the project. */
interface Desk {
  random: Random;
  mayWrite: boolean;
  /** Elements that nobody else changes. */
  mine: Element[];
  /** Lines that this person put in. */
  inserted: { id: number; version: number }[];
  etag: string;
  threadId: number | null;
  beatId: number | null;
  send: Send;
  load(): Promise<void>;
}

type Send = <Answer>(
  kind: string,
  method: string,
  address: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<{ answer: Answer | null; headers: Headers } | null>;

/** Opens the project and works on it until the end, at a writer's pace. */
export async function writer({ url, member, seed, ends, timings, errors }: Soak): Promise<void> {
  const random = seeded(seed);
  const send: Send = async (kind, method, address, body, headers = {}) => {
    const started = performance.now();
    const type = body ? { 'content-type': 'application/json' } : {};
    const cookie = `sid=${member.session}`;
    const response = await fetch(`${url}${address}`, {
      method,
      headers: { cookie, ...type, ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }).catch((error: Error) => error);
    if (response instanceof Error) {
      errors.push(`${kind}: ${response.message} ${response.cause}`);
      return null;
    }
    const bytes = await response.arrayBuffer();
    timings.push({ kind, ms: performance.now() - started });
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const text = isJson ? Buffer.from(bytes).toString() : '';
    if (!response.ok && response.status !== 304)
      errors.push(`${kind}: ${response.status} ${text.slice(0, 300)}`);
    if (!response.ok) return response.status === 304 ? { answer: null, headers: response.headers } : null;
    return { answer: text === '' ? null : JSON.parse(text), headers: response.headers };
  };
  const desk = deskOf(member, random, send);
  // Nobody arrives at the same moment.
  await pause(random.below(paceMs * 5));
  await desk.load();
  while (Date.now() < ends) {
    const started = Date.now();
    await act(desk, `/api/projects/${member.projectId}`);
    await pause(Math.max(0, started + paceMs * (0.5 + random.below(1000) / 1000) - Date.now()));
  }
}

function deskOf({ projectId, elementIds, mayWrite }: Member, random: Random, send: Send): Desk {
  const project = `/api/projects/${projectId}`;
  const desk: Desk = {
    ...{ random, mayWrite, send, mine: [], inserted: [], etag: '', threadId: null, beatId: null },
    async load() {
      for (const part of ['', '/scenes', '/characters', '/comments', '/acts', '/story-beats'])
        await send(`open: ${part || 'project'}`, 'GET', `${project}${part}`);
      const script = await readScript(desk, project);
      if (script && desk.mine.length === 0) desk.mine = script.filter(({ id }) => elementIds.has(id));
    },
  };
  return desk;
}

/** The script where it is not as it was read last. */
async function readScript(desk: Desk, project: string): Promise<Element[] | null> {
  const known = desk.etag ? { 'if-none-match': desk.etag } : {};
  const kind = desk.etag ? 'script, again' : 'script, first';
  const read = await desk.send<Element[]>(kind, 'GET', `${project}/script-elements`, undefined, known);
  desk.etag = read?.headers.get('etag') ?? desk.etag;
  return read?.answer ?? null;
}

/** One thing that somebody does, as often as writers do it. */
async function act(desk: Desk, project: string): Promise<void> {
  const dice = desk.random.below(1000);
  if (dice < 700 && desk.mayWrite) return write(desk);
  if (dice < 780 && desk.mayWrite) return insert(desk, project);
  if (dice < 800 && desk.mayWrite) return remove(desk);
  if (dice < 880) {
    await readScript(desk, project);
    return;
  }
  if (dice < 910) return comment(desk, project);
  if (dice < 940) return look(desk, project);
  if (dice < 965 && desk.mayWrite) return plan(desk, project);
  if (dice < 985) return desk.load();
  if (dice < 990) {
    const format = desk.random.pick(['pdf', 'fdx', 'fountain']);
    await desk.send(`export ${format}`, 'GET', `${project}/export/${format}`);
    return;
  }
  const key = { 'idempotency-key': randomUUID() };
  await desk.send('assistant', 'POST', `${project}/ai-chat`, { message: 'Who speaks most?' }, key);
}

async function write({ mine, random, send }: Desk): Promise<void> {
  if (mine.length === 0) return;
  const element = random.pick(mine);
  const content = `Rain on black water, ${random.below(1e6)}. A ferry strains at her ropes.`;
  const body = { content, baseVersion: element.version };
  const written = await send<Element>('write a line', 'PATCH', `/api/script-elements/${element.id}`, body);
  if (written?.answer) element.version = written.answer.version;
}

async function insert({ mine, inserted, random, send }: Desk, project: string): Promise<void> {
  if (mine.length === 0) return;
  const elements = [{ elementType: 'action', content: `Engines, ${random.below(1e6)}.`, key: 1 }];
  const edits = [{ type: 'insert', afterId: random.pick(mine).id, elements }];
  const key = { 'idempotency-key': randomUUID() };
  const made = await send<{ elements: Element[] }>(
    'insert a line',
    'POST',
    `${project}/script-changes`,
    { edits },
    key,
  );
  const [element] = made?.answer?.elements ?? [];
  if (element) inserted.push(element);
}

async function remove({ inserted, send }: Desk): Promise<void> {
  const line = inserted.shift();
  if (line) await send('delete a line', 'DELETE', `/api/script-elements/${line.id}`);
}

async function comment(desk: Desk, project: string): Promise<void> {
  const { send, threadId, mayWrite, random } = desk;
  if (threadId !== null && mayWrite && random.chance(0.5)) {
    await send('resolve a comment', 'PATCH', `/api/comments/${threadId}/resolve`);
    desk.threadId = null;
    return;
  }
  const made = await send<{ id: number }>('comment', 'POST', `${project}/comments`, {
    content: 'Boots are enough.',
  });
  desk.threadId = made?.answer?.id ?? null;
  await send('comments', 'GET', `${project}/comments`);
}

async function look({ random, send }: Desk, project: string): Promise<void> {
  const search = random.chance(0.3) ? '&search=ropes' : '';
  const kind = search ? 'search the history' : 'a page of history';
  await send(kind, 'GET', `${project}/script-history/paginated?page=${1 + random.below(5)}${search}`);
}

async function plan(desk: Desk, project: string): Promise<void> {
  const { send, beatId, random } = desk;
  await send('the plan', 'GET', `${project}/story-beats`);
  if (beatId !== null && random.chance(0.4)) {
    await send('delete a beat', 'DELETE', `/api/story-beats/${beatId}`);
    desk.beatId = null;
  } else if (beatId !== null) {
    await send('change a beat', 'PATCH', `/api/story-beats/${beatId}`, {
      title: `She boards ${random.below(99)}`,
    });
  } else {
    const made = await send<{ id: number }>('a new beat', 'POST', `${project}/story-beats`, {
      title: 'She boards',
      actNumber: 1,
    });
    desk.beatId = made?.answer?.id ?? null;
  }
}
