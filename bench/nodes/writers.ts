import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { manyElements, type Row, type Writer } from '#test/kills.ts';
import { type Random, seeded } from '#test/random.ts';
import type { Answer, Cluster } from './cluster.ts';

/** A script that several people write. */
export interface NodesProject {
  index: number;
  code: string;
  /** The first row, which nobody changes. */
  headingId: number;
}

/** Somebody who writes through one node, and through the next one while that does not answer. */
export interface NodesWriter extends Writer {
  session: string;
  project: NodesProject;
  homeNode: number;
  node: number;
  /** The version of each element. */
  versions: Map<number, number>;
  acknowledged: number;
  random: Random;
}

/** A change that met at least one failure, and was stored later. */
export interface DelayedChange {
  startedAt: number;
  storedAt: number;
  /** Whether it met a node that did not answer. */
  hasMovedOn: boolean;
}

const defaultPaceMs = 250;
const retryMs = 500;
/** Answers after which the editor sends a change again; the others are those of a balancer. */
const unavailable = new Set([503, 502, 504]);
/** Maximum number of tries of a change. */
const maxTries = 60;

export function createWriter(
  given: Pick<NodesWriter, 'session' | 'project' | 'homeNode'>,
  seed: number,
): NodesWriter {
  return {
    ...given,
    node: given.homeNode,
    ...{ expected: new Map(), deleted: new Set(), unanswered: null, versions: new Map(), acknowledged: 0 },
    random: seeded(seed),
  };
}

export interface Writing {
  cluster: Cluster;
  delayed: DelayedChange[];
  /** Answers that no outage explains, in words. */
  unexpected: string[];
  isOver: () => boolean;
  /** Mean pause between two changes of a writer. */
  paceMs?: number;
}

/** Write until it is over. Each change is sent again until it is acknowledged, as by the editor. */
export async function writeUntilStopped(writer: NodesWriter, writing: Writing): Promise<void> {
  const { paceMs = defaultPaceMs } = writing;
  await pause(writer.random.below(paceMs * 2));
  for (let count = 1; !writing.isOver(); count += 1) {
    await storeChange(writer, `${writer.session.slice(0, 6)} ${count}.`, writing);
    await pause(paceMs / 2 + writer.random.below(paceMs));
  }
}

/** Make one change, and return the id of its element; null when it was not acknowledged. */
export async function storeChange(
  writer: NodesWriter,
  words: string,
  writing: Writing,
): Promise<number | null> {
  const { cluster, delayed, unexpected } = writing;
  const change = nextChange(writer, `Forty-one. ${words}`);
  writer.unanswered = { id: change.id, content: change.content };
  const startedAt = performance.now();
  let hasMovedOn = false;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const node = cluster.nodes[writer.node];
    if (node === undefined) throw new Error(`There is no node ${writer.node}`);
    while (node.isQuiet) await pause(20); // for one bulk change at most
    const { session, project } = writer;
    const answer = await cluster.call(node, {
      ...change.call,
      ...{ type: 'write', session, project: project.index },
    });
    if (isStored(answer, change)) {
      if (tries > 0) delayed.push({ startedAt, storedAt: performance.now(), hasMovedOn });
      return noteStored(writer, change, answer);
    }
    if (answer.status === null) {
      hasMovedOn = true;
      writer.node = (writer.node + 1) % cluster.nodes.length;
    } else {
      if (!unavailable.has(answer.status))
        unexpected.push(`${change.call.method} ${change.call.path}: ${answer.status} ${answer.message}`);
      await pause(retryMs);
    }
  }
  unexpected.push(`not stored after ${maxTries} tries: ${change.content ?? 'a deletion'}`);
  return null;
}

interface WriterChange {
  id: number | null;
  content: string | null;
  call: { method: string; path: string; body?: object; key?: string };
}

/** Choose a change as the editor sends it: with a key, or with the version that it is based on. */
function nextChange({ expected, versions, random, project }: NodesWriter, content: string): WriterChange {
  const ids = [...expected.keys()];
  const id = ids.length > 0 && random.chance(0.6) ? random.pick(ids) : null;
  if (id === null) {
    const path = `/api/projects/${project.code}/script-elements`;
    const body = { elementType: 'action', content };
    return { id, content, call: { method: 'POST', path, body, key: randomUUID() } };
  }
  const path = `/api/script-elements/${id}`;
  if (ids.length >= manyElements) return { id, content: null, call: { method: 'DELETE', path } };
  const body = { content, baseVersion: versions.get(id) ?? 1 };
  return { id, content, call: { method: 'PATCH', path, body } };
}

/** Return whether a change is in the script: also a deletion of something that is gone already. */
function isStored({ status }: Answer, { content }: WriterChange): boolean {
  return (status !== null && status < 300) || (content === null && status === 404);
}

function noteStored(writer: NodesWriter, { id, content }: WriterChange, { body }: Answer): number | null {
  writer.unanswered = null;
  writer.acknowledged += 1;
  if (content === null) {
    if (id === null) return null;
    writer.expected.delete(id);
    writer.deleted.add(id);
    return id;
  }
  const row = body as Row;
  writer.expected.set(row.id, content);
  writer.versions.set(row.id, row.version);
  return row.id;
}
